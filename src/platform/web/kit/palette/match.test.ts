import fc from 'fast-check';
import { expect, it } from 'vitest';
import { score } from './match.ts';

const best = (query: string, texts: string[]) =>
  texts.filter((text) => score(query, text) > 0).sort((a, b) => score(query, b) - score(query, a));

it('puts the nearest first, without accents', () => {
  const texts = ['Métodos de pago', 'Pagos', 'Autorización de pagos', 'Página de inicio', 'Lotes'];
  expect(best('pago', texts).slice(0, 3)).toEqual(['Pagos', 'Métodos de pago', 'Autorización de pagos']);
  expect(best('metodo', texts)).toEqual(['Métodos de pago']);
  expect(best('pago metodos', texts)[0]).toBe('Métodos de pago');
  expect(best('lts', texts)).toEqual(['Lotes']);
  expect(best('xyz', texts)).toEqual([]);
});

it('matches every text by itself and by any part of it', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.nat(), (text, from, length) => {
      expect(score(text, text)).toBeGreaterThan(0);
      expect(score(text.slice(from % text.length, (from % text.length) + length), text)).toBeGreaterThan(0);
    }),
  );
});

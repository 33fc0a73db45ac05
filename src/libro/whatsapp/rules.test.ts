import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MENSAJE_MAX, refusalOfMensaje, refusalOfTexto, whatsappUrl } from './rules.ts';

describe('a text for the messenger', () => {
  it('has the link, and asks for nothing that nobody fills', () => {
    expect(refusalOfTexto('recibo', 'Su {{documento}}: {{enlace}}')).toBeUndefined();
    expect(refusalOfTexto('recibo', 'Su {{documento}}')).toMatch(/Falta \{\{enlace\}\}/);
    expect(refusalOfTexto('recibo', '{{carta}} {{enlace}}')).toMatch(/No existe el dato \{\{carta\}\}/);
    expect(refusalOfTexto('carta', '{{carta}} {{enlace}}')).toBeUndefined();
    expect(refusalOfTexto('estado', '{{saldo}} {{enlace}}')).toMatch(/No existe el dato/);
  });

  it('is no longer than the messenger takes', () => {
    expect(refusalOfMensaje('a'.repeat(MENSAJE_MAX))).toBeUndefined();
    expect(refusalOfMensaje('a'.repeat(MENSAJE_MAX + 1))).toMatch(/acorte el texto/);
  });
});

describe('the address of the messenger', () => {
  it('names the number in its international form, or none', () => {
    expect(whatsappUrl('6641234567', 'Hola & adiós')).toBe('https://wa.me/526641234567?text=Hola%20%26%20adi%C3%B3s');
    expect(whatsappUrl('', 'Hola')).toBe('https://wa.me/?text=Hola');
    expect(whatsappUrl('0641234567', 'Hola')).toBeUndefined();
  });

  it('gives back the text as it was, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (texto) => {
        const url = new URL(whatsappUrl('6641234567', texto) ?? '');
        expect([url.origin, url.pathname, url.searchParams.get('text')]).toEqual([
          'https://wa.me',
          '/526641234567',
          texto,
        ]);
      }),
    );
  });
});

import { expect, it } from 'vitest';
import { findOptions } from './option-filter.ts';

const options = ['BBVA', 'Banco del Bajío', 'Citibanamex', 'Banorte'].map((label, value) => ({ value, label }));
const labels = (typed: string) => findOptions(options, typed).map(({ label }) => label);

it('finds by words, without accents or case', () => {
  expect(labels('bajio')).toEqual(['Banco del Bajío']);
  expect(labels('bajio banco')).toEqual(['Banco del Bajío']);
  expect(labels('  BANCO   DEL ')).toEqual(['Banco del Bajío']);
  expect(labels('')).toHaveLength(4);
  expect(labels('zzz')).toEqual([]);
});

it('puts what is written so first, then what begins so, then what has it at a word', () => {
  expect(labels('BÁN')).toEqual(['Banco del Bajío', 'Banorte', 'Citibanamex']);
  const methods = ['Fondo de reserva', 'Del fondo', 'Trasfondo', 'Fondo'].map((label) => ({ label }));
  expect(findOptions(methods, 'fondo').map(({ label }) => label)).toEqual([
    'Fondo',
    'Fondo de reserva',
    'Del fondo',
    'Trasfondo',
  ]);
});

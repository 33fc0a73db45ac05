import { expect, it } from 'vitest';
import { findOptions } from './option-filter.ts';

const options = ['BBVA', 'Banco del Bajío', 'Citibanamex', 'Banorte'].map((label, value) => ({ value, label }));
const labels = (search: string, limit = Number.POSITIVE_INFINITY) =>
  findOptions({ options, search, limit }).map((option) => 'label' in option && option.label);

it('finds by words, without accents', () => {
  expect(labels('bajio')).toEqual(['Banco del Bajío']);
  expect(labels('BÁN')).toEqual(['Banco del Bajío', 'Citibanamex', 'Banorte']);
  expect(labels('bajio banco')).toEqual(['Banco del Bajío']);
  expect(labels('ban', 2)).toEqual(['Banco del Bajío', 'Citibanamex']);
  expect(labels('')).toHaveLength(4);
});

it('says when nothing is found, in an option that cannot be chosen', () => {
  expect(findOptions({ options, search: 'zzz', limit: 10 })).toMatchObject([
    { label: 'Sin resultados', disabled: true },
  ]);
});

it('keeps the groups that still hold something', () => {
  const grouped = [
    { group: 'A', items: options.slice(0, 2) },
    { group: 'B', items: options.slice(2) },
  ];
  expect(findOptions({ options: grouped, search: 'bajio', limit: 9 })).toEqual([{ group: 'A', items: [options[1]] }]);
});

import { expect, it } from 'vitest';
import { arrivalIn } from './arrival.ts';

const CODE = 'Ab-_'.padEnd(43, 'x');

it.each([
  [`#${CODE}`, { codigo: CODE, to: '/' }],
  [`#${CODE}/cobranza/depositos?q=1`, { codigo: CODE, to: '/cobranza/depositos?q=1' }],
  // An address of another site is none of ours.
  [`#${CODE}//otro.mx`, { codigo: '', to: '/' }],
  [`#${CODE}https://otro.mx`, { codigo: '', to: '/' }],
  ['#corto/x', { codigo: '', to: '/' }],
  ['', { codigo: '', to: '/' }],
])('reads «%s»', (hash, arrival) => {
  expect(arrivalIn(hash)).toEqual(arrival);
});

import { expect, it } from 'vitest';
import { finderOf } from './find.ts';

const find = finderOf({
  '/recibo/{id}': {
    title: '¿Cómo corrijo un pago?',
    purpose: 'Muestra un recibo.',
    acts: ['«Corregir» arregla el recibo; pide un código de autorización.'],
    from: '/pagos',
  },
  '/pagos': {
    title: '¿Cómo encuentro un pago?',
    purpose: 'Busca un pago por lo que se sepa de él.',
    acts: ['Abra el renglón para corregirlo.'],
  },
  '/bancos': { title: '¿Dónde están las cuentas?', purpose: 'Lista las cuentas de banco.', acts: ['Abra una.'] },
});

const paths = (query: string, mayOpen: (path: string) => boolean = () => true) =>
  find(query, mayOpen).map(({ path }) => path);

it('finds by words of the title before words of the text, whatever their accents and case', () => {
  expect(paths('ENCUENTRO UN PAGO')).toEqual(['/pagos']);
  expect(paths('codigo de autorizacion')).toEqual(['/recibo/{id}']);
  expect(paths('como')).toEqual(['/recibo/{id}', '/pagos']);
  expect(paths('corr')).toEqual(['/recibo/{id}', '/pagos']);
  expect(paths('pago sepa')).toEqual(['/pagos']);
});

it('finds words side by side in a text before the same apart in a title', () => {
  const both = finderOf({
    '/canceladas': { title: '¿Qué facturas se cancelaron?', purpose: 'Las lista.', acts: ['Elija el mes.'] },
    '/facturas': { title: '¿Dónde están?', purpose: 'Las lista todas.', acts: ['Pulse «Cancelar factura».'] },
  });
  expect(both('cancelar factura', () => true).map(({ path }) => path)).toEqual(['/facturas', '/canceladas']);
});

it('finds nothing by letters that only happen to stand there', () => {
  expect(paths('cnp')).toEqual([]);
  expect(paths('banca')).toEqual([]);
});

it('finds only what may be opened', () => {
  expect(paths('pago', (path) => path === '/pagos')).toEqual(['/pagos']);
});

it('finds an act by what its button is called before the same word in a sentence', () => {
  const both = finderOf({
    '/pagos': { title: '¿Dónde están?', purpose: 'Lista los pagos.', acts: ['Ábralo para corregir uno.'] },
    '/recibo': { title: '¿Qué es?', purpose: 'Muestra un recibo.', acts: ['Pulse «Corregir».'] },
  });
  expect(both('corregir', () => true).map(({ path }) => path)).toEqual(['/recibo', '/pagos']);
});

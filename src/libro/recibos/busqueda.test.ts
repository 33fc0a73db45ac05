import { expect, it } from 'vitest';
import { terminosDe } from './busqueda.ts';

const HOY = '2026-11-25';

it('reads a word as all that it may be', () => {
  expect(terminosDe('7,547.00', HOY)).toEqual([{ texto: '7,547.00', monto: 754700 }]);
  expect(terminosDe('$7547', HOY)).toEqual([{ texto: '$7547', monto: 754700 }]);
  expect(terminosDe('96027', HOY)).toEqual([{ texto: '96027', monto: 9602700, folio: 96027 }]);
  expect(terminosDe('SPEI6406483', HOY)).toEqual([{ texto: 'SPEI6406483' }]);
  expect(terminosDe('Zúñiga 2500 M07-L03', HOY).map(({ texto }) => texto)).toEqual(['Zúñiga', '2500', 'M07-L03']);
});

it('reads a day without its year as the last that has come', () => {
  expect(terminosDe('22-11-2026', HOY)).toEqual([{ texto: '22-11-2026', fecha: '2026-11-22' }]);
  expect(terminosDe('22/11/26', HOY)).toEqual([{ texto: '22/11/26', fecha: '2026-11-22' }]);
  expect(terminosDe('22-11', HOY)).toEqual([{ texto: '22-11', fecha: '2026-11-22' }]);
  expect(terminosDe('26-11', HOY)).toEqual([{ texto: '26-11', fecha: '2025-11-26' }]);
  // None, and no day of another month.
  expect(terminosDe('31-2-2026', HOY)).toEqual([{ texto: '31-2-2026' }]);
});

it('reads what is copied, and what other screens write', () => {
  expect(terminosDe('$ 2,500', HOY)).toEqual([{ texto: '$2,500', monto: 250000 }]);
  expect(terminosDe('2250\u200b', HOY)).toEqual([{ texto: '2250', monto: 225000, folio: 2250 }]);
  expect(terminosDe('Recibo 17241', HOY)).toEqual([{ texto: '#17241', folio: 17241 }]);
  expect(terminosDe('#17241', HOY)).toEqual([{ texto: '#17241', folio: 17241 }]);
  for (const day of ['2026-11-08', '08.11.2026', '8-nov-2026', '8/noviembre/26', '8-nov'])
    expect(terminosDe(day, HOY)).toEqual([{ texto: day, fecha: '2026-11-08' }]);
  expect(terminosDe('8-xyz-2026', HOY)).toEqual([{ texto: '8-xyz-2026' }]);
  expect(terminosDe('Tarjeta de débito - Web Transfer', HOY).map(({ texto }) => texto)).toEqual([
    ...['Tarjeta', 'de', 'débito', 'Web', 'Transfer'],
  ]);
});

it('looks for nothing in nothing, and for a few words at most', () => {
  expect(terminosDe('   ', HOY)).toEqual([]);
  expect(terminosDe('a b c d e f g h', HOY)).toHaveLength(6);
});

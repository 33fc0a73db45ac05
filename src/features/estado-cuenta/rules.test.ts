import { expect, it } from 'vitest';
import { datedNote } from './rules.ts';

it('tells the two dates of a payment by the words that the receipt has for them', () => {
  const pagosFechados = [{ fechaPago: '2026-10-09', fechaContable: '2026-11-01' }];
  expect(datedNote({ pagosFechados })).toBe('Pago del 09-10-2026, contabilizado el 01-11-2026');
});

import { expect, it } from 'vitest';
import { refusalOfComprobante, refusalOfDeposito, terminacion } from './rules.ts';

it('takes proofs of the last year that are of some amount', () => {
  const of = (fecha: string, importe = 100) => refusalOfComprobante({ fecha, importe }, '2026-11-26');
  expect(of('2026-11-26')).toBeUndefined();
  expect(of('2026-11-27')).toMatch(/futura/);
  expect(of('2025-11-24')).toMatch(/más de un año/);
  expect(of('2026-11-26', 0)).toMatch(/mayor a cero/);
});

it('is of a deposit of its amount that nobody else has', () => {
  const proof = { importe: 185_000, loteId: 7 };
  expect(refusalOfDeposito({ importe: 185_000, lotes: [] }, proof)).toBeUndefined();
  expect(refusalOfDeposito({ importe: 185_000, lotes: [{ id: 7, referencia: 'A' }] }, proof)).toBeUndefined();
  expect(refusalOfDeposito({ importe: 185_001, lotes: [] }, proof)).toMatch(/otro importe/);
  expect(refusalOfDeposito({ importe: 185_000, lotes: [{ id: 8, referencia: 'B-2' }] }, proof)).toMatch(/B-2/);
  expect(terminacion('646180110400000010')).toBe('0010');
});

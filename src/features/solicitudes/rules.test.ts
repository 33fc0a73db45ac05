import { expect, it } from 'vitest';
import { ESPERAN_MAX, refusalOfComprobante, refusalOfDeposito, refusalOfOtra, terminacion, velado } from './rules.ts';

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

it('lets some of one person wait, and no more', () => {
  expect(refusalOfOtra(ESPERAN_MAX - 1)).toBeUndefined();
  expect(refusalOfOtra(ESPERAN_MAX)).toMatch(/Espere la respuesta/);
});

it('veils contacts so that whoever has them knows them', () => {
  expect(velado('5512345678')).toBe('55••••5678');
  expect(velado('rosa.perez@correo.mx')).toBe('ro••••@correo.mx');
  expect(velado('a@b.mx')).not.toContain('a@b.mx');
});

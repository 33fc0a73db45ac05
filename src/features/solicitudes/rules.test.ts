import { expect, it } from 'vitest';
import {
  ESPERAN_MAX,
  refusalOfComprobante,
  refusalOfDeposito,
  refusalOfOtra,
  SITUACIONES_SIN_PAGO,
  terminacion,
  velado,
} from './rules.ts';

it('takes proofs of the last year that are of some amount', () => {
  const of = (fecha: string, importe = 100) => refusalOfComprobante({ fecha, importe }, '2026-11-26');
  expect(of('2026-11-26')).toBeUndefined();
  expect(of('2026-11-27')).toMatch(/futura/);
  expect(of('2025-11-24')).toMatch(/más de un año/);
  expect(of('2026-11-26', 0)).toMatch(/mayor a cero/);
});

it('is of a deposit of its amount that nobody else has', () => {
  const proof = { importe: 185_000, loteId: 7 };
  const of = (changes: object) =>
    refusalOfDeposito({ importe: 185_000, situacion: 'desconocido', lotes: [], otro: null, ...changes }, proof);
  expect(of({})).toBeUndefined();
  expect(of({ lotes: [{ id: 7, referencia: 'A' }] })).toBeUndefined();
  expect(of({ importe: 185_001 })).toMatch(/otro importe/);
  expect(of({ lotes: [{ id: 8, referencia: 'B-2' }] })).toMatch(/B-2/);
  expect(of({ otro: 'B-3' })).toMatch(/otro comprobante, de B-3/);
  for (const situacion of SITUACIONES_SIN_PAGO) expect(of({ situacion })).toMatch(/no es de un pago/);
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

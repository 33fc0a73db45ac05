import { expect, it } from 'vitest';
import { usualCaja } from './payment-sources.tsx';

const caja = (id: number, turnoDesde: string | null, turnoMio = false) => ({ id, turnoDesde, turnoMio });
const chosen = (...cajas: ReturnType<typeof caja>[]) => usualCaja(cajas)?.id;

it('takes the register of one\u2019s own shift, the latest, then any that is open, then the first', () => {
  expect(chosen(caja(1, '2026-11-25'), caja(2, '2026-11-25', true))).toBe(2);
  expect(chosen(caja(1, '2026-11-24', true), caja(2, '2026-11-25', true))).toBe(2);
  expect(chosen(caja(1, null), caja(2, '2026-11-24'), caja(3, '2026-11-25'))).toBe(3);
  expect(chosen(caja(1, null), caja(2, null))).toBe(1);
  expect(chosen()).toBeUndefined();
});

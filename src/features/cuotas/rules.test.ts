import { describe, expect, it } from 'vitest';
import {
  allocateInitialFee,
  initialFeeDue,
  mensajeDeGeneracion,
  type PagoDeCuotaInicial,
  refusalForLote,
  tiposDe,
} from './rules.ts';

const payment = (changes: Partial<PagoDeCuotaInicial> = {}): PagoDeCuotaInicial => ({
  cargo: { id: 1, monto: 250_000, pagado: 0, ajustado: 0, vence: '2026-02-28' },
  interest: [
    { id: 2, corte: '2026-02-28', saldo: 1_510 },
    { id: 3, corte: '2026-03-31', saldo: 1_458 },
    { id: 4, corte: '2026-04-30', saldo: 1_458 },
  ],
  fechaPago: '2026-05-20',
  interestPercent: 0,
  ...changes,
});

describe('what an initial fee costs', () => {
  it.each([
    ['all interest', {}, 254_426, 254_500],
    ['one entry', { cantMoratorios: 1 }, 251_510, 251_600],
    ['more entries than there are', { cantMoratorios: 9 }, 254_426, 254_500],
    ['33% off each entry, rounded by itself', { interestPercent: 33 }, 252_966, 253_000],
    ['all interest forgiven', { interestPercent: 100 }, 250_000, 250_000],
    ['entries of the month of payment do not count', { fechaPago: '2026-04-30' }, 252_968, 253_000],
  ] as const)('%s', (_what, changes, exact, total) => {
    expect(initialFeeDue(payment(changes))).toMatchObject({ exact, total });
  });

  it('of a fee that is paid, its interest alone', () => {
    const cargo = { id: 1, monto: 250_000, pagado: 250_000, ajustado: 0, vence: '2026-02-28' };
    expect(initialFeeDue(payment({ cargo }))).toMatchObject({ months: [], exact: 4_426, total: 4_500 });
  });
});

it('spreads an amount over interest first, and puts what is over into the fund', () => {
  const whole = payment();
  expect(allocateInitialFee(whole, initialFeeDue(whole), 254_500)).toMatchObject({
    interest: [{ pago: 1_510 }, { pago: 1_458 }, { pago: 1_458 }],
    months: [{ pago: 250_000 }],
    excedente: 74,
  });
  const part = allocateInitialFee(whole, initialFeeDue(whole), 2_000);
  expect(part).toMatchObject({ interest: [{ pago: 1_510 }, { pago: 490 }], months: [], excedente: 0 });
});

it('names the types of lot that were chosen', () => {
  const none = { checkCondominal: false, checkHabitacional: false, checkComercial: false };
  expect(tiposDe(none)).toEqual([]);
  expect(tiposDe({ ...none, checkComercial: true, checkCondominal: true })).toEqual(['condominal', 'comercial']);
});

it('says why a fee cannot be charged to a lot', () => {
  const asked = {
    kind: 'cuota_inicial',
    name: 'Equipamiento',
    activa: true,
    tipo: 'comercial',
    referencia: 'C-1',
    monto: 100,
    yaLaTiene: false,
  } as const;
  expect(refusalForLote(asked)).toBeUndefined();
  expect(refusalForLote({ ...asked, activa: false })).toMatch(/no está activa/);
  expect(refusalForLote({ ...asked, monto: 0 })).toMatch(/lotes comerciales/);
  expect(refusalForLote({ ...asked, yaLaTiene: true })).toMatch(/C-1 ya tiene/);
});

it('says what a run did', () => {
  expect(mensajeDeGeneracion({ creados: 1, existentes: 0 })).toBe('Se generó 1 cargo');
  expect(mensajeDeGeneracion({ creados: 0, existentes: 1 })).toBe('Se generaron 0 cargos; 1 lote ya tenía la cuota');
});

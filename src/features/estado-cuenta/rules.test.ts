import { expect, it } from 'vitest';
import { datedNote, owedOf, runningBalances, totalsOf } from './rules.ts';

it('tells the two dates of a payment by the words that the receipt has for them', () => {
  const pagosFechados = [{ fechaPago: '2026-10-09', fechaContable: '2026-11-01' }];
  expect(datedNote({ pagosFechados })).toBe('Pago del 09-10-2026, contabilizado el 01-11-2026');
});

it('runs the balance from row to row in centavos, past the cancelled, to the debt of all of them', () => {
  const row = (cargo: number, abono: number, estado = 'vigente') => ({ cargo, abono, estado });
  const rows = [row(0.1, 0), row(900, 0, 'cancelado'), row(0.2, 0), row(2500, 2500, 'pagado'), row(100, 40.05)];
  expect(runningBalances(rows)).toEqual([0.1, null, 0.3, 0.3, 60.25]);
  expect(totalsOf(rows).deuda).toBe(60.25);
});

it('opens with all that is owed today; of a unit or of another day with what its rows come to', () => {
  const totals = { deuda: 100 };
  expect(owedOf(500, { variante: 0, conocido: null }, totals)).toEqual({ label: 'Debe hoy', monto: 500 });
  expect(owedOf(500, { variante: 7, conocido: null }, totals)).toEqual({
    label: 'Debe hoy de este periodo',
    monto: 100,
  });
  expect(owedOf(500, { variante: 0, conocido: '2026-04-30' }, totals)).toEqual({
    label: 'Debía el 30-04-2026 de este periodo',
    monto: 100,
  });
});

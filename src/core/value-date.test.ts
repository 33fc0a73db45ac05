import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from './fecha.ts';
import { type DatedAmount, type InterestTerms, interestEntries, type Principal, unpaidAt } from './interest.ts';
import { dayOfMonth } from './period.ts';
import { type StandingEntry, takenByDate } from './value-date.ts';

const RATES = [7.25, 7, 7, 6.5, 9.125];
const terms = (factor = 1): InterestTerms => ({
  tiieOf: ({ year, mes }) => (year === 2026 ? RATES[mes - 2] : undefined),
  factor,
  today: '2026-07-05',
});
const february = (reducciones: readonly DatedAmount[] = []): Principal => ({
  monto: 250_000,
  vence: '2026-02-10',
  diaCorte: 10,
  siempre: 0,
  reducciones,
});

/** The entries of a charge as they stand, none of them touched but for those of these months. */
function standing(principal: Principal, of: InterestTerms, touched: readonly number[] = []): StandingEntry[] {
  return interestEntries(principal, of).map(({ year, mes, corte, base, monto }) => ({
    ...{ id: mes, cargoId: 1, corte, base, saldo: monto },
    alFin: unpaidAt(principal, dayOfMonth({ year, mes }, 31)),
    porcentaje: of.tiieOf({ year, mes }) ?? 0,
    factor: of.factor,
    tocado: touched.includes(mes),
  }));
}

const paid = (fechaPago: string, pago: number, descuento = 0, touched: readonly number[] = []) =>
  takenByDate(
    { fechaPago, hoy: '2026-07-05' },
    [{ cargoId: 1, corte: '2026-02-10', pago, descuento }],
    standing(february(), terms(), touched),
  );

describe('what a value date takes off', () => {
  it('is nothing of a payment of today, or of after every entry', () => {
    expect(paid('2026-07-05', 250_000)).toMatchObject({ total: 0, entradas: [], intactas: [] });
    expect(paid('2026-07-01', 250_000).total).toBe(0);
  });

  it('is the discount that only the date grants, and every entry of a month paid in time', () => {
    // 15.10 of February and 14.58 of March and April; 13.54 of May and 19.01 of June.
    expect(paid('2026-02-10', 225_000, 25_000)).toMatchObject({ descuento: 25_000, interes: 7_681, total: 32_681 });
  });

  it('is no discount that today grants too', () => {
    const ahead = [{ cargoId: null, corte: '2026-07-10', pago: 225_000, descuento: 25_000 }];
    expect(takenByDate({ fechaPago: '2026-07-01', hoy: '2026-07-05' }, ahead, []).total).toBe(0);
  });

  it('is less of a part of the month, and counts on the cut-off but not the day after', () => {
    // 1,000.00 on 10 April: 8.75 in place of 14.58, 8.13 of 13.54 and 11.41 of 19.01.
    expect(paid('2026-04-10', 100_000).interes).toBe(583 + 541 + 760);
    expect(paid('2026-04-11', 100_000).interes).toBe(541 + 760);
  });

  it('closes the entry of a month at whose end nothing was owed any more', () => {
    expect(paid('2026-04-30', 250_000).entradas.map(({ entry, queda }) => [entry.id, queda])).toEqual([
      [4, 0],
      [5, 0],
      [6, 0],
    ]);
  });

  it('leaves touched entries, and names them', () => {
    const taken = paid('2026-04-30', 250_000, 0, [3, 5]);
    expect(taken.interes).toBe(1_458 + 1_901);
    expect(taken.intactas.map(({ id }) => id)).toEqual([5]);
  });
});

it('takes off what the entries of a charge with that payment differ by from those without', () => {
  const day = fc.integer({ min: 0, max: 150 }).map((n) => addDays('2026-02-01', n));
  fc.assert(
    fc.property(
      fc.array(fc.record({ fecha: day, monto: fc.integer({ min: 1, max: 80_000 }) }), { maxLength: 2 }),
      day,
      fc.integer({ min: 1, max: 250_000 }),
      fc.constantFrom(0.5, 1, 2),
      (before, fechaPago, monto, factor) => {
        const owed = unpaidAt(february(before), '2026-12-31');
        const pago = Math.min(monto, owed);
        const sum = (principal: Principal) =>
          interestEntries(principal, terms(factor)).reduce((total, entry) => total + entry.monto, 0);
        const without = february(before);
        const taken = takenByDate(
          { fechaPago, hoy: '2026-07-05' },
          [{ cargoId: 1, corte: '2026-02-10', pago, descuento: 0 }],
          standing(without, terms(factor)),
        );
        expect(taken.total).toBe(sum(without) - sum(february([...before, { fecha: fechaPago, monto: pago }])));
      },
    ),
  );
});

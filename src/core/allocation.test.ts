import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allocateMaintenance,
  ceilPeso,
  chosenInterest,
  codedDiscount,
  fundShare,
  type MaintenancePayment,
  maintenanceDue,
  type PayableInterest,
  type PayableMonth,
} from './allocation.ts';
import { percentageOf } from './money.ts';
import { addMonths, dayOfMonth } from './period.ts';

const month = (mes: number, more: Partial<PayableMonth> = {}): PayableMonth => ({
  id: mes,
  year: 2026,
  mes,
  total: 250_000,
  corte: dayOfMonth({ year: 2026, mes }, 10),
  pagado: 0,
  pagadoEnTiempo: 0,
  ajustado: 0,
  excluido: false,
  ...more,
});
const payment = (fechaPago: string, more: Partial<MaintenancePayment> = {}): MaintenancePayment => ({
  months: [month(2)],
  interest: [],
  rules: [10],
  fechaPago,
  interestPercent: 0,
  ...more,
});
// Of February: Feb, Mar, Apr; of March: Mar, Apr.
const ENTRIES: PayableInterest[] = [
  { id: 1, corte: '2026-02-10', saldo: 1_510 },
  { id: 2, corte: '2026-03-10', saldo: 1_458 },
  { id: 3, corte: '2026-03-10', saldo: 1_458 },
  { id: 4, corte: '2026-04-10', saldo: 1_458 },
  { id: 5, corte: '2026-04-10', saldo: 1_458 },
];
const bothMonths = (more: Partial<MaintenancePayment> = {}) =>
  payment('2026-05-20', { months: [month(2), month(3)], interest: ENTRIES, ...more });
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('the worked cases', () => {
  it('February paid on or before 10 Feb: discount 250.00, pays 2,250.00', () => {
    for (const fechaPago of ['2026-01-15', '2026-02-10']) {
      const asked = payment(fechaPago);
      const due = maintenanceDue(asked);
      expect(due).toMatchObject({ monthsTotal: 225_000, interestTotal: 0, exact: 225_000, total: 225_000 });
      const { months, excedente } = allocateMaintenance(due, asked, 225_000);
      expect(months).toMatchObject([{ pago: 225_000, descuento: 25_000 }]);
      expect(excedente).toBe(0);
    }
  });

  it('February paid 28 Feb: 2,500.00', () => {
    const asked = payment('2026-02-28');
    const due = maintenanceDue(asked);
    expect(due.total).toBe(250_000);
    expect(allocateMaintenance(due, asked, 250_000).months).toMatchObject([{ pago: 250_000, descuento: 0 }]);
  });

  it('February paid 1 Mar: 2,500.00 and 15.10', () => {
    const due = maintenanceDue(payment('2026-03-01', { interest: ENTRIES.slice(0, 1) }));
    expect(due).toMatchObject({ monthsTotal: 250_000, interestTotal: 1_510, exact: 251_510, total: 251_600 });
  });

  it('February and March paid 20 May: Total a pagar 5,074, 0.58 to the fund', () => {
    const due = maintenanceDue(bothMonths());
    expect(due).toMatchObject({ monthsTotal: 500_000, interestTotal: 7_342, exact: 507_342, total: 507_400 });
    const allocation = allocateMaintenance(due, bothMonths(), due.total);
    expect(allocation.excedente).toBe(58);
    expect(allocation.interest.map(({ pago }) => pago)).toEqual([1_510, 1_458, 1_458, 1_458, 1_458]);
    expect(allocation.months.map(({ pago }) => pago)).toEqual([250_000, 250_000]);
  });

  it('33% off the 73.42 is taken per entry: 49.20', () => {
    const due = maintenanceDue(bothMonths({ interestPercent: 33 }));
    expect(due.interest.map(({ neto }) => neto)).toEqual([1_012, 977, 977, 977, 977]);
    expect(due.interestTotal).toBe(4_920);
    const { interest } = allocateMaintenance(due, bothMonths({ interestPercent: 33 }), due.total);
    expect(sum(interest.map(({ pago }) => pago))).toBe(4_920);
    expect(sum(interest.map(({ descuento }) => descuento))).toBe(7_342 - 4_920);
  });
});

describe('allocateMaintenance', () => {
  it('pays the chosen interest first, then the months oldest first', () => {
    const due = maintenanceDue(bothMonths());
    const { interest, months, excedente } = allocateMaintenance(due, bothMonths(), 1_510 + 700);
    expect(interest.map(({ entry, pago }) => [entry.id, pago])).toEqual([
      [1, 1_510],
      [2, 700],
    ]);
    expect([months, excedente]).toEqual([[], 0]);
    const more = allocateMaintenance(due, bothMonths(), 7_342 + 250_001);
    expect(more.months.map(({ month: { mes }, pago }) => [mes, pago])).toEqual([
      [2, 250_000],
      [3, 1],
    ]);
  });

  it('takes money that does not reach the discounted total as a part payment of the full amount', () => {
    const asked = payment('2026-02-05');
    const due = maintenanceDue(asked);
    expect(allocateMaintenance(due, asked, 224_999).months).toMatchObject([{ pago: 224_999, descuento: 0 }]);
    // The rest, still in time, earns it.
    const rest = payment('2026-02-10', { months: [month(2, { pagado: 224_999, pagadoEnTiempo: 224_999 })] });
    expect(allocateMaintenance(maintenanceDue(rest), rest, 1).months).toMatchObject([{ pago: 1, descuento: 25_000 }]);
  });

  it('lets an interest discount of 100% close entries without money', () => {
    const asked = bothMonths({ interestPercent: 100, cantMoratorios: 2 });
    const { interest, months } = allocateMaintenance(maintenanceDue(asked), asked, 100);
    expect(interest).toMatchObject([
      { pago: 0, descuento: 1_510 },
      { pago: 0, descuento: 1_458 },
    ]);
    expect(months).toMatchObject([{ pago: 100 }]);
  });

  it('lets rules that take everything close a month without money', () => {
    const asked = payment('2026-02-05', { months: [month(2), month(3)], rules: [100] });
    const due = maintenanceDue(asked);
    expect(due.total).toBe(0);
    expect(allocateMaintenance(due, asked, 0).months).toMatchObject([
      { pago: 0, descuento: 250_000 },
      { pago: 0, descuento: 250_000 },
    ]);
  });

  const case_ = fc
    .record({
      totals: fc.array(
        fc.record({
          total: fc.integer({ min: 100, max: 400_000 }),
          paid: fc.integer({ min: 0, max: 99 }),
          inTime: fc.boolean(),
          adjusted: fc.constantFrom(0, 0, 0, 20, 100),
          excluido: fc.boolean(),
        }),
        { maxLength: 6 },
      ),
      entries: fc.array(fc.integer({ min: 1, max: 9_000 }), { maxLength: 6 }),
      rules: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 2 }),
      paidIn: fc.integer({ min: 1, max: 9 }),
      day: fc.integer({ min: 1, max: 28 }),
      interestPercent: fc.integer({ min: 0, max: 100 }),
      cantMoratorios: fc.option(fc.integer({ min: -1, max: 8 }), { nil: undefined }),
    })
    .map(({ totals, entries, paidIn, day, ...rest }): MaintenancePayment => {
      const fechaPago = dayOfMonth({ year: 2026, mes: paidIn }, day);
      return {
        ...rest,
        fechaPago,
        months: totals.map(({ total, paid, inTime, adjusted, excluido }, index) => {
          const pagado = percentageOf(total, paid);
          const at = addMonths({ year: 2026, mes: 2 }, index);
          return {
            id: index,
            ...at,
            total,
            corte: dayOfMonth(at, 10),
            pagado,
            pagadoEnTiempo: inTime ? pagado : 0,
            ajustado: percentageOf(total - pagado, adjusted),
            excluido,
          };
        }),
        interest: entries.map((saldo, index) => ({
          id: index,
          corte: dayOfMonth(addMonths({ year: 2026, mes: 1 }, index), 10),
          saldo,
        })),
      };
    });
  const saldo = ({ total, pagado, ajustado }: PayableMonth) => total - pagado - ajustado;

  it('loses and makes no centavo, overpays nothing, and leaves over only what nothing could take', () => {
    fc.assert(
      fc.property(case_, fc.nat(1_500_000), (asked, monto) => {
        const due = maintenanceDue(asked);
        const { interest, months, excedente } = allocateMaintenance(due, asked, monto);
        expect(sum([...interest, ...months].map(({ pago }) => pago)) + excedente).toBe(monto);
        expect(excedente).toBeGreaterThanOrEqual(0);
        for (const { entry, pago, descuento } of interest) {
          expect(Math.min(pago, descuento)).toBeGreaterThanOrEqual(0);
          expect(pago + descuento).toBeLessThanOrEqual(entry.saldo);
        }
        for (const line of months) {
          expect(Math.min(line.pago, line.descuento)).toBeGreaterThanOrEqual(0);
          expect(line.pago + line.descuento).toBeLessThanOrEqual(saldo(line.month));
          // A discount is booked only where the month is closed by it, in time.
          if (line.descuento > 0) {
            expect(line.pago + line.descuento).toBe(saldo(line.month));
            expect(asked.fechaPago <= line.month.corte && !line.month.excluido).toBe(true);
          }
        }
        if (monto <= due.exact) expect(excedente).toBe(0);
        if (excedente > 0) {
          const closed = new Map(months.map((line) => [line.month.id, line.pago + line.descuento]));
          for (const m of asked.months) expect(closed.get(m.id) ?? 0).toBe(saldo(m));
        }
      }),
    );
  });

  it('closes everything with the exact total, and puts the rounding in the fund with the total asked for', () => {
    fc.assert(
      fc.property(case_, (asked) => {
        const due = maintenanceDue(asked);
        expect(due.total - due.exact).toBeGreaterThanOrEqual(0);
        expect(due.total - due.exact).toBeLessThan(100);
        expect(due.total % 100).toBe(0);
        const exact = allocateMaintenance(due, asked, due.exact);
        expect(exact.excedente).toBe(0);
        expect(sum(exact.months.map(({ pago }) => pago))).toBe(due.monthsTotal);
        expect(sum(exact.interest.map(({ pago }) => pago))).toBe(due.interestTotal);
        expect(allocateMaintenance(due, asked, due.total).excedente).toBe(due.total - due.exact);
      }),
    );
  });

  it('reaches months only after the interest, and a month only after the ones before it', () => {
    fc.assert(
      fc.property(case_, fc.nat(1_500_000), (asked, monto) => {
        const due = maintenanceDue(asked);
        const { interest, months } = allocateMaintenance(due, asked, monto);
        const paying = months.filter(({ pago }) => pago > 0);
        if (paying.length > 0) expect(sum(interest.map(({ pago }) => pago))).toBe(due.interestTotal);
        for (const line of paying.slice(0, -1)) expect(line.pago + line.descuento).toBe(saldo(line.month));
      }),
    );
  });
});

describe('chosenInterest', () => {
  it('takes the first N of those that count, all where N is out of range', () => {
    expect(chosenInterest(ENTRIES, '2026-04-30').map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(chosenInterest(ENTRIES, '2026-05-01', 2).map(({ id }) => id)).toEqual([1, 2]);
    for (const n of [undefined, 0, -1, 6]) expect(chosenInterest(ENTRIES, '2026-05-01', n)).toHaveLength(5);
    expect(chosenInterest(ENTRIES, '2026-02-28')).toEqual([]);
  });
});

describe('the fund and coded discounts', () => {
  it('pay at most what is owed and at most what is there', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e9), (owed, fondo) => {
        const { pays, remains } = fundShare(owed, fondo);
        expect(pays + remains).toBe(owed);
        expect(pays).toBeLessThanOrEqual(Math.min(owed, fondo));
        expect(Math.min(pays, remains)).toBeGreaterThanOrEqual(0);
      }),
    );
    expect(fundShare(100, 30)).toEqual({ pays: 30, remains: 70 });
  });

  it('round to the centavo', () => {
    expect(codedDiscount(1_458, 33)).toBe(481);
    expect([ceilPeso(507_342), ceilPeso(507_400), ceilPeso(0)]).toEqual([507_400, 507_400, 0]);
  });
});

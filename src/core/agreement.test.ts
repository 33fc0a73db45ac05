import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueDates, type Escenario, instalments, progressOf, whatIf } from './agreement.ts';
import { addDays } from './fecha.ts';
import { dayOfMonth } from './period.ts';
import type { Debt } from './settlement.ts';

const total = fc.integer({ min: 1, max: 99_999_999 });
const fecha = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2026-01-01', days));

describe('instalments', () => {
  it('are whole pesos, with the rest in the last', () => {
    const dates = dueDates('2026-01-31', 'mes', 3);
    expect(dates).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
    expect(instalments(10_050, dates).map(({ monto }) => monto)).toEqual([3_300, 3_300, 3_450]);
    expect(dueDates('2026-01-31', 'quincena', 2)).toEqual(['2026-01-31', '2026-02-15']);
    expect(dueDates('2026-01-31', 'semana', 2)).toEqual(['2026-01-31', '2026-02-07']);
  });

  it('come to the total, whatever it is', () => {
    fc.assert(
      fc.property(total, fc.integer({ min: 1, max: 60 }), fecha, (owed, count, primera) => {
        const all = instalments(owed, dueDates(primera, 'mes', count));
        expect(all.reduce((sum, { monto }) => sum + monto, 0)).toBe(owed);
        expect(all.slice(0, -1).every(({ monto }) => monto % 100 === 0)).toBe(true);
        expect(all.every(({ vence }, n) => n === 0 || vence > (all[n - 1]?.vence ?? ''))).toBe(true);
        if (owed >= count * 100) expect(Math.min(...all.map(({ monto }) => monto))).toBeGreaterThan(0);
      }),
    );
  });
});

describe('how far an agreement is paid', () => {
  const three = instalments(300_00, ['2026-02-10', '2026-03-10', '2026-04-10']);

  it('fills the instalments in their order', () => {
    const { parcialidades, siguiente, rotoDesde } = progressOf(three, 150_00, { today: '2026-03-11', tolerancia: 5 });
    expect(parcialidades.map(({ pagado, situacion }) => [pagado, situacion])).toEqual([
      [100_00, 'pagada'],
      [50_00, 'vencida'],
      [0, 'pendiente'],
    ]);
    expect(siguiente).toMatchObject({ numero: 2, vence: '2026-03-10', falta: 50_00 });
    expect(rotoDesde).toBe('2026-03-16');
  });

  it('is done when nothing is left, and never less than nothing where more is owed again', () => {
    const now = { today: '2027-01-01', tolerancia: 0 };
    expect(progressOf(three, 0, now)).toMatchObject({ cubierto: 300_00, siguiente: undefined, rotoDesde: undefined });
    expect(progressOf(three, 400_00, now)).toMatchObject({ cubierto: 0, rotoDesde: '2026-02-11' });
  });

  it('never shows more paid with more left', () => {
    fc.assert(
      fc.property(total, fc.nat(99_999_999), fc.nat(99_999_999), (owed, a, b) => {
        const parts = instalments(owed, dueDates('2026-02-10', 'mes', 7));
        const [more, less] = [Math.max(a, b), Math.min(a, b)].map((queda) =>
          progressOf(parts, queda, { today: '2026-05-01', tolerancia: 5 }),
        );
        expect((more?.rotoDesde ?? '9') <= (less?.rotoDesde ?? '9')).toBe(true);
        expect(less?.cubierto).toBeGreaterThanOrEqual(more?.cubierto ?? 0);
      }),
    );
  });
});

describe('what if', () => {
  const month = (mes: number, saldo: number): Debt => ({
    ...{ clase: 'mes', cargoId: mes, concepto: `Mes ${mes}`, vence: `2026-0${mes}-10`, saldo },
    month: {
      ...{ id: mes, year: 2026, mes, total: saldo, corte: dayOfMonth({ year: 2026, mes }, 10) },
      ...{ pagado: 0, pagadoEnTiempo: 0, ajustado: 0, excluido: false },
    },
  });
  const entry = (mes: number, saldo: number): Debt => ({
    ...{ clase: 'interes', cargoId: 100 + mes, concepto: 'Interés', vence: `2026-0${mes}-10`, saldo, serie: 'meses' },
    entry: { id: 100 + mes, corte: `2026-0${mes}-10`, saldo },
  });
  const debts = [month(2, 250_000), entry(2, 1_510), entry(3, 1_458), entry(4, 1_458)];
  const supuestos = { today: '2026-05-20', tiie: 7, factor: 1, rules: [10] };
  const one: Escenario = {
    ...{ fecha: '2026-05-20', parcialidades: 1, cada: 'mes', interes: 'sigue', intereses: 0, cargos: 0 },
  };
  const none = () => false;

  it('is today what the paying screen asks for', () => {
    expect(whatIf(debts, one, supuestos, none)).toEqual({
      ...{ capital: 250_000, interes: 4_426, interesDespues: 0, condonado: 0, redondeo: 74, total: 254_500 },
      parcialidades: [{ vence: '2026-05-20', monto: 254_500 }],
    });
  });

  it('adds what grows until a later day, at the rate that is assumed', () => {
    expect(whatIf(debts, { ...one, fecha: '2026-07-05' }, supuestos, none)).toMatchObject({
      ...{ interes: 4_426 + 2 * 1_458, total: 257_400 },
    });
  });

  it('adds nothing on what an agreement stopped the interest of', () => {
    const stopped = { ...supuestos, detenidos: [2] };
    expect(whatIf(debts, { ...one, fecha: '2026-07-05' }, stopped, none)).toMatchObject({ interes: 4_426 });
    expect(whatIf(debts, { ...one, parcialidades: 6 }, stopped, none)).toMatchObject({ interesDespues: 0 });
  });

  it('tells what is forgiven: of the interest a part, and what would have grown', () => {
    const paid = { ...one, parcialidades: 3, intereses: 50 };
    const goesOn = whatIf(debts, paid, supuestos, none);
    const stops = whatIf(debts, { ...paid, interes: 'se_detiene' }, supuestos, none);
    const off = 755 + 729 + 729;
    expect(goesOn).toMatchObject({ condonado: off, redondeo: 0 });
    // May on all of it, as it is paid after its cut-off; June on what the first instalment leaves.
    expect(goesOn.interesDespues).toBeGreaterThan(1_458);
    expect(goesOn.total).toBe(254_426 - off + goesOn.interesDespues);
    expect(stops).toMatchObject({ interesDespues: 0, total: 254_426 - off, condonado: off + goesOn.interesDespues });
  });

  it('what is paid and what is forgiven come to what is owed and grows, however it is paid', () => {
    const scenario = fc.record({
      fecha: fc.nat(400).map((days) => addDays('2026-05-20', days)),
      parcialidades: fc.integer({ min: 1, max: 24 }),
      cada: fc.constantFrom('mes', 'quincena', 'semana'),
      interes: fc.constantFrom('sigue', 'se_detiene', 'se_condona'),
      ...{ intereses: fc.integer({ min: 0, max: 100 }), cargos: fc.integer({ min: 0, max: 100 }) },
    });
    fc.assert(
      fc.property(scenario, (given) => {
        const { capital, interes, interesDespues, condonado, redondeo, total } = whatIf(debts, given, supuestos, none);
        const forgone = given.interes === 'sigue' ? 0 : whatIf(debts, { ...given, interes: 'sigue' }, supuestos, none);
        const grows = interesDespues + (forgone === 0 ? 0 : forgone.interesDespues);
        expect(total + condonado - redondeo).toBe(capital + interes + grows);
      }),
    );
  });
});

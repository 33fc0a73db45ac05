import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumPesos } from '#core/money.ts';
import { AGES } from '#libro/rules.ts';
import { conciliacionRows, conciliadoByAssociate, montoOf, periodoKey, project } from './rules.ts';

describe('the reconciliation', () => {
  const rows = [
    { loteId: 1, asociado: 'Ana', referencia: 'M01-L01', d30: 10, d60: 20, d90: 0 },
    { loteId: 2, asociado: 'Beto', referencia: 'M01-L02', d30: 0, d60: 0, d90: 70 },
    { loteId: 3, asociado: 'Ana', referencia: 'M01-L03', d30: 1, d60: 0, d90: 0 },
  ];

  it('has one row for an associate, or one for each of the lots', () => {
    const byAssociate = conciliadoByAssociate(rows);
    expect(Object.keys(byAssociate)).toEqual(['Ana', 'Beto']);
    expect(conciliacionRows(byAssociate, false)).toEqual([
      {
        key: 'Ana',
        asociado: 'Ana',
        referencia: '',
        loteId: null,
        treinta: 0.11,
        sesenta: 0.2,
        noventa: 0,
        total: 0.31,
      },
      { key: 'Beto', asociado: 'Beto', referencia: '', loteId: 2, treinta: 0, sesenta: 0, noventa: 0.7, total: 0.7 },
    ]);
    expect(conciliacionRows(byAssociate, true).map((row) => row.referencia)).toEqual(['M01-L01', 'M01-L03', 'M01-L02']);
  });

  it('comes to the same in both, whatever the amounts', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000_00 });
    const row = fc.record({
      asociado: fc.constantFrom('Ana', 'Beto', '', 'constructor', '__proto__'),
      loteId: fc.nat(),
      referencia: fc.uuid(),
      d30: amount,
      d60: amount,
      d90: amount,
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), (all) => {
        const byAssociate = conciliadoByAssociate(all);
        const short = sumPesos(conciliacionRows(byAssociate, false), ({ total }) => total);
        const long = sumPesos(conciliacionRows(byAssociate, true), ({ total }) => total);
        expect(short).toBe(long);
        expect(Math.round(long * 100)).toBe(all.reduce((sum, { d30, d60, d90 }) => sum + d30 + d60 + d90, 0));
      }),
    );
  });
});

it('the ages leave no day out and count none twice', () => {
  for (let day = 1; day <= 400; day += 1) {
    const holds = (['30', '60', '90'] as const).filter(
      (age) => day >= AGES[age].desde && day <= (AGES[age].hasta ?? Number.POSITIVE_INFINITY),
    );
    expect([day, holds.length]).toEqual([day, 1]);
  }
});

it('months of fines sort by year, and a state that is not there is 0', () => {
  expect(['11-2025', '2-2026', '10-2026'].map(periodoKey)).toEqual(['2025-11', '2026-02', '2026-10']);
  const row = { periodo: '2-2026', statusMonto: [{ status: 'pagado' as const, monto: 10.5 }] };
  expect([montoOf(row, 'pagado'), montoOf(row, 'vigente')]).toEqual([10.5, 0]);
});

it('a projection takes off what was paid ahead, and adds what late payers bring', () => {
  const meses = [
    { mes: '2026-12', facturacion: 1000, anticipado: 200 },
    { mes: '2027-01', facturacion: 1000.01, anticipado: 0 },
    { mes: '2027-02', facturacion: 100, anticipado: 150 },
  ];
  expect(project(meses, 0.5, 10.1)).toEqual([
    { mes: '2026-12', facturacion: 1000, anticipado: 200, enMes: 400, esperado: 410.1, acumulado: 410.1 },
    { mes: '2027-01', facturacion: 1000.01, anticipado: 0, enMes: 500.01, esperado: 510.11, acumulado: 920.21 },
    { mes: '2027-02', facturacion: 100, anticipado: 150, enMes: 0, esperado: 10.1, acumulado: 930.31 },
  ]);
});

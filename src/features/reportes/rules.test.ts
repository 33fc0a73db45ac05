import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumPesos } from '#core/money.ts';
import { metodosPorCaja, recibosDeCorte } from '#documents/corte.ts';
import { AGES } from '#libro/rules.ts';
import type { CorteRow } from './contract.ts';
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

describe('a cut-off by receipt', () => {
  const row = (of: Partial<CorteRow>): CorteRow => ({
    ...{ fecha: '2026-11-05', fechaPago: '2026-11-05', recibo: 7, loteId: 1, referenciaLote: 'M01-L02', manzana: '1' },
    ...{ lote: '2', asociado: 'Ana', descripcion: 'Tag', folio_factura: '', metodoPago: 'Efectivo', caja: 'Oficina' },
    ...{ pago: 100, correccion: false, ...of },
  });

  it('has a row for each receipt, with what it was of in a line, its invoices and its sum', () => {
    const [first, second, ...rest] = recibosDeCorte([
      row({ descripcion: 'Mantenimiento Octubre - 2026', pago: 0.1, folio_factura: 'A-1' }),
      row({ descripcion: 'Mantenimiento Noviembre - 2026', pago: 0.2, folio_factura: 'A-1' }),
      row({ descripcion: 'Abono a fondo', pago: 5 }),
      row({ recibo: 8, descripcion: 'Tag · valor 30-10-2026', fechaPago: '2026-10-30', folio_factura: 'A-2' }),
    ]);
    expect(first).toMatchObject({ recibo: 7, folio_factura: 'A-1', pago: 5.3 });
    expect(first?.descripcion).toBe('Mantenimiento oct y nov 2026');
    expect(first?.cargos).toHaveLength(3);
    expect(second).toMatchObject({ recibo: 8, descripcion: 'Tag · valor 30-10-2026', folio_factura: 'A-2', pago: 100 });
    expect(rest).toEqual([]);
  });

  it('leaves refunds, which have no receipt, each to itself', () => {
    const refund = row({ recibo: null, descripcion: 'Reembolso de fondo', pago: -50 });
    expect(recibosDeCorte([refund, refund]).map(({ pago }) => pago)).toEqual([-50, -50]);
  });

  it('counts by method the receipts that money came in by, and no refund', () => {
    const refund = row({ recibo: null, descripcion: 'Reembolso de fondo', pago: -50 });
    const { metodos } = metodosPorCaja([row({}), row({ descripcion: 'Abono a fondo' }), row({ recibo: 8 }), refund]);
    expect(metodos).toMatchObject([{ metodo: 'Efectivo', recibos: 2, total: 250 }]);
  });

  it('comes to the same by receipt, by method and by register, whatever the rows', () => {
    const rows = fc.array(
      fc
        .record({
          recibo: fc.option(fc.integer({ min: 1, max: 5 })),
          pago: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((centavos) => centavos / 100),
          metodoPago: fc.constantFrom('Efectivo', 'Transferencia', 'constructor'),
          caja: fc.constantFrom('Oficina', 'Banco', '__proto__'),
        })
        .map(row),
    );
    fc.assert(
      fc.property(rows, (of) => {
        const whole = sumPesos(of, ({ pago }) => pago);
        expect(sumPesos(recibosDeCorte(of), ({ pago }) => pago)).toBe(whole);
        const { cajas, metodos } = metodosPorCaja(of);
        expect(sumPesos(metodos, ({ total }) => total)).toBe(whole);
        for (const { cajas: by, total } of metodos) {
          expect(Object.keys(by).every((caja) => cajas.includes(caja))).toBe(true);
          expect(sumPesos(Object.values(by), (amount) => amount)).toBe(total);
        }
      }),
    );
  });
});

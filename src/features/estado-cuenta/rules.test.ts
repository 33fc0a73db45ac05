import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPesos } from '#core/money.ts';
import { type Cambio, type CargoDeEstado, datedNote, movimientosOf, owedOf, totalsOf } from './rules.ts';

it('tells the two dates of a payment by the words that the receipt has for them', () => {
  const pagosFechados = [{ fechaPago: '2026-10-09', fechaContable: '2026-11-01' }];
  expect(datedNote({ pagosFechados })).toBe('Pago del 09-10-2026, contabilizado el 01-11-2026');
});

describe('the running account', () => {
  const charge = (id: number, of: Partial<CargoDeEstado>): CargoDeEstado => ({
    ...{ id, fecha: '2026-09-10', cargado: '2026-09-01', descripcion: `Mantenimiento Septiembre - 2026`, folio: 'A-1' },
    ...{ facturaId: 5, cargo: 2500, abono: 0, saldo: 2500, estado: 'vigente', tipo: 'mantenimiento' },
    ...{ identificador: id, lote_id: 1, referencia: 'M01-L02', ...of },
  });
  const change = (id: number, cargoId: number, of: Partial<Cambio>): Cambio => ({
    ...{ id, cargoId, tipo: 'pago', fecha: '2026-09-05', fechaContable: '2026-09-05', reciboId: 7, metodo: 'Efectivo' },
    ...{ monto: 100, ...of },
  });

  it('has charges, what was taken off them and payments in order of time, each with what is owed after it', () => {
    const octubre = { descripcion: 'Mantenimiento Octubre - 2026', fecha: '2026-10-10', cargado: '2026-10-01' };
    const rows = [
      charge(1, { cargo: 2250, abono: 2250, saldo: 0, estado: 'pagado' }),
      charge(2, { ...octubre, abono: 2500, saldo: 0, estado: 'pagado', folio: '', facturaId: null }),
      charge(3, { cargo: 900, descripcion: 'Sanción Ruido', cargado: '2026-09-10', estado: 'cancelado', saldo: 0 }),
      charge(4, {
        cargo: 0.1,
        descripcion: 'Tag',
        fecha: '2026-11-02',
        cargado: '2026-11-02',
        referencia: 'M01-L02 A',
      }),
    ];
    const account = movimientosOf(rows, [
      change(1, 1, { tipo: 'regla', metodo: '', monto: 250 }),
      change(2, 1, { monto: 2000 }),
      change(3, 1, { fecha: '2026-10-09', fechaContable: '2026-11-01', reciboId: 8, metodo: 'Fondo', monto: 250 }),
      change(4, 2, { fecha: '2026-10-09', fechaContable: '2026-11-01', reciboId: 8, metodo: 'Fondo', monto: 2500 }),
      // Of what was cancelled nothing counts.
      change(5, 3, { tipo: 'condonacion', reciboId: null, monto: 50 }),
    ]);
    expect(
      account.map(({ fecha, descripcion, detalle, cargo, abono, saldo }) => [
        ...[fecha, descripcion, detalle, cargo, abono, saldo],
      ]),
    ).toEqual([
      ['2026-09-01', 'Mantenimiento Septiembre - 2026', 'Vence el 10-09-2026', 2500, 0, 2500],
      ['2026-09-05', 'Descuento por pronto pago', 'Mantenimiento sep 2026', -250, 0, 2250],
      ['2026-09-05', 'Pago, recibo 7', 'Efectivo · Mantenimiento sep 2026', 0, 2000, 250],
      ['2026-09-10', 'Sanción Ruido', '', 900, 0, null],
      ['2026-10-01', 'Mantenimiento Octubre - 2026', 'Vence el 10-10-2026', 2500, 0, 2750],
      [
        ...['2026-10-09', 'Pago, recibo 8', 'Fondo · Mantenimiento sep y oct 2026 · contabilizado el 01-11-2026'],
        ...[0, 2750, 0],
      ],
      ['2026-11-02', 'Tag', '', 0.1, 0, 0.1],
    ]);
    expect(totalsOf(account)).toEqual(totalsOf(rows));
  });

  it('comes to the sums of its statement to the centavo, never owes less than nothing and ends with its debt', () => {
    const centavos = fc.integer({ min: 0, max: 300_000 });
    const fecha = fc.constantFrom('2026-08-31', '2026-09-01', '2026-09-05', '2026-12-24');
    const made = fc.record({
      ...{ monto: fc.integer({ min: 1, max: 1_000_000 }), cancelled: fc.boolean(), cargado: fecha },
      changes: fc.array(
        fc.record({
          monto: centavos,
          tipo: fc.constantFrom('pago', 'regla', 'condonacion'),
          fecha,
          reciboId: fc.nat(3),
        }),
        { maxLength: 4 },
      ),
    });
    fc.assert(
      fc.property(fc.array(made, { maxLength: 8 }), (charges) => {
        const cambios: Cambio[] = [];
        const rows = charges.map(({ monto, cancelled, cargado, changes }, id) => {
          const done = { pago: 0, rebaja: 0 };
          for (const { tipo, ...one } of changes) {
            const part = Math.min(one.monto, monto - done.pago - done.rebaja);
            done[tipo === 'pago' ? 'pago' : 'rebaja'] += part;
            if (part > 0) cambios.push(change(cambios.length, id, { ...one, tipo, monto: toPesos(part) }));
          }
          const [cargo, abono] = [toPesos(monto - done.rebaja), toPesos(cancelled ? 0 : done.pago)];
          return charge(id, { cargado, cargo, abono, estado: cancelled ? 'cancelado' : 'vigente' });
        });
        const account = movimientosOf(rows, cambios);
        expect(totalsOf(account)).toEqual(totalsOf(rows));
        expect(account.findLast(({ saldo }) => saldo !== null)?.saldo ?? 0).toBe(totalsOf(rows).deuda);
        expect(account.every(({ saldo }) => (saldo ?? 0) >= 0)).toBe(true);
        expect(new Set(account.map(({ key }) => key)).size).toBe(account.length);
      }),
    );
  });
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

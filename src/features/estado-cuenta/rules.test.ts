import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type Fecha } from '#core/fecha.ts';
import { sumPesos, toCentavos, toPesos } from '#core/money.ts';
import type { Movimiento } from './contract.ts';
import {
  type CargoDeCuenta,
  cuentaOf,
  datedNote,
  movimientosDesde,
  owedLabel,
  type Parte,
  type Rebaja,
  sumsOf,
} from './rules.ts';

it('tells the two dates of a payment by the words that the receipt has for them', () => {
  const pagosFechados = [{ fechaPago: '2026-10-09', fechaContable: '2026-11-01' }];
  expect(datedNote({ pagosFechados })).toBe('Pago del 09-10-2026, contabilizado el 01-11-2026');
});

describe('the running account', () => {
  const charge = (id: number, of: Partial<CargoDeCuenta>): CargoDeCuenta => ({
    ...{ id, fecha: '2026-09-10', cargado: '2026-09-01', descripcion: `Mantenimiento Septiembre - 2026`, folio: 'A-1' },
    ...{ facturaId: 5, monto: 2500, cargo: 2500, abono: 0, saldo: 2500, estado: 'vigente', tipo: 'mantenimiento' },
    ...{ identificador: id, lote_id: 1, referencia: 'M01-L02', ...of },
  });
  const reduction = (id: number, cargoId: number, of: Partial<Rebaja>): Rebaja => ({
    ...{ id, cargoId, tipo: 'condonacion', fecha: '2026-09-05', reciboId: null, monto: 100, revertida: null, ...of },
  });
  const part = (cargoId: number | null, monto: number, of: Partial<Parte> = {}): Parte => ({
    ...{ reciboId: 7, referencia: 'M01-L02', fecha: '2026-09-05', fechaContable: '2026-09-05', metodo: 'Efectivo' },
    ...{ cargoId, concepto: cargoId === null ? '' : 'Mantenimiento Septiembre - 2026', monto, cancelada: null, ...of },
  });
  const range = (desde: Fecha, hasta: Fecha) => ({ desde, hasta, referencia: 'M01-L02' });
  const told = ({ movimientos }: ReturnType<typeof cuentaOf>) =>
    movimientos.map(({ fecha, descripcion, detalle, cargo, abono, saldo }) => [
      ...[fecha, descripcion, detalle, cargo, abono, saldo],
    ]);

  const FOUND = {
    cargos: [
      charge(1, {}),
      charge(2, { descripcion: 'Mantenimiento Octubre - 2026', fecha: '2026-10-10', cargado: '2026-10-01' }),
      charge(3, { monto: 900, descripcion: 'Sanción Ruido', cargado: '2026-09-10', estado: 'cancelado' }),
    ],
    rebajas: [
      reduction(1, 1, { tipo: 'regla', reciboId: 7, monto: 250 }),
      reduction(2, 3, { monto: 50, fecha: '2026-09-11', revertida: '2026-09-12' }),
      reduction(3, 3, { tipo: 'cancelacion', monto: 900, fecha: '2026-09-12' }),
      // It closes a charge of which nothing was left.
      reduction(4, 3, { tipo: 'cancelacion', monto: 0, fecha: '2026-09-13' }),
    ],
    partes: [
      part(1, 2250),
      part(null, 500, { cancelada: '2026-10-20' }),
      // Of a charge that is on another account.
      part(99, 300, { concepto: 'Tag' }),
      ...[1, 2].map((cargoId) =>
        part(cargoId, 100, { reciboId: 8, metodo: '', fecha: '2026-10-09', fechaContable: '2026-11-01' }),
      ),
      part(2, 400, { reciboId: 9, fecha: '2026-10-12', fechaContable: '2026-10-12', cancelada: '2026-10-15' }),
    ],
  };

  it('has charges, receipts as they came and what was taken back in order of time, each with what is owed after it', () => {
    const account = cuentaOf(FOUND, range('2026-09-01', '2026-12-31'));
    const septiembre = 'Mantenimiento sep 2026';
    expect(told(account)).toEqual([
      ['2026-08-31', 'Saldo anterior', '', 0, 0, 0],
      ['2026-09-01', 'Mantenimiento Septiembre - 2026', 'Vence el 10-09-2026', 2500, 0, 2500],
      ['2026-09-05', 'Descuento por pronto pago', septiembre, -250, 0, 2250],
      ['2026-09-05', 'Pago, recibo 7', `Efectivo · ${septiembre} y Tag`, 0, 3050, -800],
      ['2026-09-05', 'Al fondo, recibo 7', '', 500, 0, -300],
      ['2026-09-05', 'A otros cargos, recibo 7', 'Tag', 300, 0, 0],
      ['2026-09-10', 'Sanción Ruido', '', 900, 0, 900],
      ['2026-09-11', 'Condonación', 'Sanción Ruido', -50, 0, 850],
      ['2026-09-12', 'Cancelación de lo que faltaba', 'Sanción Ruido', -900, 0, -50],
      ['2026-09-12', 'Se retira: Condonación', 'Sanción Ruido', 50, 0, 0],
      ['2026-10-01', 'Mantenimiento Octubre - 2026', 'Vence el 10-10-2026', 2500, 0, 2500],
      ['2026-10-09', 'Pago con fondo, recibo 8', `${septiembre} · contabilizado el 01-11-2026`, 0, 200, 2300],
      ['2026-10-12', 'Pago, recibo 9', `Efectivo · ${septiembre}`, 0, 400, 1900],
      ['2026-10-15', 'Pago cancelado, recibo 9', `Efectivo · ${septiembre}`, 0, -400, 2300],
      ['2026-10-20', 'Excedente cancelado, recibo 7', 'Efectivo', 0, -500, 2800],
      ['2026-10-20', 'Del fondo, recibo 7', '', -500, 0, 2300],
    ]);
    expect(account.deuda).toBe(2300);
    expect(sumsOf(account.movimientos)).toEqual({ cargo: 5050, abono: 2750, saldo: 2300 });
  });

  it('opens with what was owed the day before, and shows nothing where nothing was owed and nothing happened', () => {
    expect(told(cuentaOf(FOUND, range('2026-10-02', '2026-10-14')))).toMatchObject([
      ['2026-10-01', 'Saldo anterior', '', 0, 0, 2500],
      ['2026-10-09', 'Pago con fondo, recibo 8', expect.any(String), 0, 200, 2300],
      ['2026-10-12', 'Pago, recibo 9', expect.any(String), 0, 400, 1900],
    ]);
    expect(told(cuentaOf(FOUND, range('2027-01-01', '2027-12-31')))).toEqual([
      ['2026-12-31', 'Saldo anterior', '', 0, 0, 2300],
    ]);
    expect(cuentaOf(FOUND, range('2025-01-01', '2025-12-31')).movimientos).toEqual([]);
  });

  it('adds up to the centavo in every range, joins the next, and shows a receipt in one amount wherever it is seen', () => {
    const FIRST = '2026-01-01';
    const day = fc.integer({ min: 0, max: 40 });
    const on = (at: number) => addDays(FIRST, at);
    const later = (at: number, after: number | null) => (after === null ? null : on(at + after));
    const back = fc.option(fc.nat(20), { nil: null });
    const centavos = fc.integer({ min: 1, max: 1_000_000 });
    const history = fc.record({
      charges: fc.array(fc.record({ monto: centavos, day }), { maxLength: 6 }),
      reductions: fc.array(
        fc.record({ of: fc.nat(5), monto: centavos, day, back, tipo: fc.constantFrom('regla', 'cancelacion') }),
        { maxLength: 8 },
      ),
      receipts: fc.array(
        fc.record({
          ...{ day, fondo: fc.boolean() },
          parts: fc.array(fc.record({ to: fc.option(fc.nat(8), { nil: null }), monto: centavos, back }), {
            ...{ minLength: 1, maxLength: 4 },
          }),
        }),
        { maxLength: 6 },
      ),
    });
    fc.assert(
      fc.property(history, fc.tuple(day, day, day), ({ charges, reductions, receipts }, days) => {
        const cargos = charges.map(({ monto, day: at }, id) => charge(id, { cargado: on(at), monto: toPesos(monto) }));
        const rebajas = reductions
          .filter(({ of }) => of < cargos.length)
          .map(({ of, monto, day: at, back: after, tipo }, id) =>
            reduction(id, of, { tipo, fecha: on(at), revertida: later(at, after), monto: toPesos(monto) }),
          );
        const partes = receipts.flatMap(({ day: at, fondo, parts }, reciboId) =>
          parts.map(({ to, monto, back: after }) =>
            part(to, toPesos(monto), {
              ...{ reciboId, fecha: on(at), metodo: fondo ? '' : 'Efectivo', cancelada: later(at, after) },
            }),
          ),
        );
        const found = { cargos, rebajas, partes };
        const owed =
          charges.reduce((sum, { monto }) => sum + monto, 0) -
          rebajas.reduce((sum, { monto, revertida }) => sum + (revertida === null ? toCentavos(monto) : 0), 0) -
          partes
            .filter(({ cargoId, cancelada }) => cancelada === null && cargos.some(({ id }) => id === cargoId))
            .reduce((sum, { monto }) => sum + toCentavos(monto), 0);
        const [from = 0, middle = 0, to = 0] = days.toSorted((a, b) => a - b);
        const whole = cuentaOf(found, range(FIRST, '2026-12-31'));
        const left = cuentaOf(found, range(on(from), on(middle)));
        const right = cuentaOf(found, range(on(middle + 1), on(to + 1)));
        const closing = cuentaOf(found, range(on(from), '2026-12-31'));
        expect(toCentavos(whole.deuda)).toBe(owed);
        if (closing.movimientos.length > 0) expect(sumsOf(closing.movimientos).saldo).toBe(whole.deuda);
        for (const { movimientos } of [whole, left, right, closing]) {
          const [opening, ...rows] = movimientos;
          const { cargo, abono, saldo } = sumsOf(movimientos);
          expect(toCentavos(opening?.saldo ?? 0) + toCentavos(cargo) - toCentavos(abono)).toBe(toCentavos(saldo));
          for (const row of rows) expect(whole.movimientos).toContainEqual({ ...row, saldo: expect.any(Number) });
          for (const { clase, reciboId, abono: paid } of rows.filter((row) => row.clase === 'pago' && row.abono > 0)) {
            expect([clase, paid]).toEqual([
              'pago',
              sumPesos(
                partes.filter((one) => one.reciboId === reciboId),
                (p) => p.monto,
              ),
            ]);
          }
          expect(new Set(movimientos.map(({ key }) => key)).size).toBe(movimientos.length);
        }
        if (right.movimientos.length > 0) {
          expect(right.movimientos[0]?.saldo).toBe(sumsOf(left.movimientos).saldo);
        }
      }),
    );
  });
});

it('is headed by what is owed today, or was on the day whose knowledge it shows', () => {
  expect(owedLabel(null)).toBe('Debe hoy');
  expect(owedLabel('')).toBe('Debe hoy');
  expect(owedLabel('2026-04-30')).toBe('Debía el 30-04-2026');
});

describe('an owner’s part of the account', () => {
  const row = (key: string, cargo: number, abono: number, saldo: number, fecha = '2026-11-01'): Movimiento => ({
    ...{ key, fecha, clase: 'cargo', descripcion: key, detalle: '', folio: '', facturaId: null, cargo, abono, saldo },
    ...{ estado: '', cargoId: null, reciboId: null, referencia: 'M01' },
  });

  it('opens with what was left, and has what came since, also with an earlier date', () => {
    const antes = [row('a', 100, 0, 100), row('b', 50, 0, 150)];
    const todo = [
      row('a', 100, 0, 100),
      row('tarde', 0, 30, 70, '2026-10-15'),
      row('b', 60, 0, 130),
      row('c', 5, 0, 135),
    ];
    const rows = movimientosDesde(todo, antes, '2026-11-05');
    expect(rows.map(({ key, cargo, abono, saldo }) => [key, cargo, abono, saldo])).toEqual([
      ['anterior', 0, 0, 150],
      ['tarde', 0, 30, 120],
      // What grew since: ten more.
      ['b', 10, 0, 130],
      ['c', 5, 0, 135],
    ]);
    expect(
      movimientosDesde([row('b', 50, 0, 50)], antes, '2026-11-05').map(({ key, cargo, saldo }) => [key, cargo, saldo]),
    ).toEqual([
      ['anterior', 0, 150],
      ['retirado a', -100, 50],
    ]);
    expect(movimientosDesde([], [], '2026-11-05')).toEqual([]);
  });

  it('joins the one before to the centavo, whatever was recorded since', () => {
    const amounts = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      fc.record({ cargo: fc.integer({ min: -9_999, max: 9_999 }), abono: fc.nat(9_999) }),
    );
    const account = (of: Record<string, { cargo: number; abono: number }>) => {
      let centavos = 0;
      return Object.entries(of).map(([key, { cargo, abono }]) => {
        centavos += cargo - abono;
        return row(key, cargo / 100, abono / 100, centavos / 100);
      });
    };
    fc.assert(
      fc.property(amounts, amounts, (before, after) => {
        const [antes, todo] = [account(before), account(after)];
        const rows = movimientosDesde(todo, antes, '2026-11-05');
        expect(Math.round(100 * (rows.at(-1)?.saldo ?? 0))).toBe(Math.round(100 * (todo.at(-1)?.saldo ?? 0)));
      }),
    );
  });
});

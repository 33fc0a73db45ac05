import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#core/fecha.ts';
import {
  CARGOS,
  CONCEPTOS,
  type Cuenta,
  conceptoPropio,
  diarioDe,
  Equivalencias,
  type Movimiento,
  movidoPorCuenta,
  type Pedido,
  refusalOfFaltantes,
  refusalOfPeriodo,
} from './rules.ts';

const PROPIOS = [
  conceptoPropio('caja', 1, 'BBVA'),
  conceptoPropio('caja', 2, 'Banorte'),
  conceptoPropio('metodo', 1, 'Efectivo'),
  conceptoPropio('categoria', 1, 'Agua'),
];
const TODOS = [...CONCEPTOS, ...PROPIOS];
const cuenta = (n: number): Cuenta => ({ id: n, codigo: String(100 + n), name: `Cuenta ${n}`, agrupador: '' });
const nombres = new Map(TODOS.map(({ clave, nombre }) => [clave, nombre]));
const equivalencias = new Equivalencias(
  TODOS.map(({ clave }, n) => ({ clave, desde: '1900-01-01', cuenta: cuenta(n) })),
);
const cuentaDe = (clave: string) => equivalencias.cuentaDe(clave, '2026-10-01')?.codigo ?? '';
const PEDIDO: Pedido = { desde: '2026-10-01', hasta: '2026-11-30', por: 'dia' };
const make = (movimientos: readonly Movimiento[], pedido = PEDIDO, known = equivalencias) =>
  diarioDe(movimientos, pedido, { equivalencias: known, nombres });
const saldo = (movimientos: readonly Movimiento[], clave: string, pedido = PEDIDO) =>
  movidoPorCuenta(make(movimientos, pedido).polizas)
    .filter(({ cuenta: { codigo } }) => codigo === cuentaDe(clave))
    .reduce((sum, { debe, haber }) => sum + debe - haber, 0);

const base = { fecha: '2026-10-05', uuid: '' };
const cargo: Movimiento = { ...base, clase: 'cargo', tipo: 'mantenimiento', apertura: false, monto: 250_000 };
const recibo = { reciboId: 7, lote: 'A-12', cajaId: 1, metodoId: 2 };

describe('entries', () => {
  it('charge what is owed, and take it off by what came in, each with its lot and folio fiscal', () => {
    const uuid = '0b6f7a1e-8a4b-4c5d-9e6f-112233445566';
    const { polizas, faltan } = make([
      cargo,
      { ...base, clase: 'pago', tipo: 'mantenimiento', ...recibo, uuid, monto: 250_000 },
    ]);
    expect(faltan).toEqual([]);
    expect(polizas.map(({ tipo, numero, concepto, debe, haber }) => [tipo, numero, concepto, debe, haber])).toEqual([
      ['ingresos', 5, 'Ingresos del 05-10-2026', 250_000, 250_000],
      ['diario', 5, 'Diario del 05-10-2026', 250_000, 250_000],
    ]);
    expect(polizas[0]?.partidas).toMatchObject([
      { cuenta: { codigo: cuentaDe('caja:1') }, concepto: 'Cobros: metodo:2 en BBVA', referencia: '', debe: 250_000 },
      {
        ...{ cuenta: { codigo: cuentaDe('clientes') }, concepto: 'Recibo 7: Mantenimiento' },
        ...{ referencia: 'A-12', uuid, haber: 250_000 },
      },
    ]);
  });

  it('book what is handed over to its method, and what a fund pays to the fund', () => {
    const pago = (metodoId: number | null): Movimiento => ({
      ...{ ...base, clase: 'pago', tipo: 'sancion', ...recibo, metodoId, monto: 100 },
    });
    expect(saldo([pago(1)], 'metodo:1')).toBe(100);
    expect(saldo([pago(1)], 'caja:1')).toBe(0);
    expect(saldo([pago(null)], 'fondo')).toBe(100);
    expect(make([pago(null)]).polizas[0]?.tipo).toBe('diario');
  });

  it('owe a deposit to whoever paid until a receipt accounts for it, and count the money once', () => {
    const deposito = (fecha: string, monto: number, metodoId: number | null = null): Movimiento => ({
      ...{ fecha, uuid: '', clase: 'deposito', depositoId: 3, cajaId: 1, metodoId, monto },
    });
    const pago: Movimiento = {
      ...{ ...base, fecha: '2026-11-02', clase: 'pago', tipo: 'mantenimiento', ...recibo, monto: 900 },
    };
    const octubre = { ...PEDIDO, hasta: '2026-10-31' };
    const all = [deposito('2026-10-20', 900), pago, deposito('2026-11-02', -900, 2)];
    expect(saldo([deposito('2026-10-20', 900)], 'por_identificar', octubre)).toBe(-900);
    expect([saldo(all, 'por_identificar'), saldo(all, 'caja:1'), saldo(all, 'clientes')]).toEqual([0, 900, -900]);
    // Applied on the day when it arrived it is nobody's at no time.
    const atOnce = make([deposito('2026-10-20', 900), deposito('2026-10-20', -900, 2)]);
    expect(atOnce.polizas).toEqual([]);
    // What its method has an account for is taken from there.
    const card = [deposito('2026-10-20', 900), { ...pago, metodoId: 1 } as Movimiento, deposito('2026-11-02', -900, 1)];
    expect([saldo(card, 'metodo:1'), saldo(card, 'caja:1')]).toEqual([0, 900]);
  });

  it('take an undone run back from its income, and show a waiver apart', () => {
    const ajuste = (tipo: 'anulacion' | 'condonacion'): Movimiento => ({
      ...{ ...base, clase: 'ajuste', ajuste: tipo, tipo: 'mantenimiento', apertura: false, monto: 250_000 },
    });
    expect(saldo([cargo, ajuste('anulacion')], 'cargo:mantenimiento')).toBe(0);
    expect(saldo([cargo, ajuste('condonacion')], 'cargo:mantenimiento')).toBe(-250_000);
    expect(saldo([cargo, ajuste('condonacion')], 'ajuste:condonacion')).toBe(250_000);
  });

  it('move what was transferred, spend what was spent, and leave a refund to the line of the bank', () => {
    const linea = { ...base, clase: 'egreso' as const, lineaId: 9, concepto: 'SPEI', cajaId: 1 };
    const traspaso: Movimiento = { ...linea, otraCajaId: 2, categoriaId: null, monto: 700 };
    expect([saldo([traspaso], 'caja:1'), saldo([traspaso], 'caja:2')]).toEqual([-700, 700]);
    const gasto: Movimiento = { ...linea, otraCajaId: null, categoriaId: 1, monto: 500 };
    expect([saldo([gasto], 'caja:1'), saldo([gasto], 'categoria:1')]).toEqual([-500, 500]);
    expect(saldo([gasto, { ...gasto, monto: -500 }], 'categoria:1')).toBe(0);
    const reembolso: Movimiento = { ...base, clase: 'reembolso', movimientoId: 4, lote: 'A', metodoId: 2, monto: 300 };
    expect([saldo([reembolso], 'fondo'), saldo([reembolso], 'reembolsos')]).toEqual([300, -300]);
  });

  it('keep the tax that is not collected yet apart, and take it out of where it was booked', () => {
    const factura = { fecha: '2026-10-05', uuid: 'u', tipo: 'sancion' as const, folio: 'F-1', monto: 160 };
    const ppd: Movimiento = { ...factura, clase: 'iva', noCobradoDesde: factura.fecha };
    const cobrado: Movimiento = { ...factura, clase: 'iva_cobrado', noCobradoDesde: factura.fecha, monto: 60 };
    expect([saldo([ppd], 'iva'), saldo([ppd], 'iva_no_cobrado')]).toEqual([0, -160]);
    expect([saldo([ppd, cobrado], 'iva'), saldo([ppd, cobrado], 'iva_no_cobrado')]).toEqual([-60, -100]);
    const pue: Movimiento = { ...factura, clase: 'iva', noCobradoDesde: null };
    expect([saldo([pue], 'iva'), saldo([pue], 'iva_no_cobrado')]).toEqual([-160, 0]);
    // What was booked before there were two accounts is not taken out of the new one.
    const later = new Equivalencias([
      { clave: 'iva', desde: '1900-01-01', cuenta: cuenta(1) },
      { clave: 'cargo:sancion', desde: '1900-01-01', cuenta: cuenta(2) },
      { clave: 'iva_no_cobrado', desde: '2026-11-01', cuenta: cuenta(3) },
    ]);
    const november: Movimiento = { ...cobrado, fecha: '2026-11-09' };
    const both = make([ppd, november], { ...PEDIDO, hasta: '2026-11-30' }, later);
    expect(both.faltan).toEqual([]);
    expect(movidoPorCuenta(both.polizas).map(({ cuenta: { id }, debe, haber }) => [id, debe, haber])).toEqual([
      ...[
        [1, 0, 160],
        [2, 160, 0],
      ],
    ]);
  });

  it('say what has no account, and go by the one of their day', () => {
    const none = make([cargo], PEDIDO, new Equivalencias([]));
    expect(none.faltan).toEqual([
      { clave: 'clientes', movimientos: 1, monto: 250_000 },
      { clave: 'cargo:mantenimiento', movimientos: 1, monto: 250_000 },
    ]);
    expect(refusalOfFaltantes([{ nombre: 'Sanciones' }])).toBe(
      'Falta la cuenta contable de «Sanciones». Asígnela en Contabilidad, Cuentas y equivalencias',
    );
    expect(refusalOfFaltantes(Array.from({ length: 7 }, () => ({ nombre: 'X' })))).toMatch(/y 2 más/);
    const dated = new Equivalencias([
      { clave: 'clientes', desde: '1900-01-01', cuenta: cuenta(1) },
      { clave: 'clientes', desde: '2026-11-01', cuenta: cuenta(2) },
      { clave: 'metodo:1', desde: '2026-11-01', cuenta: null },
    ]);
    expect(dated.cuentaDe('clientes', '2026-10-31')?.id).toBe(1);
    expect(dated.cuentaDe('clientes', '2026-11-01')?.id).toBe(2);
    expect(dated.cuentaDe('metodo:1', '2026-11-01')).toBeUndefined();
  });

  it('are of periods that have an order and an end', () => {
    expect(refusalOfPeriodo({ desde: '2026-10-02', hasta: '2026-10-01' })).toMatch(/anterior a la inicial/);
    expect(refusalOfPeriodo({ desde: '2026-01-01', hasta: '2026-04-02' })).toBeUndefined();
    expect(refusalOfPeriodo({ desde: '2026-01-01', hasta: '2026-04-03' })).toMatch(/hasta de 92 días/);
  });
});

/* Properties. */

const fecha = fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-10-01', days));
const tipo = fc.constantFrom(...(Object.keys(CARGOS) as (keyof typeof CARGOS)[]));
const monto = fc.integer({ min: -5_000_000, max: 5_000_000 });
const uuid = fc.constantFrom('', '0b6f7a1e-8a4b-4c5d-9e6f-112233445566', '1b6f7a1e-8a4b-4c5d-9e6f-112233445566');
const deRecibo = { reciboId: fc.integer({ min: 1, max: 9 }), lote: fc.string(), cajaId: fc.constantFrom(1, 2) };
const dated = { fecha, monto, uuid };
const movimiento: fc.Arbitrary<Movimiento> = fc.oneof(
  fc.record({ ...dated, clase: fc.constant('cargo' as const), tipo, apertura: fc.boolean() }),
  fc.record({
    ...{ ...dated, clase: fc.constantFrom('ajuste' as const, 'reverso' as const), tipo, apertura: fc.boolean() },
    ajuste: fc.constantFrom('regla', 'especial', 'descuento', 'condonacion', 'cancelacion', 'anulacion', 'reemplazo'),
  }),
  fc.record({
    ...dated,
    clase: fc.constant('iva' as const),
    tipo,
    folio: fc.string(),
    noCobradoDesde: fc.option(fecha),
  }),
  fc.record({ ...dated, clase: fc.constant('iva_cobrado' as const), folio: fc.string(), noCobradoDesde: fecha }),
  fc.record({ ...dated, clase: fc.constant('apertura_fondo' as const) }),
  fc.record({
    ...{ ...dated, ...deRecibo, clase: fc.constantFrom('pago' as const, 'cancelacion' as const), tipo },
    metodoId: fc.constantFrom(null, 1, 2),
  }),
  fc.record({
    ...{ ...dated, ...deRecibo, clase: fc.constantFrom('abono' as const, 'abono_cancelado' as const) },
    metodoId: fc.constantFrom(1, 2),
  }),
  fc.record({
    ...{ ...dated, clase: fc.constant('deposito' as const), depositoId: fc.integer({ min: 1, max: 4 }) },
    ...{ cajaId: fc.constantFrom(1, 2), metodoId: fc.constantFrom(null, 1, 2) },
  }),
  fc.record({
    ...{ ...dated, clase: fc.constant('reembolso' as const), movimientoId: fc.integer(), lote: fc.string() },
    metodoId: fc.constantFrom(null, 1, 2),
  }),
  fc.record({
    ...{ ...dated, clase: fc.constant('egreso' as const), lineaId: fc.integer(), concepto: fc.string() },
    ...{ cajaId: fc.constantFrom(1, 2), otraCajaId: fc.constantFrom(null, 2), categoriaId: fc.constant(1) },
  }),
);
const movimientos = fc.array(movimiento, { maxLength: 60 });
const por = fc.constantFrom('dia' as const, 'mes' as const);

describe('whatever moves', () => {
  it('balances in every entry and in all, and each line is on one side', () => {
    fc.assert(
      fc.property(movimientos, por, (all, agrupado) => {
        const { polizas, faltan } = make(all, { ...PEDIDO, por: agrupado });
        expect(faltan).toEqual([]);
        for (const { debe, haber, partidas } of polizas) {
          expect(debe).toBe(haber);
          expect(partidas.length).toBeGreaterThan(1);
          for (const one of partidas) expect([one.debe, one.haber].toSorted((a, b) => a - b)[0]).toBe(0);
          for (const one of partidas) expect(one.debe + one.haber).toBeGreaterThan(0);
        }
        const numbers = polizas.map(({ fecha: day, tipo: kind, numero }) => `${day.slice(0, 7)} ${kind} ${numero}`);
        expect(new Set(numbers).size).toBe(numbers.length);
      }),
    );
  });

  it('comes to the same for each account by day and by month, in one piece and in two', () => {
    fc.assert(
      fc.property(movimientos, fecha, (all, cut) => {
        const net = (...parts: readonly (readonly Movimiento[])[]) => {
          const sums = new Map<string, number>();
          for (const agrupado of ['dia', 'mes'] as const) {
            sums.clear();
            for (const part of parts) {
              for (const { cuenta: of, debe, haber } of movidoPorCuenta(
                make(part, { ...PEDIDO, por: agrupado }).polizas,
              ))
                sums.set(of.codigo, (sums.get(of.codigo) ?? 0) + debe - haber);
            }
          }
          return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).toSorted());
        };
        const before = all.filter((one) => one.fecha < cut);
        expect(
          net(
            before,
            all.filter((one) => one.fecha >= cut),
          ),
        ).toEqual(net(all));
      }),
    );
  });

  it('is told alike whenever it is asked again', () => {
    fc.assert(
      fc.property(movimientos, por, (all, agrupado) => {
        const pedido = { ...PEDIDO, por: agrupado };
        expect(make(all, pedido)).toEqual(make(all, pedido));
      }),
    );
  });
});

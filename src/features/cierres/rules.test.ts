import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumPesos, toPesos } from '#core/money.ts';
import { salidasOf, totalOf } from '#documents/informe-mensual.ts';
import {
  type DatosDelInforme,
  DENOMINACIONES,
  ESTADOS_PUNTO,
  informeOf,
  PUNTOS,
  refusalOfList,
  sumOfDenominations,
} from './rules.ts';

describe('a drawer', () => {
  it('is the sum of its pieces', () => {
    expect(sumOfDenominations({})).toBe(0);
    expect(sumOfDenominations({ 50000: 3, 2000: 2, 50: 1 })).toBe(154_050);
  });

  it('counts whole pieces alone', () => {
    expect(sumOfDenominations({ 1000: 2.9, 500: -4 })).toBe(2_000);
  });

  it('adds drawers', () => {
    const drawer = fc.dictionary(fc.constantFrom(...DENOMINACIONES.map(String)), fc.nat(1_000));
    fc.assert(
      fc.property(drawer, drawer, (a, b) => {
        const both = Object.fromEntries(DENOMINACIONES.map((d) => [d, (a[d] ?? 0) + (b[d] ?? 0)]));
        expect(sumOfDenominations(both)).toBe(sumOfDenominations(a) + sumOfDenominations(b));
      }),
    );
  });
});

describe('the list of a month', () => {
  const point = (punto: (typeof PUNTOS)[number], estado: (typeof ESTADOS_PUNTO)[number]) => ({
    ...{ punto, estado, detalle: '2 turnos sin firmar' },
  });

  it('says what is open and has no reason', () => {
    expect(refusalOfList([point('turnos', 'hecho'), point('global', 'no_aplica')], {})).toBeUndefined();
    expect(refusalOfList([point('turnos', 'abierto')], { global: 'sí' })).toEqual({
      punto: 'turnos',
      message: 'Falta «Turnos firmados»: 2 turnos sin firmar. Atiéndalo, o escriba por qué se cierra así',
    });
    expect(refusalOfList([point('turnos', 'abierto')], { turnos: 'La caja cerró' })).toBeUndefined();
  });

  it('lets a closing pass just where each open point has a reason', () => {
    const points = fc.array(fc.tuple(fc.constantFrom(...PUNTOS), fc.constantFrom(...ESTADOS_PUNTO)), { maxLength: 9 });
    const given = fc.dictionary(fc.constantFrom(...PUNTOS), fc.constantFrom('', 'x'));
    fc.assert(
      fc.property(points, given, (list, motivos) => {
        const open = list.some(([punto, estado]) => estado === 'abierto' && !motivos[punto]);
        expect(
          refusalOfList(
            list.map(([punto, estado]) => point(punto, estado)),
            motivos,
          ) !== undefined,
        ).toBe(open);
      }),
    );
  });
});

describe('the report to the owners', () => {
  const pesos = fc.integer({ min: -900_000_000, max: 900_000_000 }).map(toPesos);
  const cifra = (grupo: string) => fc.record({ grupo: fc.constant(grupo), concepto: fc.string(), monto: pesos });
  const datos: fc.Arbitrary<DatosDelInforme> = fc.record({
    cifras: fc
      .tuple(fc.array(cifra('Fondos')), fc.array(cifra('Saldos al cierre')), fc.array(cifra('Corte de caja')), pesos)
      .map(([fondos, saldos, corte, fondo]) => [
        ...fondos,
        ...saldos.filter(({ concepto }) => concepto !== 'Fondos de los lotes'),
        { grupo: 'Saldos al cierre', concepto: 'Fondos de los lotes', monto: fondo },
        ...corte,
      ]),
    entradas: fc.array(
      fc.record({ clave: fc.constantFrom('mantenimiento', 'interes', 'fondo', 'otra'), monto: pesos }),
    ),
    gasto: fc
      .tuple(
        fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 5 }),
        fc.array(pesos, { minLength: 15, maxLength: 15 }),
        pesos,
      )
      .map(([names, amounts, sinClasificar]) => {
        const pagados = names.flatMap((categoria, at) =>
          amounts.slice(at * 3, at * 3 + 3).map((monto, n) => ({ categoria, quien: `Proveedor ${n}`, monto })),
        );
        const gastadoDe = (name: string) =>
          sumPesos(
            pagados.filter(({ categoria }) => categoria === name),
            (one) => one.monto,
          );
        const renglones = names.map((name) => ({
          categoria: { name },
          presupuesto: Array.from({ length: 12 }, () => 100),
          gastado: Array.from({ length: 12 }, () => gastadoDe(name)),
        }));
        const tarde = pagados.map((one, n) => ({ ...one, informada: n % 2 === 0 }));
        return { renglones, pagados, sinClasificar, tarde };
      }),
    cuentas: fc.array(fc.record({ cuenta: fc.string(), banco: fc.option(pesos) })),
    antiguedad: fc.record({ porVencer: pesos, d30: pesos, d60: pesos, d90: pesos, mas: pesos }),
    lotesConAdeudo: fc.nat(),
  });

  it('comes to the figures that it is made of, to the centavo', () => {
    fc.assert(
      fc.property(datos, fc.integer({ min: 1, max: 12 }), (made, mes) => {
        const informe = informeOf(made, { mes });
        const of = (grupo: string) => made.cifras.filter((one) => one.grupo === grupo);
        expect(totalOf(informe.entro)).toBe(sumPesos(made.entradas, ({ monto }) => monto));
        const { inicial, movimientos, final } = informe.fondos;
        expect(sumPesos([inicial, totalOf(movimientos)], (value) => value)).toBe(final);
        expect(totalOf(movimientos)).toBe(sumPesos(of('Fondos'), ({ monto }) => monto));
        expect(sumPesos([informe.deuda.total, final], (value) => value)).toBe(
          sumPesos(of('Saldos al cierre'), ({ monto }) => monto),
        );
        const paid = sumPesos(made.gasto.pagados, ({ monto }) => monto);
        expect(salidasOf(informe)).toBe(sumPesos([paid, made.gasto.sinClasificar], (value) => value));
        expect(totalOf(informe.antes.pagos)).toBe(paid);
        for (const { gastado, quienes } of informe.salio) expect(totalOf(quienes)).toBe(gastado);
        expect(totalOf(informe.cuentas)).toBe(sumPesos(made.cuentas, ({ banco }) => banco ?? 0));
      }),
    );
  });
});

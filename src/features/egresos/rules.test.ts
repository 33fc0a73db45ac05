import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acumulado,
  CLASES,
  type Clase,
  type Conocimiento,
  claveDeConcepto,
  conciliar,
  disponible,
  esComision,
  type GastoEntonces,
  type Linea,
  llevaCategoria,
  nombra,
  type Partida,
  pideAprobacion,
  proponer,
  rectificar,
  refusalOfPartes,
} from './rules.ts';

const HALCON = { nombre: 'Seguridad Privada Halcón, S.A. de C.V.', nombreComercial: 'Halcón', rfc: 'SPH120805KL2' };
const linea = (changes: Partial<Linea> = {}): Linea => ({
  ...{ id: 1, cuentaId: 1, fecha: '2026-11-10', importe: 100_000, concepto: 'SPEI ENVIADO', beneficiario: '', rfc: '' },
  devuelve: false,
  ...changes,
});
const NADA: Conocimiento = {
  ...{ facturas: [], ordenes: [], entradas: [], aprendido: new Map() },
  ...{ categorias: [{ id: 14, uso: 'comision' }], categoriaDe: new Map() },
};
const factura = { id: 7, nombre: 'Factura A-1', queda: 100_000, proveedor: HALCON };
const entrada = { id: 9, cuentaId: 2, cuenta: 'Inversión', fecha: '2026-11-12', importe: 100_000 };

describe('what a line says', () => {
  it.each([
    ['COMISION POR SERVICIO', true],
    ['IVA COMISIÓN', true],
    ['COMISIONES SPEI', true],
    ['PAGO COMISIONADO', false],
    ['SPEI ENVIADO', false],
  ])('%s is a fee: %s', (concepto, fee) => expect(esComision(concepto)).toBe(fee));

  it('has one key whatever its numbers are', () => {
    expect(claveDeConcepto('Pago CFE 2026-10 REF 99812')).toBe(claveDeConcepto('PAGO CFE 2026-11 REF 4'));
    expect(claveDeConcepto('1234 99')).toBe('');
    fc.assert(
      fc.property(fc.integer({ min: 0 }), (n) => claveDeConcepto(`LUZ ÑANDÚ ${n}`) === claveDeConcepto('luz ñandu')),
    );
  });

  it.each([
    [{ rfc: 'SPH120805KL2' }, true],
    [{ concepto: 'PAGO SPH120805KL2' }, true],
    [{ concepto: 'SPEI ENVIADO HALCON' }, true],
    [{ concepto: 'SPEI A SEGURIDAD PRIVADA DEL NORTE' }, true],
    [{ concepto: 'SPEI A SEGURIDAD' }, false],
    [{}, false],
  ])('names a supplier by its RFC, its trade name or two words of its own: %o', (changes, named) =>
    expect(nombra(linea(changes), HALCON)).toBe(named),
  );

  it('names nobody who has no words of his own', () => {
    expect(nombra(linea({ concepto: 'SA DE CV' }), { nombre: 'S.A. de C.V.', nombreComercial: '', rfc: '' })).toBe(
      false,
    );
  });
});

describe('a proposal', () => {
  const propuesta = (changes: Partial<Linea>, known: Partial<Conocimiento>) =>
    proponer(linea(changes), { ...NADA, ...known });

  it('is of a fee first', () => {
    expect(propuesta({ concepto: 'COMISION HALCON' }, { facturas: [factura], entradas: [entrada] })).toMatchObject({
      ...{ clase: 'comision', categoriaId: 14 },
    });
  });

  it('is of a transfer where one line of another account is equal within three days, and of none where two are', () => {
    expect(propuesta({}, { entradas: [entrada] })).toMatchObject({
      clase: 'traspaso',
      contrarioId: 9,
      categoriaId: null,
    });
    expect(propuesta({}, { entradas: [{ ...entrada, fecha: '2026-11-14' }] })).toBeUndefined();
    expect(propuesta({}, { entradas: [{ ...entrada, cuentaId: 1 }] })).toBeUndefined();
    expect(propuesta({}, { entradas: [{ ...entrada, importe: 99_999 }] })).toBeUndefined();
    expect(propuesta({}, { entradas: [entrada, { ...entrada, id: 10 }] })).toBeUndefined();
  });

  it('is of the open invoice of a supplier that the line names, before its order; of two none', () => {
    const dice = { concepto: 'SPEI HALCON' };
    const known = { facturas: [factura], ordenes: [{ ...factura, id: 3, nombre: 'Orden 3' }] };
    expect(propuesta(dice, known)).toMatchObject({ clase: 'factura', facturaId: 7, ordenId: null });
    expect(propuesta(dice, { ordenes: known.ordenes })).toMatchObject({ clase: 'orden', ordenId: 3, facturaId: null });
    expect(propuesta(dice, { facturas: [factura, { ...factura, id: 8 }] })).toBeUndefined();
    expect(propuesta({ concepto: 'SPEI OTRO' }, known)).toBeUndefined();
    const categoriaDe = new Map([[HALCON.nombre, 5]]);
    expect(propuesta(dice, { ...known, categoriaDe })).toMatchObject({ categoriaId: 5 });
  });

  it('is what its like was before', () => {
    const aprendido = new Map([['PAGO CFE', { clase: 'categoria' as const, categoriaId: 4, fecha: '2026-10-12' }]]);
    expect(propuesta({ concepto: 'PAGO CFE 118' }, { aprendido })).toMatchObject({
      clase: 'categoria',
      categoriaId: 4,
    });
    expect(propuesta({ concepto: 'PAGO CFA' }, { aprendido })).toBeUndefined();
  });
});

describe('parts', () => {
  const whole = (clase: Clase, importe: number) => ({ clase, importe, categoriaId: 1, facturaId: 1, ordenId: 1 });

  it('are the whole of the line and no more', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 10 ** 9 }), { minLength: 1, maxLength: 20 }),
        fc.integer(),
        (montos, off) => {
          const suma = montos.reduce((a, b) => a + b, 0);
          const partes = montos.map((importe) => whole('categoria', importe));
          expect(refusalOfPartes(suma, partes, null)).toBeUndefined();
          if (off !== 0) expect(refusalOfPartes(suma + off, partes, null)?.message).toMatch(/no suman/);
        },
      ),
    );
  });

  it.each(CLASES)('of %s have what their kind needs', (clase) => {
    const bare = { clase, importe: 5, categoriaId: null, facturaId: null, ordenId: null };
    const needs = llevaCategoria(clase) || clase === 'traspaso';
    expect(refusalOfPartes(5, [bare], null) !== undefined).toBe(needs);
    expect(refusalOfPartes(5, [whole(clase, 5)], 2)).toBeUndefined();
    if (!llevaCategoria(clase)) expect(refusalOfPartes(10, [whole(clase, 5), whole('categoria', 5)], 2)?.at).toBe(0);
  });

  it('above the limit need another person, at the limit none', () => {
    expect([
      pideAprobacion(101, 100),
      pideAprobacion(100, 100),
      pideAprobacion(1, 0),
      pideAprobacion(10 ** 9, null),
    ]).toEqual([...[true, false, true, false]]);
  });
});

const centavos = fc.integer({ min: -(10 ** 9), max: 10 ** 9 });
const positivos = fc.integer({ min: 1, max: 10 ** 9 });

it('a difference is the sum of what is in one and not in the other, whatever matches', () => {
  const partes = fc.record({
    ...{ inicial: centavos, hueco: fc.option(centavos, { nil: null }) },
    // In both; in the bank alone; in the register alone; out and classified; out and not.
    ...{ iguales: fc.array(positivos), solos: fc.array(positivos), recibos: fc.array(positivos) },
    ...{ clasificadas: fc.array(positivos), salidas: fc.array(positivos) },
  });
  fc.assert(
    fc.property(partes, ({ inicial, hueco, iguales, solos, recibos, clasificadas, salidas }) => {
      const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
      const lineas = sum(iguales) + sum(solos) - sum(clasificadas) - sum(salidas);
      const partida = (tipo: Partida['tipo'], importe: number): Partida => ({
        ...{ tipo, id: 1, fecha: '2026-10-05', concepto: '', importe },
      });
      const { banco, libro, diferencia, partidas, sinExplicar } = conciliar(
        {
          ...{ saldoInicial: inicial, lineas, segunBanco: hueco === null ? null : inicial + lineas + hueco },
          ...{ recibos: sum(iguales) + sum(recibos), traspasosEntrantes: 0, egresos: sum(clasificadas) },
        },
        '2026-10-31',
        [
          ...solos.map((importe) => partida('deposito', importe)),
          ...recibos.map((importe) => partida('recibo', -importe)),
          ...salidas.map((importe) => partida('salida', -importe)),
        ],
      );
      expect(banco - libro).toBe(diferencia);
      expect(sum(partidas.map(({ importe }) => importe))).toBe(diferencia);
      expect(sinExplicar).toBe(0);
    }),
  );
});

it('a budget is counted to the month asked for', () => {
  expect(acumulado([1, 2, 3, 4], 3)).toBe(6);
  expect(disponible({ presupuesto: 100, gastado: 130 })).toBe(-30);
});

it('what changes of closed months is what was told less than is known, by category and in all', () => {
  const gasto: fc.Arbitrary<GastoEntonces> = fc.record({
    ...{ linea: fc.integer({ min: 1, max: 3 }), ahora: fc.boolean(), monto: positivos },
    ...{ categoria: fc.constantFrom('Agua', 'Luz', null), quien: fc.constantFrom('A', 'B') },
  });
  fc.assert(
    fc.property(fc.array(gasto), (rows) => {
      const told = rectificar(rows);
      const change = (of: readonly GastoEntonces[]) =>
        of.reduce((sum, { ahora, monto }) => sum + (ahora ? monto : -monto), 0);
      const sum = (of: readonly { monto: number }[]) => of.reduce((all, { monto }) => all + monto, 0);
      expect(sum(told.filter(({ informada }) => !informada))).toBe(change(rows));
      for (const name of ['Agua', 'Luz']) {
        expect(sum(told.filter(({ categoria }) => categoria === name))).toBe(
          change(rows.filter(({ categoria }) => categoria === name)),
        );
      }
      expect(told.some(({ monto }) => monto === 0)).toBe(false);
    }),
  );
});

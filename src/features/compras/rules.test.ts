import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  diferenciaConLineas,
  estatusDeRecepciones,
  type FacturaLeida,
  faltante,
  importeDeLinea,
  type LineaPedida,
  lineasLlenas,
  refusalOfCancel,
  refusalOfCantidades,
  refusalOfDeshacer,
  refusalOfEdit,
  refusalOfFacturar,
  refusalOfFechaRecibida,
  refusalOfLinea,
  refusalOfLineasRecibidas,
  refusalOfReceptor,
  refusalOfRecibir,
  totalDeLineas,
} from './rules.ts';

const linea = (changes = {}) => ({
  articulo: { id: null as number | null },
  presentacion: '',
  unidadMedida: '',
  precioUnitario: 0,
  cantidad: 1,
  ...changes,
});

describe('the sum of the lines', () => {
  it('rounds each line half away from zero', () => {
    expect(totalDeLineas([])).toBe(0);
    expect(totalDeLineas([{ precioUnitario: 10.01, cantidad: 2.5 }])).toBe(2503);
    expect(
      totalDeLineas([
        { precioUnitario: 1.15, cantidad: 3 },
        { precioUnitario: 0.1, cantidad: 0.333 },
      ]),
    ).toBe(348);
  });

  it('is exact for whole quantities, in any order', () => {
    const lines = fc.array(fc.record({ centavos: fc.nat(10_000_000), cantidad: fc.nat(1000) }));
    fc.assert(
      fc.property(lines, (rows) => {
        const lineas = rows.map(({ centavos, cantidad }) => ({ precioUnitario: centavos / 100, cantidad }));
        const exact = rows.reduce((sum, { centavos, cantidad }) => sum + centavos * cantidad, 0);
        expect(totalDeLineas(lineas)).toBe(exact);
        expect(totalDeLineas(lineas.toReversed())).toBe(exact);
      }),
    );
  });

  it('is compared with the price only where the lines have prices', () => {
    expect(diferenciaConLineas(100, [linea()])).toBeUndefined();
    expect(diferenciaConLineas(100, [linea({ precioUnitario: 40, cantidad: 2 })])).toBe(2000);
    expect(diferenciaConLineas(80, [linea({ precioUnitario: 40, cantidad: 2 })])).toBe(0);
  });
});

it('cancels and edits what is not cancelled', () => {
  for (const estatus of ['CREADA', 'RECIBIDA PARCIAL', 'RECIBIDA TOTAL'])
    expect(refusalOfCancel(estatus)).toBeUndefined();
  expect(refusalOfCancel('CANCELADA')).toMatch(/ya está cancelada/);
  expect(refusalOfCancel('CREADA', true)).toMatch(/pagos del banco/);
  expect(refusalOfEdit('RECIBIDA TOTAL')).toBeUndefined();
  expect(refusalOfEdit('CANCELADA')).toMatch(/cancelada/);
});

it('leaves out the lines in which nothing was filled in, and asks the others for their article', () => {
  const full = linea({ articulo: { id: 3 } });
  expect(lineasLlenas([linea(), full])).toEqual([full]);
  expect([linea(), full].map(refusalOfLinea)).toEqual([undefined, undefined]);
  expect(refusalOfLinea(linea({ presentacion: 'Caja' }))).toMatch(/Elija el artículo/);
});

const pedida = (numero: number, cantidad: number, recibido = 0): LineaPedida => ({
  numero,
  articulo: { id: numero * 10, nombre: `Artículo ${numero}` },
  cantidad,
  recibido,
});

describe('what came of an order', () => {
  it('leaves what is missing, in thousandths and never below nothing', () => {
    expect(faltante(pedida(1, 0.3, 0.1))).toBe(0.2);
    expect(faltante(pedida(1, 12.5, 12.5))).toBe(0);
    expect(faltante(pedida(1, 2, 3))).toBe(0);
    expect(importeDeLinea({ precioUnitario: 0.1, cantidad: 0.333 })).toBe(3);
  });

  it('gives the order its state', () => {
    expect(estatusDeRecepciones([pedida(1, 2), pedida(2, 3)])).toBe('CREADA');
    expect(estatusDeRecepciones([pedida(1, 2, 2), pedida(2, 3)])).toBe('RECIBIDA PARCIAL');
    expect(estatusDeRecepciones([pedida(1, 2, 1)])).toBe('RECIBIDA PARCIAL');
    expect(estatusDeRecepciones([pedida(1, 2, 2), pedida(2, 0)])).toBe('RECIBIDA TOTAL');
  });

  it('is none of what is cancelled, empty, whole or marked as whole', () => {
    expect(refusalOfRecibir('CREADA', [pedida(1, 2)])).toBeUndefined();
    expect(refusalOfRecibir('RECIBIDA PARCIAL', [pedida(1, 2, 2), pedida(2, 1)])).toBeUndefined();
    expect(refusalOfRecibir('CANCELADA', [pedida(1, 2)])).toMatch(/cancelada/);
    expect(refusalOfRecibir('CREADA', [])).toMatch(/no tiene artículos/);
    expect(refusalOfRecibir('RECIBIDA TOTAL', [pedida(1, 2, 2)])).toMatch(/Ya se recibió todo/);
    expect(refusalOfRecibir('RECIBIDA TOTAL', [pedida(1, 2)])).toMatch(/marcada como recibida/);
  });

  it('is no more than what is missing, and something', () => {
    const lineas = [pedida(1, 5, 2), pedida(2, 1.5)];
    expect(refusalOfCantidades(lineas, [{ numero: 1, cantidad: 3 }])).toBeUndefined();
    expect(
      refusalOfCantidades(lineas, [
        { numero: 1, cantidad: 0 },
        { numero: 2, cantidad: 1.501 },
      ]),
    ).toEqual({ at: 1, message: 'De «Artículo 2» faltan 1.5 por recibir. Escriba 1.5 o menos' });
    expect(refusalOfCantidades(lineas, [{ numero: 9, cantidad: 1 }])?.message).toMatch(/ya no tiene este artículo/);
    expect(refusalOfCantidades(lineas, [{ numero: 1, cantidad: 0 }])?.message).toMatch(/al menos un artículo/);
  });

  it('never passes what was ordered, in whatever parts it comes', () => {
    const parts = fc.array(fc.nat(4000), { maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9000 }), parts, (ordered, arriving) => {
        let linea = pedida(1, ordered / 1000);
        for (const part of arriving) {
          const cantidad = part / 1000;
          if (refusalOfCantidades([linea], [{ numero: 1, cantidad }])) continue;
          linea = { ...linea, recibido: Math.round((linea.recibido + cantidad) * 1000) / 1000 };
          const state = linea.recibido === linea.cantidad ? 'RECIBIDA TOTAL' : 'RECIBIDA PARCIAL';
          expect(estatusDeRecepciones([linea])).toBe(state);
        }
        expect(linea.recibido).toBeLessThanOrEqual(linea.cantidad);
        expect(Math.round((linea.recibido + faltante(linea)) * 1000)).toBe(ordered);
      }),
    );
  });

  it('came today or before, and is taken back once, while the order stands', () => {
    expect(refusalOfFechaRecibida('2026-11-21', '2026-11-21')).toBeUndefined();
    expect(refusalOfFechaRecibida('2026-11-22', '2026-11-21')).toMatch(/futura/);
    expect(refusalOfDeshacer('RECIBIDA TOTAL', false)).toBeUndefined();
    expect(refusalOfDeshacer('RECIBIDA TOTAL', true)).toMatch(/ya está deshecha/);
    expect(refusalOfDeshacer('CANCELADA', false)).toMatch(/cancelada/);
  });

  it('keeps its lines in the order', () => {
    const antes = [pedida(1, 5, 2), pedida(2, 3)];
    const linea = (numero: number, id: number, cantidad: number) => ({ numero, articulo: { id }, cantidad });
    expect(refusalOfLineasRecibidas(antes, [linea(1, 10, 2)])).toBeUndefined();
    expect(refusalOfLineasRecibidas(antes, [linea(1, 10, 9), linea(3, 70, 1)])).toBeUndefined();
    expect(refusalOfLineasRecibidas(antes, [linea(1, 10, 1.999)])).toMatch(/recibieron 2 .*no puede ser menor/);
    expect(refusalOfLineasRecibidas(antes, [linea(1, 20, 5)])).toMatch(/ni cambia de artículo/);
    expect(refusalOfLineasRecibidas(antes, [linea(2, 10, 5)])).toMatch(/no se quita/);
  });
});

it('takes the invoices that are made out to the community, while the order stands', () => {
  const factura = { rfcReceptor: 'cro850101ab1' } as FacturaLeida;
  expect(refusalOfReceptor(factura, 'CRO850101AB1')).toBeUndefined();
  expect(refusalOfReceptor(factura, 'XAXX010101000')).toMatch(/es para el RFC cro850101ab1 .* XAXX010101000/);
  expect(refusalOfReceptor(factura, undefined)).toMatch(/Emisor de factura/);
  expect(refusalOfFacturar('RECIBIDA TOTAL')).toBeUndefined();
  expect(refusalOfFacturar('CANCELADA')).toMatch(/cancelada/);
});

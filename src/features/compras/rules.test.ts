import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  diferenciaConLineas,
  lineasLlenas,
  refusalOfCancel,
  refusalOfEdit,
  refusalOfLinea,
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
  expect(refusalOfEdit('RECIBIDA TOTAL')).toBeUndefined();
  expect(refusalOfEdit('CANCELADA')).toMatch(/cancelada/);
});

it('leaves out the lines in which nothing was filled in, and asks the others for their article', () => {
  const full = linea({ articulo: { id: 3 } });
  expect(lineasLlenas([linea(), full])).toEqual([full]);
  expect([linea(), full].map(refusalOfLinea)).toEqual([undefined, undefined]);
  expect(refusalOfLinea(linea({ presentacion: 'Caja' }))).toMatch(/Elija el artículo/);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { A_FONDO, conceptosEnBreve, elMayorYMas, mesesEnPalabras, partesDe } from './conceptos.ts';

const mes = (name: string) => `Mantenimiento ${name}`;
const interes = (name: string) => `Interés moratorio ${name} (Mantenimiento ${name})`;

describe('months in words', () => {
  it.each([
    [[[2026, 11]], 'nov 2026'],
    [
      [
        [2026, 5],
        [2026, 4],
      ],
      'abr y may 2026',
    ],
    [
      [
        [2026, 9],
        [2026, 10],
        [2026, 11],
        [2026, 10],
      ],
      'sep a nov 2026',
    ],
    [
      [
        [2025, 11],
        [2025, 12],
        [2026, 1],
        [2026, 2],
      ],
      'nov 2025 a feb 2026',
    ],
    [
      [
        [2026, 1],
        [2026, 3],
        [2026, 5],
      ],
      'ene, mar y may 2026',
    ],
    [
      [
        [2025, 12],
        [2026, 3],
      ],
      'dic 2025 y mar 2026',
    ],
    [
      [
        [2025, 12],
        [2026, 1],
      ],
      'dic 2025 y ene 2026',
    ],
  ])('%j', (months, words) => {
    expect(mesesEnPalabras(months.map(([year = 0, month = 0]) => ({ year, mes: month })))).toBe(words);
  });
});

const of = (...amounts: [concepto: string, monto: number][]) =>
  amounts.map(([concepto, monto]) => ({ concepto, monto }));
/** Of one amount each. */
const equals = (...conceptos: string[]) => conceptos.map((concepto) => ({ concepto, monto: 100 }));

describe('descriptions in a line', () => {
  it('are months and how many interests', () => {
    const three = ['Septiembre - 2026', 'Octubre - 2026', 'Noviembre - 2026'].map(mes);
    const two = [interes('Septiembre - 2026'), interes('Octubre - 2026')];
    expect(conceptosEnBreve(equals(...three, ...two))).toBe('Mantenimiento sep a nov 2026 y 2 intereses');
    expect(conceptosEnBreve(equals(mes('Abril - 2026'), mes('Mayo - 2026'), interes('Abril - 2026')))).toBe(
      'Mantenimiento abr y may 2026, 1 interés',
    );
    expect(conceptosEnBreve(equals(...two))).toBe('Interés moratorio sep y oct 2026');
  });

  it('are as they are called where they say something else, and the fund only where nothing else is', () => {
    expect(conceptosEnBreve(equals('Tarjeta de acceso', A_FONDO))).toBe('Tarjeta de acceso');
    expect(conceptosEnBreve(equals(A_FONDO))).toBe(A_FONDO);
    expect(conceptosEnBreve([])).toBe('');
    expect(conceptosEnBreve(equals(`${mes('Enero - 2026')}: descuento, recibo 8`))).toBe(
      'Mantenimiento Enero - 2026: descuento, recibo 8',
    );
    const fees = ['Uno', 'Dos', 'Tres'];
    expect(conceptosEnBreve(equals(...fees))).toBe('Uno y 2 más');
    expect(conceptosEnBreve(equals(mes('Enero - 2026'), ...fees))).toBe('Mantenimiento ene 2026, Uno y 2 más');
  });

  it('are named by the largest amount, interest last', () => {
    const fees = of(['Constancia', 250], ['Cuota inicial', 12_000], ['Tarjeta', 2800]);
    const late = equals(interes('Abril - 2026'), interes('Mayo - 2026'));
    expect(conceptosEnBreve([...late, ...fees])).toBe('Cuota inicial y 2 más, 2 intereses');
    expect(conceptosEnBreve(of(['Luz', 1], ['Agua', 2]))).toBe('Agua y Luz');
    // Two of one name come to more than one of another.
    expect(conceptosEnBreve(of(['Luz', 20], ['Agua', 0.1], ['Agua', 20], ['Gas', 5]))).toBe('Agua y 2 más');
    expect(conceptosEnBreve([...fees, { concepto: mes('Abril - 2026'), monto: 2500 }])).toBe(
      'Cuota inicial y 2 más, Mantenimiento abr 2026',
    );
    expect(elMayorYMas(of(['Cable', 10], ['Bomba', 900]))).toBe('Bomba y 1 más');
    expect(elMayorYMas(partesDe(['Cable', 'Bomba'], [10, 9]))).toBe('Cable y 1 más');
    // What is taken back is named as what it takes back.
    expect(elMayorYMas(of(['Cable', -10], ['Bomba', -900]))).toBe('Bomba y 1 más');
  });

  it('have one name in whichever order, and the first of equals', () => {
    const amounts = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 9_999_999 })), {
      selector: ([concepto]) => concepto,
      minLength: 3,
    });
    fc.assert(
      fc.property(amounts, (some) => {
        const first = Math.max(...some.map(([, monto]) => monto));
        const [[name = ''] = []] = some.filter(([, monto]) => monto === first);
        expect(elMayorYMas(of(...some))).toBe(`${name} y ${some.length - 1} más`);
        // Pesos or centavos.
        expect(elMayorYMas(of(...some.map(([concepto, monto]): [string, number] => [concepto, monto / 100])))).toBe(
          elMayorYMas(of(...some)),
        );
      }),
    );
  });
});

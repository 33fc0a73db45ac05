import { describe, expect, it } from 'vitest';
import { A_FONDO, conceptosEnBreve, mesesEnPalabras } from './conceptos.ts';

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

describe('descriptions in a line', () => {
  it('are months and how many interests', () => {
    const three = ['Septiembre - 2026', 'Octubre - 2026', 'Noviembre - 2026'].map(mes);
    const two = [interes('Septiembre - 2026'), interes('Octubre - 2026')];
    expect(conceptosEnBreve([...three, ...two])).toBe('Mantenimiento sep a nov 2026 y 2 intereses');
    expect(conceptosEnBreve([mes('Abril - 2026'), mes('Mayo - 2026'), interes('Abril - 2026')])).toBe(
      'Mantenimiento abr y may 2026, 1 interés',
    );
    expect(conceptosEnBreve(two)).toBe('Interés moratorio sep y oct 2026');
  });

  it('are as they are called where they say something else, and the fund only where nothing else is', () => {
    expect(conceptosEnBreve(['Tarjeta de acceso', A_FONDO])).toBe('Tarjeta de acceso');
    expect(conceptosEnBreve([A_FONDO])).toBe(A_FONDO);
    expect(conceptosEnBreve([])).toBe('');
    expect(conceptosEnBreve([`${mes('Enero - 2026')}: descuento, recibo 8`])).toBe(
      'Mantenimiento Enero - 2026: descuento, recibo 8',
    );
    const fees = ['Uno', 'Dos', 'Tres'];
    expect(conceptosEnBreve(fees)).toBe('Uno y 2 más');
    expect(conceptosEnBreve([mes('Enero - 2026'), ...fees])).toBe('Mantenimiento ene 2026, Uno y 2 más');
  });
});

import { describe, expect, it } from 'vitest';
import type { LotePago } from './contract.ts';
import { aplicadoA, CANCELADO_EN_PARTE, mesesEnPalabras, recibidoDe, recibosDeLote } from './rules.ts';

const pago = (tipo: string, description: string, changes: Partial<LotePago> = {}): LotePago => ({
  ...{ id: 1, tipo, description, amount: 100, fechaPago: '2026-11-05', fechaContable: '2026-11-05', observacion: '' },
  ...{ status: 'recibido', facturaId: null, folioFactura: '', tipoPago: 'Efectivo', formaPago: '01 - Efectivo' },
  ...{ isFacturado: false, refSistemaAnterior: '', reciboId: 7 },
  ...changes,
});
const mes = (name: string) => pago('mantenimiento', `Mantenimiento ${name}`);
const interes = (name: string) => pago('interes', `Interés moratorio ${name} (Mantenimiento ${name})`);

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

describe('what a receipt was applied to', () => {
  it('is its months and how many interests', () => {
    const three = ['Septiembre - 2026', 'Octubre - 2026', 'Noviembre - 2026'].map(mes);
    const two = [interes('Septiembre - 2026'), interes('Octubre - 2026')];
    expect(aplicadoA([...three, ...two])).toBe('Mantenimiento sep a nov 2026 y 2 intereses');
    expect(aplicadoA([mes('Abril - 2026'), mes('Mayo - 2026'), interes('Abril - 2026')])).toBe(
      'Mantenimiento abr y may 2026, 1 interés',
    );
    expect(aplicadoA(two)).toBe('Interés moratorio sep y oct 2026');
  });

  it('is the rest as it is called, and the fund only where there is nothing else', () => {
    const fondo = pago('fondo', 'Abono a fondo');
    expect(aplicadoA([pago('cuota', 'Tarjeta de acceso'), fondo])).toBe('Tarjeta de acceso');
    expect(aplicadoA([fondo])).toBe('A saldo a favor');
    const fees = ['Uno', 'Dos', 'Tres'].map((name) => pago('cuota', name));
    expect(aplicadoA(fees)).toBe('Uno y 2 más');
    expect(aplicadoA([mes('Enero - 2026'), ...fees])).toBe('Mantenimiento ene 2026, Uno y 2 más');
  });
});

it('puts the payments of a receipt together, with what of them is in force', () => {
  const cancelado = { status: 'cancelado' };
  const pagos = [
    pago('mantenimiento', 'Mantenimiento Enero - 2026', { reciboId: 9, amount: 0.1 }),
    pago('fondo', 'Abono a fondo', { reciboId: 9, amount: 0.2 }),
    pago('condonacion', 'Sanción', { reciboId: null, status: 'condonado', id: 4 }),
    pago('mantenimiento', 'Mantenimiento Febrero - 2026', { ...cancelado, amount: 50 }),
    pago('mantenimiento', 'Mantenimiento Marzo - 2026'),
    pago('cuota', 'Tarjeta', { ...cancelado, reciboId: 6 }),
  ];
  const found = recibosDeLote(pagos);
  expect(found.map(({ key, monto, status, recibido }) => [key, monto, status, recibido])).toEqual([
    ['9', 0.3, 'recibido', true],
    ['condonacion-4', 100, 'condonado', false],
    ['7', 100, CANCELADO_EN_PARTE, true],
    ['6', 100, 'cancelado', false],
  ]);
  expect(recibidoDe(pagos)).toBe(100.3);
});

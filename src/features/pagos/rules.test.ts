import { expect, it } from 'vitest';
import type { LotePago } from './contract.ts';
import { CANCELADO_EN_PARTE, recibidoDe, recibosDeLote } from './rules.ts';

const pago = (tipo: string, description: string, changes: Partial<LotePago> = {}): LotePago => ({
  ...{ id: 1, tipo, description, amount: 100, fechaPago: '2026-11-05', fechaContable: '2026-11-05', observacion: '' },
  ...{ status: 'recibido', facturaId: null, folioFactura: '', tipoPago: 'Efectivo', formaPago: '01 - Efectivo' },
  ...{ isFacturado: false, refSistemaAnterior: '', reciboId: 7 },
  ...changes,
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
  expect(found.map(({ aplicado }) => aplicado)).toEqual([
    'Mantenimiento ene 2026',
    'Sanción',
    'Mantenimiento feb y mar 2026',
    'Tarjeta',
  ]);
  expect(recibidoDe(pagos)).toBe(100.3);
});

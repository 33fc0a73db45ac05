/**
 * The colours of an order's states: what is as it should be is grey or green, what is half done amber. None is red, which is
 * for what is overdue: an order has no day on which it is due.
 */
import type { Tone } from '#platform/web/kit/page.tsx';
import type { Estatus, EstatusPago } from '../rules.ts';

export const TONES: Record<Estatus, Tone> = {
  CREADA: 'blue',
  CANCELADA: 'gray',
  'RECIBIDA TOTAL': 'green',
  'RECIBIDA PARCIAL': 'amber',
};
const PAGO_TONES: Record<EstatusPago, Tone> = {
  'SIN PAGAR': 'gray',
  'PAGO PARCIAL': 'amber',
  'PAGO TOTAL': 'green',
};

/** Nobody waits for the payment of an order that was cancelled. */
export const toneOfPago = ({ estatus, estatusPago }: { estatus: Estatus; estatusPago: EstatusPago }): Tone =>
  estatus === 'CANCELADA' ? 'gray' : PAGO_TONES[estatusPago];

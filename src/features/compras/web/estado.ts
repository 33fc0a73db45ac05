/** The colours of an order's states: what is as it should be is grey or green, what waits is not. */
import type { Tone } from '#platform/web/kit/page.tsx';
import type { Estatus, EstatusPago } from '../rules.ts';

export const TONES: Record<Estatus, Tone> = {
  CREADA: 'blue',
  CANCELADA: 'gray',
  'RECIBIDA TOTAL': 'green',
  'RECIBIDA PARCIAL': 'amber',
};
export const PAGO_TONES: Record<EstatusPago, Tone> = {
  'SIN PAGAR': 'red',
  'PAGO PARCIAL': 'amber',
  'PAGO TOTAL': 'green',
};

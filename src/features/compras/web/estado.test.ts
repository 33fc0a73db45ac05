import { expect, it } from 'vitest';
import { ESTATUS, ESTATUS_PAGO } from '../rules.ts';
import { TONES, toneOfPago } from './estado.ts';

it('calls in red by no state of an order, which has no day on which it is due; a new one is grey words', () => {
  const tones = ESTATUS.flatMap((estatus) => [
    TONES[estatus],
    ...ESTATUS_PAGO.map((estatusPago) => toneOfPago({ estatus, estatusPago })),
  ]);
  expect(tones).not.toContain('red');
  expect(toneOfPago({ estatus: 'CREADA', estatusPago: 'SIN PAGAR' })).toBe('gray');
});

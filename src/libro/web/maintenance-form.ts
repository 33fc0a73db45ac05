/** What the two forms that pay maintenance share: of what is owed, and in advance. */
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';
import { NOTHING_PAID, noCuenta } from '../contract.ts';

export const MAINTENANCE_FAILED =
  'Ocurrió un error en el servidor o hay problemas con la comunicación para facturar, revise los datos e intente otra vez por favor';

/** Their fields but `hasta`; to be refined by `paysSomething`. */
export const maintenanceFields = {
  fechaPagoReal: z.string().min(1, REQUIRED),
  caja: z.object({ id: z.number({ error: REQUIRED }) }),
  metodoPago: z.object({ id: z.union([z.number(), z.literal('fondo')], { error: REQUIRED }) }),
  referencia: z.string(),
  noCuenta,
  /** For what the date takes off, where that is past the limit. */
  autorizacionFecha: z.string(),
  monto: z.number({ error: NOTHING_PAID.message }).min(0, NOTHING_PAID.message),
};

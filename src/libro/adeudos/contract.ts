/** All that a lot owes on one screen, paid by one receipt. Amounts in pesos. Our addition; ADR 36. */
import {
  dateCode,
  fechaPago,
  loteHeader,
  NOTHING_PAID,
  optionalCode,
  paymentResult,
  percentAsked,
  percentFromOne,
  porFecha,
  tenderFields,
} from '#libro/contract.ts';
import { amount, id, idParams, pesos } from '#platform/codecs.ts';
import { data, endpointsOf } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
import { interesPendiente, mesPendiente, reglaAplicable } from '../mantenimiento/contract.ts';

const endpoint = endpointsOf('pagos');

const adeudos = z.object({
  header: loteHeader,
  idLote: z.number(),
  status: z.string(),
  fondo: amount,
  mantenimientos: z.array(mesPendiente),
  descuentos: z.array(reglaAplicable),
  /** Of months and of initial fees, the oldest first. */
  intereses: z.array(interesPendiente.extend({ baseId: z.number(), baseTipo: z.string(), baseConcepto: z.string() })),
  /** Fees and fines. */
  cargos: z.array(
    z.object({
      id: z.number(),
      tipo: z.string(),
      concepto: z.string(),
      vence: z.string(),
      monto: amount,
      pagado: amount,
      ajustado: amount,
      saldo: amount,
      primero: z.boolean(),
    }),
  ),
  porFecha,
});
export type Adeudos = z.infer<typeof adeudos>;

const notNegative = pesos.refine((value) => value >= 0, { message: NOTHING_PAID.message });

/** What is paid of a charge, with the figures that the screen showed: where they are others by now nothing is booked. */
const linea = z
  .object({
    cargoId: id,
    /** What was owed of it. */
    saldo: notNegative,
    /** What is taken off it. */
    descuento: notNegative,
    pago: notNegative,
    /** Percentage off a fine or another fee, with its code. */
    applyDescuento: percentAsked,
    autorizado: optionalCode,
  })
  .refine(({ pago, descuento }) => pago > 0 || descuento > 0, { path: ['pago'], message: NOTHING_PAID.message });

export const pagarTodoSchema = z.object({
  /** The lot. */
  id,
  /** What is handed over; of no account where the fund pays. */
  monto: notNegative,
  ...tenderFields,
  fechaPago,
  /** Off all late interest, with its code. */
  apply_descuento: percentFromOne,
  autorizacion: optionalCode,
  autorizacionFecha: dateCode,
  lineas: z
    .array(linea)
    .min(1, 'Elija al menos un adeudo')
    .max(2000, 'Elija como máximo 2000 adeudos')
    .refine((lineas) => new Set(lineas.map(({ cargoId }) => cargoId)).size === lineas.length, {
      message: 'Un adeudo está dos veces. Actualice la página',
    }),
});

export const adeudosContract = {
  context: endpoint({
    method: 'GET',
    path: '/lote/get-for-pagartodo/{id}',
    roles: 'ABC',
    summary: 'Todo lo que un lote debe, para pagarlo en un recibo.',
    params: idParams,
    answer: data(adeudos),
  }),
  pay: endpoint({
    method: 'POST',
    path: '/recibo/pagartodo',
    roles: 'ABC',
    summary: 'Cobra en un recibo lo elegido de todo lo que un lote debe: intereses, meses, cuotas y sanciones.',
    body: pagarTodoSchema,
    answer: data(paymentResult),
    idempotent: true,
  }),
};

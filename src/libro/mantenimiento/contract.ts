/** Paying maintenance, now or in advance. Amounts in pesos. */
import {
  dateCode,
  fechaPago,
  loteHeader,
  NOTHING_PAID,
  optionalCode,
  paymentResult,
  paysSomething,
  percentFromOne,
  porFecha,
  tenderFields,
} from '#libro/contract.ts';
import { amount, fecha, id, idParams, monthFields, pesos } from '#platform/codecs.ts';
import { data, endpointsOf } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('mantenimiento');

/** A month that a lot is charged for. */
export const mesCobrado = z.object({
  id: z.number(),
  ...monthFields,
  status: z.string(),
  /** What is owed of it. */
  amount,
  fechaCorte: z.string(),
  total: amount,
  /** The prompt-payment discount that it was granted. */
  descuentoReglas: amount,
  /** What is owed of late interest on it. */
  deuda_moratoria: amount,
  pagado: amount,
  /** Every adjustment in force, the rules' and the special percentage included. */
  ajustado: amount,
});

/** One that is owed, with what its discount depends on. */
export const mesPendiente = mesCobrado.extend({
  pagadoEnTiempo: amount,
  /** A special percentage, a condonation or a discount stands on it: the rules do not apply (again). */
  excluido: z.boolean(),
  /** Our addition: an agreement names it, and is paid before others. */
  primero: z.boolean(),
});
export type MesPendiente = z.infer<typeof mesPendiente>;

export const reglaAplicable = z.object({
  name: z.string(),
  description: z.string(),
  percent: z.number(),
  /** Of the present cuota, in pesos. */
  discount: amount,
  /** The cut-off day: a payment dated on it is in time. */
  day_before: z.number(),
});

export const interesPendiente = z.object({
  id: z.number(),
  tiie: z.object(monthFields),
  fechaCorte: z.string(),
  deudaMoratoria: amount,
  pagado: amount,
  /** What is owed of the entry. */
  saldo: amount,
  /** Our addition: as of a month. */
  primero: z.boolean(),
});
export type InteresPendiente = z.infer<typeof interesPendiente>;

const payContext = z.object({
  /** The lot header card. */
  header: loteHeader,
  idLote: z.number(),
  referencia: z.string(),
  asociado: z.string(),
  direccion: z.string(),
  status: z.string(),
  paga_mtto: z.boolean(),
  fondo: amount,
  deuda: amount,
  deuda_moratoria: amount,
  mantenimientos: z.array(mesPendiente),
  /** Our addition: months of the last half year that were closed by money dated after their cut-off. */
  pagadosDespues: z.array(mesPendiente),
  descuentos: z.array(reglaAplicable),
  /** The lot's special percentage. */
  discount: z.number().nullable(),
  cuota: amount,
  diaCorte: z.number(),
  /** The first month that no charge exists of, 'YYYY-MM-01'. */
  siguiente: z.string().nullable(),
  interesesMoratoriosList: z.array(interesPendiente),
  porFecha,
});
export type PayContext = z.infer<typeof payContext>;

const futureContext = z.object({
  /** The last month that exists, as an instant at its start. */
  fechaUltimoMtto: z.string(),
  descuento: z.number().nullable(),
  reglasDescuentosList: z.array(reglaAplicable),
  cuota: amount,
  diaCorte: z.number(),
  fondo: amount,
  mantenimientos: z.array(mesPendiente),
  porFecha,
});
export type FutureContext = z.infer<typeof futureContext>;

const optionalBoolean = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.boolean().optional(),
);

export const pagarMantenimientoSchema = z
  .object({
    /** The lot. */
    id,
    monto: pesos.refine((value) => value >= 0, { message: NOTHING_PAID.message }),
    range: z.array(z.object({ date: fecha })).max(240, 'Elija como máximo 20 años'),
    useFondo: optionalBoolean,
    ...tenderFields,
    payMoratorio: optionalBoolean,
    /** Sums that screens send along; the server computes its own. */
    intereses_moratorios: pesos.optional(),
    intereses_moratorios_dcto: pesos.optional(),
    moratorio: pesos.optional(),
    apply_descuento: percentFromOne,
    autorizacion: optionalCode,
    autorizacionFecha: dateCode,
    cantMoratorios: z.preprocess(
      (value) => (value === '' || value === null ? undefined : value),
      z.coerce.number().int().min(0).max(10_000).optional(),
    ),
    fechaPagoReal: fechaPago,
    interesesMoratoriosList: z.array(z.object({ id }).loose()).max(10_000).optional(),
  })
  .refine(paysSomething, NOTHING_PAID);

export const cobroMantenimientoContract = {
  context: endpoint({
    method: 'GET',
    path: '/lote/get-for-pagarmantenimiento/{id}',
    roles: 'ABC',
    summary: 'Los meses y los intereses que un lote debe, con sus descuentos.',
    params: idParams,
    answer: data(payContext),
  }),
  future: endpoint({
    method: 'GET',
    path: '/lote/getformodalpagarmantenimiento/{id}',
    roles: 'ABC',
    summary: 'Lo necesario para pagar mantenimiento por adelantado.',
    params: idParams,
    answer: data(futureContext),
  }),
  pay: endpoint({
    method: 'POST',
    path: '/cobromantenimiento/save',
    roles: 'ABC',
    summary: 'Cobra meses de mantenimiento e intereses moratorios de un lote.',
    body: pagarMantenimientoSchema,
    answer: data(paymentResult),
    idempotent: true,
  }),
};

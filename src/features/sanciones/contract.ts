/** Fines: created, paid, condoned and cancelled; fees are condoned and cancelled by the same rules. Amounts in pesos. */
import { archivoOfUrl } from '#features/archivos/contract.ts';
import {
  autorizacionFields,
  fechaPago,
  getLoteHeader,
  loteHeader,
  optionalCode,
  pagoEnHistorial,
  paymentResult,
  percentFromOne,
  tenderFields,
} from '#libro/contract.ts';
import {
  amount,
  conceptText,
  id,
  idParams,
  numberField,
  optionalText,
  pesos,
  pesosField,
  ref,
} from '#platform/codecs.ts';
import { data, done, endpointsOf, saved } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('sanciones');
const endpointOfCuotas = endpointsOf('cuotas');

/** What the form of a new fine fills in. */
export const multaSchema = z.object({
  folio: conceptText(60),
  tipoMulta: ref,
  costo: pesos.refine((value) => value >= 1, { message: 'El costo mínimo no puede ser menor a 1' }),
  observacion: optionalText(2000),
});

const condonacion = z.object({ montoCondonado: amount, created_at: z.string() });

const multa = z.object({
  id: z.number(),
  folio: z.string(),
  observacion: z.string(),
  costo: amount,
  /** Address and name of its image; '' without one. */
  url: z.string(),
  fileName: z.string(),
  tipoMulta: z.object({ id: z.number(), name: z.string(), descripcion: z.string() }),
  loteTransient: z.object({ id: z.number() }),
  /** Its business date. */
  created_at: z.string(),
  updated_at: z.string(),
  pagoStatus: z.string(),
  /** Balance of the lot's fund. */
  fondo: amount,
  pagosMultas: z.array(pagoEnHistorial.extend({ updated_at: z.string() })),
  condonadasMultas: z.array(condonacion),
  /** Our addition: discounts in force, and what is owed. */
  descuento: amount,
  saldo: amount,
  direccion: loteHeader,
});
export type Multa = z.infer<typeof multa>;

const INVALID = 'Campo inválido';

/** A payment of nothing is one only where the fund pays or a discount takes everything. */
const pagoMultaSchema = z
  .object({
    id: z.union([z.literal(''), z.null()]).optional(),
    loteTransient: ref.optional(),
    multaTransient: ref,
    pagado: pesosField(INVALID).refine((value) => value >= 0, { message: INVALID }),
    ...tenderFields,
    fecha_pago: fechaPago,
    applyDescuento: percentFromOne,
    autorizado: optionalCode,
  })
  .refine(
    ({ pagado, metodoPago, applyDescuento }) => pagado > 0 || metodoPago.id === 'fondo' || applyDescuento === 100,
    { path: ['pagado'], message: INVALID },
  );

/** A percentage with at most two decimals. */
const porcentaje = numberField()
  .refine((value) => value >= 0 && value <= 100, { message: 'El porcentaje debe estar entre 0 y 100', abort: true })
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-9, {
    message: 'Escriba un porcentaje con dos decimales como máximo',
  });

/** What the screen of a condonation fills in. */
export const condonarSchema = z.object({ ...autorizacionFields, porcentaje });

/** Fees take 1 to 100. */
export const condonarCuotaSchema = z.object({
  ...autorizacionFields,
  porcentaje: porcentaje.refine((value) => value >= 1, { message: 'El porcentaje debe estar entre 1 y 100' }),
});

export const cancelarSchema = z.object(autorizacionFields);

/** The amounts are the screen's; the server computes its own on the balance of the moment. */
const condonarExtras = { id, monto: z.unknown().optional(), montoCondonado: z.unknown().optional() };

export const sancionesContract = {
  lote: getLoteHeader,
  save: endpoint({
    method: 'POST',
    path: '/multa/save',
    roles: 'ABCD',
    summary: 'Genera una sanción y avisa al teléfono del lote. Una sanción guardada no se edita.',
    body: multaSchema.extend({
      id: z.union([z.literal(''), z.null()]).optional(),
      loteTransient: ref,
      url: optionalText(200).refine((value) => value === '' || archivoOfUrl(value) !== undefined, {
        message: 'Suba la imagen de nuevo',
      }),
      fileName: optionalText(200),
    }),
    answer: saved(z.object({ id: z.number() })),
    idempotent: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/multa/get/{id}',
    roles: 'ABC',
    summary: 'Una sanción con sus pagos, sus condonaciones y su lote.',
    params: idParams,
    answer: data(multa),
  }),
  pagar: endpoint({
    method: 'POST',
    path: '/pagosmultas/save',
    roles: 'ABC',
    summary: 'Cobra una sanción.',
    body: pagoMultaSchema,
    answer: data(paymentResult),
    idempotent: true,
  }),
  condonar: endpoint({
    method: 'POST',
    path: '/multa/condonar',
    roles: 'ABC',
    summary: 'Condona un porcentaje de lo que se debe de una sanción, con código y razón.',
    body: condonarSchema.extend(condonarExtras),
    answer: done(),
    idempotent: true,
  }),
  cancelar: endpoint({
    method: 'POST',
    path: '/multa/cancelar',
    roles: 'ABC',
    summary: 'Cancela lo que se debe de una sanción, con código y razón.',
    body: cancelarSchema.extend({ id }),
    answer: done(),
    idempotent: true,
  }),
  condonarCuota: endpointOfCuotas({
    method: 'POST',
    path: '/cuota/condonar',
    roles: 'ABC',
    summary: 'Condona un porcentaje de lo que se debe de una cuota, con código y razón.',
    body: condonarCuotaSchema.extend(condonarExtras),
    answer: done(),
    idempotent: true,
  }),
  cancelarCuota: endpointOfCuotas({
    method: 'POST',
    path: '/cuota/cancelar',
    roles: 'ABC',
    summary: 'Cancela lo que se debe de una cuota, con código y razón.',
    body: cancelarSchema.extend({ id }),
    answer: done(),
    idempotent: true,
  }),
};

/** What every screen of payments needs of invoices: making one, reading it, sending and cancelling it. Amounts in pesos. */
import { conceptoImpreso, facturaImpresa } from '#documents/factura-impresa.ts';
import { amount, folioFiscal, id, idParams, optionalText, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, raw, saved } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
import { code, reciboHecho } from '../contract.ts';

const endpoint = endpointsOf('facturacion');

export const ALL_REQUIRED = 'Todos los campos son requeridos';

/** Another invoice, to be gone to. */
const vecina = z.object({ id: z.number(), folio: z.string() });

const relativa = z.object({ folio: z.string(), status: z.string() });

/** The legal limit for cancelling an invoice. `vencido`: it has passed, and the authority may still accept. */
const plazo = z.object({
  /** The last day. */
  limite: z.string(),
  /** Left until then: 0 on the last day, negative once it has passed. */
  dias: z.number(),
  vencido: z.boolean(),
  aviso: z.string(),
});

/** What falls with an invoice. */
const alcance = z.object({
  folio: z.string(),
  /** ingreso, global, pago, egreso. */
  tipo: z.string(),
  /** How many payments it is of; 0 where it is of charges, or of another invoice. */
  pagos: z.number(),
  total: amount,
});
export type Alcance = z.infer<typeof alcance>;

/** An invoice as its view, PDF and e-mail need it: what is printed, and what belongs to it. */
export const facturaSchema = facturaImpresa.extend({
  id: z.number(),
  /** The text behind the QR image. */
  textoQR: z.string(),
  xml: z.string(),
  fechaCancelada: z.string(),
  /** Our addition: since when its cancellation waits for an answer; '' where none does. */
  fechaSolicitudCancelacion: z.string(),
  motivoCancelacion: z.string(),
  /** Our addition: of a cancellation that waits, the code of the last answer and how it stands; null where none waits. */
  cancelacion: z
    .object({
      /** EstatusUUID, or the provider's own; '' where it said none. */
      codigo: z.string(),
      veces: z.number(),
      /** Somebody has to choose: the authority took the request, has nothing of it and says so again and again, or see below. */
      atorada: z.boolean(),
      /** Since when nobody tells how the invoice stands, local to the community, once that is for too long; '' otherwise. */
      sinRespuesta: z.string(),
    })
    .nullable(),
  /** Our addition: what the authority last said of it, and when (local to the community); '' while it was never asked. */
  sat: z.object({ estado: z.string(), consultado: z.string() }),
  /** Our addition: until when it may be cancelled; null where it is not stamped, or cancelled already. */
  plazo: plazo.nullable(),
  /** Our addition: the authority's acknowledgement of the cancellation, XML; '' where there is none. */
  acuse: z.string(),
  /** The provider's last words while the invoice is pending, or when it was rejected. */
  mensaje: z.string(),
  /** The provider does not say whether it was stamped, and it is too old or the account does not serve: somebody may look. */
  sinRespuesta: z.boolean(),
  /** A PPD invoice whose payments have no complement yet. */
  faltaComplemento: z.boolean(),
  /** The fiscal folio of the stamped invoice that is to take its place; '' where there is none. */
  folioSustituto: z.string(),
  /** The invoice that takes its place, and the one whose place it takes; null for none, or a substitute that fell. */
  sustituta: relativa.nullable(),
  sustituida: relativa.nullable(),
  facturaConceptosList: z.array(
    conceptoImpreso.extend({
      /** The payment that it invoices; null in a payment complement. */
      referenciaId: z.number().nullable(),
      referenciaTipo: z.string(),
    }),
  ),
});
export type Factura = z.infer<typeof facturaSchema>;

const conceptoPedido = z.object({
  id,
  tipo: text(40),
  descripcion: text(1000),
  /** Sent along by the screen; the server takes the payment's own amount. */
  pu: z.number(),
  importe: z.number(),
});

export const facturarSchema = z.object({
  claveUnidad: text(20),
  claveProductoUnidad: text(20),
  tipoDocumentoId: id,
  metodoPagoCFDI: text(10),
  formaPagoCFDI: text(10),
  usoCFDI: text(10),
  reqFacturaConceptosList: z.array(conceptoPedido).min(1, 'Elija al menos un pago').max(500),
  loteId: id,
});
export type Facturar = z.output<typeof facturarSchema>;

/** Our addition: what 'Crear factura' opens with, of the lot's tax data or the default receiver; null where neither is. */
export const sugerencia = z
  .object({
    claveProductoUnidad: z.string(),
    claveUnidad: z.string(),
    tipoDocumentoId: z.number(),
    metodoPagoCFDI: z.string(),
    formaPagoCFDI: z.string(),
    usoCFDI: z.string(),
  })
  .nullable();
export type Sugerencia = z.infer<typeof sugerencia>;

export const requiredId = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.coerce.number({ error: ALL_REQUIRED }).int(ALL_REQUIRED).min(1, ALL_REQUIRED),
);
export const cancelarFacturaSchema = z.object({
  id,
  codeAutorizacion: code(ALL_REQUIRED),
  motivoCancelacion: text(500, ALL_REQUIRED),
  idMotivoCancelacion: requiredId,
  idTipoRelacionFactura: requiredId,
  /** Our addition: the folio of the invoice that takes its place; asked for with motive 01 only. */
  folioSustitucion: folioFiscal.optional(),
});
export type CancelarFactura = z.output<typeof cancelarFacturaSchema>;

export const facturasContract = {
  save: endpoint({
    method: 'POST',
    path: '/factura/save',
    roles: 'ABC',
    summary: 'Factura pagos de un lote; responde el id de la factura.',
    body: facturarSchema,
    answer: saved(z.number()),
    idempotent: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/factura/get/{id}',
    roles: 'ABCD',
    summary: 'Una factura, con los nombres detrás de sus claves.',
    params: idParams,
    answer: data(
      facturaSchema.extend({
        /** Our addition: the receipt that its payments came with; null where there is none, or more than one. */
        recibo: reciboHecho.nullable(),
        /** Our addition: the invoice that a credit note is of; null where it is none. */
        acredita: vecina.nullable(),
        /** Our addition: its own credit notes in force or on their way. */
        notasCredito: z.array(vecina.extend({ total: amount, status: z.string() })),
      }),
    ),
  }),
  state: endpoint({
    method: 'GET',
    path: '/factura/estado/{id}',
    roles: 'ABCD',
    summary: 'En qué va una factura: se consulta mientras está pendiente o en cancelación.',
    params: idParams,
    answer: data(z.object({ status: z.string(), mensaje: z.string() })),
  }),
  cancelable: endpoint({
    method: 'GET',
    path: '/factura/cancelable/{id}',
    roles: 'ABC',
    summary:
      'Qué dice el SAT de cancelar una factura: si la deja, si el receptor tiene que aceptarla, o qué hacer antes.',
    params: idParams,
    answer: data(
      z.object({
        respuesta: z.enum([
          'sin_aceptacion',
          'con_aceptacion',
          'no_cancelable',
          'en_proceso',
          'cancelada',
          'no_encontrada',
          'pregunta_no_valida',
          'sin_respuesta',
        ]),
        aviso: z.string(),
      }),
    ),
  }),
  alcance: endpoint({
    method: 'GET',
    path: '/factura/alcance/{id}',
    roles: 'ABC',
    summary: 'Qué cae si se cancela una factura: su folio, de cuántos pagos es y por cuánto.',
    params: idParams,
    answer: data(alcance),
  }),
  plazo: endpoint({
    method: 'GET',
    path: '/factura/plazo/{id}',
    roles: 'ABC',
    summary: 'Hasta cuándo se puede cancelar por ley una factura timbrada, y qué hacer si ya pasó; no impide pedirlo.',
    params: idParams,
    answer: data(plazo),
  }),
  email: endpoint({
    method: 'GET',
    path: '/factura/getemailfacturar/{id}',
    roles: 'ABCD',
    summary: 'El correo registrado del receptor; vacío si no hay.',
    params: idParams,
    answer: raw(z.string()),
  }),
  send: endpoint({
    method: 'POST',
    path: '/factura/enviarfactura',
    roles: 'ABCD',
    summary: 'Envía el PDF y el XML de una factura por correo.',
    body: z.object({ id, correoElectronico: optionalText(1000), correoAdicional: optionalText(200) }),
    answer: done(),
  }),
};

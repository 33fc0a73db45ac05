/** Payments: maintenance paid now or in advance, a lot's payments, notes, cancellations and corrections. Amounts in pesos. */
import { reciboImpreso } from '#documents/recibo-impreso.ts';
import {
  cobroIdentificado,
  dateCode,
  fechaPago,
  loteHeader,
  metodoPagoRef,
  montoPago,
  NOTHING_PAID,
  noCuenta,
  optionalCode,
  paymentResult,
  paysSomething,
  percentFromOne,
  porFecha,
  tenderFields,
} from '#libro/contract.ts';
import { fecha, folioFiscal, id, idParams, pesos, text } from '#platform/codecs.ts';
import { data, done, endpoint, nested } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';

/** A month that is owed, with what its discount depends on. */
const mesPendiente = z.object({
  id: z.number(),
  mes: z.number(),
  year: z.number(),
  status: z.string(),
  /** What is owed of it. */
  amount: z.number(),
  fechaCorte: z.string(),
  total: z.number(),
  /** The prompt-payment discount that it was granted. */
  descuentoReglas: z.number(),
  deuda_moratoria: z.number(),
  pagado: z.number(),
  pagadoEnTiempo: z.number(),
  /** Every adjustment in force, the special percentage included. */
  ajustado: z.number(),
  /** A special percentage, a condonation or a discount stands on it: the rules do not apply (again). */
  excluido: z.boolean(),
});
export type MesPendiente = z.infer<typeof mesPendiente>;

const reglaAplicable = z.object({
  name: z.string(),
  description: z.string(),
  percent: z.number(),
  /** Of the present cuota, in pesos. */
  discount: z.number(),
  /** The cut-off day: a payment dated on it is in time. */
  day_before: z.number(),
});

const interesPendiente = z.object({
  id: z.number(),
  tiie: z.object({ mes: z.number(), year: z.number() }),
  fechaCorte: z.string(),
  deudaMoratoria: z.number(),
  pagado: z.number(),
  /** What is owed of the entry. */
  saldo: z.number(),
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
  fondo: z.number(),
  deuda: z.number(),
  deuda_moratoria: z.number(),
  mantenimientos: z.array(mesPendiente),
  descuentos: z.array(reglaAplicable),
  /** The lot's special percentage. */
  discount: z.number().nullable(),
  cuota: z.number(),
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
  cuota: z.number(),
  diaCorte: z.number(),
  fondo: z.number(),
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

const lotePago = z.object({
  id: z.number(),
  tipo: z.string(),
  amount: z.number(),
  fechaPago: z.string(),
  /** Our addition: the day that it is booked on, the same but for money of a closed month. */
  fechaContable: z.string(),
  description: z.string(),
  observacion: z.string(),
  status: z.string(),
  facturaId: z.number().nullable(),
  folioFactura: z.string(),
  tipoPago: z.string(),
  formaPago: z.string(),
  isFacturado: z.boolean(),
  refSistemaAnterior: z.string(),
  /** Our addition: the receipt that it came with; null for a condonation, which a discount that left nothing to pay is not. */
  reciboId: z.number().nullable(),
});
export type LotePago = z.infer<typeof lotePago>;

const ALL_REQUIRED = 'Todos los campos son requeridos';
const requiredId = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.coerce.number({ error: ALL_REQUIRED }).int(ALL_REQUIRED).min(1, ALL_REQUIRED),
);

export const cancelarPagoSchema = z.object({
  id,
  /** The payment's kind, as the list gives it. */
  name: text(40, ALL_REQUIRED),
  codeAutorizacion: text(100, ALL_REQUIRED),
  motivoCancelacion: text(500, ALL_REQUIRED),
  idMotivoCancelacion: requiredId,
  idTipoRelacionFactura: requiredId,
  /** Our addition: the folio of the invoice that takes its place; asked for with motive 01 only. */
  folioSustitucion: folioFiscal.optional(),
});

export const marcarFacturadoSchema = z.object({ id, tipo: text(40), refSistemaAnterior: text(100) });
/** Our addition: an empty reference, which has to be said, takes the mark off. */
const marcadoSchema = marcarFacturadoSchema.extend({
  refSistemaAnterior: z.literal('').or(marcarFacturadoSchema.shape.refSistemaAnterior),
});

export const notaLine = z.object({
  id: z.number(),
  fecha: z.string(),
  concepto: z.string(),
  monto: z.number(),
  asociado: z.string(),
  referencia: z.string(),
  direccion: z.string(),
  emitido: z.string(),
});

/** The payments that something is asked about. */
const cobrosSchema = z.object({ dataLists: z.array(cobroIdentificado.extend({ id })).min(1).max(500) });

const optionalId = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.coerce.number().int(ALL_REQUIRED).min(1, ALL_REQUIRED).optional(),
);

const correccion = {
  reciboId: id,
  codigo: text(100),
  razon: text(500),
  /** Of an invoiced receipt: why its invoice is cancelled, as 'Cancelar pago' asks. */
  idMotivoCancelacion: optionalId,
  idTipoRelacionFactura: optionalId,
};

/** What is corrected about a receipt, by further rows only. */
export const corregirReciboSchema = z.discriminatedUnion('tipo', [
  z.object({
    tipo: z.literal('metodo'),
    metodoPago: metodoPagoRef,
    caja: z.object({ id }),
    noCuenta,
    ...correccion,
  }),
  z.object({ tipo: z.literal('lote'), lote: z.object({ id }), ...correccion }),
  z.object({ tipo: z.literal('devuelto'), ...correccion }),
]);

const isId = (chosen: { id: number | '' } | undefined): boolean => typeof chosen?.id === 'number';

export const corregirFondoSchema = z
  .object({
    tipo: z.enum(['reembolso', 'traslado']),
    lote: z.object({ id }),
    /** Only of a transfer. */
    destino: z.object({ id: z.union([id, z.literal('')]) }).optional(),
    /** Of a refund: what it is paid by, and the register that it leaves. It then is of the register's shift. */
    caja: z.object({ id: z.union([id, z.literal('')]) }).optional(),
    metodoPago: z.object({ id: z.union([id, z.literal('')]) }).optional(),
    monto: montoPago,
    codigo: text(100),
    razon: text(500),
  })
  .refine(({ tipo, destino }) => tipo !== 'traslado' || isId(destino), {
    path: ['destino', 'id'],
    message: REQUIRED,
  })
  // What was chosen for a refund before it became a transfer stays in the form, and counts for nothing.
  .refine(({ tipo, caja, metodoPago }) => tipo === 'traslado' || !isId(caja) || isId(metodoPago), {
    path: ['metodoPago', 'id'],
    message: REQUIRED,
  });

/** The form asks for the method of every refund: without one it is in no cut-off. */
export const fondoFormSchema = corregirFondoSchema.refine(
  ({ tipo, metodoPago }) => tipo === 'traslado' || isId(metodoPago),
  { path: ['metodoPago', 'id'], message: REQUIRED },
);

export const pagosContract = {
  context: endpoint({
    method: 'GET',
    path: '/lote/get-for-pagarmantenimiento/{id}',
    roles: 'ABC',
    area: 'mantenimiento',
    summary: 'Los meses y los intereses que un lote debe, con sus descuentos.',
    params: idParams,
    answer: data(payContext),
  }),
  future: endpoint({
    method: 'GET',
    path: '/lote/getformodalpagarmantenimiento/{id}',
    roles: 'ABC',
    area: 'mantenimiento',
    summary: 'Lo necesario para pagar mantenimiento por adelantado.',
    params: idParams,
    answer: data(futureContext),
  }),
  pay: endpoint({
    method: 'POST',
    path: '/cobromantenimiento/save',
    roles: 'ABC',
    area: 'mantenimiento',
    summary: 'Cobra meses de mantenimiento e intereses moratorios de un lote.',
    body: pagarMantenimientoSchema,
    answer: data(paymentResult),
    idempotent: true,
  }),
  nota: endpoint({
    method: 'POST',
    path: '/factura/nota',
    roles: 'ABCD',
    area: 'pagos',
    summary: 'Los renglones de la nota de pago de los cobros indicados.',
    body: cobrosSchema,
    answer: data(z.array(notaLine)),
    writes: false,
  }),
  recibo: endpoint({
    method: 'GET',
    path: '/recibo/get/{id}',
    roles: 'ABCD',
    area: 'pagos',
    summary: 'Un recibo completo: qué se recibió, a qué se aplicó y qué fue de él.',
    params: idParams,
    answer: data(reciboImpreso),
  }),
  recibosDe: endpoint({
    method: 'POST',
    path: '/recibo/de-cobros',
    roles: 'ABCD',
    area: 'pagos',
    summary: 'Los recibos completos con los que llegaron los cobros indicados.',
    body: cobrosSchema,
    answer: data(z.array(reciboImpreso)),
    writes: false,
  }),
  list: endpoint({
    method: 'GET',
    path: '/residente/get/pagos/{loteId}',
    roles: 'ABC',
    area: 'pagos',
    summary: 'Los pagos de un lote, el más reciente primero.',
    params: z.object({ loteId: id }),
    answer: nested(
      z.object({
        id: z.number(),
        referencia: z.string(),
        asociado: z.string(),
        direccion: z.string(),
        tipo_lote: z.string(),
        status: z.string(),
        fondo: z.number(),
        misPagosResponseList: z.array(lotePago),
      }),
    ),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/factura/cancelarpago',
    roles: 'ABC',
    area: 'pagos',
    summary: 'Cancela un pago: su cargo se reabre.',
    body: cancelarPagoSchema,
    answer: done(),
    idempotent: true,
  }),
  markInvoiced: endpoint({
    method: 'POST',
    path: '/operaciones/marcarfacturado',
    roles: 'A',
    area: 'pagos',
    summary: 'Marca un pago como facturado en el sistema anterior; con la referencia vacía le quita la marca.',
    body: marcadoSchema,
    answer: done(),
  }),
  correct: endpoint({
    method: 'POST',
    path: '/correccion/recibo',
    roles: 'ABC',
    area: 'pagos',
    summary:
      'Corrige un recibo: otro método o caja, otro lote, o dinero devuelto por el banco. Facturado, cancela antes su factura; facturado en el sistema anterior, sólo el método o la caja.',
    body: corregirReciboSchema,
    answer: done(),
    idempotent: true,
  }),
  correctFund: endpoint({
    method: 'POST',
    path: '/correccion/fondo',
    roles: 'ABC',
    area: 'pagos',
    summary: 'Reembolsa dinero del fondo de un lote o lo traslada al de otro.',
    body: corregirFondoSchema,
    answer: done(),
    idempotent: true,
  }),
};

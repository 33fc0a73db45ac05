import { autorizacionFields, metodoPagoRef, montoPago, noCuenta } from '#libro/contract.ts';
import { ALL_REQUIRED, cancelarFacturaSchema } from '#libro/facturas/contract.ts';
import { amount, id, text } from '#platform/codecs.ts';
import { done, endpointsOf, nested } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('pagos');

const lotePago = z.object({
  id: z.number(),
  tipo: z.string(),
  amount,
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

export const cancelarPagoSchema = cancelarFacturaSchema.extend({
  /** The payment's kind, as the list gives it. */
  name: text(40, ALL_REQUIRED),
});

export const marcarFacturadoSchema = z.object({ id, tipo: text(40), refSistemaAnterior: text(100) });
/** Our addition: an empty reference, which has to be said, takes the mark off. */
const marcadoSchema = marcarFacturadoSchema.extend({
  refSistemaAnterior: z.literal('').or(marcarFacturadoSchema.shape.refSistemaAnterior),
});

const optionalId = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.coerce.number().int(ALL_REQUIRED).min(1, ALL_REQUIRED).optional(),
);

const correccion = {
  reciboId: id,
  ...autorizacionFields,
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
  /** Of a receipt that a deposit was applied by: the deposit waits again. */
  z.object({ tipo: z.literal('deposito'), ...correccion }),
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
    ...autorizacionFields,
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
  list: endpoint({
    method: 'GET',
    path: '/residente/get/pagos/{loteId}',
    roles: 'ABC',
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
        fondo: amount,
        misPagosResponseList: z.array(lotePago),
      }),
    ),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/factura/cancelarpago',
    roles: 'ABC',
    summary: 'Cancela un pago: su cargo se reabre.',
    body: cancelarPagoSchema,
    answer: done(),
    idempotent: true,
  }),
  markInvoiced: endpoint({
    method: 'POST',
    path: '/operaciones/marcarfacturado',
    roles: 'A',
    summary: 'Marca un pago como facturado en el sistema anterior; con la referencia vacía le quita la marca.',
    body: marcadoSchema,
    answer: done(),
  }),
  correct: endpoint({
    method: 'POST',
    path: '/correccion/recibo',
    roles: 'ABC',
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
    summary: 'Reembolsa dinero del fondo de un lote o lo traslada al de otro.',
    body: corregirFondoSchema,
    answer: done(),
    idempotent: true,
  }),
};

/** Invoices: made from payments, kept, shown, sent and cancelled. Amounts in pesos. */
import { conceptoImpreso, facturaImpresa } from '#documents/factura-impresa.ts';
import { reciboHecho } from '#libro/contract.ts';
import { fecha, folioFiscal, id, idParams, optionalText, text } from '#platform/codecs.ts';
import { data, done, endpoint, list, raw, saved } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const ALL_REQUIRED = 'Todos los campos son requeridos';

const relativa = z.object({ folio: z.string(), status: z.string() });

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
  /** The provider's last words while the invoice is pending, or when it was rejected. */
  mensaje: z.string(),
  /** Too old to be stamped, and the provider does not say whether it was: somebody has to look. */
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

const facturaListada = z.object({
  id: z.number(),
  /** 'YYYY-MM-DDTHH:mm:ss' in the community's zone. */
  fechaEmision: z.string(),
  folio: z.string(),
  referenciaReceptor: z.string(),
  conceptosList: z.array(z.string()),
  nombreReceptor: z.string(),
  total: z.number(),
  status: z.string(),
  tipoMotivoCancelacion: z.object({ clave: z.string() }).nullable(),
  folioFiscal: z.string(),
  /** Our addition. */
  tipo: z.string(),
});
export type FacturaListada = z.infer<typeof facturaListada>;

/** 'DD-MM-YYYY HH:mm:ss', as the list sends its dates; '' for none. */
const bound = z
  .string()
  .regex(/^(\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2})?$/, 'La fecha no es válida')
  .refine((value) => {
    if (value === '') return true;
    const [day, month, year] = value.slice(0, 10).split('-');
    return fecha.safeParse(`${year}-${month}-${day}`).success;
  }, 'La fecha no es válida')
  .optional();

const filters = { name: optionalText(100).optional(), dateIni: bound, dateFin: bound };

export const conceptoPedido = z.object({
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

const requiredId = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z.coerce.number({ error: ALL_REQUIRED }).int(ALL_REQUIRED).min(1, ALL_REQUIRED),
);
export const cancelarFacturaSchema = z.object({
  id,
  codeAutorizacion: text(100, ALL_REQUIRED),
  motivoCancelacion: text(500, ALL_REQUIRED),
  idMotivoCancelacion: requiredId,
  idTipoRelacionFactura: requiredId,
  /** Our addition: the folio of the invoice that takes its place; asked for with motive 01 only. */
  folioSustitucion: folioFiscal.optional(),
});
export type CancelarFactura = z.output<typeof cancelarFacturaSchema>;

export const vencerSchema = z.object({
  id,
  codeAutorizacion: text(100, ALL_REQUIRED),
  razon: text(500, ALL_REQUIRED),
});
export type Vencer = z.output<typeof vencerSchema>;

const pagoSinFacturar = z.object({
  id: z.number(),
  amount: z.number(),
  /** The last digits of the account that paid; null where there are none. */
  noCuenta: z.string().nullable(),
  fechaPago: z.string(),
  description: z.string(),
  tipo: z.string(),
  /** Our addition: c_FormaPago of the method that it came by; '' where there is none. */
  formaPago: z.string(),
});
export type PagoSinFacturar = z.infer<typeof pagoSinFacturar>;

/** Our addition: what 'Crear factura' opens with, of the lot's tax data or the default receiver; null where neither is. */
const sugerencia = z
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

export const globalSchema = z.object({
  year: z.coerce.number().int().min(2000).max(2199),
  mes: z.coerce.number().int().min(1).max(12),
  /** The payments chosen; the server takes those that nobody invoiced in the meantime. */
  pagos: z.array(id).min(1, 'Elija al menos un pago').max(5000),
});

export const facturacionContract = {
  prepare: endpoint({
    method: 'GET',
    path: '/factura/pagofacturar/{paymentId}/{tipo}',
    roles: 'ABC',
    area: 'facturacion',
    summary: 'Emisor, receptor y conceptos con los que se facturaría un pago.',
    params: z.object({ paymentId: id, tipo: text(40) }),
    answer: data(
      z.object({
        emisor: z.object({ compania: z.string(), rfc: z.string(), codigoPostal: z.string() }),
        datosFiscalesReceptor: z.object({
          loteReferencia: z.string(),
          razonSocial: z.string(),
          rfc: z.string(),
          domicilio: z.string(),
          loteId: z.number(),
        }),
        conceptos: z.array(z.object({ id: z.number(), tipo: z.string(), description: z.string(), monto: z.number() })),
        sugerencia,
      }),
    ),
  }),
  source: endpoint({
    method: 'GET',
    path: '/lote/getforgenerarfactura/{loteId}',
    roles: 'ABC',
    area: 'facturacion',
    summary: 'Los pagos de un lote que nadie ha facturado.',
    params: z.object({ loteId: id }),
    answer: data(
      z.object({ misPagosResponseList: z.array(pagoSinFacturar), direccion: z.object({ id: z.number() }), sugerencia }),
    ),
  }),
  save: endpoint({
    method: 'POST',
    path: '/factura/save',
    roles: 'ABC',
    area: 'facturacion',
    summary: 'Factura pagos de un lote; responde el id de la factura.',
    body: facturarSchema,
    answer: saved(z.number()),
    idempotent: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/factura/get/{id}',
    roles: 'ABCD',
    area: 'facturacion',
    summary: 'Una factura, con los nombres detrás de sus claves.',
    params: idParams,
    /** Our addition: the receipt that its payments came with; null where there is none, or more than one. */
    answer: data(facturaSchema.extend({ recibo: reciboHecho.nullable() })),
  }),
  state: endpoint({
    method: 'GET',
    path: '/factura/estado/{id}',
    roles: 'ABCD',
    area: 'facturacion',
    summary: 'En qué va una factura: se consulta mientras está pendiente o en cancelación.',
    params: idParams,
    answer: data(z.object({ status: z.string(), mensaje: z.string() })),
  }),
  email: endpoint({
    method: 'GET',
    path: '/factura/getemailfacturar/{id}',
    roles: 'ABCD',
    area: 'facturacion',
    summary: 'El correo registrado del receptor; vacío si no hay.',
    params: idParams,
    answer: raw(z.string()),
  }),
  send: endpoint({
    method: 'POST',
    path: '/factura/enviarfactura',
    roles: 'ABCD',
    area: 'facturacion',
    summary: 'Envía el PDF y el XML de una factura por correo.',
    body: z.object({ id, correoElectronico: optionalText(1000), correoAdicional: optionalText(200) }),
    answer: done(),
  }),
  page: endpoint({
    method: 'GET',
    path: '/factura/allpaginable',
    roles: 'ABCD',
    area: 'facturacion',
    summary: 'Una página de facturas, la más reciente primero.',
    query: z.object({
      page: z.coerce.number().int().min(0).max(1_000_000).default(0),
      size: z.coerce.number().int().min(1).max(100).default(20),
      sortBy: optionalText(40).optional(),
      ...filters,
    }),
    answer: raw(
      z.object({
        facturaDTOList: z.array(facturaListada),
        previous: z.boolean(),
        next: z.boolean(),
        total: z.number(),
      }),
    ),
  }),
  filtered: endpoint({
    method: 'GET',
    path: '/factura/allByFilter',
    roles: 'ABCD',
    area: 'facturacion',
    summary: 'Todas las facturas de un filtro, para la hoja de cálculo.',
    query: z.object(filters),
    answer: list(facturaListada),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/factura/cancelarfactura',
    roles: 'ABC',
    area: 'facturacion',
    summary: 'Cancela una factura; sus pagos quedan recibidos y se pueden facturar de nuevo.',
    body: cancelarFacturaSchema,
    answer: done(),
    idempotent: true,
  }),
  askCancellation: endpoint({
    method: 'POST',
    path: '/factura/consultarcancelacion',
    roles: 'ABC',
    area: 'facturacion',
    summary: 'Pregunta ahora mismo al proveedor por una cancelación que sigue en proceso.',
    body: z.object({ id }),
    answer: done(),
    // What the provider answers is kept, and audited, by the cancellation that was asked for.
    writes: false,
  }),
  expire: endpoint({
    method: 'POST',
    path: '/factura/vencida',
    roles: 'A',
    area: 'facturacion',
    summary:
      'Da por vencida una factura que el proveedor no confirmó en 72 horas y que, según su portal, no timbró; sus pagos quedan libres.',
    body: vencerSchema,
    answer: done(),
  }),
  cancelled: endpoint({
    method: 'GET',
    path: '/factura/canceladas/{MM}/{YYYY}',
    roles: 'ABCF',
    area: 'facturacion',
    summary: 'Las facturas canceladas en un mes.',
    params: z.object({
      MM: z.coerce.number().int().min(1).max(12),
      YYYY: z.coerce.number().int().min(2000).max(2199),
    }),
    answer: list(
      z.object({
        id: z.number(),
        /** Our addition. */
        tipo: z.string(),
        fechaCancelada: z.string(),
        folio: z.string(),
        referencia: z.string(),
        motivoCancelacion: z.string(),
        folioFiscalRelacionar: z.string(),
        folioFiscal: z.string(),
        total: z.number(),
      }),
    ),
  }),
  updateRelated: endpoint({
    method: 'POST',
    path: '/factura/updateFolioReferenciar',
    roles: 'ABC',
    area: 'facturacion',
    summary: 'Corrige el folio fiscal a relacionar de una factura cancelada.',
    body: z.object({ id, name: folioFiscal }),
    answer: done(),
  }),
  substitute: endpoint({
    method: 'POST',
    path: '/factura/sustituir',
    roles: 'ABC',
    area: 'facturacion',
    summary:
      'Genera la factura que sustituye a otra, con los datos fiscales de hoy; la otra se cancela después, con motivo 01.',
    body: z.object({ id }),
    answer: saved(z.number()),
    idempotent: true,
  }),
  complement: endpoint({
    method: 'POST',
    path: '/factura/complemento',
    roles: 'ABC',
    area: 'facturacion',
    summary: 'Emite el complemento de pago de una factura PPD; responde el id del complemento.',
    body: z.object({ id }),
    answer: saved(z.number()),
    idempotent: true,
  }),
  globalSource: endpoint({
    method: 'GET',
    path: '/factura/porglobal/{MM}/{YYYY}',
    roles: 'ABC',
    area: 'facturacion',
    summary: 'Los pagos de un mes que nadie ha facturado, para la factura global.',
    params: z.object({
      MM: z.coerce.number().int().min(1).max(12),
      YYYY: z.coerce.number().int().min(2000).max(2199),
    }),
    answer: list(pagoSinFacturar.extend({ referencia: z.string(), reciboId: z.number() })),
  }),
  global: endpoint({
    method: 'POST',
    path: '/factura/global',
    roles: 'ABC',
    area: 'facturacion',
    summary: 'Factura al público en general los pagos de un mes; responde el id de la factura.',
    body: globalSchema,
    answer: saved(z.number()),
    idempotent: true,
  }),
};

/** Purchase orders. Suppliers and articles are catalogues: definitions.ts. */
import { catalogueContract } from '#platform/catalogue-contract.ts';
import {
  amount,
  fecha,
  id,
  idOrNew,
  idParams,
  numberField,
  optionalFecha,
  optionalText,
  paging,
  pesos,
  ref,
  text,
} from '#platform/codecs.ts';
import { data, done, endpointsOf, raw, refusable, uploadBody } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';
import { articulo, proveedor } from './definitions.ts';
import { ESTATUS, ESTATUS_PAGO, refusalOfLinea } from './rules.ts';

const endpoint = endpointsOf('compras');

export const listProveedores = catalogueContract(proveedor).all;
export const listArticulos = catalogueContract(articulo).all;

const NOT_NEGATIVE = 'No puede ser negativo';
const LINES_MAX = 200;

const isEmpty = (value: unknown): boolean => value === '' || value === undefined || value === null;

/** One of a list; empty is 'Campo Requerido'. */
const oneOf = <const T extends readonly [string, ...string[]]>(options: T) =>
  z.enum(options, { error: ({ input }) => (isEmpty(input) ? REQUIRED : 'Elija una de las opciones') });

const monto = pesos.refine((value) => value >= 0, { message: NOT_NEGATIVE });

/** A quantity; empty is so many. */
const cantidadOr = (empty: number): z.ZodType<number, number | string | null | undefined> =>
  z.preprocess(
    (value) => (isEmpty(value) ? empty : value),
    numberField()
      .refine((value) => value >= 0, { message: NOT_NEGATIVE, abort: true })
      .refine((value) => value <= 1_000_000, { message: 'La cantidad es demasiado grande', abort: true })
      .refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6, {
        message: 'Use tres decimales como máximo',
      }),
  ) as z.ZodType<number, number | string | null | undefined>;

const precioUnitario: z.ZodType<number, number | string | null | undefined> = z.preprocess(
  (value) => (isEmpty(value) ? 0 : value),
  monto,
) as z.ZodType<number, number | string | null | undefined>;

const lineaSchema = z
  .object({
    articulo: z.object({ id: idOrNew }),
    presentacion: optionalText(200),
    unidadMedida: optionalText(100),
    precioUnitario,
    cantidad: cantidadOr(1),
    /** Of a line that the order has already; without one it is a new line. Our addition. */
    numero: idOrNew.optional(),
  })
  .superRefine((linea, ctx) => {
    const message = refusalOfLinea(linea);
    if (message) ctx.addIssue({ code: 'custom', path: ['articulo', 'id'], message });
  });

const proveedorRef = z.object({
  id: z.preprocess((value) => (isEmpty(value) ? undefined : value), id) as z.ZodType<
    number,
    number | string | null | undefined
  >,
});

/** The form's schema, which the server checks as well. */
export const ordenCompraSchema = z.object({
  id: idOrNew,
  proveedor: proveedorRef,
  estatus: oneOf(ESTATUS),
  precio: monto,
  estatusPago: oneOf(ESTATUS_PAGO),
  numFacturas: z.preprocess(
    (value) => (isEmpty(value) ? null : value),
    numberField()
      .refine((value) => Number.isInteger(value) && value >= 0 && value <= 10_000, {
        message: 'Escriba un número entero',
      })
      .nullable(),
  ) as z.ZodType<number | null, number | string | null | undefined>,
  ordenCompraArticuloList: z.array(lineaSchema).max(LINES_MAX, `Use ${LINES_MAX} artículos como máximo`).default([]),
});

const ordenCompra = z.object({
  id: z.number(),
  estatus: z.enum(ESTATUS),
  precio: amount,
  estatusPago: z.enum(ESTATUS_PAGO),
  numFacturas: z.number().nullable(),
  proveedor: z.object({ id: z.number(), nombre: z.string() }),
  createdAt: z.string(),
  ordenCompraArticuloList: z.array(
    z.object({
      articulo: z.object({ id: z.number(), nombre: z.string() }),
      unidadMedida: z.string(),
      cantidad: z.number(),
      presentacion: z.string(),
      precioUnitario: amount,
      numero: z.number(),
    }),
  ),
});

export type OrdenCompra = z.output<typeof ordenCompra>;

const archivoDe = z.object({ id: z.number(), nombre: z.string() }).nullable();

const recepcion = z.object({
  id: z.number(),
  fecha: z.string(),
  recibio: z.string(),
  observacion: z.string(),
  usuario: z.string(),
  registrada: z.string(),
  articulos: z.array(z.object({ numero: z.number(), nombre: z.string(), cantidad: z.number() })),
  /** Who took it back, and why. */
  deshecha: z.object({ motivo: z.string(), usuario: z.string(), fecha: z.string() }).nullable(),
});
export type Recepcion = z.output<typeof recepcion>;

const facturaCompra = z.object({
  id: z.number(),
  /** '' of one without an XML, of which the rest is what was typed. */
  uuid: z.string(),
  folio: z.string(),
  rfcEmisor: z.string(),
  nombreEmisor: z.string(),
  fecha: z.string(),
  total: amount,
  xml: archivoDe,
  pdf: archivoDe,
  usuario: z.string(),
});
export type FacturaCompra = z.output<typeof facturaCompra>;

/** An order with all that became of it. */
const detalle = ordenCompra.extend({
  usuario: z.string(),
  proveedor: z.object({
    id: z.number(),
    nombre: z.string(),
    rfc: z.string(),
    nombreContacto: z.string(),
    correo: z.string(),
    telefono: z.string(),
  }),
  /** Whom the supplier makes the invoice out to; null until the community's issuer is captured. */
  facturarA: z.object({ rfc: z.string(), nombre: z.string() }).nullable(),
  ordenCompraArticuloList: z.array(
    ordenCompra.shape.ordenCompraArticuloList.element.extend({
      /** Of it, by the receptions that stand. */
      recibido: z.number(),
    }),
  ),
  recepciones: z.array(recepcion),
  facturas: z.array(facturaCompra),
});
export type DetalleDeOrden = z.output<typeof detalle>;

export const recibirSchema = z.object({
  orden: ref,
  fecha,
  recibio: text(120),
  observacion: optionalText(500),
  articulos: z
    .array(z.object({ numero: id, cantidad: cantidadOr(0) }))
    .min(1, 'Escriba lo que llegó de al menos un artículo')
    .max(LINES_MAX)
    .refine((articulos) => new Set(articulos.map(({ numero }) => numero)).size === articulos.length, {
      message: 'Un artículo está dos veces. Escriba su cantidad una sola vez',
    }),
});

export const deshacerSchema = z.object({ id, motivo: text(500) });

/** Of an invoice without its XML. */
export const facturaPdfSchema = z.object({
  orden: ref,
  archivo: ref,
  folio: text(80),
  fecha,
  total: monto,
});

export const XML_BYTES_MAX = 5 * 1024 * 1024;

/** So many orders fit in a workbook and on paper. */
export const ORDENES_MAX = 5_000;

/** A filter that '' leaves open. */
const choice = <const T extends readonly [string, ...string[]]>(options: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.enum(options).optional());

const filtros = {
  proveedorId: idOrNew,
  estatus: choice(ESTATUS),
  estatusPago: choice(ESTATUS_PAGO),
  dateIni: optionalFecha,
  dateFin: optionalFecha,
};

export const comprasContract = {
  page: endpoint({
    method: 'GET',
    path: '/ordencompra/allpaginable',
    roles: 'AB',
    summary: 'Una página de las órdenes de compra, la más reciente primero; dateIni y dateFin como YYYY-MM-DD.',
    query: z.object({
      ...paging,
      sortBy: z.enum(['createdAt']).default('createdAt'),
      ...filtros,
    }),
    answer: raw(
      z.object({ ordenCompraList: z.array(ordenCompra), previous: z.boolean(), next: z.boolean(), total: z.number() }),
    ),
  }),
  get: endpoint({
    method: 'GET',
    path: '/ordencompra/get/{id}',
    roles: 'AB',
    summary: 'Una orden de compra.',
    params: idParams,
    answer: data(ordenCompra),
  }),
  save: endpoint({
    method: 'POST',
    path: '/ordencompra/save',
    roles: 'AB',
    summary:
      'Crea (id vacío) o actualiza una orden de compra con sus artículos. De lo que ya tiene recepciones el estatus es el que ellas dan.',
    body: ordenCompraSchema,
    idempotent: true,
    answer: done(),
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/ordencompra/cancelarOrden/{id}',
    roles: 'AB',
    summary: 'Cancela una orden de compra; queda en la lista.',
    params: idParams,
    answer: done(),
  }),
  /** Everything that a filter finds, for the workbook and the paper. */
  lista: endpoint({
    method: 'GET',
    path: '/ordencompra/lista',
    work: 'long',
    roles: 'AB',
    summary: 'Todas las órdenes de compra de un filtro, la más reciente primero; dateIni y dateFin como YYYY-MM-DD.',
    query: z.object(filtros),
    answer: refusable(data(z.array(ordenCompra))),
  }),
  detalle: endpoint({
    method: 'GET',
    path: '/ordencompra/detalle/{id}',
    roles: 'AB',
    summary: 'Una orden de compra con lo que se ha recibido de ella y las facturas de su proveedor.',
    params: idParams,
    answer: data(detalle),
  }),
};

/** What came of an order. Our addition. */
export const recepcionesContract = {
  recibir: endpoint({
    method: 'POST',
    path: '/ordencompra/recibir',
    roles: 'AB',
    summary: 'Registra lo que llegó de una orden de compra; el estatus de la orden lo sigue.',
    body: recibirSchema,
    idempotent: true,
    answer: done(),
  }),
  deshacer: endpoint({
    method: 'POST',
    path: '/ordencompra/recepcion/deshacer',
    roles: 'AB',
    summary: 'Deshace una recepción, que queda a la vista; el estatus de la orden lo sigue.',
    body: deshacerSchema,
    answer: done(),
  }),
};

/** The invoices of an order's supplier. Our addition. */
export const facturasCompraContract = {
  adjuntarXml: endpoint({
    method: 'POST',
    path: '/ordencompra/factura/xml/{id}',
    roles: 'AB',
    summary:
      'Adjunta a una orden de compra el XML de una factura de su proveedor, de donde se leen sus datos; pdf es el archivo de su representación impresa, si la hay.',
    params: idParams,
    query: z.object({ pdf: idOrNew }),
    upload: { bytesMax: XML_BYTES_MAX },
    body: uploadBody,
    answer: done(),
  }),
  adjuntarPdf: endpoint({
    method: 'POST',
    path: '/ordencompra/factura/pdf',
    roles: 'AB',
    summary: 'Adjunta a una orden de compra una factura de su proveedor de la que sólo se tiene el PDF.',
    body: facturaPdfSchema,
    idempotent: true,
    answer: done(),
  }),
  quitar: endpoint({
    method: 'DELETE',
    path: '/ordencompra/factura/quitar/{id}',
    roles: 'AB',
    summary: 'Quita una factura de una orden de compra, con sus archivos.',
    params: idParams,
    answer: done(),
  }),
};

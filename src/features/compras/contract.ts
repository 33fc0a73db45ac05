/** Purchase orders. Suppliers and articles are catalogues: definitions.ts. */
import { catalogueContract } from '#platform/catalogue-contract.ts';
import {
  amount,
  id,
  idOrNew,
  idParams,
  numberField,
  optionalFecha,
  optionalText,
  paging,
  pesos,
} from '#platform/codecs.ts';
import { data, done, endpoint, raw } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';
import { articulo, proveedor } from './definitions.ts';
import { ESTATUS, ESTATUS_PAGO, refusalOfLinea } from './rules.ts';

export const listProveedores = catalogueContract(proveedor).all;
export const listArticulos = catalogueContract(articulo).all;

const NOT_NEGATIVE = 'No puede ser negativo';
const LINES_MAX = 200;

const isEmpty = (value: unknown): boolean => value === '' || value === undefined || value === null;

/** One of a list; empty is 'Campo Requerido'. */
const oneOf = <const T extends readonly [string, ...string[]]>(options: T) =>
  z.enum(options, { error: ({ input }) => (isEmpty(input) ? REQUIRED : 'Elija una de las opciones') });

const monto = pesos.refine((value) => value >= 0, { message: NOT_NEGATIVE });

const cantidad: z.ZodType<number, number | string | null | undefined> = z.preprocess(
  (value) => (isEmpty(value) ? 1 : value),
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
    cantidad,
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
    }),
  ),
});

export type OrdenCompra = z.output<typeof ordenCompra>;

/** A filter that '' leaves open. */
const choice = <const T extends readonly [string, ...string[]]>(options: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.enum(options).optional());

export const comprasContract = {
  page: endpoint({
    method: 'GET',
    path: '/ordencompra/allpaginable',
    roles: 'AB',
    area: 'compras',
    summary: 'Una página de las órdenes de compra, la más reciente primero; dateIni y dateFin como YYYY-MM-DD.',
    query: z.object({
      ...paging,
      sortBy: z.enum(['createdAt']).default('createdAt'),
      proveedorId: idOrNew,
      estatus: choice(ESTATUS),
      estatusPago: choice(ESTATUS_PAGO),
      dateIni: optionalFecha,
      dateFin: optionalFecha,
    }),
    answer: raw(
      z.object({ ordenCompraList: z.array(ordenCompra), previous: z.boolean(), next: z.boolean(), total: z.number() }),
    ),
  }),
  get: endpoint({
    method: 'GET',
    path: '/ordencompra/get/{id}',
    roles: 'AB',
    area: 'compras',
    summary: 'Una orden de compra.',
    params: idParams,
    answer: data(ordenCompra),
  }),
  save: endpoint({
    method: 'POST',
    path: '/ordencompra/save',
    roles: 'AB',
    area: 'compras',
    summary: 'Crea (id vacío) o actualiza una orden de compra con sus artículos.',
    body: ordenCompraSchema,
    idempotent: true,
    answer: done(),
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/ordencompra/cancelarOrden/{id}',
    roles: 'AB',
    area: 'compras',
    summary: 'Cancela una orden de compra; queda en la lista.',
    params: idParams,
    answer: done(),
  }),
};

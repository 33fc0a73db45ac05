/** A lot's special discount on maintenance, and the cancellation of its whole debt of a kind. Amounts in pesos. */
import { autorizacionFields } from '#libro/contract.ts';
import { amount, id, idParams, numberField, optionalText, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, list } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('descuentos');
const endpointOfPagos = endpointsOf('pagos');

export const porcentajeEspecial = numberField()
  .refine((value) => value >= 0, { message: 'El %   no puede ser negativo', abort: true })
  .refine((value) => value >= 1 && value <= 100, { message: 'El % debe estar entre 1-100', abort: true })
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-9, {
    message: 'Escriba un porcentaje con dos decimales como máximo',
  });

const RAZON_MAX = 500;
/** What the product asks for; other callers may leave it out, and that is noted. */
export const motivoSchema = z.object({ razon: text(RAZON_MAX) });
const razon = optionalText(RAZON_MAX);

/** What the form of a special discount fills in. */
export const descuentoSchema = motivoSchema.extend({ id, descuento: porcentajeEspecial });

const montoDeMeses = z.object({ monto: amount, meses: z.number() });

const efectoEspecial = z.object({
  referencia: z.string(),
  /** Percentages; null: none. */
  antes: z.number().nullable(),
  despues: z.number().nullable(),
  /** Months that owe something today. */
  abiertos: z.number(),
  /** What is forgiven, and how many of these months owe nothing any more. */
  perdona: montoDeMeses.extend({ cierra: z.number() }),
  /** What is owed again, and how many of these months owed nothing. */
  devuelve: montoDeMeses.extend({ reabre: z.number() }),
  /** By how much late interest falls with it; negative where it grows. */
  intereses: amount,
  /** Months that keep what they bear though it is another percentage: paid, or created with nothing to pay. */
  quedan: z.number(),
  /** What a month costs today, and what is left of it; null where no definition applies to the lot. */
  cuota: amount.nullable(),
  cuotaNeta: amount.nullable(),
});
export type EfectoEspecial = z.infer<typeof efectoEspecial>;

const descuentoRow = z.object({
  /** The lot's. */
  id: z.number(),
  referencia: z.string(),
  residente_name: z.string(),
  direccion: z.string(),
  descuento_especial: z.number(),
});
export type DescuentoRow = z.infer<typeof descuentoRow>;

/** The kinds of debt that are cancelled as a whole. */
export const TIPOS_DEUDA_GLOBAL = ['mantenimiento', 'cuota_inicial_proyecto'] as const;
export type TipoDeudaGlobal = (typeof TIPOS_DEUDA_GLOBAL)[number];

const deudaGlobal = z.object({
  id: z.number(),
  concepto: z.string(),
  status: z.string(),
  deuda: amount,
  pagado: amount,
});
export type DeudaGlobal = z.infer<typeof deudaGlobal>;

/** What the confirmation asks for. */
export const cancelarDeudaSchema = z.object(autorizacionFields);

export const descuentosContract = {
  list: endpoint({
    method: 'GET',
    path: '/lote/descuentosespeciales',
    roles: 'A',
    summary: 'Los lotes con descuento especial en su mantenimiento.',
    answer: list(descuentoRow),
  }),
  save: endpoint({
    method: 'POST',
    path: '/lote/descuentosespeciales/save',
    roles: 'A',
    summary: 'Fija el descuento especial de un lote y lo aplica a sus meses abiertos y a los que uno anterior cerró.',
    body: descuentoSchema.extend({ razon }),
    answer: done(),
  }),
  efecto: endpoint({
    method: 'GET',
    path: '/lote/descuentosespeciales/efecto/{id}',
    roles: 'A',
    summary: 'Lo que haría fijar un descuento especial (sin porcentaje: quitarlo): meses, y cuánto perdona o devuelve.',
    params: idParams,
    query: z.object({
      descuento: z.preprocess((value) => (value === '' ? undefined : value), porcentajeEspecial.optional()),
    }),
    answer: data(efectoEspecial),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/lote/descuentosespeciales/delete/{id}',
    roles: 'A',
    summary: 'Quita el descuento especial de un lote y lo revierte en sus meses abiertos y en los que cerró.',
    params: idParams,
    query: z.object({ razon }),
    answer: done(),
  }),
  deudaGlobal: endpointOfPagos({
    method: 'GET',
    path: '/lote/getCancelardeudaglobal/{tipo}/{loteId}',
    roles: 'AB',
    summary: 'Los cargos de un tipo que un lote debe, y los que ya se cancelaron.',
    params: z.object({ tipo: z.enum(TIPOS_DEUDA_GLOBAL), loteId: id }),
    answer: list(deudaGlobal),
  }),
  cancelarDeuda: endpointOfPagos({
    method: 'POST',
    path: '/lote/cancelardeudaglobal',
    roles: 'AB',
    summary: 'Cancela lo que se debe de un cargo, con código y motivo.',
    body: cancelarDeudaSchema.extend({ id, tipo: z.enum(TIPOS_DEUDA_GLOBAL) }),
    answer: done(),
    idempotent: true,
  }),
};

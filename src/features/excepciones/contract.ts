/**
 * The daily list of exceptions, which the direction ticks off: dates, special percentages, waivers, cancellations, money given
 * back. Our own addition (dominio.md#two-dates). Amounts in pesos.
 */
import { amount, id, optionalRange, optionalText } from '#platform/codecs.ts';
import { data, done, endpointsOf } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('reportes');

/** Where a row of the list stands in the ledger: together with its number it is known again. */
export const CLASES = ['fechas', 'especial', 'condonacion', 'cancelacion', 'reembolso'] as const;
export type Clase = (typeof CLASES)[number];

/** What a row is: of one class there are several kinds. */
export const TIPOS = [
  'fechas',
  'especial',
  'condonacion',
  'cargo_cancelado',
  'especial_reabierto',
  'descuento_entero',
  'pago_cancelado',
  'pago_devuelto',
  'pago_corregido',
  'reembolso',
  'abono_cancelado',
] as const;
export type Tipo = (typeof TIPOS)[number];

const excepcion = z.object({
  clase: z.enum(CLASES),
  /** Of the row in the ledger. */
  id: z.number(),
  tipo: z.enum(TIPOS),
  /** The day of posting, and its instant. */
  dia: z.string(),
  registrado: z.string(),
  lote: z.object({ id: z.number(), referencia: z.string() }),
  reciboId: z.number().nullable(),
  /** What it is about: '' where the kind says it all. */
  descripcion: z.string(),
  razon: z.string(),
  monto: amount,
  usuario: z.string(),
  /** Whose code let it; '' where none was asked for. */
  autorizo: z.string(),
  revisada: z.object({ usuario: z.string(), fecha: z.string(), nota: z.string() }).nullable(),
});
export type Excepcion = z.infer<typeof excepcion>;

/** More are told of, and seen by a shorter range. */
export const EXCEPCIONES_MAX = 2_000;

const query = z
  .object({
    /** Days of posting; left out, as far back as the list goes, and through today. */
    ...optionalRange,
    /** 'true' leaves out what was ticked off. */
    pendientes: z.enum(['true', 'false']).default('false'),
  })
  .refine(({ desde, hasta }) => !desde || !hasta || desde <= hasta, {
    path: ['hasta'],
    message: 'La fecha final no puede ser anterior a la inicial',
  });

const revisarSchema = z.object({
  filas: z
    .array(z.object({ clase: z.enum(CLASES), id }))
    .min(1, 'Elija al menos una excepción')
    .max(EXCEPCIONES_MAX),
  nota: optionalText(500),
});

export const excepcionesContract = {
  all: endpoint({
    method: 'GET',
    path: '/excepcion/all',
    roles: 'AB',
    summary: 'Las excepciones por día en que se capturaron, primero las que nadie ha revisado.',
    query,
    answer: data(
      z.object({
        excepciones: z.array(excepcion),
        /** Everything is here but what came before it. */
        hayMas: z.boolean(),
      }),
    ),
  }),
  pendientes: endpoint({
    method: 'GET',
    path: '/excepcion/pendientes',
    roles: 'AB',
    summary: 'Cuántas excepciones están por revisar.',
    answer: data(z.object({ pendientes: z.number() })),
  }),
  revisar: endpoint({
    method: 'POST',
    path: '/excepcion/revisar',
    roles: 'A',
    summary: 'Marca excepciones como revisadas; las que ya lo estaban quedan como estaban.',
    body: revisarSchema,
    answer: done(),
  }),
};

import { fecha, id, idOrNew, ref, text } from '#platform/codecs.ts';
import { data, endpointsOf, list } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('notas');

export const TIPOS_NOTA = ['nota', 'alerta'] as const;

export type TipoNota = (typeof TIPOS_NOTA)[number];

/** The empty text of a date field is a missing date. */
const requiredFecha: z.ZodType<string, string | null | undefined> = z.preprocess(
  (value) => (value === '' ? undefined : value),
  fecha,
);

/** What the form fills in; that the date is not before today needs a clock and stands in rules.ts. */
export const notaSchema = z.object({ fechaRecordatorio: requiredFecha, descripcion: text(2000) });

const notaAlerta = z.object({
  id: z.number(),
  tipo: z.enum(TIPOS_NOTA),
  lote: z.object({ id: z.number(), referencia: z.string() }),
  activa: z.boolean(),
  descripcion: z.string(),
  fechaRecordatorio: z.string(),
});

export const notasContract = {
  warnings: endpoint({
    method: 'GET',
    path: '/notaalerta/getwarning',
    roles: 'ABCD',
    summary: 'Las alertas activas de todos los lotes, la más antigua primero.',
    answer: list(
      z.object({
        id: z.number(),
        tipo: z.enum(TIPOS_NOTA),
        lote: z.object({ referencia: z.string() }),
        fechaRecordatorio: z.string(),
        descripcion: z.string(),
      }),
    ),
  }),
  byLote: endpoint({
    method: 'GET',
    path: '/notaalerta/getbytipoandlote/{tipo}/{loteId}',
    roles: 'ABC',
    summary: 'Las notas o las alertas de un lote, la de fecha más reciente primero.',
    // A tipo that does not exist is an address that does not exist: 404, by the handler.
    params: z.object({ tipo: z.string().max(20), loteId: id }),
    answer: list(notaAlerta),
  }),
  save: endpoint({
    method: 'POST',
    path: '/notaalerta/save',
    roles: 'ABC',
    summary: 'Crea (id vacío) o actualiza una nota o alerta de un lote.',
    body: notaSchema.extend({
      id: idOrNew,
      tipo: z.enum(TIPOS_NOTA),
      lote: ref,
      activa: z.boolean().default(true),
    }),
    answer: data(notaAlerta),
  }),
};

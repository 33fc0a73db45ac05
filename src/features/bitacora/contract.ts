import { parseFechaHora } from '#core/fecha.ts';
import { idParams, paging } from '#platform/codecs.ts';
import { data, endpointsOf, raw } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('bitacora');

/** 'DD-MM-YYYY HH:mm:ss'; the filter covers whole days, so only the date counts. '' and absent are no bound. */
const bound = z
  .string()
  .optional()
  .refine((value) => value === undefined || value === '' || parseFechaHora(value) !== null, {
    message: 'La fecha no es válida; use DD-MM-AAAA HH:mm:ss',
  })
  .transform((value) => (value ? (parseFechaHora(value)?.slice(0, 10) ?? null) : null));

const bitacoraEntry = z.object({
  id: z.number(),
  createdAt: z.string(),
  usuario: z.string(),
  referencia: z.string(),
  status: z.string(),
  nota: z.string(),
});

export type BitacoraEntry = z.output<typeof bitacoraEntry>;

const anyJson = z.unknown();

const sello = z.object({ orden: z.number().int().min(1), huella: z.string().regex(/^[0-9a-f]{64}$/) });

/** A noted seal as it is typed, «128:27777b0e…»; '' and absent are none. */
export const verificarSchema = z.object({
  sello: z
    .string()
    .trim()
    .toLowerCase()
    .max(100)
    .default('')
    .refine((value) => value === '' || /^[1-9]\d{0,14}\s*:\s*[0-9a-f]{64}$/.test(value), {
      message: 'Escriba el número del sello, dos puntos y su huella de 64 caracteres',
    }),
});

/** The head that a typed seal is. */
export function selloAnotado(typed: string): z.output<typeof sello> | undefined {
  const [orden = '', huella = ''] = typed.split(':').map((part) => part.trim());
  return typed === '' ? undefined : { orden: Number(orden), huella };
}

export const bitacoraContract = {
  allpaginable: endpoint({
    method: 'GET',
    path: '/bitacora/allpaginable',
    roles: 'A',
    summary: 'La bitácora por páginas, lo más reciente primero.',
    query: z.object({
      ...paging,
      sortBy: z.string().max(50).optional(),
      dateIni: bound,
      dateFin: bound,
      referencia: z.string().trim().max(200).optional(),
    }),
    answer: raw(
      z.object({ content: z.array(bitacoraEntry), first: z.boolean(), last: z.boolean(), totalElements: z.number() }),
    ),
  }),
  get: endpoint({
    method: 'GET',
    path: '/bitacora/get/{id}',
    roles: 'A',
    summary: 'Un registro con el estado de antes y el de después.',
    params: idParams,
    answer: data(
      bitacoraEntry.extend({
        entidad: z.string(),
        entidadId: z.string().nullable(),
        antes: anyJson,
        despues: anyJson,
        sellado: z.boolean(),
      }),
    ),
  }),
  verify: endpoint({
    method: 'POST',
    path: '/bitacora/verificar',
    work: 'long',
    roles: 'A',
    summary:
      'Recorre la cadena de sellos y dice si algún registro fue alterado, eliminado, agregado o reordenado; con un sello anotado, también si la cadena es la suya.',
    body: verificarSchema,
    answer: data(
      z.object({
        ok: z.boolean(),
        checked: z.number(),
        unsealed: z.number(),
        head: sello.nullable(),
        sinLlaveHasta: z.number(),
        anotado: z.number().nullable(),
        avisos: z.array(z.string()),
        fault: z
          .object({ orden: z.number().nullable(), bitacoraId: z.number().nullable(), reason: z.string() })
          .optional(),
      }),
    ),
    writes: false,
  }),
};

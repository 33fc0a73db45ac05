import { id, idOrNew, idParams, optionalText, paging, text } from '#platform/codecs.ts';
import { data, done, endpoint, file, list, raw, saved } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
import { ESTADOS } from './rules.ts';

/** One line: it becomes the subject of a letter. */
const titulo = text(200).refine((value) => !/\p{Cc}/u.test(value), {
  message: 'Debe ocupar una sola línea, sin saltos ni tabuladores',
});

/** The form's schema, which the server checks as well. `cuerpo` is HTML; the server keeps what of it is harmless. */
export const campanaSchema = z.object({ id: idOrNew, name: text(200), titulo, cuerpo: optionalText(100_000) });

const otroEmail: z.ZodType<string | null, string | null | undefined> = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim() || null : (value ?? null)),
  z.email('Email Inválido').max(200).nullable(),
);

/** What the modal 'Enviar correo' asks. */
export const envioSchema = z.object({ idCorreo: id, otroEmail });

const campana = z.object({ id: z.number(), name: z.string(), titulo: z.string(), cuerpo: z.string() });

export const correocampanasContract = {
  all: endpoint({
    method: 'GET',
    path: '/correocampanas/all',
    roles: 'ABC',
    area: 'comunicacion',
    summary: 'Los correos de campaña, por nombre.',
    answer: list(z.object({ id: z.number(), name: z.string() })),
  }),
  get: endpoint({
    method: 'GET',
    path: '/correocampanas/get/{id}',
    roles: 'AB',
    area: 'comunicacion',
    summary: 'Un correo de campaña, con su cuerpo en HTML.',
    params: idParams,
    answer: data(campana),
  }),
  save: endpoint({
    method: 'POST',
    path: '/correocampanas/save',
    roles: 'AB',
    area: 'comunicacion',
    summary: 'Crea (id vacío) o actualiza un correo de campaña. Del HTML del cuerpo guarda sólo lo inofensivo.',
    body: campanaSchema,
    answer: saved(z.object({ id: z.number() })),
  }),
  enviarcorreo: endpoint({
    method: 'POST',
    path: '/correocampanas/enviarcorreo',
    roles: 'ABC',
    area: 'comunicacion',
    summary: 'Envía un correo de campaña a los correos del asociado de un lote y, si se da, a otro más.',
    body: envioSchema.extend({ idLote: id }),
    answer: done(),
    idempotent: true,
  }),
};

const correo = z.object({
  id: z.number(),
  estado: z.enum(ESTADOS),
  para: z.array(z.string()),
  asunto: z.string(),
  referencia: z.string(),
  usuario: z.string(),
  createdAt: z.string(),
  enviadoAt: z.string().nullable(),
  intentos: z.number(),
  proximoIntento: z.string().nullable(),
  ultimoError: z.string().nullable(),
  adjuntos: z.number(),
});
export type Correo = z.output<typeof correo>;

/** The outbox of letters. Statements and invoices are in it: for the superadministrators only. */
export const correosContract = {
  allpaginable: endpoint({
    method: 'GET',
    path: '/correosaliente/allpaginable',
    roles: 'A',
    area: 'comunicacion',
    summary: 'Los correos por páginas, el más reciente primero. `q` busca en destinatarios, asunto y lote.',
    query: z.object({
      ...paging,
      estado: z.enum(ESTADOS).or(z.literal('')).optional(),
      q: z.string().trim().max(200).optional(),
    }),
    answer: raw(
      z.object({
        content: z.array(correo),
        first: z.boolean(),
        last: z.boolean(),
        totalElements: z.number(),
        /** False: there is no mail server, and letters stay here. */
        hayServidor: z.boolean(),
      }),
    ),
  }),
  get: endpoint({
    method: 'GET',
    path: '/correosaliente/get/{id}',
    roles: 'A',
    area: 'comunicacion',
    summary: 'Un correo con su texto y la lista de sus archivos adjuntos.',
    params: idParams,
    answer: data(
      correo.extend({
        html: z.string(),
        texto: z.string(),
        adjuntoList: z.array(z.object({ id: z.number(), nombre: z.string(), mime: z.string(), bytes: z.number() })),
      }),
    ),
  }),
  adjunto: endpoint({
    method: 'GET',
    path: '/correosaliente/adjunto/{id}',
    roles: 'A',
    area: 'comunicacion',
    summary: 'Un archivo adjunto de un correo.',
    params: idParams,
    answer: file('application/octet-stream'),
  }),
  reintentar: endpoint({
    method: 'POST',
    path: '/correosaliente/reintentar/{id}',
    roles: 'A',
    area: 'comunicacion',
    summary: 'Vuelve a poner en camino un correo que falló, o que quedó guardado cuando no había servidor.',
    params: idParams,
    answer: done(),
  }),
};

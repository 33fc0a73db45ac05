import { id, idOrNew, idParams, ifMissing, optionalText, paging, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, file, list, raw, saved } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';
import { DESTINOS, ESTADOS, hasText, TIPOS_NEWSLETTER } from './rules.ts';

const endpoint = endpointsOf('comunicacion');

/** One line: it becomes the subject of a letter. */
const titulo = text(200).refine((value) => !/\p{Cc}/u.test(value), {
  message: 'Debe ocupar una sola línea, sin saltos ni tabuladores',
});

/** The form's schema, which the server checks as well. `cuerpo` is HTML; the server keeps what of it is harmless. */
export const campanaSchema = z.object({
  id: idOrNew,
  name: text(200),
  titulo,
  cuerpo: optionalText(100_000),
  /** The optional purpose that the letter is for, which whoever gets it has accepted; absent, it stays as it is. */
  finalidad: z.object({ id: idOrNew }).optional(),
});

const otroEmail: z.ZodType<string | null, string | null | undefined> = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim() || null : (value ?? null)),
  z.email('Email Inválido').max(200).nullable(),
);

/** What the modal 'Enviar correo' asks. */
export const envioSchema = z.object({ idCorreo: id, otroEmail });

const campana = z.object({
  ...{ id: z.number(), name: z.string(), titulo: z.string(), cuerpo: z.string() },
  finalidad: z.object({ id: z.number().nullable() }),
});

export const correocampanasContract = {
  finalidades: endpoint({
    method: 'GET',
    path: '/correocampanas/finalidades',
    roles: 'AB',
    summary: 'Las finalidades optativas para las que puede ser un correo de campaña.',
    answer: list(z.object({ id: z.number(), name: z.string() })),
  }),
  all: endpoint({
    method: 'GET',
    path: '/correocampanas/all',
    roles: 'ABC',
    summary: 'Los correos de campaña, por nombre.',
    answer: list(z.object({ id: z.number(), name: z.string() })),
  }),
  get: endpoint({
    method: 'GET',
    path: '/correocampanas/get/{id}',
    roles: 'AB',
    summary: 'Un correo de campaña, con su cuerpo en HTML.',
    params: idParams,
    answer: data(campana),
  }),
  save: endpoint({
    method: 'POST',
    path: '/correocampanas/save',
    roles: 'AB',
    summary: 'Crea (id vacío) o actualiza un correo de campaña. Del HTML del cuerpo guarda sólo lo inofensivo.',
    body: campanaSchema,
    answer: saved(z.object({ id: z.number() })),
  }),
  enviarcorreo: endpoint({
    method: 'POST',
    path: '/correocampanas/enviarcorreo',
    roles: 'ABC',
    summary: 'Envía un correo de campaña a los correos del asociado de un lote y, si se da, a otro más.',
    body: envioSchema.extend({ idLote: id }),
    answer: done(),
    idempotent: true,
  }),
};

/** Whom a sending goes to; `lotes` counts only for the destination of that name. */
const destinoSchema = z
  .object({ destino: z.enum(DESTINOS), lotes: z.array(id).max(20_000, 'Elija como máximo 20,000 lotes').default([]) })
  .refine(({ destino, lotes }) => destino !== 'lotes' || lotes.length > 0, {
    path: ['lotes'],
    message: 'Elija al menos un lote',
  });

const envio = z.object({
  id: z.number(),
  name: z.string(),
  titulo: z.string(),
  destino: z.string(),
  usuario: z.string(),
  createdAt: z.string(),
  lotes: z.number(),
  /** Lots whose associate has no address. */
  sinCorreo: z.number(),
  correos: z.number(),
  pendientes: z.number(),
  enviados: z.number(),
  guardados: z.number(),
  fallidos: z.number(),
});
export type Envio = z.output<typeof envio>;

const carta = z.object({
  /** Of the letter in the outbox; null for a lot without an address. */
  correoId: z.number().nullable(),
  referencia: z.string(),
  para: z.array(z.string()),
  estado: z.enum([...ESTADOS, 'sin_correo']),
  intentos: z.number(),
  enviadoAt: z.string().nullable(),
  ultimoError: z.string().nullable(),
});
export type Carta = z.output<typeof carta>;

const page = { previous: z.boolean(), next: z.boolean(), total: z.number() };

/** A campaign letter to many lots at once, and what became of it. Our addition. */
export const enviosContract = {
  destinatarios: endpoint({
    method: 'POST',
    path: '/campanaenvio/destinatarios',
    roles: 'AB',
    summary: 'A cuántos lotes llegaría un envío, cuáles no tienen correo y cuántos no aceptaron su finalidad.',
    body: destinoSchema.and(z.object({ idCorreo: idOrNew.optional() })),
    writes: false,
    answer: data(
      z.object({
        ...{ lotes: z.number(), conCorreo: z.number(), sinCorreo: z.array(z.string()) },
        /** Left out: their associates have not accepted the purpose of the campaign. */
        sinPermiso: z.number(),
      }),
    ),
  }),
  enviar: endpoint({
    method: 'POST',
    path: '/campanaenvio/enviar',
    work: 'long',
    roles: 'AB',
    summary: 'Pone en camino un correo de campaña a muchos lotes, con los datos de cada uno.',
    body: destinoSchema.and(z.object({ idCorreo: id })),
    answer: saved(z.object({ id: z.number(), correos: z.number(), sinCorreo: z.number() })),
    idempotent: true,
  }),
  allpaginable: endpoint({
    method: 'GET',
    path: '/campanaenvio/allpaginable',
    roles: 'AB',
    summary: 'Los envíos a muchos lotes, el más reciente primero, con la cuenta de sus correos por estado.',
    query: z.object(paging),
    answer: raw(z.object({ envioList: z.array(envio), ...page })),
  }),
  get: endpoint({
    method: 'GET',
    path: '/campanaenvio/get/{id}',
    roles: 'AB',
    summary: 'Un envío con sus correos, lote por lote y por páginas: primero los que fallaron.',
    params: idParams,
    query: z.object(paging),
    answer: data(z.object({ envio, cartaList: z.array(carta), ...page })),
  }),
};

/** Newsletters and templates share their calls; `tipo` tells them apart. A template's `descripcion` is HTML. */
export const newsletterSchema = z
  .object({
    id: idOrNew,
    tipo: z.enum(TIPOS_NEWSLETTER).default('newsletter'),
    name: z
      .string({ error: ifMissing(REQUIRED) })
      .trim()
      .min(1, { message: REQUIRED, abort: true })
      .min(3, 'Muy corto!')
      .max(200),
    descripcion: z
      .string({ error: REQUIRED })
      .trim()
      .min(1, { message: REQUIRED, abort: true })
      .max(100_000, 'Debe tener como máximo 100000 caracteres'),
    fileName: z.preprocess((value) => value ?? '', z.string().max(200)),
    url: z.preprocess((value) => value ?? '', z.string().max(200)),
  })
  .superRefine(({ tipo, descripcion, fileName }, ctx) => {
    const fault = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (tipo === 'plantilla') {
      if (!hasText(descripcion)) fault('descripcion', REQUIRED);
      return;
    }
    if (descripcion.length < 20) fault('descripcion', 'Muy corto!');
    if (fileName.trim() === '') fault('fileName', REQUIRED);
  });

const newsletter = z.object({
  id: z.number(),
  tipo: z.enum(TIPOS_NEWSLETTER),
  name: z.string(),
  url: z.string(),
  fileName: z.string(),
  descripcion: z.string(),
  createdAt: z.string(),
});
export type Newsletter = z.output<typeof newsletter>;

export const newsletterContract = {
  allpaginable: endpoint({
    method: 'GET',
    path: '/newsletter/allpaginable',
    roles: 'AB',
    summary: 'Los newsletters, o las plantillas, por páginas; el más reciente primero. `name` busca en el nombre.',
    query: z.object({
      ...paging,
      sortBy: z.enum(['createdAt', 'name']).default('createdAt'),
      name: z.string().trim().max(200).optional(),
      tipo: z.enum(TIPOS_NEWSLETTER).default('newsletter'),
    }),
    answer: raw(z.object({ newsLetterList: z.array(newsletter), ...page })),
  }),
  get: endpoint({
    method: 'GET',
    path: '/newsletter/get/{id}',
    roles: 'AB',
    summary: 'Un newsletter o una plantilla.',
    params: idParams,
    answer: data(newsletter),
  }),
  save: endpoint({
    method: 'POST',
    path: '/newsletter/save',
    roles: 'AB',
    summary: 'Crea (id vacío) o actualiza un newsletter o una plantilla. La imagen que deja de usarse se borra.',
    body: newsletterSchema,
    answer: done(),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/newsletter/delete/{id}',
    roles: 'AB',
    summary: 'Elimina un newsletter con su imagen, o una plantilla.',
    params: idParams,
    answer: done(),
  }),
  vistaPrevia: endpoint({
    method: 'POST',
    path: '/newsletter/vistaprevia',
    roles: 'AB',
    summary: 'Un texto en HTML como le llegaría a un lote: lo inofensivo, con sus datos.',
    body: z.object({ html: optionalText(100_000), lote: z.object({ id }) }),
    writes: false,
    answer: data(z.object({ html: z.string(), para: z.array(z.string()) })),
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
    summary: 'Un archivo adjunto de un correo.',
    params: idParams,
    answer: file('application/octet-stream'),
  }),
  reintentar: endpoint({
    method: 'POST',
    path: '/correosaliente/reintentar/{id}',
    roles: 'A',
    summary: 'Vuelve a poner en camino un correo que falló, o que quedó guardado cuando no había servidor.',
    params: idParams,
    answer: done(),
  }),
};

import { createHash } from 'node:crypto';
import type { Upload } from '#platform/endpoint.ts';
import { passes } from '#platform/roles.ts';
import { type Context, register } from '#platform/server/context.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { fileKey } from '#platform/server/files.ts';
import { archivosContract, USOS, type Uso, urlOfArchivo } from '../contract.ts';
import {
  imageFacts,
  NOT_A_NEWSLETTER_IMAGE,
  PICTURE_PIXELS_MAX,
  refusalOfImage,
  refusalOfPdf,
  shownName,
} from '../rules.ts';
import { findArchivo, insertArchivo } from './repository.ts';

const UNKNOWN = 'No existe el archivo solicitado';

/** Keeps a file and its row. The bytes come first: a row without its bytes must not exist, bytes without a row harm nobody. */
async function keep(ctx: Context, uso: Uso, { name, bytes }: Upload, mime: string, what: string, more = '') {
  const clave = fileKey(ctx.community.schema, uso);
  await ctx.services.files.put(clave, bytes);
  const nombre = shownName(name, mime);
  const huella = createHash('sha256').update(bytes).digest();
  const id = await insertArchivo(ctx.tx, {
    uso,
    clave,
    nombre,
    mime,
    bytes: bytes.length,
    huella,
    usuario_id: ctx.user.id,
    created_at: ctx.clock.now(),
  });
  await ctx.audit({
    status: 'creado',
    entidad: 'archivo',
    entidadId: id,
    nota: `${what} «${nombre}»${more}`,
    despues: { uso, nombre, mime, bytes: bytes.length, sha256: huella.toString('hex') },
  });
  return { id, url: urlOfArchivo(id), fileName: nombre };
}

function keepImage(ctx: Context, uso: Uso, file: Upload, options: Parameters<typeof refusalOfImage>[1] = {}) {
  const refusal = refusalOfImage(file.bytes, options);
  const facts = imageFacts(file.bytes);
  if (refusal || !facts) throw new Refusal(refusal ?? UNKNOWN);
  return keep(ctx, uso, file, facts.mime, 'Imagen', ` (${uso}), ${facts.width} × ${facts.height}`);
}

export const archivosEndpoints = register(archivosContract, {
  subirSancion: async ({ body, ctx }) => keepImage(ctx, 'sancion', body.file),

  subirAmenidad: async ({ body, ctx }) => keepImage(ctx, 'amenidad', body.file, { pixelsMax: PICTURE_PIXELS_MAX }),

  subirNewsletter: async ({ body, ctx }) =>
    keepImage(ctx, 'newsletter', body.file, { pixelsMax: PICTURE_PIXELS_MAX, notAnImage: NOT_A_NEWSLETTER_IMAGE }),

  async subirConstancia({ body, ctx }) {
    const refusal = refusalOfPdf(body.file.bytes);
    if (refusal) throw new Refusal(refusal);
    return keep(ctx, 'constancia', body.file, 'application/pdf', 'Constancia de situación fiscal');
  },

  async get({ params, ctx }) {
    const row = await findArchivo(ctx.tx, params.id);
    // One that the role may not see is answered as one that is not there.
    if (!row || !passes(USOS[row.uso as Uso], ctx.user.role)) throw new NotFound(UNKNOWN);
    const content = await ctx.services.files.get(row.clave);
    if (!content) throw new NotFound('El archivo ya no está en el almacén. Avise al administrador');
    // Rows of earlier versions keep the name as it was sent.
    return { name: shownName(row.nombre, row.mime), content, mime: row.mime };
  },
});

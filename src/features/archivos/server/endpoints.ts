import { createHash } from 'node:crypto';
import type { FileAnswer, Upload } from '#platform/endpoint.ts';
import { passes } from '#platform/roles.ts';
import { type AfterCommit, type Before, type Context, register } from '#platform/server/context.ts';
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

/** Bytes that are kept, and have no row yet. */
interface Kept {
  uso: Uso;
  clave: string;
  nombre: string;
  mime: string;
  bytes: number;
  huella: Buffer;
  /** For the audit log: what it is. */
  nota: string;
}

interface Sent {
  body: { file: Upload };
  before: Before;
}

/** Keeps a file's bytes. They come before their row: a row without its bytes must not exist, bytes without a row harm nobody. */
async function put({ body: { file }, before }: Sent, uso: Uso, mime: string, what: string, more = ''): Promise<Kept> {
  const clave = fileKey(before.community.schema, uso);
  await before.outside.files.put(clave, file.bytes);
  const nombre = shownName(file.name, mime);
  const huella = createHash('sha256').update(file.bytes).digest();
  return { uso, clave, nombre, mime, bytes: file.bytes.length, huella, nota: `${what} «${nombre}»${more}` };
}

async function putImage(sent: Sent, uso: Uso, options: Parameters<typeof refusalOfImage>[1] = {}): Promise<Kept> {
  const { bytes } = sent.body.file;
  const refusal = refusalOfImage(bytes, options);
  const facts = imageFacts(bytes);
  if (refusal || !facts) throw new Refusal(refusal ?? UNKNOWN);
  return put(sent, uso, facts.mime, 'Imagen', ` (${uso}), ${facts.width} × ${facts.height}`);
}

async function putPdf(sent: Sent, uso: Uso, what: string): Promise<Kept> {
  const refusal = refusalOfPdf(sent.body.file.bytes);
  if (refusal) throw new Refusal(refusal);
  return put(sent, uso, 'application/pdf', what);
}

/** The row of what was kept. */
async function keep({ ctx, prepared: { nota, ...kept } }: { ctx: Context; prepared: Kept }) {
  const { uso, nombre, mime, bytes, huella } = kept;
  const id = await insertArchivo(ctx.tx, { ...kept, usuario_id: ctx.user.id, created_at: ctx.clock.now() });
  await ctx.audit({
    status: 'creado',
    entidad: 'archivo',
    entidadId: id,
    nota,
    despues: { uso, nombre, mime, bytes, sha256: huella.toString('hex') },
  });
  return { id, url: urlOfArchivo(id), fileName: nombre };
}

interface Named {
  clave: string;
  nombre: string;
  mime: string;
}

async function fetchBytes({ clave, nombre, mime }: Named, { outside }: AfterCommit): Promise<FileAnswer> {
  const content = await outside.files.get(clave);
  if (!content) throw new NotFound('El archivo ya no está en el almacén. Avise al administrador');
  // Rows of earlier versions keep the name as it was sent.
  return { name: shownName(nombre, mime), content, mime };
}

export const archivosEndpoints = register(
  archivosContract,
  {
    subirSancion: keep,
    subirAmenidad: keep,
    subirNewsletter: keep,
    subirConstancia: keep,
    subirCompra: keep,
    subirExpediente: keep,
    subirConvenio: keep,

    async get({ params, ctx }) {
      const row = await findArchivo(ctx.tx, params.id);
      // One that the role may not see is answered as one that is not there.
      if (!row || !passes(USOS[row.uso as Uso], ctx.user.role)) throw new NotFound(UNKNOWN);
      return { clave: row.clave, nombre: row.nombre, mime: row.mime };
    },
  },
  { get: fetchBytes },
  {
    subirSancion: (sent: Sent) => putImage(sent, 'sancion'),
    subirAmenidad: (sent: Sent) => putImage(sent, 'amenidad', { pixelsMax: PICTURE_PIXELS_MAX }),
    subirNewsletter: (sent: Sent) =>
      putImage(sent, 'newsletter', { pixelsMax: PICTURE_PIXELS_MAX, notAnImage: NOT_A_NEWSLETTER_IMAGE }),
    subirConstancia: (sent: Sent) => putPdf(sent, 'constancia', 'Constancia de situación fiscal'),
    subirCompra: (sent: Sent) => putPdf(sent, 'compra', 'Factura de proveedor'),
    subirExpediente: (sent: Sent) => putPdf(sent, 'expediente', 'Documento de expediente'),
    subirConvenio: (sent: Sent) => putPdf(sent, 'convenio', 'Convenio firmado'),
  },
);

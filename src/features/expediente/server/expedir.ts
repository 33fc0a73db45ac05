/** A packet is drawn before anything is locked, and kept as it was drawn where it still says the truth then. */
import { createHash } from 'node:crypto';
import { wallClockInZone } from '#core/fecha.ts';
import {
  type ExpedienteImpreso,
  expedienteDocument,
  expedienteFileName,
  textoDeExpediente,
} from '#documents/expediente.ts';
import { lockLoteOfBody } from '#libro/server/lotes.ts';
import { firmanteOf } from '#libro/server/verificacion.ts';
import type { Verificable } from '#libro/verificacion/codigo.ts';
import type { PlainFile } from '#platform/pdf-plain.ts';
import type { Before, Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { drawingsOf, pdfThread } from '#platform/server/pdf-thread.ts';
import { findOwnLogo } from '#platform/server/residencial.ts';
import { type Leido, leer } from './leer.ts';
import { type DocumentoRow, ENTIDAD, insertExpediente, lockFolios, nextFolio } from './repository.ts';

const CHANGED =
  'Mientras se hacía el expediente cambió algo del lote, o se expidió otro. No se expidió ninguno: intente de nuevo';
const LOST = 'ya no está en el almacén. Súbalo de nuevo en la lista de requisitos';
/** What goes within one file. */
const ANEXOS_MAX = 40 * 1024 * 1024;

const drawing = drawingsOf<typeof import('#libro/server/paper.ts')>(
  new URL('../../../libro/server/paper.ts', import.meta.url),
);
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();
const huellaOf = (datos: ExpedienteImpreso): Buffer => sha256(textoDeExpediente(datos));

/** What its code says: what was owed that day. */
const verificableOf = ({ folio, fecha, principal, interes, referencia }: ExpedienteImpreso): Verificable => ({
  ...{ tipo: 'J', folio, fecha, hasta: null, monto: principal + interes, referencia },
});

export interface Dibujado {
  datos: ExpedienteImpreso;
  nombre: string;
  contenido: Buffer;
}

/** The documents that this packet is the first to tell of. */
function anexosDe({ datos, documentos }: Leido): DocumentoRow[] {
  const told = new Set(datos.anexos.map(({ huella }) => huella));
  const own = documentos.filter(({ huella }) => told.has(huella));
  const bytes = own.reduce((sum, one) => sum + one.bytes, 0);
  if (bytes > ANEXOS_MAX) {
    throw new Refusal(
      'Los documentos anexos pesan más de 40 MB juntos. Suba versiones más ligeras en la lista de requisitos',
    );
  }
  return own;
}

type Drawing = Pick<Before, 'clock' | 'community' | 'read' | 'services' | 'origin' | 'separately'> & {
  outside: Pick<Before['outside'], 'files'>;
};

async function adjuntosDe(documentos: readonly DocumentoRow[], { outside }: Drawing): Promise<PlainFile[]> {
  const files: PlainFile[] = [];
  for (const [at, { clave, nombre }] of documentos.entries()) {
    const bytes = await outside.files.get(clave);
    if (!bytes) throw new Refusal(`El documento «${nombre}» ${LOST}`);
    // A reader lists them by name: in the order of the checklist.
    const name = `${String(at + 1).padStart(2, '0')} ${nombre}`;
    files.push({ name, description: nombre, mime: 'application/pdf', bytes: Uint8Array.from(bytes) });
  }
  return files;
}

export async function drawExpediente({ body, before }: { body: { id: number }; before: Drawing }): Promise<Dibujado> {
  const reloj = wallClockInZone(before.clock.now(), before.community.timeZone);
  const { datos, verificacion, anexos, logo } = await before.read(async (reading) => {
    const leido = await leer(reading, body.id, reloj);
    if (leido.impedimento !== '') throw new Refusal(leido.impedimento);
    const firmar = await firmanteOf(reading.tx, before);
    const logo = await findOwnLogo(reading.tx, before.community);
    return { datos: leido.datos, anexos: anexosDe(leido), verificacion: firmar(verificableOf(leido.datos)), logo };
  });
  const adjuntos = await adjuntosDe(anexos, before);
  const nombre = expedienteFileName(datos);
  const document = expedienteDocument(datos, { huella: huellaOf(datos).toString('hex'), verificacion, adjuntos, logo });
  return { datos, nombre, contenido: (await pdfThread.draw(drawing('reportPdf', nombre, document))).content };
}

/** @returns its id */
export async function issue(ctx: Context, loteId: number, { datos, nombre, contenido }: Dibujado): Promise<number> {
  const { tx } = ctx;
  await lockLoteOfBody(tx, loteId);
  await lockFolios(tx);
  const ahora = await leer(ctx, loteId, datos.reloj);
  if (ahora.lazoId === null || textoDeExpediente(ahora.datos) !== textoDeExpediente(datos)) throw new Refusal(CHANGED);
  const [huella, huellaArchivo] = [huellaOf(datos), sha256(contenido)];
  const adeudo = datos.principal + datos.interes;
  const id = await insertExpediente(tx, {
    ...{ folio: await nextFolio(tx), lote_id: loteId, lazo_id: ahora.lazoId, suplemento_de: ahora.suplementoDeId },
    ...{ fecha: datos.fecha, adeudo_centavos: adeudo, datos: textoDeExpediente(datos), huella, nombre, contenido },
    faltan: datos.requisitos.filter(({ cumple }) => !cumple).length,
    por_confirmar: datos.requisitos.filter(({ abogado }) => abogado === '').length,
    ...{ huella_archivo: huellaArchivo, usuario_id: ctx.usuarioId, created_at: ctx.clock.now() },
  });
  const what = datos.suplementoDe === null ? 'Expediente' : `Suplemento del expediente ${datos.suplementoDe.folio}:`;
  await ctx.audit({
    ...{ status: 'creado', entidad: ENTIDAD, entidadId: id, referencia: datos.referencia },
    nota: `${what} ${datos.folio} del lote «${datos.referencia}»`,
    despues: {
      ...{ folio: datos.folio, fecha: datos.fecha, adeudo },
      ...{ huella: huella.toString('hex'), huellaArchivo: huellaArchivo.toString('hex') },
    },
  });
  return id;
}

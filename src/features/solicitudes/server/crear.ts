/** What is sent, by whoever sends it: the office for somebody who came or called, a resident on their own page. */
import { createHash } from 'node:crypto';
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import { imageFacts, refusalOfImage, refusalOfPdf, shownName } from '#features/archivos/rules.ts';
import type { Upload } from '#platform/endpoint.ts';
import type { Before, Context } from '#platform/server/context.ts';
import { refusing } from '#platform/server/database-errors.ts';
import { HttpError, NotFound, Refusal } from '#platform/server/errors.ts';
import { uploadThread } from '#platform/server/file-threads.ts';
import { fileKey } from '#platform/server/files.ts';
import { forgetBytes } from '#platform/server/files-kept.ts';
import { callsOf } from '#platform/server/thread.ts';
import type { z } from '#platform/zod.ts';
import { formatMoney } from '#ui/format.ts';
import type { aclaracionSchema, comprobanteQuery, contactoSchema, facturaSchema } from '../contract.ts';
import { CEP_BYTES_MAX, type Cep } from '../lectura/cep.ts';
import { selloOf } from '../lectura/sello.ts';
import { refusalOfComprobante, type Sello, terminacion } from '../rules.ts';
import * as repository from './repository.ts';

const calls = callsOf<typeof import('../lectura/cep.ts')>(new URL('../lectura/cep.ts', import.meta.url));

/** Who sends, and for which lot. */
export interface Remitente {
  lote: { id: number; referencia: string };
  residenteId: number | null;
  /** Of a representative, who is none of the residents. */
  representanteId?: number | null;
  nombre: string;
  via: 'oficina' | 'pagina';
}

const TAKEN = {
  uq_comprobante_rastreo:
    'Esa transferencia ya se envió en otro comprobante. Si no fue usted, avise a la administración',
  uq_comprobante_huella: 'Ese comprobante ya se envió. No hace falta enviarlo otra vez',
  uq_solicitud_cargo: 'Ya se pidió aclarar ese cargo. Espere la respuesta',
};

/** A proof whose bytes are kept, and which has no row yet. */
export interface ComprobanteLeido {
  forma: 'archivo' | 'cep';
  fecha: string;
  importeCentavos: Centavos;
  rastreo: string;
  banco: string;
  ordenante: string;
  cuenta: string;
  sello: Sello;
  huella: Buffer;
  archivo: { clave: string; nombre: string; mime: string; bytes: number; huella: Buffer };
}

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

const LT = 0x3c;
/** Where a text begins, behind the mark that some programs put before it. */
function isXml(bytes: Uint8Array): boolean {
  const from = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const first = bytes.subarray(from, from + 100).find((byte) => byte > 0x20);
  return first === LT;
}

function mimeOf(bytes: Uint8Array): string {
  const facts = imageFacts(bytes);
  const refusal = facts ? refusalOfImage(bytes) : refusalOfPdf(bytes);
  if (!refusal) return facts?.mime ?? 'application/pdf';
  throw new Refusal(
    facts || bytes[0] === 0x25
      ? refusal
      : 'El archivo no es un PDF, una imagen JPG o PNG, ni el XML de un CEP. Envíe otro',
  );
}

type Dicho = Omit<ComprobanteLeido, 'archivo' | 'huella'> & { huella?: Buffer };

async function readCep(bytes: Uint8Array, before: Before): Promise<Dicho> {
  if (bytes.length > CEP_BYTES_MAX)
    throw new Refusal('El XML es demasiado grande para ser un CEP. Envíe el de banxico.org.mx/cep');
  const cep: Cep = await uploadThread.read(calls('leerCep', bytes), before.asker);
  if (!(await before.read(({ tx }) => repository.isOwnAccount(tx, cep.cuenta)))) {
    throw new Refusal(
      `La transferencia fue a la cuenta terminada en ${terminacion(cep.cuenta)}, que no es de la comunidad. Revise a dónde pagó`,
    );
  }
  const { fecha, rastreo, banco, ordenante, cuenta } = cep;
  return {
    ...{ forma: 'cep', fecha, rastreo, banco, ordenante, cuenta, importeCentavos: cep.importeCentavos as Centavos },
    sello: selloOf(cep, before.services.cepCertificates),
    // One whose clave was changed has the same seal.
    huella: sha256(cep.sello),
  };
}

export type ComprobanteDicho = z.output<typeof comprobanteQuery>;

/** Reads what is sent, beside the request, and keeps its bytes. */
export async function readComprobante(
  file: Upload,
  dicho: ComprobanteDicho,
  before: Before,
): Promise<ComprobanteLeido> {
  const { bytes } = file;
  const xml = isXml(bytes);
  const mime = xml ? 'application/xml' : mimeOf(bytes);
  const own = sha256(bytes);
  let said: Dicho;
  if (xml) said = await readCep(bytes, before);
  else {
    const { fecha, importe, rastreo } = dicho;
    if (!fecha || importe === undefined)
      throw new Refusal('Diga el día y el importe del pago, que el archivo no dice por sí solo');
    const none = { banco: '', ordenante: '', cuenta: '' };
    said = { forma: 'archivo', fecha, importeCentavos: toCentavos(importe), rastreo, ...none, sello: 'ninguno' };
  }
  const refusal = refusalOfComprobante({ fecha: said.fecha, importe: said.importeCentavos }, before.today());
  if (refusal) throw new Refusal(refusal);
  const clave = fileKey(before.community.schema, 'comprobante');
  await before.outside.files.put(clave, bytes);
  const archivo = { clave, nombre: shownName(file.name, mime), mime, bytes: bytes.length, huella: own };
  return { huella: own, ...said, archivo };
}

/** What is refused after its bytes were kept leaves none. A failure of the database runs again, and needs them. */
export async function orForget<T>(ctx: Context, { archivo }: ComprobanteLeido, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof HttpError) {
      await ctx.separately((tx) => forgetBytes(tx, archivo.clave, ctx.clock.now()));
      ctx.services.forgottenFiles.wake();
    }
    throw error;
  }
}

const firmaOf = (ctx: Context) => ({ usuario_id: ctx.usuarioId, created_at: ctx.clock.now() });

const own = ({ lote, residenteId, representanteId = null, nombre, via }: Remitente) => ({
  ...{ lote_id: lote.id, residente_id: residenteId, representante_id: representanteId, remitente: nombre, via },
});

async function told(
  ctx: Context,
  id: number,
  { lote }: Remitente,
  nota: string,
  despues: unknown,
): Promise<{ id: number }> {
  await ctx.audit({
    ...{ status: 'creado', entidad: 'solicitud', entidadId: id, referencia: lote.referencia, nota, despues },
  });
  return { id };
}

export async function sendComprobante(ctx: Context, de: Remitente, leido: ComprobanteLeido): Promise<{ id: number }> {
  const { archivo, importeCentavos, ...said } = leido;
  const firma = firmaOf(ctx);
  const id = await refusing(TAKEN, async () => {
    const solicitud = await repository.insertSolicitud(ctx.tx, {
      clase: 'comprobante',
      ...own(de),
      texto: '',
      ...firma,
    });
    const archivoId = await repository.insertArchivo(ctx.tx, { ...archivo, ...firma });
    const row = { ...said, solicitud_id: solicitud, archivo_id: archivoId, importe_centavos: importeCentavos };
    await repository.insertComprobante(ctx.tx, row);
    return solicitud;
  });
  const { huella: _huella, ...kept } = said;
  const nota = `Comprobante de ${formatMoney(toPesos(importeCentavos))} del lote ${de.lote.referencia}, enviado por ${de.nombre}`;
  return told(ctx, id, de, nota, { ...kept, importe: toPesos(importeCentavos), archivo: archivo.nombre });
}

export type ContactoDicho = Omit<z.output<typeof contactoSchema>, 'lote' | 'residente'>;

export async function sendContacto(
  ctx: Context,
  de: Remitente & { residenteId: number },
  { texto, ...datos }: ContactoDicho,
): Promise<{ id: number }> {
  if (datos.telefono === '' && datos.correo === '')
    throw new Refusal('Escriba el teléfono o el correo nuevo', 'telefono');
  const { telefonos, correos } = await repository.listContactos(ctx.tx, de.residenteId);
  const isGone = (known: readonly { id: number }[], id: number | null | undefined) =>
    id != null && !known.some((one) => one.id === id);
  if (isGone(telefonos, datos.reemplazaTelefono) || isGone(correos, datos.reemplazaCorreo))
    throw new Refusal('Lo que se iba a reemplazar ya no existe. Actualice la página y elija de nuevo');
  const values = { clase: 'contacto' as const, ...own(de), texto, datos };
  if (await repository.isPendiente(ctx.tx, values)) throw new Refusal('Ya se propuso ese cambio. Espere la respuesta');
  const id = await repository.insertSolicitud(ctx.tx, { ...values, ...firmaOf(ctx) });
  return told(ctx, id, de, `Datos de contacto que propone «${de.nombre}»`, datos);
}

export async function sendFactura(
  ctx: Context,
  de: Remitente,
  { recibo, texto, ...datos }: Omit<z.output<typeof facturaSchema>, 'lote'>,
): Promise<{ id: number }> {
  if (recibo.id !== null && !(await repository.isReciboDe(ctx.tx, recibo.id, de.lote.id))) {
    throw new Refusal('Ese recibo no es del lote. Elija otro', 'recibo.id');
  }
  const values = { clase: 'factura' as const, ...own(de), texto, datos, recibo_id: recibo.id };
  if (await repository.isPendiente(ctx.tx, values))
    throw new Refusal('Ya se pidió la factura de ese pago. Espere la respuesta', 'recibo');
  const id = await repository.insertSolicitud(ctx.tx, { ...values, ...firmaOf(ctx) });
  return told(ctx, id, de, `Factura que pide «${de.nombre}»`, { ...datos, recibo: recibo.id });
}

export async function sendAclaracion(
  ctx: Context,
  de: Remitente,
  { cargo, texto }: z.output<typeof aclaracionSchema>,
): Promise<{ id: number }> {
  const found = await repository.findCargo(ctx.tx, cargo.id);
  if (!found || found.loteId !== de.lote.id) throw new NotFound('No existe el cargo solicitado');
  if (await repository.isDisputado(ctx.tx, found.id)) throw new Refusal(TAKEN.uq_solicitud_cargo);
  const id = await refusing(TAKEN, () =>
    repository.insertSolicitud(ctx.tx, { clase: 'aclaracion', ...own(de), texto, cargo_id: found.id, ...firmaOf(ctx) }),
  );
  return told(ctx, id, de, `Aclaración de «${found.concepto}» que pide «${de.nombre}»`, { cargo: found.id, texto });
}

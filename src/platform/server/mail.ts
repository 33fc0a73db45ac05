/**
 * Mail: the port, its outbox, and the delivery. A letter is a row of `correo_saliente` with its attachments, written in the
 * transaction of what it tells of; a job sends what is due and notes the outcome on the row.
 */
import { sql } from 'kysely';
import { escapeHtml, fillPlaceholders } from '../placeholders.ts';
import { z } from '../zod.ts';
import type { Tx, Within } from './db.ts';
import { Refusal } from './errors.ts';
import { sanitizeLetter, textOfHtml } from './mail-html.ts';
import type { Waiting } from './marks.ts';
import { type Asked, asked, faultOf, leaseFrom, notLeased } from './outside.ts';

export interface MailAttachment {
  nombre: string;
  mime: string;
  contenido: Buffer;
}

export interface MailMessage {
  /** Addresses; the same one twice is one. */
  para: readonly string[];
  asunto: string;
  /** Sanitised before it is kept, whoever wrote it. */
  html: string;
  /** The plain version; made of the HTML when missing. */
  texto?: string;
  adjuntos?: readonly MailAttachment[];
  /** The lot that it is about. */
  loteId?: number;
  /** The sending of a report that it is of. */
  reporteEnviadoId?: number;
  /** The sending of a closed month's files that it is of. */
  periodoEnvioId?: number;
}

/** What an adapter gets. `key` is the same at every attempt of a letter, so that a receiver can tell a repetition. */
export interface Letter {
  key: string;
  para: readonly string[];
  asunto: string;
  html: string;
  texto: string;
  adjuntos: readonly MailAttachment[];
}

/** A recipient that the server did not take, beside others that it took. */
export interface RefusedRecipient {
  address: string;
  reason: string;
  /** No further attempt can help. */
  final: boolean;
}

/**
 * The port. An adapter hands one letter over and gives the recipients that were refused; when none was taken it throws:
 * `MailRejected` when no further attempt can help, `MailUnreachable` when no letter can go now.
 */
export interface MailSender {
  /** False: letters do not leave the outbox. */
  readonly leaves: boolean;
  send(letter: Letter): Promise<readonly RefusedRecipient[]>;
}

/** The server refused this letter for good. */
export class MailRejected extends Error {}
/** The server is down, or does not let us in. That is never the letter's fault: it is tried until it goes. */
export class MailUnreachable extends Error {}

/** The embedded default, which needs no server: the rows themselves are the outbox that one can open. */
export const localMail = asked<MailSender>({ leaves: false, send: async () => [] });

const RECIPIENTS_MAX = 10;
const SUBJECT_CHARACTERS_MAX = 200;
export const ATTACHMENTS_BYTES_MAX = 15 * 1024 * 1024;
const ERROR_CHARACTERS_MAX = 500;
/** Minutes between an attempt and the next; the last one also between all further ones. */
const WAIT_MINUTES = [1, 5, 15, 60] as const;
/** A letter that the server puts off this often, for about a day, has failed. */
const ATTEMPTS_MAX = 27;

const address = z.email().max(254);
// Control characters would start a header of their own, or hide what a name says.
const CONTROL = /\p{Cc}/u;
const MIME = /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/i;

/** Whether a letter can go there: registers hold what looks like an address and is none. A line break at the end is no space. */
export const isMailAddress = (text: string): boolean => !CONTROL.test(text) && address.safeParse(text.trim()).success;

function recipientsOf(para: readonly string[]): string[] {
  const unique = new Map<string, string>();
  for (const entry of para) {
    if (!isMailAddress(entry)) {
      throw new Refusal(
        `«${entry.replaceAll(/\p{Cc}/gu, ' ')}» no es un correo electrónico. Corríjalo e intente de nuevo`,
      );
    }
    unique.set(entry.trim().toLowerCase(), entry.trim());
  }
  const recipients = [...unique.values()];
  if (recipients.length === 0) throw new Refusal('El correo no tiene a quién enviarse. Escriba un correo electrónico');
  if (recipients.length > RECIPIENTS_MAX) {
    throw new Refusal(
      `Un correo se envía a ${RECIPIENTS_MAX} direcciones como máximo; quite ${recipients.length - RECIPIENTS_MAX}`,
    );
  }
  return recipients;
}

/** A subject as it may stand in a header: one line, and something on it. Throws a `Refusal`. */
function subjectOf(asunto: string): string {
  const subject = asunto.trim();
  if (CONTROL.test(asunto))
    throw new Refusal('El asunto del correo debe ocupar una sola línea. Quite los saltos de línea');
  if (subject === '') throw new Refusal('El correo no tiene asunto. Escriba el título');
  if (subject.length > SUBJECT_CHARACTERS_MAX) {
    throw new Refusal(`El asunto del correo tiene más de ${SUBJECT_CHARACTERS_MAX} caracteres. Acórtelo`);
  }
  return subject;
}

function refuseAttachments(adjuntos: readonly MailAttachment[]): void {
  for (const { nombre, mime } of adjuntos) {
    if (nombre.trim() === '' || /[/\\]/.test(nombre) || CONTROL.test(nombre) || !MIME.test(mime)) {
      throw new Refusal('El nombre o el tipo de un archivo adjunto no es válido. Cambie el nombre del archivo');
    }
  }
  const bytes = adjuntos.reduce((sum, { contenido }) => sum + contenido.length, 0);
  if (bytes > ATTACHMENTS_BYTES_MAX) {
    throw new Refusal(`Los archivos adjuntos pesan más de ${ATTACHMENTS_BYTES_MAX / 1024 / 1024} MB. Quite alguno`);
  }
}

/** Writes a letter to the outbox, in the transaction of what it tells of. Gives its id; throws a `Refusal`. */
export async function queueMail(
  tx: Tx,
  message: MailMessage & { usuarioId: number | null },
  now: Date,
): Promise<number> {
  const { asunto, texto, adjuntos = [], loteId = null, usuarioId } = message;
  const { reporteEnviadoId = null, periodoEnvioId = null } = message;
  refuseAttachments(adjuntos);
  const html = sanitizeLetter(message.html);
  const { id } = await tx
    .insertInto('correo_saliente')
    .values({
      para: recipientsOf(message.para),
      asunto: subjectOf(asunto),
      html,
      texto: texto ?? textOfHtml(html),
      lote_id: loteId,
      reporte_enviado_id: reporteEnviadoId,
      periodo_envio_id: periodoEnvioId,
      usuario_id: usuarioId,
      proximo_intento: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (adjuntos.length > 0) {
    await tx
      .insertInto('correo_adjunto')
      .values(adjuntos.map(({ nombre, mime, contenido }) => ({ correo_id: id, nombre, mime, contenido })))
      .execute();
  }
  return id;
}

/** One text to many lots: the places in it are filled with each one's data. */
export interface MailRun {
  /** The sending of a campaign that the letters are of. */
  envioId?: number;
  asunto: string;
  /** Sanitised before it is filled; what fills it is escaped. */
  html: string;
  cartas: readonly MailRunLetter[];
  /** They leave from then on; left out, at once. */
  saleAt?: Date;
}

export interface MailRunLetter {
  para: readonly string[];
  loteId: number;
  datos: Readonly<Record<string, string>>;
  /** What of the ladder of collection it is. */
  gestionEnvioId?: number;
}

const RUN_ROWS = 500;

/** A subject with a lot's data in its places: a name may be long, or hold what no header may. */
export function filledSubject(asunto: string, datos: Readonly<Record<string, string>>): string {
  const filled = fillPlaceholders(asunto, datos).replaceAll(/\p{Cc}/gu, ' ');
  return subjectOf(filled.slice(0, SUBJECT_CHARACTERS_MAX));
}

/** A letter's HTML with the data of a lot in its places. */
export function filledHtml(html: string, datos: Readonly<Record<string, string>>): string {
  const escaped = Object.entries(datos).map(([name, value]) => [name, escapeHtml(value)]);
  return fillPlaceholders(html, Object.fromEntries(escaped));
}

/** Writes the letters of a run to the outbox, some hundred by statement. Gives how many; throws a `Refusal`. */
export async function queueMailRun(
  tx: Tx,
  { envioId, asunto, html: raw, cartas, saleAt, usuarioId }: MailRun & { usuarioId: number | null },
  now: Date,
): Promise<number> {
  subjectOf(asunto);
  const html = sanitizeLetter(raw);
  const texto = textOfHtml(html);
  const rows = cartas.map(({ para, loteId, datos, gestionEnvioId = null }) => ({
    para: recipientsOf(para),
    asunto: filledSubject(asunto, datos),
    html: filledHtml(html, datos),
    texto: fillPlaceholders(texto, datos),
    lote_id: loteId,
    usuario_id: usuarioId,
    envio_id: envioId ?? null,
    gestion_envio_id: gestionEnvioId,
    proximo_intento: saleAt ?? now,
    created_at: now,
  }));
  for (let at = 0; at < rows.length; at += RUN_ROWS) {
    await tx
      .insertInto('correo_saliente')
      .values(rows.slice(at, at + RUN_ROWS))
      .execute();
  }
  return rows.length;
}

/** What a letter is, whomever it goes to. */
const LETTER = [
  ...(['asunto', 'html', 'texto', 'created_at'] as const),
  ...(['lote_id', 'usuario_id', 'envio_id', 'gestion_envio_id', 'reporte_enviado_id', 'periodo_envio_id'] as const),
] as const;

/** A refused recipient's letter goes on by itself, so that those who have it do not get it again. */
async function splitOff(tx: Tx, id: number, { address, reason, final }: RefusedRecipient, next: Date): Promise<void> {
  const { id: own } = await tx
    .insertInto('correo_saliente')
    .columns(['para', ...LETTER, 'intentos', 'estado', 'proximo_intento', 'ultimo_error'])
    .expression((eb) =>
      eb
        .selectFrom('correo_saliente')
        .where('id', '=', id)
        .select([
          sql<string[]>`ARRAY[${address}::text]`.as('para'),
          ...LETTER,
          sql<number>`intentos + 1`.as('intentos'),
          sql<string>`${final ? 'fallido' : 'pendiente'}::text`.as('estado'),
          sql<Date>`${next}::timestamptz`.as('proximo_intento'),
          sql<string>`${reason.slice(0, ERROR_CHARACTERS_MAX)}::text`.as('ultimo_error'),
        ]),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('correo_adjunto')
    .columns(['correo_id', 'nombre', 'mime', 'contenido'])
    .expression((eb) =>
      eb
        .selectFrom('correo_adjunto')
        .where('correo_id', '=', id)
        .orderBy('id')
        .select([sql<number>`${own}::bigint`.as('correo_id'), 'nombre', 'mime', 'contenido']),
    )
    .execute();
}

/**
 * Sends the one letter that has been due longest, and notes the outcome: enviado; or, with the error, pendiente again for a
 * later attempt, or fallido when the server refused it for good or put it off for a day. While the server cannot be
 * reached a letter never fails. No transaction is open meanwhile; letters that another process is sending are passed over. A
 * process that dies between the server's answer and the note leaves the letter due once its lease is over: it may arrive
 * twice, never not at all. Undefined: nothing is due.
 */
export async function deliverMail(
  within: Within,
  sender: Asked<MailSender>,
  now: Date,
): Promise<'sent' | 'failed' | 'unreachable' | undefined> {
  const lease = leaseFrom(now);
  const letter = await within((tx) => takeLetter(tx, now, lease));
  if (!letter) return undefined;
  const { id, para, asunto, html, texto, intentos, created_at, adjuntos } = letter;
  const key = `${id}.${created_at.getTime()}`;
  let refused: readonly RefusedRecipient[] = [];
  const fault = await faultOf(async () => {
    refused = await sender.send({ key, para, asunto, html, texto, adjuntos });
  });
  return within(async (tx) => {
    const mine = tx.selectFrom('correo_saliente').where('id', '=', id).where('arriendo_hasta', '=', lease);
    // Whoever took it after us notes what became of it.
    if (!(await mine.select('id').forUpdate().executeTakeFirst())) return fault ? 'failed' : 'sent';
    const wait = WAIT_MINUTES[intentos] ?? WAIT_MINUTES[WAIT_MINUTES.length - 1] ?? 60;
    const next = new Date(now.getTime() + wait * 60_000);
    const update = tx
      .updateTable('correo_saliente')
      .where('id', '=', id)
      .set({ intentos: intentos + 1, arriendo_hasta: null });
    if (!fault) {
      for (const recipient of refused) await splitOff(tx, id, recipient, next);
      const taken = para.filter((address) => !refused.some((recipient) => recipient.address === address));
      await update
        .set({ estado: 'enviado', para: taken, enviado_at: sender.leaves ? now : null, ultimo_error: null })
        .execute();
      return 'sent';
    }
    const unreachable = fault instanceof MailUnreachable;
    const final = fault instanceof MailRejected || (!unreachable && intentos + 1 >= ATTEMPTS_MAX);
    await update
      .set({
        estado: final ? 'fallido' : 'pendiente',
        proximo_intento: next,
        ultimo_error: fault.message.slice(0, ERROR_CHARACTERS_MAX),
      })
      .execute();
    return unreachable ? 'unreachable' : 'failed';
  });
}

/** Whether letters wait to be sent, now or later. */
export const lettersWait: Waiting = sql`EXISTS (SELECT FROM correo_saliente WHERE estado = 'pendiente')`;

/** The letter that has been due longest, with its attachments; until `lease` it is the asker's. */
async function takeLetter(tx: Tx, now: Date, lease: Date) {
  const row = await tx
    .updateTable('correo_saliente')
    .set({ arriendo_hasta: lease })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('correo_saliente')
        .select('id')
        .where('estado', '=', 'pendiente')
        .where('proximo_intento', '<=', now)
        .where(notLeased(now))
        .orderBy('proximo_intento')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'para', 'asunto', 'html', 'texto', 'intentos', 'created_at'])
    .executeTakeFirst();
  if (!row) return undefined;
  const adjuntos = await tx
    .selectFrom('correo_adjunto')
    .select(['nombre', 'mime', 'contenido'])
    .where('correo_id', '=', row.id)
    .orderBy('id')
    .execute();
  return { ...row, adjuntos };
}

/**
 * The monthly mail of saved views. Each time that one is due its file is made with no transaction open, and one transaction takes
 * down that it was made and writes its letters: a process that dies before it leaves nothing, one that comes second finds the
 * month taken. Source: dominio.md#reports.
 */
import { type Fecha, wallClockInZone } from '#core/fecha.ts';
import { firstDayOf, monthOf } from '#core/period.ts';
import type { ReportMaking } from '#documents/reportes.ts';
import { inLetters } from '#features/comunicacion/rules.ts';
import { type Pedido, reporteOf } from '#libro/reportes/filtros.ts';
import { fechasDe } from '#libro/reportes/periodos.ts';
import { bytesOf } from '#libro/server/month-end.ts';
import { type MadeReport, makingOf, type ReportSources } from '#libro/server/report.ts';
import { XLSX } from '#platform/file-types.ts';
import { escapeHtml } from '#platform/placeholders.ts';
import { recordAudit } from '#platform/server/audit.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Community } from '#platform/server/communities.ts';
import { type Reading, todayIn } from '#platform/server/context.ts';
import { type DbPool, inTx, type Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { Log } from '#platform/server/jobs.ts';
import { ATTACHMENTS_BYTES_MAX, type MailAttachment, type MailMessage, queueMail } from '#platform/server/mail.ts';
import type { Drawing } from '#platform/server/pdf-draw.ts';
import { type Drawn, drawingsOf, pdfThread } from '#platform/server/pdf-thread.ts';
import { formatNumber } from '#ui/format.ts';
import { lastDue, waitMinutes } from '../rules.ts';
import { readReport, writeReport } from './files.ts';
import {
  type EnvioRow,
  findEnviado,
  findEnvioForUpdate,
  insertFallo,
  insertHecho,
  listActivos,
} from './repository-vistas.ts';

const drawing = drawingsOf<typeof import('#libro/server/paper.ts')>(
  new URL('../../../libro/server/paper.ts', import.meta.url),
);

/** What somebody would print. */
const PDF_ROWS_MAX = 20_000;

/** A view's report on a day, as far as it is read in a transaction. */
interface ReadVista {
  made: MadeReport;
  making: ReportMaking;
}

/** `dia`: the one that the days of its period are counted from. What it tells of is as it stands now. */
export async function readVista(
  sources: ReportSources,
  reading: Reading,
  { reporte, periodo, filtros }: Pick<EnvioRow, 'reporte' | 'periodo' | 'filtros'>,
  dia: Fecha,
): Promise<ReadVista> {
  const pedido = { reporte, filtros: { ...filtros, ...fechasDe(reporteOf(reporte).fechas, periodo, dia) } } as Pedido;
  const made = await readReport(sources, reading, pedido);
  return { made, making: await makingOf(reading) };
}

/** The file of a report that was read; nothing is locked meanwhile. */
export async function fileOf(
  { made, making }: ReadVista,
  formato: EnvioRow['formato'],
  draw: (drawing: Drawing) => Promise<Drawn>,
): Promise<MailAttachment> {
  let file: MailAttachment;
  if (formato === 'pdf') {
    if (made.rows > PDF_ROWS_MAX) {
      throw new Refusal(
        `El reporte tiene ${formatNumber(made.rows)} renglones, y un PDF lleva hasta ${formatNumber(PDF_ROWS_MAX)}. Envíelo como Excel`,
      );
    }
    const { name, content } = await draw(drawing('reportPdf', made.pdf.name, made.pdf.document(making)));
    file = { nombre: name, mime: 'application/pdf', contenido: content };
  } else {
    file = { nombre: made.xlsx.name, mime: XLSX, contenido: await bytesOf(writeReport(made, making)) };
  }
  if (file.contenido.length > ATTACHMENTS_BYTES_MAX) {
    throw new Refusal('El archivo pesa más de 15 MB, que es lo que lleva un correo. Guarde una vista de menos días');
  }
  return file;
}

/** To whom it goes: users at the address that they have now, and addresses. */
export function recipientsOf({ usuarios, correos }: Pick<EnvioRow, 'usuarios' | 'correos'>): string[][] {
  const letters = inLetters([...usuarios.map(({ email }) => email), ...correos]);
  if (letters.length === 0)
    throw new Refusal('No queda nadie a quién enviarlo. Elija a quién en Reportes, Envíos mensuales');
  return letters;
}

/** Its letters, without who sends them. */
export function lettersOf(
  { nombre, reporte }: Pick<EnvioRow, 'nombre' | 'reporte'>,
  { made, making }: ReadVista,
  { para, adjunto, reporteEnviadoId }: { para: string[][]; adjunto: MailAttachment; reporteEnviadoId: number },
): MailMessage[] {
  const { titulo } = reporteOf(reporte);
  const rows =
    made.rows === 0
      ? 'No tiene renglones.'
      : `${formatNumber(made.rows)} ${made.rows === 1 ? 'renglón' : 'renglones'}.`;
  const html = [
    `Adjunto encontrará el reporte «${nombre}» (${titulo}). ${rows}`,
    `Hecho el ${making.impreso}.`,
    making.residencial,
  ]
    .filter((line) => line !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('');
  const asunto = `${nombre} · ${titulo}${making.residencial === '' ? '' : ` · ${making.residencial}`}`.slice(0, 200);
  return para.map((addresses) => ({ para: addresses, asunto, html, adjuntos: [adjunto], reporteEnviadoId }));
}

const SYSTEM = { usuarioId: null, usuario: 'sistema', requestId: null };

const FAILED = 'Ocurrió un error al hacer el reporte. Avise a quien administra el servidor';

export interface SendingParts {
  pool: DbPool;
  clock: Clock;
  sources: ReportSources;
  log: Log;
  /** Once letters were written. */
  wake(): void;
  draw?(drawing: Drawing): Promise<Drawn>;
}

type Outcome = 'enviado' | 'fallido' | 'espera' | 'nada';

/** Sends what is due of a community. Safe to be run twice, and by two at a time. */
export class ReportSending {
  readonly #parts: SendingParts;

  constructor(parts: SendingParts) {
    this.#parts = parts;
  }

  /** `esperan`: what failed before, and is tried again. */
  async sweep(community: Community): Promise<{ enviados: number; fallidos: number; esperan: number }> {
    const done = { enviados: 0, fallidos: 0, esperan: 0 };
    const envios = await this.#within(community, listActivos);
    for (const envio of envios) {
      const outcome = await this.#send(community, envio);
      if (outcome === 'enviado') done.enviados += 1;
      if (outcome === 'fallido') done.fallidos += 1;
      if (outcome === 'espera') done.esperan += 1;
    }
    if (done.enviados > 0) this.#parts.wake();
    return done;
  }

  #within<T>({ schema }: Community, work: (tx: Tx) => Promise<T>): Promise<T> {
    return inTx(this.#parts.pool, { schema, role: 'porton_jobs' }, work);
  }

  async #send(community: Community, envio: EnvioRow): Promise<Outcome> {
    const { clock, log } = this.#parts;
    const due = lastDue(envio, wallClockInZone(clock.now(), community.timeZone));
    if (due === undefined) return 'nada';
    const mes = firstDayOf(monthOf(due));
    const before = await this.#within(community, (tx) => findEnviado(tx, envio.id, mes));
    if (before && before.hecho_at !== null) return 'nada';
    if ((before?.proximo_intento ?? clock.now()) > clock.now()) return 'espera';
    try {
      const para = recipientsOf(envio);
      const read = await this.#read(community, envio, due);
      const adjunto = await fileOf(read, envio.formato, this.#parts.draw ?? ((one) => pdfThread.drawPatiently(one)));
      const sent = await this.#within(community, (tx) => this.#book(tx, envio, mes, { read, para, adjunto }));
      return sent ? 'enviado' : 'nada';
    } catch (error) {
      if (!(error instanceof Refusal))
        log.error({ evento: 'reporte mensual', comunidad: community.codigo, envio: envio.id, err: error }, FAILED);
      const message = error instanceof Refusal ? error.message : FAILED;
      await this.#within(community, (tx) => this.#fail(tx, envio, { mes, message, attempts: before?.intentos ?? 0 }));
      return 'fallido';
    }
  }

  #read(community: Community, envio: EnvioRow, due: Fecha): Promise<ReadVista> {
    const { pool, clock, sources } = this.#parts;
    const today = () => todayIn(community, clock);
    const how = { schema: community.schema, role: 'porton_jobs', readOnly: true, work: 'long' } as const;
    return inTx(pool, how, (tx) => readVista(sources, { tx, community, clock, today }, envio, due));
  }

  /** False where it was stopped, or somebody else sent it, meanwhile. */
  async #book(
    tx: Tx,
    envio: EnvioRow,
    mes: Fecha,
    { read, para, adjunto }: { read: ReadVista; para: string[][]; adjunto: MailAttachment },
  ): Promise<boolean> {
    const now = this.#parts.clock.now();
    const still = await findEnvioForUpdate(tx, envio.id);
    if (!still?.activo) return false;
    const id = await insertHecho(tx, { envioId: envio.id, mes, usuarioId: null, now });
    if (id === undefined) return false;
    for (const letter of lettersOf(envio, read, { para, adjunto, reporteEnviadoId: id })) {
      await queueMail(tx, { ...letter, usuarioId: null }, now);
    }
    await recordAudit(tx, SYSTEM, auditOf(envio, para.flat(), adjunto.nombre, 'de cada mes'), now);
    return true;
  }

  async #fail(
    tx: Tx,
    envio: EnvioRow,
    { mes, message, attempts }: { mes: Fecha; message: string; attempts: number },
  ): Promise<void> {
    const now = this.#parts.clock.now();
    const proximo = new Date(now.getTime() + waitMinutes(attempts) * 60_000);
    const attempt = await insertFallo(tx, { envioId: envio.id, mes, error: message, proximo, now });
    // Told once a month, not with each attempt.
    if (attempt !== 1) return;
    const nota = `No se pudo hacer el reporte de cada mes «${envio.nombre}»: ${message}`;
    await recordAudit(tx, SYSTEM, { status: 'cancelado', entidad: 'reporte_envio', entidadId: envio.id, nota }, now);
  }
}

/** How a sending is told in the audit log. */
export function auditOf(
  { id, nombre, reporte }: Pick<EnvioRow, 'id' | 'nombre' | 'reporte'>,
  para: readonly string[],
  archivo: string,
  how: 'de cada mes' | 'a mano',
) {
  const to = para.length === 1 ? '1 dirección' : `${para.length} direcciones`;
  return {
    status: 'creado' as const,
    entidad: 'reporte_envio',
    entidadId: id,
    nota: `Reporte «${nombre}» (${reporteOf(reporte).titulo}) enviado ${how} a ${to}`,
    despues: { para, archivo },
  };
}

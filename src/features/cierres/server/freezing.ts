/**
 * Makes the files of closed months. What they are made of was read with the closing and waits in its row: a process that dies
 * leaves it there for the next turn, and of two that make the same the second finds it made. Source: dominio.md#month-end.
 */
import { monthInWords } from '#core/period.ts';
import type { MonthParts } from '#libro/server/month-end.ts';
import type { PdfDocument } from '#platform/pdf.ts';
import { recordAudit } from '#platform/server/audit.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Community } from '#platform/server/communities.ts';
import { todayIn } from '#platform/server/context.ts';
import { type DbPool, inTx, type Tx } from '#platform/server/db.ts';
import type { Log } from '#platform/server/jobs.ts';
import { queueMail } from '#platform/server/mail.ts';
import { drawingsOf, pdfThread } from '#platform/server/pdf-thread.ts';
import { makeFrozen } from './frozen.ts';
import type { Congelable, NewArchivo } from './month-end.ts';
import {
  ENTIDAD_ARCHIVO,
  findCongeladoForUpdate,
  findDatos,
  insertArchivos,
  listPorCongelar,
  putOff,
  settleCongelado,
} from './repository-month-end.ts';
import { sendPaquete } from './sending.ts';

const drawing = drawingsOf<typeof import('#libro/server/paper.ts')>(
  new URL('../../../libro/server/paper.ts', import.meta.url),
);

/** Draws when nobody else waits: nobody waits for what is frozen. */
export const drawFrozen = async (name: string, document: PdfDocument): Promise<Uint8Array> =>
  (await pdfThread.drawPatiently(drawing('reportPdf', name, document))).content;

const SYSTEM = { usuarioId: null, usuario: 'sistema', requestId: null };
const FAILED = 'Ocurrió un error al hacer los archivos. Se intenta de nuevo';
/** Minutes until the next attempt; the last one between all further ones. */
const WAIT_MINUTES = [1, 5, 15, 60] as const;

export interface FreezingParts {
  pool: DbPool;
  clock: Clock;
  partes: MonthParts;
  log: Log;
  /** Once letters were written. */
  wake(): void;
}

export class MonthFreezing {
  readonly #parts: FreezingParts;

  constructor(parts: FreezingParts) {
    this.#parts = parts;
  }

  /** Makes what is due of a community. Safe to be run twice, and by two at a time. */
  async sweep(community: Community): Promise<{ hechos: number; fallidos: number }> {
    const done = { hechos: 0, fallidos: 0 };
    const due = await this.#within(community, (tx) => listPorCongelar(tx, this.#parts.clock.now()));
    for (const periodoId of due) {
      try {
        if (await this.#freeze(community, periodoId)) done.hechos += 1;
      } catch (error) {
        done.fallidos += 1;
        const { log } = this.#parts;
        log.error({ evento: 'fin de mes', comunidad: community.codigo, periodo: periodoId, err: error }, FAILED);
        await this.#within(community, (tx) => this.#putOff(tx, periodoId));
      }
    }
    if (done.hechos > 0) this.#parts.wake();
    return done;
  }

  #within<T>({ schema }: Community, work: (tx: Tx) => Promise<T>, readOnly = false): Promise<T> {
    return inTx(this.#parts.pool, { schema, role: 'porton_jobs', readOnly, work: 'long' }, work);
  }

  async #freeze(community: Community, periodoId: number): Promise<boolean> {
    const { clock, partes } = this.#parts;
    const datos = await this.#within(community, (tx) => findDatos(tx, periodoId), true);
    if (!datos) return false;
    const today = () => todayIn(community, clock);
    const archivos = await makeFrozen(partes, datos, {
      draw: drawFrozen,
      read: (work) => this.#within(community, (tx) => work({ tx, community, clock, today }), true),
    });
    return this.#within(community, (tx) => this.#book(tx, periodoId, datos, archivos));
  }

  async #book(tx: Tx, periodoId: number, { cierre }: Congelable, archivos: readonly NewArchivo[]): Promise<boolean> {
    const now = this.#parts.clock.now();
    const congelado = await findCongeladoForUpdate(tx, periodoId);
    if (!congelado || congelado.hechoAt !== null) return false;
    await insertArchivos(tx, periodoId, archivos, now);
    await settleCongelado(tx, periodoId, now);
    const huellas = Object.fromEntries(archivos.map(({ clase, huella }) => [clase, huella.toString('hex')]));
    await recordAudit(
      tx,
      SYSTEM,
      {
        ...{ status: 'creado', entidad: ENTIDAD_ARCHIVO, entidadId: periodoId, despues: huellas },
        nota: `Se congelaron los archivos de ${monthInWords(cierre)}`,
      },
      now,
    );
    await this.#send(tx, periodoId, cierre, { archivos, origen: congelado.origen, now });
    return true;
  }

  async #send(
    tx: Tx,
    periodoId: number,
    cierre: Congelable['cierre'],
    { archivos, origen, now }: { archivos: readonly NewArchivo[]; origen: string; now: Date },
  ): Promise<void> {
    const paquete = archivos.find(({ clase }) => clase === 'paquete');
    if (!paquete) throw new Error('a closing without its ZIP');
    const { nombre, contenido, huella } = paquete;
    const para = await sendPaquete(
      tx,
      { periodo: { ...cierre, id: periodoId }, nombre, contenido, huella: huella.toString('hex') },
      { usuarioId: null, origen, now },
      (letter) => queueMail(tx, { ...letter, usuarioId: null }, now),
    );
    if (para.length === 0) return;
    const nota = `Archivo de fin de mes de ${monthInWords(cierre)} enviado`;
    const entry = {
      status: 'creado',
      entidad: 'periodo_envio',
      entidadId: periodoId,
      nota,
      despues: { para },
    } as const;
    await recordAudit(tx, SYSTEM, entry, now);
  }

  async #putOff(tx: Tx, periodoId: number): Promise<void> {
    const congelado = await findCongeladoForUpdate(tx, periodoId);
    if (!congelado) return;
    const wait = WAIT_MINUTES[congelado.intentos] ?? WAIT_MINUTES[WAIT_MINUTES.length - 1] ?? 60;
    const proximo = new Date(this.#parts.clock.now().getTime() + wait * 60_000);
    await putOff(tx, periodoId, { error: FAILED, proximo });
  }
}

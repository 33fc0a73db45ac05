/** What a provider answered about an invoice, and how it is kept. */
import type { Pac, StampOutcome } from '#cfdi/server/pac.ts';
import { readAnswered, type Timbre } from '#cfdi/server/timbre.ts';
import { recordAudit } from '#platform/server/audit.ts';
import type { Tx } from '#platform/server/db.ts';
import { mayStillStamp, nameOf, retryDelay } from '../../rules.ts';
import { type FacturaRow, findReferencia } from '../repository.ts';
import { HALT_MS, halt } from './halt.ts';
import {
  findHalt,
  findIntentosForUpdate,
  insertAnew,
  resumeStamping,
  updateRejected,
  updateStamped,
  updateUncertain,
} from './repository.ts';

/** The bytes that are sent, by whom, and whether they were before, with no certain answer. */
export interface Claim {
  row: FacturaRow;
  pac: Pac;
  lease: string;
  xml: Buffer;
  again: boolean;
}

/** `expired`: too old to be stamped, and the provider has nothing of it. */
export type Told = StampOutcome | { kind: 'expired' };

/** `foreign`: what came back is not what was sent; why is for whoever keeps the product running. */
export type Answer =
  | { kind: 'stamped'; xml: Buffer; timbre: Timbre }
  | { kind: 'foreign'; fault: string }
  | Exclude<Told, { kind: 'ok' | 'duplicate' }>;

export type Kept = { uuid: string } | { rejected: string } | { retry: string };

/** After a fault of ours nobody knows what the provider did. */
export const OUR_FAULT = 'Hubo una falla al preguntar al proveedor. Se le pregunta de nuevo más tarde';

/** The document that was stamped may still be there. */
const FOREIGN_STAMP =
  'El proveedor devolvió un timbre que no es de esta factura. Se le pregunta de nuevo más tarde; si sigue así, avísele con su folio';

/**
 * Asks for the stamp. What may have been stamped is recovered first; only a definite 'not found' sends the same bytes and key
 * again. `ahora` tells the wall clock of the place of issue, once it matters.
 */
export async function askStamp({ row, pac, xml, again }: Claim, ahora: () => string): Promise<Told> {
  if (again) {
    const found = await pac.recover(row.clave, xml);
    if (found.kind !== 'missing') return found;
  }
  const now = ahora();
  if (!mayStillStamp(row.fecha ?? now, now)) return { kind: 'expired' };
  const outcome = await pac.stamp(xml, row.clave);
  if (outcome.kind !== 'duplicate' || outcome.xml) return outcome;
  const found = await pac.recover(row.clave, xml);
  return found.kind === 'missing'
    ? { kind: 'unknown', message: 'El proveedor dice que ya se timbró y no lo entrega' }
    : found;
}

/** Reads what was told: a stamp counts where it is of the bytes that were sent. */
export async function readAnswer(told: Told, { xml: sealed }: Claim): Promise<Answer> {
  if (told.kind !== 'ok' && told.kind !== 'duplicate') return told;
  const { xml } = told;
  if (!xml) throw new Error('a duplicate without its document is recovered before');
  const read = await readAnswered(xml, sealed);
  return 'fault' in read ? { kind: 'foreign', fault: read.fault } : { kind: 'stamped', xml, timbre: read.timbre };
}

/** Keeps an answer while the lease is the claim's; undefined where another took it over, and keeps what there is to keep. */
export async function keepAnswer(tx: Tx, claim: Claim, answer: Answer, now: Date): Promise<Kept | undefined> {
  const { row, again } = claim;
  const intentos = await findIntentosForUpdate(tx, row.id, claim.lease);
  if (intentos === undefined) return undefined;
  // Who tells that it never had the document let the account in.
  if (answer.kind === 'stamped' || answer.kind === 'rejected' || (answer.kind === 'expired' && again)) {
    await resumeStamping(tx);
  }
  switch (answer.kind) {
    case 'stamped':
      await updateStamped(tx, row.id, answer.xml, answer.timbre, now);
      return { uuid: answer.timbre.uuid };
    case 'foreign':
      return keepUncertain(tx, claim, { kind: 'unknown', message: FOREIGN_STAMP }, intentos, now);
    case 'unknown':
      return keepUncertain(tx, claim, answer, intentos, now);
    case 'expired':
      return keepExpired(tx, row, now);
    case 'rejected': {
      const mensaje = [answer.code, answer.message].filter(Boolean).join(': ');
      await updateRejected(tx, row, { codigo: answer.code, mensaje }, now);
      return { rejected: mensaje };
    }
  }
}

/** Nobody knows what became of it. Of the account it halts everything, and while that is so it asks at the turns of the halt. */
async function keepUncertain(
  tx: Tx,
  { row, again }: Claim,
  { message: mensaje, code: codigo = '', cuenta, sinEnviar }: Extract<Told, { kind: 'unknown' }>,
  intentos: number,
  now: Date,
): Promise<Kept> {
  if (cuenta) await halt(tx, mensaje, now);
  const wait = cuenta ? HALT_MS : Math.max(retryDelay(intentos), (await findHalt(tx)) ? HALT_MS : 0);
  const estado = sinEnviar && !again ? 'sellado' : 'incierto';
  await updateUncertain(tx, row.id, { estado, codigo, mensaje, retry: new Date(now.getTime() + wait) }, now);
  return { retry: mensaje };
}

/** What becomes of what expired, by its kind; of an invoice of payments unless told. */
const ANEW: Readonly<Record<string, string>> = {
  egreso: 'la nota de crédito se emite de nuevo sola',
  pago: 'el complemento se emite de nuevo solo',
};

/** Too old, and certainly never stamped: its payments are drafted anew, to be sealed with the day on which they are stamped. */
async function keepExpired(tx: Tx, row: FacturaRow, now: Date): Promise<Kept> {
  const anewWords = ANEW[row.tipo] ?? 'sus pagos se facturan de nuevo solos';
  const mensaje = `Pasaron 72 horas sin que el proveedor timbrara el documento, y no lo tiene: ${anewWords}`;
  await updateRejected(tx, row, { codigo: '', mensaje }, now, 'vencido');
  const anew = await insertAnew(tx, row.id, now);
  if (anew === undefined) throw new Error(`invoice ${row.id} has no lines`);
  await recordAudit(
    tx,
    { usuarioId: null, usuario: 'sistema', requestId: null },
    {
      status: 'creado',
      entidad: 'factura',
      entidadId: anew,
      referencia: await findReferencia(tx, row.lote_id),
      nota: `Se emite de nuevo lo del documento ${nameOf(row)}, que venció a las 72 horas sin timbrarse`,
      despues: { vencida: row.id },
    },
    now,
  );
  return { rejected: mensaje };
}

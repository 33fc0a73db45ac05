/** What a provider answered about an invoice, and how it is kept. */
import type { Pac, StampOutcome } from '#cfdi/server/pac.ts';
import { readAnswered, type Timbre } from '#cfdi/server/timbre.ts';
import { escapeHtml } from '#platform/placeholders.ts';
import type { Tx } from '#platform/server/db.ts';
import { queueMail } from '#platform/server/mail.ts';
import { mayStillStamp, retryDelay } from '../../rules.ts';
import { type FacturaRow, listControl } from '../repository.ts';
import {
  findIntentosForUpdate,
  haltStamping,
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

/** After an answer about the account one invoice asks again, for all. */
const HALT_MS = 10 * 60_000;

/** Stops the community's stamps, of which none is lost by it, and writes to whoever answers for invoicing, once. */
async function halt(tx: Tx, mensaje: string, now: Date): Promise<void> {
  const wentOn = await haltStamping(tx, mensaje, new Date(now.getTime() + HALT_MS), now);
  const para = await listControl(tx);
  if (!wentOn || para.length === 0) return;
  const html = [
    mensaje,
    'Las facturas esperan y ninguna se pierde: se timbran solas en cuanto el proveedor acepte la cuenta.',
    'Revise la cuenta en Administración, Certificado y timbrado.',
  ];
  await queueMail(
    tx,
    {
      para,
      asunto: 'El timbrado de facturas está detenido',
      html: html.map((line) => `<p>${escapeHtml(line)}</p>`).join(''),
      usuarioId: null,
    },
    now,
  );
}

/** Keeps an answer while the lease is the claim's; undefined where another took it over, and keeps what there is to keep. */
export async function keepAnswer(tx: Tx, { row, lease }: Claim, answer: Answer, now: Date): Promise<Kept | undefined> {
  const intentos = await findIntentosForUpdate(tx, row.id, lease);
  if (intentos === undefined) return undefined;
  if (answer.kind === 'stamped' || answer.kind === 'rejected') await resumeStamping(tx);
  switch (answer.kind) {
    case 'stamped':
      await updateStamped(tx, row.id, answer.xml, answer.timbre, now);
      return { uuid: answer.timbre.uuid };
    case 'foreign':
    case 'unknown': {
      const {
        message: mensaje,
        code: codigo = '',
        cuenta = false,
      } = answer.kind === 'foreign' ? { message: FOREIGN_STAMP } : answer;
      if (cuenta) await halt(tx, mensaje, now);
      const wait = cuenta ? HALT_MS : retryDelay(intentos);
      await updateUncertain(tx, row.id, { codigo, mensaje }, new Date(now.getTime() + wait), now);
      return { retry: mensaje };
    }
    case 'expired': {
      const mensaje = 'Pasaron 72 horas sin que el proveedor la timbrara. Facture de nuevo los pagos';
      await updateRejected(tx, row, { codigo: '', mensaje }, now, 'vencido');
      return { rejected: mensaje };
    }
    case 'rejected': {
      const mensaje = [answer.code, answer.message].filter(Boolean).join(': ');
      await updateRejected(tx, row, { codigo: answer.code, mensaje }, now);
      return { rejected: mensaje };
    }
  }
}

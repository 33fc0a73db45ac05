/**
 * One intent, one effect: the first request with a key acts and its answer is kept in the same transaction; later ones with
 * the same key get that answer. A refused request rolls back and its key stays free, so that a corrected form may send it
 * again. Source: DOMAIN.md 5.
 */
import { createHash } from 'node:crypto';
import type { CompiledQuery, ExpressionBuilder } from 'kysely';
import type { DB } from './database-types.ts';
import type { Tx } from './db.ts';
import { Malformed, Refusal } from './errors.ts';

export interface Intent {
  usuarioId: number;
  /** 'POST /cobromantenimiento/save'. */
  endpoint: string;
  clave: string;
  /** SHA-256 of what was asked for. */
  huella: Buffer;
}

const KEY = /^[\w-]{8,100}$/;

/** The intent of a request, or undefined when it carries no key. A key that is none: 400. */
export function intentOf(
  header: string | string[] | undefined,
  usuarioId: number,
  endpoint: string,
  input: unknown,
): Intent | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !KEY.test(header)) {
    throw new Malformed([], 'La clave de la petición no es válida. Actualice la página e intente de nuevo');
  }
  return { usuarioId, endpoint, clave: header, huella: createHash('sha256').update(JSON.stringify(input)).digest() };
}

export interface KeptAnswer {
  answer: unknown;
  /** False while the answer waits for what the outside world says: it is settled anew. */
  final: boolean;
}

/**
 * Claims the key, waiting for a request with the same one that is still under way. Gives the kept answer when the intent was
 * carried out already, else undefined: go on, then `keepingAnswer`.
 */
export async function claimIntent(tx: Tx, intent: Intent, now: Date): Promise<KeptAnswer | undefined> {
  const claimed = await tx
    .insertInto('peticion_idempotente')
    .values({
      usuario_id: intent.usuarioId,
      endpoint: intent.endpoint,
      clave: intent.clave,
      huella: intent.huella,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('clave')
    .executeTakeFirst();
  if (claimed) return undefined;
  const kept = await rowOf(tx, intent).select(['huella', 'respuesta', 'definitiva']).executeTakeFirst();
  // Whoever held it was refused at the last moment and freed it.
  if (!kept) throw new Refusal('La petición anterior no se completó. Intente de nuevo');
  if (!intent.huella.equals(kept.huella)) {
    throw new Refusal('Esta petición ya se hizo con otros datos. Actualice la página y captúrela de nuevo');
  }
  return { answer: kept.respuesta, final: kept.definitiva };
}

const isOf =
  ({ usuarioId, endpoint, clave }: Intent) =>
  (eb: ExpressionBuilder<DB, 'peticion_idempotente'>) =>
    eb.and({ usuario_id: usuarioId, endpoint, clave });

function rowOf(tx: Tx, intent: Intent) {
  return tx.selectFrom('peticion_idempotente').where(isOf(intent));
}

function update(tx: Tx, intent: Intent) {
  return tx.updateTable('peticion_idempotente').where(isOf(intent));
}

/** The statement that keeps the answer with its transaction; one that is not final is made so later, by `finishAnswer`. */
export function keepingAnswer(tx: Tx, intent: Intent, { answer, final }: KeptAnswer): CompiledQuery {
  return update(tx, intent)
    .set({ respuesta: JSON.stringify(answer ?? null), definitiva: final })
    .compile();
}

/** Makes the answer final; gives the one that stands, which is another's where that came first. */
export async function finishAnswer(tx: Tx, intent: Intent, answer: unknown): Promise<unknown> {
  const done = await update(tx, intent)
    .set({ respuesta: JSON.stringify(answer ?? null), definitiva: true })
    .where('definitiva', '=', false)
    .returning('clave')
    .executeTakeFirst();
  if (done) return answer;
  const kept = await rowOf(tx, intent).select('respuesta').executeTakeFirst();
  return kept ? kept.respuesta : answer;
}

/** Frees the key of an intent that was refused after its transaction, so that a corrected form may send it again. */
export async function freeIntent(tx: Tx, intent: Intent): Promise<void> {
  await tx.deleteFrom('peticion_idempotente').where(isOf(intent)).where('definitiva', '=', false).execute();
}

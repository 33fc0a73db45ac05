/**
 * One intent, one effect: the first request with a key acts and its answer is kept in the same transaction; later ones with
 * the same key get that answer. A refused request rolls back and its key stays free, so that a corrected form may send it
 * again. A key whose sender gave it up before it acted is refused from then on. Source: dominio.md#ledger.
 */
import { createHash } from 'node:crypto';
import { type CompiledQuery, type ExpressionBuilder, sql } from 'kysely';
import { IDEMPOTENCY_KEY, sameKey } from '../idempotency.ts';
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

/** The intent of a request, or undefined when it carries no key. A key that is none: 400. */
export function intentOf(
  header: string | string[] | undefined,
  usuarioId: number,
  endpoint: string,
  input: unknown,
): Intent | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !IDEMPOTENCY_KEY.test(header)) {
    throw new Malformed([], 'La clave de la petición no es válida. Actualice la página e intente de nuevo');
  }
  const clave = sameKey(header);
  return { usuarioId, endpoint, clave, huella: createHash('sha256').update(JSON.stringify(input)).digest() };
}

export interface KeptAnswer {
  answer: unknown;
  /** False while the answer waits for what the outside world says: it is settled anew. */
  final: boolean;
}

/** Stands in place of the endpoint of a key that was given up: it acts at none. */
const GIVEN_UP = 'descartada';

type Owner = Pick<Intent, 'usuarioId' | 'clave'>;

/** Whoever acts with a key and whoever gives it up come one after the other, whatever endpoint the first is at. */
async function holdKey(tx: Tx, { usuarioId, clave }: Owner): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(
    hashtextextended(current_schema() || ' ' || ${usuarioId}::text || ' ' || ${clave}, 0))`.execute(tx);
}

/**
 * Claims the key, waiting for a request with the same one that is still under way. Gives the kept answer when the intent was
 * carried out already, else undefined: go on, then `keepingAnswer`.
 */
export async function claimIntent(tx: Tx, intent: Intent, now: Date): Promise<KeptAnswer | undefined> {
  const { usuarioId, endpoint, clave, huella } = intent;
  // In one packet, one after the other: who has the lock sees what was done with the key before.
  const [, { rows }] = await Promise.all([
    holdKey(tx, intent),
    sql<{ nueva: boolean; descartada: boolean; huella: Buffer | null; respuesta: unknown; definitiva: boolean | null }>`
      WITH nueva AS (
        INSERT INTO peticion_idempotente (usuario_id, endpoint, clave, huella, created_at)
        VALUES (${usuarioId}, ${endpoint}, ${clave}, ${huella}, ${now})
        ON CONFLICT DO NOTHING RETURNING 1
      )
      SELECT EXISTS (SELECT FROM nueva) AS nueva, k.huella, k.respuesta, k.definitiva, EXISTS (
        SELECT FROM peticion_idempotente WHERE usuario_id = ${usuarioId} AND clave = ${clave} AND endpoint = ${GIVEN_UP}
      ) AS descartada
      FROM (SELECT) una LEFT JOIN peticion_idempotente k
        ON k.usuario_id = ${usuarioId} AND k.endpoint = ${endpoint} AND k.clave = ${clave}`.execute(tx),
  ]);
  const [claim] = rows;
  if (claim?.nueva) {
    if (claim.descartada) throw new Refusal('Esta petición se descartó sin que se hiciera nada. Captúrela de nuevo');
    return undefined;
  }
  // Whoever held it was refused at the last moment and freed it.
  if (!claim?.huella) throw new Refusal('La petición anterior no se completó. Intente de nuevo');
  if (!huella.equals(claim.huella)) {
    throw new Refusal('Esta petición ya se hizo con otros datos. Actualice la página y captúrela de nuevo');
  }
  return { answer: claim.respuesta, final: claim.definitiva === true };
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

export interface Fate {
  /** It was carried out; with the receipt that it gave. */
  hecha: boolean;
  reciboId: number | null;
  /** It was given up, and will never be carried out. */
  descartada: boolean;
}

/** What became of what a user sent with a key, as far as it is known: a request with it may still be on its way. */
export async function fateOf(tx: Tx, { usuarioId, clave }: Owner): Promise<Fate> {
  const { rows } = await sql<Fate>`
    SELECT respuesta IS NOT NULL AS hecha, (respuesta #>> '{recibo,id}')::int AS "reciboId", endpoint = ${GIVEN_UP} AS descartada
    FROM peticion_idempotente WHERE usuario_id = ${usuarioId} AND clave = ${clave}
    ORDER BY respuesta IS NULL LIMIT 1`.execute(tx);
  return rows[0] ?? { hecha: false, reciboId: null, descartada: false };
}

/** Nobody gives up as many: each was sent, and got no answer. */
const GIVEN_UP_MAX = 200;
const DAY_MS = 24 * 60 * 60_000;
/** What was sent before its key was given up has arrived by then, or never will. */
const GIVEN_UP_DAYS = 3;

/**
 * Gives a key up, unless it was carried out: what still arrives with it is refused. Waits for a request under way. A `Refusal`
 * where the same user has given up too many within a day.
 */
export async function giveUp(tx: Tx, owner: Owner, now: Date): Promise<Fate> {
  await holdKey(tx, owner);
  const fate = await fateOf(tx, owner);
  if (fate.hecha || fate.descartada) return fate;
  // One after the other, so that the count is right.
  await holdKey(tx, { ...owner, clave: GIVEN_UP });
  const { recent } = await tx
    .selectFrom('peticion_idempotente')
    .select((eb) => eb.fn.countAll<number>().as('recent'))
    .where('usuario_id', '=', owner.usuarioId)
    .where('endpoint', '=', GIVEN_UP)
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  if (recent >= GIVEN_UP_MAX) throw new Refusal('Descartó demasiadas peticiones en un día. Intente de nuevo mañana');
  await tx
    .insertInto('peticion_idempotente')
    .values({
      usuario_id: owner.usuarioId,
      endpoint: GIVEN_UP,
      clave: owner.clave,
      huella: Buffer.alloc(0),
      created_at: now,
    })
    .execute();
  return { ...fate, descartada: true };
}

/**
 * Deletes the keys that were given up days ago. Those that acted stay for as long as their receipts: a draft that comes back
 * must never act twice, and each of them stands for something that was done.
 */
export async function purgeGivenUp(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom('peticion_idempotente')
    .where('endpoint', '=', GIVEN_UP)
    .where('created_at', '<', new Date(now.getTime() - GIVEN_UP_DAYS * DAY_MS))
    .execute();
}

/** Frees the key of an intent that was refused after its transaction, so that a corrected form may send it again. */
export async function freeIntent(tx: Tx, intent: Intent): Promise<void> {
  await tx.deleteFrom('peticion_idempotente').where(isOf(intent)).where('definitiva', '=', false).execute();
}

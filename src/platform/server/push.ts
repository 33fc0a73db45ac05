/**
 * Push messages to the residents' phones. A message is first a row of notificacion_push, written in the transaction of
 * what it tells of (`ctx.push.enqueue`); a job then takes the rows out of the process. The rows are the outbox: a failing
 * provider loses nothing, and a message of a transaction that was rolled back never leaves.
 */
import { sql } from 'kysely';
import type { Tx } from './db.ts';

export interface PushMessage {
  /** The resident-app user that it is for. */
  userAppId: number;
  /** The device's token. It leaves the server only towards the provider. */
  token: string;
  titulo: string;
  cuerpo: string;
}

/**
 * The port. An adapter sends one message; it throws when the provider did not take it, and `PushRejected` when no
 * further attempt can help.
 */
export interface PushSender {
  send(message: Pick<PushMessage, 'token' | 'titulo' | 'cuerpo'>): Promise<void>;
}

/** The provider took the message and refused it for good: the device is gone, or the message is not one. */
export class PushRejected extends Error {}

/** The embedded default, which needs no provider: the rows themselves are the outbox that one can open. */
export const localOutbox: PushSender = { send: async () => undefined };

/** How long after it was written a message may be tried for the first, the second … and the last time. */
const ATTEMPT_AFTER_MINUTES = [0, 1, 5, 30, 120] as const;
const ERROR_CHARACTERS_MAX = 500;

/** Writes a message to the outbox, in the transaction of what it tells of. Gives its id. */
export async function queuePush(tx: Tx, message: PushMessage, now: Date): Promise<number> {
  const { userAppId, token, titulo, cuerpo } = message;
  const row = await tx
    .insertInto('notificacion_push')
    .values({ user_app_id: userAppId, token, titulo, cuerpo, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Sends what is due, oldest first and at most `limit` messages side by side, and notes the outcome: enviada; or, with
 * the error, pendiente again until the fifth attempt (two hours after the first) or the provider's final word, then
 * fallida. Rows that another process is sending are passed over. A process that dies between the provider's answer and
 * the commit leaves its messages due: a phone may get one twice, never none. Gives how many were sent and failed.
 */
export async function deliverPush(
  tx: Tx,
  sender: PushSender,
  now: Date,
  limit = 20,
): Promise<{ sent: number; failed: number }> {
  const rows = await tx
    .selectFrom('notificacion_push')
    .select(['id', 'token', 'titulo', 'cuerpo', 'intentos'])
    .where('estado', '=', 'pendiente')
    .where(
      sql<boolean>`created_at + (${sql.val(ATTEMPT_AFTER_MINUTES)}::integer[])[intentos + 1] * interval '1 minute' <= ${now}`,
    )
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  const faults = await Promise.all(
    rows.map(({ token, titulo, cuerpo }) =>
      sender.send({ token, titulo, cuerpo }).then(
        () => undefined,
        (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
      ),
    ),
  );
  for (const [index, { id, intentos }] of rows.entries()) {
    const fault = faults[index];
    const final = fault instanceof PushRejected || intentos + 1 >= ATTEMPT_AFTER_MINUTES.length;
    await tx
      .updateTable('notificacion_push')
      .set({
        intentos: sql`intentos + 1`,
        ...(fault
          ? { estado: final ? 'fallida' : 'pendiente', ultimo_error: fault.message.slice(0, ERROR_CHARACTERS_MAX) }
          : { estado: 'enviada', enviada_at: now, ultimo_error: null }),
      })
      .where('id', '=', id)
      .execute();
  }
  const failed = faults.filter((fault) => fault !== undefined).length;
  return { sent: rows.length - failed, failed };
}

/**
 * Push messages to the residents' phones. A message is first a row of notificacion_push, written with what it tells of;
 * a sender then takes it out of the process. The rows are the outbox: a failing provider loses nothing, and a message
 * of a transaction that was rolled back never leaves.
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

/** The port. An adapter sends one message; it throws when the provider did not take it. */
export interface PushSender {
  send(message: Pick<PushMessage, 'token' | 'titulo' | 'cuerpo'>): Promise<void>;
}

/**
 * The embedded default, which needs no provider: the rows themselves are the outbox that one can open. Since nothing
 * leaves the process, it may run inside a request's transaction; a real provider's adapter belongs in a job.
 */
export const localOutbox: PushSender = { send: async () => undefined };

const ATTEMPTS_MAX = 5;
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
 * Sends what is pending, oldest first, and notes the outcome: enviada; or, with the error, pendiente again until the
 * fifth attempt, then fallida. Rows that another process is sending are passed over. Gives how many were sent and failed.
 */
export async function deliverPush(
  tx: Tx,
  sender: PushSender,
  now: Date,
  limit = 100,
): Promise<{ sent: number; failed: number }> {
  const rows = await tx
    .selectFrom('notificacion_push')
    .select(['id', 'token', 'titulo', 'cuerpo', 'intentos'])
    .where('estado', '=', 'pendiente')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  let sent = 0;
  for (const { id, intentos, ...message } of rows) {
    const error = await sender.send(message).then(
      () => undefined,
      (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
    );
    if (error === undefined) sent += 1;
    await tx
      .updateTable('notificacion_push')
      .set({
        intentos: sql`intentos + 1`,
        ...(error === undefined
          ? { estado: 'enviada', enviada_at: now, ultimo_error: null }
          : {
              estado: intentos + 1 >= ATTEMPTS_MAX ? 'fallida' : 'pendiente',
              ultimo_error: error.slice(0, ERROR_CHARACTERS_MAX),
            }),
      })
      .where('id', '=', id)
      .execute();
  }
  return { sent, failed: rows.length - sent };
}

/**
 * Push messages to the residents' phones. A message is first a row of notificacion_push, written in the transaction of
 * what it tells of (`ctx.push.enqueue`); a job then takes the rows out of the process. The rows are the outbox: a failing
 * provider loses nothing, and a message of a transaction that was rolled back never leaves.
 */
import { sql } from 'kysely';
import type { Tx, Within } from './db.ts';
import type { Waiting } from './marks.ts';
import { type Asked, asked, faultOf, leaseFrom, notLeased } from './outside.ts';

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
export const localOutbox = asked<PushSender>({ send: async () => undefined });

/** How long after it was written, or may leave, a message may be tried for the first, the second … and the last time. */
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

/** A message of the ladder of collection: which it is, and from when on it may leave. */
export interface GestionPush extends PushMessage {
  gestionEnvioId: number;
  saleAt: Date;
}

/** The same of many by one statement. */
export async function queuePushRun(tx: Tx, messages: readonly GestionPush[], now: Date): Promise<void> {
  const rows = messages.map(({ userAppId, token, titulo, cuerpo, gestionEnvioId, saleAt }) => ({
    ...{ user_app_id: userAppId, token, titulo, cuerpo },
    ...{ gestion_envio_id: gestionEnvioId, sale_at: saleAt, created_at: now },
  }));
  for (let at = 0; at < rows.length; at += 500) {
    await tx
      .insertInto('notificacion_push')
      .values(rows.slice(at, at + 500))
      .execute();
  }
}

export type Phone = Pick<PushMessage, 'userAppId' | 'token'>;

/** The phones by which lots are told: a verified user's first, then the latest; those without a token have none. */
export async function findPhonesOfLotes(tx: Tx, lotes: readonly number[]): Promise<Map<number, Phone>> {
  const rows = await tx
    .selectFrom('user_app')
    .distinctOn('lote_id')
    .select(['lote_id', 'id', 'token'])
    .where(sql<boolean>`lote_id = ANY (${[...lotes]}::int[])`)
    .where('token', 'is not', null)
    .orderBy('lote_id')
    .orderBy((where) => where('status', '=', 'verificada'), 'desc')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.flatMap(({ lote_id, id, token }) => (token ? [[lote_id, { userAppId: id, token }]] : [])));
}

/** The phone by which one lot is told; undefined when none has a token. */
export async function findPhoneOfLote(tx: Tx, loteId: number): Promise<Phone | undefined> {
  return (await findPhonesOfLotes(tx, [loteId])).get(loteId);
}

/** Whether messages wait to be sent, now or later. */
export const messagesWait: Waiting = sql`EXISTS (SELECT FROM notificacion_push WHERE estado = 'pendiente')`;

/**
 * Sends what is due, oldest first and at most `limit` messages side by side, and notes the outcome: enviada; or, with
 * the error, pendiente again until the fifth attempt (two hours after the first) or the provider's final word, then
 * fallida. No transaction is open meanwhile; messages that another process is sending are passed over. A process that dies
 * between the provider's answer and the note leaves its messages due once their lease is over: a phone may get one twice,
 * never none. Gives how many were sent and failed.
 */
export async function deliverPush(
  within: Within,
  sender: Asked<PushSender>,
  now: Date,
  limit = 20,
): Promise<{ sent: number; failed: number }> {
  const lease = leaseFrom(now);
  const rows = await within((tx) =>
    tx
      .updateTable('notificacion_push')
      .set({ arriendo_hasta: lease })
      // An array is made once, whatever the plan: a subquery with a limit might be asked again, and lock others.
      .where(
        'id',
        '=',
        (eb) =>
          sql<number>`ANY (ARRAY(${eb
            .selectFrom('notificacion_push')
            .select('id')
            .where('estado', '=', 'pendiente')
            .where(
              sql<boolean>`coalesce(sale_at, created_at) + (${sql.val(ATTEMPT_AFTER_MINUTES)}::integer[])[intentos + 1] * interval '1 minute' <= ${now}`,
            )
            .where(notLeased(now))
            .orderBy('id')
            .limit(limit)
            .forUpdate()
            .skipLocked()}))`,
      )
      .returning(['id', 'token', 'titulo', 'cuerpo', 'intentos'])
      .execute(),
  );
  const outcomes = await Promise.all(
    rows.map(async ({ id, intentos, token, titulo, cuerpo }) => {
      const fault = await faultOf(() => sender.send({ token, titulo, cuerpo }));
      return { id, intentos, fault };
    }),
  );
  if (rows.length === 0) return { sent: 0, failed: 0 };
  await within(async (tx) => {
    for (const { id, intentos, fault } of outcomes) {
      const final = fault instanceof PushRejected || intentos + 1 >= ATTEMPT_AFTER_MINUTES.length;
      await tx
        .updateTable('notificacion_push')
        .set({
          intentos: intentos + 1,
          arriendo_hasta: null,
          ...(fault
            ? { estado: final ? 'fallida' : 'pendiente', ultimo_error: fault.message.slice(0, ERROR_CHARACTERS_MAX) }
            : { estado: 'enviada', enviada_at: now, ultimo_error: null }),
        })
        .where('id', '=', id)
        .where('arriendo_hasta', '=', lease)
        .execute();
    }
  });
  const failed = outcomes.filter(({ fault }) => fault !== undefined).length;
  return { sent: rows.length - failed, failed };
}

/** Whose account it is: a password is proven to be an account's, and that the account still is as it was then. */
import { sql } from 'kysely';
import { LOGIN_FAILED } from '../messages.ts';
import { recordAudit } from './audit.ts';
import type { Here } from './context.ts';
import type { Tx } from './db.ts';
import { LoginFailed } from './errors.ts';
import { verifyPassword } from './password.ts';
import { attemptOf, type Known, knownBy, type Origin, originOf, succeeded } from './sign-in.ts';
import { giveBackAttempt, requireAttempt, takeAttempt } from './throttle.ts';

export interface LoginAccount {
  id: number;
  username: string;
  password_hash: string;
  enabled: boolean;
  role: string;
}

/**
 * The account of a username as typed, without regard to case and accents, and the typed name as names are compared: what
 * is no account is told apart as accounts are.
 */
async function findForLogin(tx: Tx, typed: string): Promise<{ clave: string; account: LoginAccount | undefined }> {
  const { rows } = await sql<{ clave: string; account: LoginAccount | null }>`
    SELECT k.clave, CASE WHEN u.id IS NULL THEN NULL ELSE json_build_object(
      'id', u.id, 'username', u.username, 'password_hash', u.password_hash, 'enabled', u.enabled, 'role', r.name) END AS account
    FROM (SELECT ext.clave(${typed}) AS clave) k
    LEFT JOIN usuario u ON ext.clave(u.username) = k.clave
    LEFT JOIN role r ON r.id = u.role_id`.execute(tx);
  return { clave: rows[0]?.clave ?? '', account: rows[0]?.account ?? undefined };
}

type Standing = Pick<LoginAccount, 'id' | 'role'>;

/** An account that is enabled in that role, locked against changes. */
const enabledAs = (tx: Tx, { id, role }: Standing) =>
  tx
    .selectFrom('usuario')
    .innerJoin('role', 'role.id', 'usuario.role_id')
    .select('usuario.id')
    .where('usuario.id', '=', id)
    .where('enabled', '=', true)
    .where('role.name', '=', role)
    .forShare('usuario');

/**
 * Whether an account still is as it was when its password was proven. Locked against changes until the session stands: one
 * that disables the account or changes its password either comes first and is seen, or comes after and ends the session.
 */
export async function stillStands(tx: Tx, account: LoginAccount): Promise<boolean> {
  const row = await enabledAs(tx, account).where('password_hash', '=', account.password_hash).executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether an account may still be let in as whom it showed to be. Locked as in `stillStands`: whatever disables it or changes its
 * role comes first and is seen, or comes after and ends the session.
 */
export async function mayStillEnter(tx: Tx, account: Standing): Promise<boolean> {
  return (await enabledAs(tx, account).executeTakeFirst()) !== undefined;
}

/** Rows of the audit log that refused names without an account leave within 15 minutes; beyond them they are counted. */
const UNKNOWN_NAMES = { clave: 'bitácora de desconocidos', attempts: 300 };

/** The beginning of a name that no account has: what people type there by mistake may be a password. */
function beginningOf(typed: string): string {
  const name = typed.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return name === '' ? 'sin usuario' : `«${[...name].slice(0, 3).join('')}…», que no existe`;
}

/** Tells the log and the audit log of a sign-in that was refused. */
export async function tellRefused(here: Here, account: LoginAccount | undefined, why: string): Promise<void> {
  here.log('acceso fallido', { usuario: account?.username ?? 'desconocido', ip: here.ip });
  await here.separately(async (tx) => {
    if (!account && (await takeAttempt(tx, [UNKNOWN_NAMES], here.clock.now())) > 0) return;
    await recordAudit(
      tx,
      { usuarioId: account?.id ?? null, usuario: account?.username ?? '', requestId: here.requestId },
      {
        status: 'cancelado',
        entidad: 'sesion',
        referencia: account?.username ?? '',
        nota: `Acceso rechazado desde ${here.ip}: ${why}`,
      },
      here.clock.now(),
    );
  });
}

/** An account whose password was given, and from where. */
export interface Proven {
  account: LoginAccount;
  origin: Origin;
  known: Known;
}

/**
 * Proves a password, throttled by account and place; a wrong one is a row of the audit log. Nothing may be locked meanwhile.
 * @throws LoginFailed, in the same words whatever is wrong
 */
export async function provePassword(
  here: Here,
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  { username, password }: { username: string; password: string },
): Promise<Proven> {
  const origin = originOf(here);
  const { clave, account, known } = await read(async (tx) => {
    const found = await findForLogin(tx, username);
    return { ...found, known: await knownBy(tx, found.account?.id, origin, here.clock.now()) };
  });
  const attempt = attemptOf(here, { usuarioId: account?.id, typed: clave }, origin, known);
  await requireAttempt(here, attempt.limits);
  const fits = await verifyPassword(account?.password_hash ?? null, password, attempt.caller).catch(
    async (error: unknown) => {
      await here.separately((tx) => giveBackAttempt(tx, attempt.limits));
      throw error;
    },
  );
  if (account && fits && account.enabled) {
    // At once, in a transaction of its own: whatever becomes of the sign-in, it was no failure of whoever signs in.
    await here.separately((tx) => succeeded(tx, attempt));
    return { account, origin, known };
  }
  const why = !account ? beginningOf(username) : account.enabled ? 'contraseña equivocada' : 'cuenta inactiva';
  await tellRefused(here, account, why);
  throw new LoginFailed(LOGIN_FAILED);
}

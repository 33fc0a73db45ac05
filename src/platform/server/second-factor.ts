/**
 * The second factor of an account: whether it has one, whether its role asks for one, and what gives it: codes, each of which is
 * used up, and passkeys.
 * The secret is sealed for its account alone: moved to another's row it opens as nothing.
 */
import { sql } from 'kysely';
import { escapeHtml } from '../placeholders.ts';
import type { Owed } from '../roles.ts';
import { type AuditEntry, recordAudit } from './audit.ts';
import { type Context, type Here, hereAt } from './context.ts';
import type { Tx } from './db.ts';
import { Refusal } from './errors.ts';
import type { MailMessage } from './mail.ts';
import { PasskeyRefused, takePasskey, type UsedPasskey } from './passkeys.ts';
import { accountKey, type Caller, verifyPassword } from './password.ts';
import { readRecoveryCode } from './recovery-codes.ts';
import type { Secrets } from './secrets.ts';
import { closeSessionsOf } from './session.ts';
import { codeLimitsOf, forgetAttempts, originOf } from './sign-in.ts';
import { giveBackAttempt, type Limit, requireAttempt } from './throttle.ts';
import { stepOfCode } from './totp.ts';

interface Account {
  id: number;
  username: string;
}

const purposeOf = (usuarioId: number): string => `segundo factor ${usuarioId}`;

export const sealSecret = (secrets: Secrets, tx: Tx, usuarioId: number, secret: Buffer): Promise<Buffer> =>
  secrets.seal(tx, purposeOf(usuarioId), secret);

export const openSecret = (secrets: Secrets, tx: Tx, usuarioId: number, sealed: Buffer): Promise<Buffer> =>
  secrets.open(tx, purposeOf(usuarioId), sealed);

export interface FactorState {
  /** Since when it is in force; null where there is none. */
  activadoAt: Date | null;
  /** In a practice: whether it is the community's own, of which nothing is kept here. */
  prestado: boolean;
  /** Whether an app on a telephone makes codes. */
  aplicacion: boolean;
  /** Recovery codes that are left. */
  codigos: number;
  /** Whether the role asks for one. */
  exigido: boolean;
}

export async function findFactorState(tx: Tx, usuarioId: number): Promise<FactorState> {
  return tx
    .selectFrom('usuario')
    .leftJoin('segundo_factor', 'segundo_factor.usuario_id', 'usuario.id')
    .where('usuario.id', '=', usuarioId)
    .select((select) => [
      'segundo_factor.activado_at as activadoAt',
      sql<boolean>`coalesce(prestado, false)`.as('prestado'),
      sql<boolean>`secreto IS NOT NULL OR coalesce(prestado, false)`.as('aplicacion'),
      select
        .selectFrom('codigo_recuperacion')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('codigo_recuperacion.usuario_id', '=', 'usuario.id')
        .where('usado_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('codigos'),
      sql<boolean>`EXISTS (
        SELECT FROM configuracion_residencial WHERE usuario.role_id = ANY (segundo_factor_roles))`.as('exigido'),
    ])
    .executeTakeFirstOrThrow();
}

/** What whoever has shown the password still owes; undefined where that is all. */
export function owedOf({ activadoAt, exigido }: FactorState): Owed | undefined {
  if (activadoAt) return 'codigo';
  return exigido ? 'alta' : undefined;
}

/** The factor, locked until the transaction ends: codes of one account are taken one after the other. */
export function findFactorForUpdate(tx: Tx, usuarioId: number) {
  return tx
    .selectFrom('segundo_factor')
    .select(['secreto', 'activado_at', 'ultimo_paso', 'nuevo', 'nuevo_at'])
    .where('usuario_id', '=', usuarioId)
    .forUpdate()
    .executeTakeFirst();
}

/** Takes a second factor away, with its recovery codes; false where there was none in force. */
export async function removeFactor(tx: Tx, usuarioId: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('segundo_factor')
    .where('usuario_id', '=', usuarioId)
    .returning('activado_at')
    .executeTakeFirst();
  return row?.activado_at instanceof Date;
}

/**
 * Takes the second factor of somebody who has lost it away: whoever has the old telephone is out as well, and what wrong codes
 * used up is forgotten. Gives the rows of the audit log; undefined where there is none in force.
 */
export async function resetFactor(
  tx: Tx,
  account: Account,
  { quien, razon }: { quien: string; razon: string },
): Promise<AuditEntry[] | undefined> {
  if (!(await removeFactor(tx, account.id))) return undefined;
  const ended = await closeSessionsOf(tx, account, 'se quitó su segundo factor');
  await forgetAttempts(tx, account.id);
  return [
    {
      ...{ status: 'eliminado', entidad: 'segundo_factor', entidadId: account.id, referencia: account.username },
      nota: `${quien} quitó el segundo factor de «${account.username}»: ${razon}`,
    },
    ...ended,
  ];
}

/** What its person is told of it. */
export function resetLetter(
  { username, name, email }: { username: string; name: string; email: string },
  { quien, razon, comunidad }: { quien: string; razon: string; comunidad: string },
): MailMessage {
  const lines = [
    `Hola, ${name}:`,
    `${quien} quitó el segundo factor de su cuenta «${username}» de ${comunidad}. Razón: ${razon}`,
    'Sus sesiones abiertas terminaron. Entre con su contraseña y active otro en «Mi cuenta».',
    'Si usted no lo pidió, avise hoy mismo a la administración y cambie su contraseña.',
  ];
  return {
    para: [email],
    asunto: 'Se quitó el segundo factor de su cuenta',
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join(''),
  };
}

/** What gives a second factor: a code as it was typed, or what a passkey signed. */
export interface Given {
  codigo?: string | undefined;
  llave?: UsedPasskey | undefined;
}

export type GivenKind = 'aplicación' | 'recuperación' | 'llave de acceso';

async function takeAppCode(tx: Tx, secrets: Secrets, { id }: Account, typed: string, now: Date): Promise<boolean> {
  const factor = await findFactorForUpdate(tx, id);
  if (!factor?.secreto) return false;
  const step = stepOfCode(await openSecret(secrets, tx, id, factor.secreto), typed, now, factor.ultimo_paso);
  if (step === undefined) return false;
  await tx.updateTable('segundo_factor').set({ ultimo_paso: step }).where('usuario_id', '=', id).execute();
  return true;
}

async function takeRecoveryCode(tx: Tx, account: Account, typed: string, caller: Caller, now: Date): Promise<boolean> {
  const read = readRecoveryCode(typed);
  const lugar = read?.lugar ?? -1;
  const row = await tx
    .selectFrom('codigo_recuperacion')
    .select('hash')
    .where('usuario_id', '=', account.id)
    .where('lugar', '=', lugar)
    .where('usado_at', 'is', null)
    .executeTakeFirst();
  // Nothing is locked meanwhile: of two that come at once with one code, the second finds it used.
  if (!(await verifyPassword(row?.hash ?? null, read?.code ?? '', caller)) || !row) return false;
  // Before its codes, as whoever replaces them all does: neither waits for the other in a circle.
  await findFactorForUpdate(tx, account.id);
  const used = await tx
    .updateTable('codigo_recuperacion')
    .set({ usado_at: now })
    .where('usuario_id', '=', account.id)
    .where('lugar', '=', lugar)
    .where('hash', '=', row.hash)
    .where('usado_at', 'is', null)
    .returning('lugar')
    .executeTakeFirst();
  return used !== undefined;
}

/** Where it is given: in the request's own transaction, or in one of another community. */
export type Taking = Here & Pick<Context, 'tx' | 'sessionHash'>;

export interface FactorAttempt {
  account: Account;
  given: Given;
  limits: readonly Limit[];
  caller: Caller;
  /** What it is given for, in the log: 'entrar'. */
  purpose: string;
}

const WRONG_CODE =
  'El código no es correcto o ya se usó. Escriba el que muestra ahora la aplicación, o un código de recuperación';

/**
 * In a practice, of whoever uses a second factor in the community: it is given there, used up there and counted there, in both logs.
 * Passkeys are of the other host.
 */
async function takeOfCommunity(ctx: Taking, { account, given }: FactorAttempt): Promise<GivenKind | undefined> {
  const { practicaDe, codigo } = ctx.community;
  const real = (await ctx.beyond.communities()).find((community) => community.codigo === practicaDe);
  if (!real || given.codigo === undefined) return undefined;
  const there = hereAt(ctx, real);
  const attempt: FactorAttempt = {
    ...{ account, given: { codigo: given.codigo }, purpose: `entrar a la práctica ${codigo}` },
    limits: codeLimitsOf(there, account.id, originOf(there), undefined),
    caller: { known: true, account: accountKey(real.schema, account.id) },
  };
  try {
    return await ctx.beyond.write(real, async (tx) => {
      const kind = await takeFactor({ ...there, tx, sessionHash: undefined }, attempt);
      const nota = `«${account.username}» dio su segundo factor (${kind}) para entrar a la práctica ${codigo}, desde ${ctx.ip}`;
      const entry = { status: 'actualizado', entidad: 'segundo_factor', entidadId: account.id } as const;
      const author = { usuarioId: account.id, usuario: account.username, requestId: ctx.requestId };
      await recordAudit(tx, author, { ...entry, referencia: account.username, nota }, ctx.clock.now());
      return kind;
    });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** By what is given; undefined where it is a code that is none. */
async function takeGiven(ctx: Taking, attempt: FactorAttempt): Promise<GivenKind | undefined> {
  const { tx, clock, services, sessionHash } = ctx;
  const { account, given, caller } = attempt;
  if (ctx.community.practicaDe !== null && (await findFactorState(tx, account.id)).prestado) {
    return takeOfCommunity(ctx, attempt);
  }
  if (given.llave && sessionHash) {
    await findFactorForUpdate(tx, account.id);
    await takePasskey(ctx, tx, { usuarioId: account.id, used: given.llave, tokenHash: sessionHash });
    return 'llave de acceso';
  }
  const typed = given.codigo ?? '';
  const code = typed.replaceAll(/\s/g, '');
  if (/^\d{6}$/.test(code)) {
    return (await takeAppCode(tx, services.secrets, account, code, clock.now())) ? 'aplicación' : undefined;
  }
  return (await takeRecoveryCode(tx, account, typed, caller, clock.now())) ? 'recuperación' : undefined;
}

/**
 * Takes what gives the second factor, and refuses what does not. Throttled as the password is, and what is refused is a row of
 * the audit log, whatever becomes of the request. Nothing may be locked before but the account itself.
 */
export async function takeFactor(ctx: Taking, attempt: FactorAttempt): Promise<GivenKind> {
  const { account, limits, purpose } = attempt;
  await requireAttempt(ctx, limits);
  const kind = await takeGiven(ctx, attempt).catch(async (error: unknown) => {
    if (!(error instanceof PasskeyRefused)) throw error;
    await tellWrongPasskey(ctx, account, { purpose, why: error.message });
    throw new Refusal(error.message, 'llave');
  });
  if (kind === undefined) {
    await tellWrongCode(ctx, account, purpose);
    throw new Refusal(WRONG_CODE, 'codigo');
  }
  await ctx.separately((own) => giveBackAttempt(own, limits));
  return kind;
}

/** A wrong code is told also where the request is refused for it. */
export const tellWrongCode = (ctx: Here, account: Account, purpose: string): Promise<void> =>
  tellRefused(ctx, account, `Código del segundo factor equivocado al ${purpose}, desde ${ctx.ip}`);

/** And so is a passkey that is not taken. */
export const tellWrongPasskey = (
  ctx: Here,
  account: Account,
  { purpose, why }: { purpose: string; why: string },
): Promise<void> => tellRefused(ctx, account, `Llave de acceso rechazada al ${purpose}, desde ${ctx.ip}: ${why}`);

function tellRefused(ctx: Here, { id, username }: Account, nota: string): Promise<void> {
  ctx.log('segundo factor rechazado', { usuario: username, ip: ctx.ip });
  return ctx.separately((tx) =>
    recordAudit(
      tx,
      { usuarioId: id, usuario: username, requestId: ctx.requestId },
      { ...{ status: 'cancelado', entidad: 'sesion', referencia: username }, nota },
      ctx.clock.now(),
    ),
  );
}

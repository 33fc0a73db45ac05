/** The second factor: given to sign in, set up, moved to another telephone, switched off. */
import { randomBytes } from 'node:crypto';
import { type Context, register } from '#platform/server/context.ts';
import { Denied, Refusal } from '#platform/server/errors.ts';
import { accountKey, signedIn } from '#platform/server/password.ts';
import { makeRecoveryCodes } from '#platform/server/recovery-codes.ts';
import { findResidencial } from '#platform/server/residencial.ts';
import {
  findFactorForUpdate,
  findFactorState,
  openSecret,
  removeFactor,
  sealSecret,
  takeCode,
  tellWrongCode,
} from '#platform/server/second-factor.ts';
import { closeHalfSession, closeSessionsOf } from '#platform/server/session.ts';
import { codeLimitsOf, knownBy, originOf } from '#platform/server/sign-in.ts';
import { giveBackAttempt, provenHash, requireAttempt, sessionLimits } from '#platform/server/throttle.ts';
import { base32, keyUri, SECRET_BYTES, stepOfCode } from '#platform/server/totp.ts';
import { factorContract } from '../contract.ts';
import { enter } from './enter.ts';
import { keepNewSecret, mayStillEnter, putInForce, replaceRecoveryCodes } from './repository.ts';

/** How long a secret that was shown waits for its first code. */
const SETTING_UP_MS = 30 * 60_000;

const WRONG_CODE =
  'El código no es correcto o ya se usó. Escriba el que muestra ahora la aplicación, o un código de recuperación';
const WRONG_PASSWORD = 'La contraseña no es correcta. Escríbala de nuevo';
const NO_FACTOR = 'Su cuenta no tiene segundo factor. Actívelo primero';

/** Refuses whoever does not give the password once more. */
async function requirePassword(ctx: Context, password: string | undefined, purpose: string): Promise<void> {
  const proven = password === undefined ? undefined : await provenHash(ctx, password, purpose);
  if (proven === undefined) throw new Refusal(WRONG_PASSWORD, 'password');
}

/** Refuses whoever does not give a code of the second factor that is in force. */
async function requireCode(ctx: Context, typed: string | undefined, purpose: string): Promise<void> {
  const limits = sessionLimits(ctx, 'factor:');
  const attempt = { account: ctx.user, typed: typed ?? '', limits, caller: signedIn(ctx), purpose };
  if (!(await takeCode(ctx, attempt))) throw new Refusal(WRONG_CODE, 'codigo');
}

/** Both: for what changes a second factor. */
async function requireIdentity(
  ctx: Context,
  { password, codigo }: { password: string; codigo: string },
  purpose: string,
): Promise<void> {
  await requirePassword(ctx, password, purpose);
  await requireCode(ctx, codigo, purpose);
}

/** A row of the log about somebody's own second factor. */
const about = ({ user: { id, username } }: Context) => ({
  ...{ entidad: 'segundo_factor', entidadId: id, referencia: username },
  autor: { id, username },
});

/** Takes the place of half a session, which is over by it. */
async function enterWhole(ctx: Context, how: string) {
  if (!ctx.sessionHash || !(await closeHalfSession(ctx.tx, ctx.sessionHash))) throw new Denied();
  const origin = originOf(ctx);
  const known = await knownBy(ctx.tx, ctx.user.id, origin, ctx.clock.now());
  return enter(ctx, ctx.user, { origin, known, how });
}

/** The first code of a secret that is being set up; gives the secret, sealed, and the step of the code. */
async function firstCode(ctx: Context, typed: string): Promise<{ secreto: Buffer; paso: number }> {
  const { tx, user, clock } = ctx;
  const limits = sessionLimits(ctx, 'factor:');
  await requireAttempt(ctx, limits);
  if (user.owes && !(await mayStillEnter(tx, user))) throw new Denied();
  const factor = await findFactorForUpdate(tx, user.id);
  const now = clock.now();
  if (!factor?.nuevo || !factor.nuevo_at || now.getTime() - factor.nuevo_at.getTime() > SETTING_UP_MS) {
    await ctx.separately((own) => giveBackAttempt(own, limits));
    throw new Refusal('La clave que se mostró ya no vale. Empiece de nuevo para ver otra');
  }
  const secret = await openSecret(ctx.services.secrets, tx, user.id, factor.nuevo);
  const paso = stepOfCode(secret, typed.replaceAll(/\s/g, ''), now, 0);
  if (paso === undefined) {
    await tellWrongCode(ctx, user, 'activar el segundo factor');
    throw new Refusal(
      'El código no es el de esta clave. Revise que la hora del teléfono sea la correcta y escriba el que muestra ahora',
      'codigo',
    );
  }
  await ctx.separately((own) => giveBackAttempt(own, limits));
  return { secreto: factor.nuevo, paso };
}

/** Ten new codes; the factor is locked by then, by the code that was given for it. */
async function newRecoveryCodes(ctx: Context): Promise<string[]> {
  const { codigos, hashes } = await makeRecoveryCodes(signedIn(ctx));
  await replaceRecoveryCodes(ctx.tx, ctx.user.id, hashes);
  return codigos;
}

export const factorEndpoints = register(factorContract, {
  async estado({ ctx }) {
    const { activadoAt, codigos, exigido } = await findFactorState(ctx.tx, ctx.user.id);
    return { debe: ctx.user.owes ?? null, activado: activadoAt?.toISOString() ?? null, codigos, exigido };
  },

  async entrar({ body, ctx }) {
    const { tx, user } = ctx;
    if (user.owes !== 'codigo') throw new Refusal('No hay un código pendiente. Inicie sesión de nuevo');
    const origin = originOf(ctx);
    const known = await knownBy(tx, user.id, origin, ctx.clock.now());
    if (!(await mayStillEnter(tx, user))) throw new Denied();
    const kind = await takeCode(ctx, {
      ...{ account: user, typed: body.codigo, purpose: 'entrar' },
      limits: codeLimitsOf(ctx, user.id, origin, known),
      caller: { known: known !== undefined, account: accountKey(ctx.community.schema, user.id) },
    });
    if (!kind) throw new Refusal(WRONG_CODE, 'codigo');
    if (kind === 'recuperación') {
      const { codigos } = await findFactorState(tx, user.id);
      const nota = `«${user.username}» usó un código de recuperación; le quedan ${codigos}`;
      await ctx.audit({ ...about(ctx), status: 'actualizado', nota });
    }
    return enterWhole(ctx, ` con su segundo factor (${kind})`);
  },

  async preparar({ body, ctx }) {
    const { tx, user } = ctx;
    const { activadoAt } = await findFactorState(tx, user.id);
    // Whoever is on the way in has just given it.
    if (!user.owes) await requirePassword(ctx, body.password, 'preparar su segundo factor');
    if (activadoAt) await requireCode(ctx, body.codigo, 'cambiar de aplicación');
    const secret = randomBytes(SECRET_BYTES);
    const sealed = await sealSecret(ctx.services.secrets, tx, user.id, secret);
    await keepNewSecret(tx, user.id, sealed, ctx.clock.now());
    const nota = `«${user.username}» pidió una clave para su segundo factor`;
    await ctx.audit({ ...about(ctx), status: 'actualizado', nota });
    const { name, code } = await findResidencial(tx, ctx.community);
    return { clave: base32(secret), uri: keyUri(secret, { issuer: `Portón ${name || code}`, account: user.username }) };
  },

  async activar({ body, ctx }) {
    const { tx, user } = ctx;
    const { activadoAt } = await findFactorState(tx, user.id);
    const { secreto, paso } = await firstCode(ctx, body.codigo);
    await putInForce(tx, user.id, { secreto, paso, now: ctx.clock.now() });
    const codigos = await newRecoveryCodes(ctx);
    const did = activadoAt ? 'cambió de aplicación su segundo factor' : 'activó su segundo factor';
    await ctx.audit({
      ...about(ctx),
      status: activadoAt ? 'actualizado' : 'creado',
      nota: `«${user.username}» ${did}`,
    });
    // What was opened without it, by whomever, is over.
    const ended = user.owes ? [] : await closeSessionsOf(tx, user, did, ctx.sessionHash);
    await ctx.audit(...ended);
    return { codigos, sesion: user.owes ? await enterWhole(ctx, ' y activó su segundo factor') : null };
  },

  async codigos({ body, ctx }) {
    const { activadoAt } = await findFactorState(ctx.tx, ctx.user.id);
    if (!activadoAt) throw new Refusal(NO_FACTOR);
    await requireIdentity(ctx, body, 'pedir códigos de recuperación');
    const codigos = await newRecoveryCodes(ctx);
    const nota = `«${ctx.user.username}» pidió códigos de recuperación nuevos; los de antes dejaron de servir`;
    await ctx.audit({ ...about(ctx), status: 'actualizado', nota });
    return { codigos };
  },

  async desactivar({ body, ctx }) {
    const { tx, user } = ctx;
    const { activadoAt, exigido } = await findFactorState(tx, user.id);
    if (!activadoAt) throw new Refusal(NO_FACTOR);
    if (exigido) {
      throw new Refusal(
        'Su rol pide el segundo factor y no se puede quitar. Si cambió de teléfono, use «Cambiar de aplicación»',
      );
    }
    await requireIdentity(ctx, body, 'desactivar su segundo factor');
    await removeFactor(tx, user.id);
    const ended = await closeSessionsOf(tx, user, 'desactivó su segundo factor', ctx.sessionHash);
    const nota = `«${user.username}» desactivó su segundo factor`;
    await ctx.audit({ ...about(ctx), status: 'eliminado', nota }, ...ended);
    return 'El segundo factor se desactivó; para entrar basta la contraseña';
  },
});

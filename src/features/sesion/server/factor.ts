/** The second factor: given to sign in, set up, moved to another telephone, switched off. */
import { randomBytes } from 'node:crypto';
import { type Context, register } from '#platform/server/context.ts';
import { enterWhole } from '#platform/server/enter.ts';
import { Denied, Refusal } from '#platform/server/errors.ts';
import { listPasskeys, passkeySite } from '#platform/server/passkeys.ts';
import { accountKey } from '#platform/server/password.ts';
import { mayStillEnter } from '#platform/server/proof.ts';
import { findResidencial } from '#platform/server/residencial.ts';
import {
  findFactorForUpdate,
  findFactorState,
  openSecret,
  removeFactor,
  sealSecret,
  takeFactor,
  tellWrongCode,
} from '#platform/server/second-factor.ts';
import { closeSessionsOf, noteFactor } from '#platform/server/session.ts';
import { codeLimitsOf, knownBy, originOf } from '#platform/server/sign-in.ts';
import { giveBackAttempt, requireAttempt, sessionLimits } from '#platform/server/throttle.ts';
import { base32, keyUri, SECRET_BYTES, stepOfCode } from '#platform/server/totp.ts';
import { factorContract } from '../contract.ts';
import { about, NO_FACTOR, newRecoveryCodes, requireFactor, requireIdentity, requirePassword } from './identity.ts';
import { keepNewSecret, putInForce } from './repository.ts';

/** How long a secret that was shown waits for its first code. */
const SETTING_UP_MS = 30 * 60_000;

/** The first code of a secret that is being set up; gives the secret, sealed, and the step of the code. */
async function firstCode(ctx: Context, typed: string): Promise<{ secreto: Buffer; paso: number }> {
  const { tx, user, clock } = ctx;
  const limits = sessionLimits(ctx, 'factor:');
  await requireAttempt(ctx, limits);
  if (!(await mayStillEnter(tx, user))) throw new Denied();
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

export const factorEndpoints = register(factorContract, {
  async estado({ ctx }) {
    const { tx, user } = ctx;
    const { activadoAt, aplicacion, codigos, exigido, prestado } = await findFactorState(tx, user.id);
    const site = passkeySite(ctx);
    const llaves =
      typeof site === 'string' ? [] : (await listPasskeys(tx, user.id)).filter(({ host }) => host === site.host);
    return {
      ...{ debe: user.owes ?? null, activado: activadoAt?.toISOString() ?? null, codigos, exigido },
      ...{ prestado, aplicacion, llaves: llaves.length, sinLlaves: typeof site === 'string' ? site : null },
    };
  },

  async entrar({ body, ctx }) {
    const { tx, user } = ctx;
    if (user.owes !== 'codigo') throw new Refusal('No hay un código pendiente. Inicie sesión de nuevo');
    const origin = originOf(ctx);
    const known = await knownBy(tx, user.id, origin, ctx.clock.now());
    // What is asked of another community is asked with nothing locked here.
    const isOfPractice = ctx.community.practicaDe !== null;
    if (!isOfPractice && !(await mayStillEnter(tx, user))) throw new Denied();
    const kind = await takeFactor(ctx, {
      ...{ account: user, given: body, purpose: 'entrar' },
      limits: codeLimitsOf(ctx, user.id, origin, known),
      caller: { known: known !== undefined, account: accountKey(ctx.community.schema, user.id) },
    });
    if (isOfPractice && !(await mayStillEnter(tx, user))) throw new Denied();
    if (kind === 'recuperación' && !isOfPractice) {
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
    if (activadoAt) await requireFactor(ctx, body, 'cambiar de aplicación');
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
    const { activadoAt, aplicacion } = await findFactorState(tx, user.id);
    const { secreto, paso } = await firstCode(ctx, body.codigo);
    await putInForce(tx, user.id, { secreto, paso, now: ctx.clock.now() });
    const codigos = await newRecoveryCodes(ctx);
    const did = aplicacion
      ? 'cambió de aplicación su segundo factor'
      : `${activadoAt ? 'agregó una aplicación a' : 'activó'} su segundo factor`;
    await ctx.audit({
      ...about(ctx),
      status: activadoAt ? 'actualizado' : 'creado',
      nota: `«${user.username}» ${did}`,
    });
    if (!user.owes && ctx.sessionHash) await noteFactor(tx, ctx.sessionHash);
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

/** What whoever changes their own second factor shows once more, and what comes of it. */
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { signedIn } from '#platform/server/password.ts';
import { makeRecoveryCodes } from '#platform/server/recovery-codes.ts';
import { findFactorState, type Given, takeFactor } from '#platform/server/second-factor.ts';
import { provenHash, sessionLimits } from '#platform/server/throttle.ts';
import { replaceRecoveryCodes } from './repository.ts';

const WRONG_PASSWORD = 'La contraseña no es correcta. Escríbala de nuevo';

export const NO_FACTOR = 'Su cuenta no tiene segundo factor. Actívelo primero';

/** Refuses whoever does not give the password once more. */
export async function requirePassword(ctx: Context, password: string | undefined, purpose: string): Promise<void> {
  const proven = password === undefined ? undefined : await provenHash(ctx, password, purpose);
  if (proven === undefined) throw new Refusal(WRONG_PASSWORD, 'password');
}

/** Refuses whoever does not give the second factor that is in force. */
export async function requireFactor(ctx: Context, given: Given, purpose: string): Promise<void> {
  if ((await findFactorState(ctx.tx, ctx.user.id)).prestado) {
    throw new Refusal('Es una práctica: su segundo factor es el de su cuenta en la comunidad, y se cambia ahí');
  }
  const limits = sessionLimits(ctx, 'factor:');
  await takeFactor(ctx, { account: ctx.user, given, limits, caller: signedIn(ctx), purpose });
}

/** Both: for what changes a second factor. */
export async function requireIdentity(
  ctx: Context,
  { password, ...given }: Given & { password: string },
  purpose: string,
): Promise<void> {
  await requirePassword(ctx, password, purpose);
  await requireFactor(ctx, given, purpose);
}

/** A row of the log about somebody's own second factor. */
export const about = ({ user: { id, username } }: Context) => ({
  ...{ entidad: 'segundo_factor', entidadId: id, referencia: username },
  autor: { id, username },
});

/** Ten new codes; the factor is locked by then, by what was given for it. */
export async function newRecoveryCodes(ctx: Context): Promise<string[]> {
  const { codigos, hashes } = await makeRecoveryCodes(signedIn(ctx));
  await replaceRecoveryCodes(ctx.tx, ctx.user.id, hashes);
  return codigos;
}

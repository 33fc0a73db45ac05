/** One's own passkeys: asked for, added and taken away. */
import { type Context, register } from '#platform/server/context.ts';
import { enterWhole } from '#platform/server/enter.ts';
import { Denied, NotFound, Refusal } from '#platform/server/errors.ts';
import {
  askForNewPasskey,
  askForPasskey,
  listPasskeys,
  type MadePasskey,
  PasskeyRefused,
  passkeySite,
  readNewPasskey,
  requireSite,
} from '#platform/server/passkeys.ts';
import { mayStillEnter } from '#platform/server/proof.ts';
import { findResidencial } from '#platform/server/residencial.ts';
import { findFactorState, tellWrongPasskey } from '#platform/server/second-factor.ts';
import { closeSessionsOf, noteFactor } from '#platform/server/session.ts';
import { llavesContract } from '../contract.ts';
import { browserWords } from '../rules.ts';
import { about, NO_FACTOR, newRecoveryCodes, requireFactor, requireIdentity, requirePassword } from './identity.ts';
import { deletePasskey, insertPasskey, standFactor } from './repository.ts';

function stepOf({ sessionHash }: Context): Buffer {
  if (!sessionHash) throw new Denied();
  return sessionHash;
}

/** What was made, read and believed; a refused one is told to the log. */
async function readMade(ctx: Context, made: MadePasskey) {
  const site = requireSite(ctx);
  try {
    return await readNewPasskey(ctx, { made, tokenHash: stepOf(ctx), site });
  } catch (error) {
    if (!(error instanceof PasskeyRefused)) throw error;
    await tellWrongPasskey(ctx, ctx.user, { purpose: 'agregarla', why: error.message });
    throw new Refusal(error.message);
  }
}

export const llavesEndpoints = register(llavesContract, {
  async lista({ ctx }) {
    const site = passkeySite(ctx);
    return (await listPasskeys(ctx.tx, ctx.user.id)).map(({ id, nombre, host, created_at, usada_at }) => ({
      ...{ id, nombre, host: typeof site !== 'string' && site.host === host ? null : host },
      ...{ agregada: created_at.toISOString(), usada: usada_at?.toISOString() ?? null },
    }));
  },

  async reto({ ctx }) {
    const site = requireSite(ctx);
    const asking = { usuarioId: ctx.user.id, tokenHash: stepOf(ctx), site, now: ctx.clock.now() };
    const asked = await askForPasskey(ctx.tx, asking);
    if (!asked) {
      throw new Refusal(
        'Su cuenta no tiene llaves de acceso en esta dirección. Use otro modo de dar su segundo factor',
      );
    }
    return asked;
  },

  async preparar({ body: { password, ...given }, ctx }) {
    const { tx, user } = ctx;
    const site = requireSite(ctx);
    const { activadoAt } = await findFactorState(tx, user.id);
    // Whoever is on the way in has just given it.
    if (!user.owes) await requirePassword(ctx, password, 'preparar una llave de acceso');
    if (activadoAt) await requireFactor(ctx, given, 'preparar una llave de acceso');
    const { name, code } = await findResidencial(tx, ctx.community);
    const asking = { account: user, tokenHash: stepOf(ctx), site, name: `Portón ${name || code}` };
    const asked = await askForNewPasskey(ctx, tx, asking);
    await ctx.audit({
      ...about(ctx),
      status: 'actualizado',
      nota: `«${user.username}» pidió agregar una llave de acceso`,
    });
    return asked;
  },

  async agregar({ body, ctx }) {
    const { tx, user, clock } = ctx;
    if (!(await mayStillEnter(tx, user))) throw new Denied();
    const passkey = await readMade(ctx, body.llave);
    const { isFirst } = await standFactor(tx, user.id, clock.now());
    // Of somebody on the way in nothing but the password was asked: what was set up meanwhile stands before it.
    if (user.owes && !isFirst) throw new Denied();
    const nombre = body.nombre || browserWords(ctx.browser);
    const values = { ...passkey, usuario_id: user.id, nombre, created_at: clock.now() };
    if (!(await insertPasskey(tx, values))) throw new Refusal('Esa llave de acceso ya está en una cuenta. Use otra');
    const codigos = isFirst ? await newRecoveryCodes(ctx) : null;
    const did = isFirst ? 'activó su segundo factor con una llave de acceso' : 'agregó una llave de acceso';
    await ctx.audit({ ...about(ctx), status: 'creado', nota: `«${user.username}» ${did}: ${nombre}` });
    if (!user.owes && ctx.sessionHash) await noteFactor(tx, ctx.sessionHash);
    const ended = user.owes || !isFirst ? [] : await closeSessionsOf(tx, user, did, ctx.sessionHash);
    await ctx.audit(...ended);
    return { codigos, sesion: user.owes ? await enterWhole(ctx, ` y ${did}`) : null };
  },

  async quitar({ body: { id, ...identity }, ctx }) {
    const { tx, user } = ctx;
    const { activadoAt, aplicacion } = await findFactorState(tx, user.id);
    if (!activadoAt) throw new Refusal(NO_FACTOR);
    await requireIdentity(ctx, identity, 'quitar una llave de acceso');
    const known = await listPasskeys(tx, user.id);
    if (known.length === 1 && !aplicacion && known[0]?.id === id) {
      throw new Refusal(
        'Es lo único que da su segundo factor. Agregue antes otra llave o una aplicación, o use «Desactivar»',
      );
    }
    const gone = await deletePasskey(tx, user.id, id);
    if (!gone) throw new NotFound('Esa llave de acceso ya se quitó');
    const nota = `«${user.username}» quitó una llave de acceso: ${gone.nombre}`;
    // Whoever has it may have opened some.
    const ended = await closeSessionsOf(tx, user, 'quitó una llave de acceso', ctx.sessionHash);
    await ctx.audit({ ...about(ctx), status: 'eliminado', nota }, ...ended);
    return `La llave de acceso «${gone.nombre}» ya no sirve aquí. Bórrela también de su equipo`;
  },
});

/** Two accounts are shown to be one person's: the one that asks, and one of another community of the same company. */
import type { Community } from '#platform/server/communities.ts';
import { type Context, hereAt } from '#platform/server/context.ts';
import { LoginFailed, Refusal } from '#platform/server/errors.ts';
import { accountKey, signedIn } from '#platform/server/password.ts';
import { type LoginAccount, provePassword } from '#platform/server/proof.ts';
import { findFactorState, owedOf, takeFactor } from '#platform/server/second-factor.ts';
import { noteFactor } from '#platform/server/session.ts';
import { codeLimitsOf, knownBy } from '#platform/server/sign-in.ts';
import { provenHash, sessionLimits } from '#platform/server/throttle.ts';
import { communityWords, findJoinedForUpdate, tellAll } from '#platform/server/unions.ts';
import type { z } from '#platform/zod.ts';
import type { unirSchema } from '../contract.ts';
import * as repository from './repository.ts';

type Unir = z.output<typeof unirSchema>;

/** Whoever asks shows once more who they are: the password, and a code where there is a second factor. */
async function requireOwn(ctx: Context, { password, codigo }: Unir): Promise<void> {
  const proven = await provenHash(ctx, password, 'unir sus cuentas');
  if (proven === undefined) throw new Refusal('La contraseña no es correcta. Escríbala de nuevo', 'password');
  if (owedOf(await findFactorState(ctx.tx, ctx.user.id)) !== 'codigo') return;
  if (codigo === '') throw new Refusal('Escriba el código que muestra ahora la aplicación', 'codigo');
  const limits = sessionLimits(ctx, 'factor:');
  const attempt = { account: ctx.user, given: { codigo }, limits, caller: signedIn(ctx), purpose: 'unir sus cuentas' };
  await takeFactor(ctx, attempt);
  if (ctx.sessionHash) await noteFactor(ctx.tx, ctx.sessionHash);
}

/** The account of the other community, by its password and its second factor, under that community's own rules. */
async function proveThere(ctx: Context, community: Community, asked: Unir): Promise<LoginAccount> {
  const { usuario: username, passwordAlla: password, tokenAlla } = asked;
  const there = hereAt(ctx, community);
  const { account, origin } = await provePassword(there, (work) => ctx.beyond.read(community, work), {
    username,
    password,
  }).catch((error: unknown) => {
    if (!(error instanceof LoginFailed)) throw error;
    throw new Refusal(
      `No es el usuario o la contraseña de ${community.nombre}, o esa cuenta no está activa`,
      'passwordAlla',
    );
  });
  const state = await ctx.beyond.read(community, (tx) => findFactorState(tx, account.id));
  const owes = owedOf(state);
  if (owes === 'alta') {
    throw new Refusal(
      `Su rol en ${community.nombre} pide un segundo factor. Entre ahí una vez para activarlo y después una las cuentas`,
      'comunidad',
    );
  }
  if (owes === undefined) return account;
  if (tokenAlla === '') {
    throw new Refusal(`Esa cuenta tiene segundo factor: escriba el código de ${community.nombre}`, 'tokenAlla');
  }
  await ctx.beyond
    .write(community, async (tx) => {
      const known = await knownBy(tx, account.id, origin, ctx.clock.now());
      const attempt = {
        ...{ account, given: { codigo: tokenAlla }, purpose: `unir la cuenta desde ${communityWords(ctx.community)}` },
        limits: codeLimitsOf(there, account.id, origin, known),
        caller: { known: true, account: accountKey(community.schema, account.id) },
      };
      return takeFactor({ ...there, tx, sessionHash: undefined }, attempt);
    })
    .catch((error: unknown) => {
      throw error instanceof Refusal ? new Refusal(error.message, 'tokenAlla') : error;
    });
  return account;
}

async function sisterOf(ctx: Context, codigo: string): Promise<Community> {
  const empresa = await repository.findEmpresa(ctx.tx);
  const known = empresa?.otras.find((other) => other.codigo === codigo.toUpperCase());
  if (!known) {
    throw new Refusal('Esa comunidad no es de la empresa que administra ésta. Elija otra', 'comunidad');
  }
  const community = (await ctx.beyond.communities()).find(({ schema }) => schema === known.schema);
  if (!community) throw new Refusal(`${known.nombre} no está en servicio ahora. Intente más tarde`, 'comunidad');
  return community;
}

const already = (usuario: string, nombre: string) =>
  new Refusal(`Ya está unida su cuenta «${usuario}» de ${nombre}. Sepárela antes de unir otra`, 'comunidad');

/** The person of both accounts: of one that is joined already, or a new one. */
async function personaFor(ctx: Context, own: repository.Own, other: repository.Own, there: Community): Promise<void> {
  const { tx } = ctx;
  const now = ctx.clock.now();
  const [mine, theirs] = [
    await repository.findPersonaForUpdate(tx, own),
    await repository.findPersonaForUpdate(tx, other),
  ];
  if (mine !== undefined) {
    const joined = await repository.findUsuarioDe(tx, mine, there.schema);
    if (joined !== undefined) throw already(joined, there.nombre);
  }
  if (theirs !== undefined) {
    const joined = await repository.findUsuarioDe(tx, theirs, own.schema);
    if (joined !== undefined || mine !== undefined) {
      throw new Refusal(`Esa cuenta de ${there.nombre} ya está unida a otras. Sepárela allá y repita`, 'comunidad');
    }
  }
  const persona = mine ?? theirs ?? (await repository.insertPersona(tx, now));
  if (mine === undefined) await repository.insertCuenta(tx, persona, own, now);
  if (theirs === undefined) await repository.insertCuenta(tx, persona, other, now);
}

export async function unir(ctx: Context, asked: Unir): Promise<string> {
  const there = await sisterOf(ctx, asked.comunidad);
  await requireOwn(ctx, asked);
  const account = await proveThere(ctx, there, asked);
  const { tx, user, community } = ctx;
  // Both stay as they were shown until they are joined: whatever takes one away comes first and is seen, or finds what it ends.
  const own = await repository.findAccountForShare(tx, user.id);
  if (!own?.enabled || !(await repository.stillHasPassword(tx, there.schema, account))) {
    throw new Refusal('Una de las dos cuentas cambió mientras tanto. Repita');
  }
  await personaFor(
    ctx,
    { schema: community.schema, usuarioId: user.id, usuario: user.username },
    { schema: there.schema, usuarioId: account.id, usuario: account.username },
    there,
  );
  const members = (await findJoinedForUpdate(tx, user.id)).filter(
    ({ schema }) => schema === community.schema || schema === there.schema,
  );
  const nota = `Se unieron la cuenta «${user.username}» de ${communityWords(community)} y la cuenta «${account.username}» de ${communityWords(there)}, desde ${ctx.ip}`;
  await ctx.audit(...(await tellAll(ctx, members, { status: 'creado', nota }, 'propia')));
  return `Su cuenta «${account.username}» de ${there.nombre} está unida a ésta`;
}

/** Over to another community's account: a code here, good once and for half a minute, and a session there. */
import { createHash } from 'node:crypto';
import { type AuditEntry, recordAudit } from '#platform/server/audit.ts';
import type { Community } from '#platform/server/communities.ts';
import type { Before, Context, Here } from '#platform/server/context.ts';
import { STILL_TO_COME } from '#platform/server/enter.ts';
import { Denied, Refusal } from '#platform/server/errors.ts';
import { findFactorState, owedOf } from '#platform/server/second-factor.ts';
import { newToken, openHalfSession, openSession, sinceOf } from '#platform/server/session.ts';
import { communityWords, findJoined } from '#platform/server/unions.ts';
import * as repository from './repository.ts';

/** How long a code is good for. */
const PASE_MS = 30_000;

const CODIGO = /^[A-Za-z0-9_-]{43}$/;
const huellaOf = (codigo: string): Buffer => createHash('sha256').update(codigo).digest();

/** Tells one log, also where what is refused is taken back. */
function tell(
  { requestId, clock }: Here,
  separately: Here['separately'],
  account: { id: number; username: string } | undefined,
  entry: Pick<AuditEntry, 'status' | 'nota'>,
) {
  const { id = null, username = '' } = account ?? {};
  const author = { usuarioId: id, usuario: username, requestId };
  return separately((tx) =>
    recordAudit(tx, author, { ...entry, entidad: 'sesion', referencia: username }, clock.now()),
  );
}

/** Where the other community is, as whoever asks came to this one. */
function originAt({ origin }: Here, host: string): string {
  const url = new URL(origin);
  url.hostname = host;
  return url.origin;
}

export async function pasar(ctx: Context, codigo: string) {
  const { tx, user, community, sessionHash } = ctx;
  const to = (await findJoined(tx, user.id)).find((one) => one.codigo === codigo.toUpperCase());
  if (!to || to.schema === community.schema) {
    await tell(ctx, ctx.separately, user, {
      status: 'cancelado',
      nota: `Pase rechazado desde ${ctx.ip}: sin cuenta unida en esa comunidad`,
    });
    throw new Refusal('No tiene una cuenta unida en esa comunidad. Únala primero en «Mis comunidades»', 'comunidad');
  }
  const there = (await ctx.beyond.communities()).find(({ schema }) => schema === to.schema);
  if (!there?.host) throw new Refusal(`${to.nombre} no está en servicio ahora. Intente más tarde`);
  const entrada = sessionHash && (await repository.entradaOf(tx, sessionHash, user.id));
  if (!entrada) throw new Denied();
  const { token, hash } = newToken();
  await repository.insertPase(tx, hash, {
    ...{ entrada, deSchema: community.schema, deUsuarioId: user.id, aSchema: to.schema, aUsuarioId: to.usuarioId },
    creado: ctx.clock.now(),
  });
  const nota = `Pasa a su cuenta «${to.usuario}» de ${communityWords(to)}, desde ${ctx.ip}`;
  await ctx.audit({ status: 'creado', entidad: 'sesion', referencia: user.username, nota });
  ctx.log('pase', { usuario: user.username, a: to.codigo, ip: ctx.ip });
  return { origen: originAt(ctx, there.host), codigo: token };
}

const NO_PASE =
  'El pase no sirve: vale una vez y por 30 segundos. Vuelva a la comunidad de la que viene y pase de nuevo, o inicie sesión aquí';

/** Tells both communities why somebody was not let over. */
async function tellRefused(here: Here, pase: repository.Pase, why: string): Promise<void> {
  const from = (await here.beyond.communities()).find(({ schema }) => schema === pase.deSchema);
  const to = pase.aSchema === here.community.schema ? pase.aUsuarioId : undefined;
  const account = to === undefined ? undefined : await here.separately((tx) => repository.findAccount(tx, to));
  const words = (community: Community | undefined) => (community ? communityWords(community) : 'otra comunidad');
  here.log('pase rechazado', { de: from?.codigo, motivo: why, ip: here.ip });
  await tell(here, here.separately, account, {
    status: 'cancelado',
    nota: `Pase de ${words(from)} rechazado desde ${here.ip}: ${why}`,
  });
  if (!from || from.schema === here.community.schema) return;
  const there: Here['separately'] = (work) => here.beyond.separately(from, work);
  const origin = await there((tx) => repository.findAccount(tx, pase.deUsuarioId));
  const nota = `Pase a ${words(here.community)} rechazado desde ${here.ip}: ${why}`;
  await tell(here, there, origin, { status: 'cancelado', nota });
}

/** Uses the code up before anything else: whatever becomes of it, it is good no second time. */
export async function takePase(before: Before, codigo: string): Promise<repository.Pase> {
  const now = before.clock.now();
  const pase = CODIGO.test(codigo)
    ? await before.separately((tx) => repository.takePase(tx, huellaOf(codigo), now))
    : undefined;
  if (!pase) {
    // What nobody was given is told to no log that it could fill.
    before.log('pase desconocido', { ip: before.ip });
    throw new Refusal(NO_PASE);
  }
  const late = now.getTime() - pase.creado.getTime() > PASE_MS;
  const elsewhere = pase.aSchema !== before.community.schema;
  const why = !pase.first
    ? 'ya se había usado'
    : late
      ? 'pasaron más de 30 segundos'
      : elsewhere
        ? 'era para otra comunidad'
        : '';
  if (why === '') return pase;
  await tellRefused(before, pase, why);
  throw new Refusal(NO_PASE);
}

/** What of both accounts and the sign-in still stands, or why not. */
async function stateOf(ctx: Context, pase: repository.Pase) {
  const { tx, sessionLimits } = ctx;
  const account = await repository.findAccountForShare(tx, pase.aUsuarioId);
  const union = await repository.findUnion(tx, pase);
  const { openSince } = sinceOf(sessionLimits, ctx.clock.now());
  const entrada = await repository.findEntradaForShare(tx, pase.entrada, openSince);
  if (!account?.enabled) return 'la cuenta no está activa';
  if (!union) return 'las cuentas ya no están unidas';
  if (!entrada) return 'la sesión de la que venía terminó';
  return { account, union, ...entrada };
}

export async function entrar(ctx: Context, pase: repository.Pase) {
  const state = await stateOf(ctx, pase);
  if (typeof state === 'string') {
    await tellRefused(ctx, pase, state);
    throw new Refusal(NO_PASE);
  }
  const { account, union } = state;
  const { tx } = ctx;
  const conFactor = state.conFactor || (await repository.hasGivenHere(tx, account.id, pase.entrada));
  const now = ctx.clock.now();
  const { id, username, role } = account;
  const autor = { id, username };
  // As strong as what this sign-in gave already, in whatever community.
  const debe = conFactor ? undefined : owedOf(await findFactorState(tx, id));
  const how = `Pasó desde su cuenta «${union.usuario}» de ${communityWords(union)}, desde ${ctx.ip}`;
  const entry = { status: 'creado', entidad: 'sesion', referencia: username, autor } as const;
  ctx.log('acceso por pase', { usuario: username, de: union.codigo, ip: ctx.ip });
  if (debe) {
    const access_token = await openHalfSession(tx, id, debe, now, pase.entrada);
    await ctx.audit({ ...entry, nota: `${how}; ${STILL_TO_COME[debe]}` });
    return { access_token, role, username, debe };
  }
  const opened = await openSession(tx, account, ctx, now, { entrada: pase.entrada, conFactor });
  await ctx.audit({ ...entry, nota: how }, ...opened.ended.map((ended) => ({ ...ended, autor })));
  return { access_token: opened.token, role, username, debe: null };
}

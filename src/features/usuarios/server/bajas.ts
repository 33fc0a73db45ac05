/** Somebody leaves the office: shown before, done in one act, and told afterwards. */
import { randomBytes } from 'node:crypto';
import { toPesos } from '#core/money.ts';
import { passes, SUPERADMIN } from '#platform/roles.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { hashPassword, signedIn } from '#platform/server/password.ts';
import { removeFactor } from '#platform/server/second-factor.ts';
import { closeSessionsOf, sinceOf } from '#platform/server/session.ts';
import { forgetOrigins } from '#platform/server/sign-in.ts';
import { endUnion } from '#platform/server/unions.ts';
import type { z } from '#platform/zod.ts';
import type { bajaSchema } from '../contract.ts';
import { DIAS_DE_ACTOS, entregaDe, mayManage, NO_SUPERADMIN_LEFT, terminaEn } from '../rules.ts';
import { enabledSuperadmins, findUserForUpdate, listUsers, type UserRow, updateUser } from './repository.ts';
import {
  disableCodes,
  findBaja,
  findTiene,
  handOver,
  insertBaja,
  listActos,
  listHizo,
  listTurnosSinFirma,
} from './repository-bajas.ts';

/** How many of their acts are told one by one. */
const ACTOS_MAX = 300;

/** Who works with reports and their mailings goes on with them. */
const mayReceive = (user: UserRow): boolean => user.enabled && passes('AB', user.role_name);

/** The leaving of somebody who has not come back. */
const leavingOf = async (ctx: Context, user: UserRow) => (await findBaja(ctx.tx, user.id)) ?? null;

function obstacleTo(ctx: Context, user: UserRow, left: boolean): string {
  if (left) return 'Ya está de baja';
  if (user.id === ctx.user.id) return 'No puede darse de baja a sí mismo. Pida a otro administrador que lo haga';
  return '';
}

const tieneDe = (ctx: Context, id: number) => findTiene(ctx.tx, id, sinceOf(ctx.sessionLimits, ctx.clock.now()));

export async function prepareBaja(ctx: Context, user: UserRow) {
  const { tx } = ctx;
  const since = new Date(ctx.clock.now().getTime() - DIAS_DE_ACTOS * 86_400_000);
  const left = await leavingOf(ctx, user);
  const tiene = await tieneDe(ctx, user.id);
  const [users, turnos, hizo, actos] = [
    await listUsers(tx),
    await listTurnosSinFirma(tx, user.id),
    await listHizo(tx, user.id, since),
    await listActos(tx, user.id, since, ACTOS_MAX),
  ];
  return {
    impedimento: obstacleTo(ctx, user, left !== null),
    termina: terminaEn(tiene),
    entrega: entregaDe(tiene),
    turnos: turnos.map(({ id, caja, created_at, contado_at }) => ({
      ...{ id, caja, abierto: created_at.toISOString(), contado: contado_at !== null },
    })),
    reciben: users
      .filter((one) => one.id !== user.id && mayReceive(one) && mayManage(ctx.user.role, one.role_name))
      .map(({ id, username, name, last_name }) => ({ id, username, name: `${name} ${last_name}` })),
    hizo: hizo.map(({ monto, ultimo, ...row }) => ({
      ...row,
      monto: monto === null ? null : toPesos(monto),
      ultimo: ultimo.toISOString(),
    })),
    actos: actos.map(({ id, created_at, referencia, nota }) => ({
      id,
      fecha: created_at.toISOString(),
      referencia,
      nota,
    })),
    hecha: left && {
      ...{ fecha: left.created_at.toISOString(), hizo: left.hizo, recibe: left.recibe ?? '', razon: left.razon },
      terminado: left.terminado as string[],
    },
  };
}

/** Who goes on with it; asked for where there is something. */
async function receiverOf(ctx: Context, user: UserRow, asked: number | null, entrega: readonly string[]) {
  if (asked === null) {
    if (entrega.length === 0) return undefined;
    throw new Refusal(`Elija quién sigue con lo suyo: ${entrega.join(', ')}`, 'recibe.id');
  }
  const receiver = asked === user.id ? undefined : await findUserForUpdate(ctx.tx, asked);
  if (!receiver || !mayReceive(receiver) || !mayManage(ctx.user.role, receiver.role_name)) {
    throw new Refusal(
      'Quien recibe debe ser otro usuario activo, administrador o director. Elija a otra persona',
      'recibe.id',
    );
  }
  return receiver;
}

/** Takes all that lets somebody in away, with the rows of the log. */
async function shutOut(ctx: Context, user: UserRow) {
  const { tx } = ctx;
  const now = ctx.clock.now();
  await updateUser(tx, user.id, {
    enabled: false,
    updated_at: now,
    // Whoever comes back is given another one.
    password_hash: await hashPassword(randomBytes(32).toString('base64'), signedIn(ctx)),
  });
  if (user.role_name === SUPERADMIN && (await enabledSuperadmins(tx)) === 0) {
    throw new Refusal(NO_SUPERADMIN_LEFT);
  }
  await removeFactor(tx, user.id);
  await forgetOrigins(tx, user.id);
  await disableCodes(tx, user.id, now);
  const ended = await closeSessionsOf(tx, user, 'se dio de baja');
  return [...ended, ...(await endUnion(ctx, user, 'se dio de baja'))];
}

export async function leave(ctx: Context, user: UserRow, body: z.output<typeof bajaSchema>): Promise<string> {
  const { tx } = ctx;
  const obstacle = obstacleTo(ctx, user, (await leavingOf(ctx, user)) !== null);
  if (obstacle) throw new Refusal(obstacle);
  const tiene = await tieneDe(ctx, user.id);
  const [termina, entrega] = [terminaEn(tiene), entregaDe(tiene)];
  const receiver = await receiverOf(ctx, user, body.recibe.id, entrega);
  const now = ctx.clock.now();
  const ended = await shutOut(ctx, user);
  if (receiver) await handOver(tx, user, receiver.id, now);
  await insertBaja(tx, {
    ...{ usuario_id: user.id, recibe_usuario_id: receiver?.id ?? null, razon: body.razon },
    ...{ terminado: JSON.stringify([...termina, ...entrega]), hizo_usuario_id: ctx.user.id, created_at: now },
  });
  const turnos = await listTurnosSinFirma(tx, user.id);
  const handed = receiver && entrega.length > 0 ? `; ${receiver.username} sigue con ${entrega.join(', ')}` : '';
  await ctx.audit(
    {
      ...{ status: 'actualizado', entidad: 'usuario', entidadId: user.id, referencia: user.username },
      nota: `Baja de «${user.username}»: ${body.razon}. Terminan ${termina.join(', ')}${handed}`,
      antes: { enabled: user.enabled, ...tiene },
      despues: { enabled: false, recibe: receiver?.username, turnosPorContar: turnos.map(({ id }) => id) },
    },
    ...ended,
  );
  if (turnos.length === 0) return `«${user.username}» está de baja`;
  return `«${user.username}» está de baja. Falta contar entre dos ${turnos.length === 1 ? 'su turno' : 'sus turnos'}`;
}

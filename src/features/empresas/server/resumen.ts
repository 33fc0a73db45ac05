/** What waits and was collected in each community where somebody has a joined account, as that account's role sees it there. */
import { toPesos } from '#core/money.ts';
import { type Pendiente, pendientesContract } from '#features/inicio/contract.ts';
import { passes } from '#platform/roles.ts';
import { type AuditEntry, recordAudit, recordAudits } from '#platform/server/audit.ts';
import type { Community } from '#platform/server/communities.ts';
import { type Context, type Reading, todayIn } from '#platform/server/context.ts';
import { Denied } from '#platform/server/errors.ts';
import { findFactorState, owedOf } from '#platform/server/second-factor.ts';
import { communityWords, findJoined, type Joined } from '#platform/server/unions.ts';
import type { Resumen } from '../contract.ts';
import * as repository from './repository.ts';

/** How long a community may take before the others are told without it, in ms. */
const ANSWER_MS = 2_000;

/** What the home of one community tells, which the composition root brings. */
export interface Home {
  pendientes(reading: Reading, role: string): Promise<Pendiente[]>;
  /** What may wait for a role. */
  clases(role: string): readonly string[];
}

type Told = Omit<Resumen, 'codigo' | 'nombre' | 'usuario' | 'esta'>;

const told = (estado: Resumen['estado'], rol = ''): Told => ({
  ...{ estado, rol, pendientes: null, cobradoHoy: null, cajas: [], vencido: null, depositos: null },
});

function countsOf(pendientes: readonly Pendiente[]): Resumen['pendientes'] {
  const counts = { debe: 0, pronto: 0, aviso: 0 };
  for (const { urgencia, cantidad } of pendientes) counts[urgencia] += cantidad;
  return counts;
}

function depositosOf(pendientes: readonly Pendiente[]): Resumen['depositos'] {
  const found = pendientes.find(({ clase }) => clase === 'deposito');
  return { cantidad: found?.cantidad ?? 0, monto: found?.monto ?? 0 };
}

async function cifrasOf({ tx, today }: Reading): Promise<Pick<Told, 'cobradoHoy' | 'cajas' | 'vencido'>> {
  const { vencido, cajas } = await repository.findCifras(tx, today());
  return {
    vencido: toPesos(vencido),
    cobradoHoy: toPesos(cajas.reduce((sum, { monto }) => sum + monto, 0)),
    cajas: cajas.map(({ caja, monto }) => ({ caja, monto: toPesos(monto) })),
  };
}

/** What an account may see of its community: nothing but what its role opens there. */
async function readOne(home: Home, reading: Reading, usuarioId: number, conFactor: boolean): Promise<Told> {
  const account = await repository.findAccount(reading.tx, usuarioId);
  if (!account?.enabled) return told('cerrada');
  const { role } = account;
  if (!conFactor && owedOf(await findFactorState(reading.tx, usuarioId))) return told('factor', role);
  const { pendientes: wait, cifras: sums } = pendientesContract;
  const [pendientes, cifras] = await Promise.all([
    passes(wait.roles, role) ? home.pendientes(reading, role) : null,
    passes(sums.roles, role) ? cifrasOf(reading) : undefined,
  ]);
  return {
    ...told('lista', role),
    pendientes: pendientes && countsOf(pendientes),
    depositos: pendientes && home.clases(role).includes('deposito') ? depositosOf(pendientes) : null,
    ...cifras,
  };
}

/** The same within its time; one that does not answer is told as that. */
async function within(ctx: Context, codigo: string, work: Promise<Told>): Promise<Told> {
  const late = Promise.withResolvers<'tarde'>();
  const timer = setTimeout(() => late.resolve('tarde'), ANSWER_MS);
  const failed = (error: unknown): Told => {
    ctx.log('comunidad sin respuesta', { comunidad: codigo, motivo: error instanceof Error ? error.message : 'tarde' });
    return told('sin_respuesta');
  };
  try {
    const outcome = await Promise.race([work.catch(failed), late.promise]);
    return outcome === 'tarde' ? failed(undefined) : outcome;
  } finally {
    clearTimeout(timer);
  }
}

interface Seen {
  /** Of the account there. */
  usuario: string;
  there: Community;
}

const readRow = (id: number, username: string, nota: string): AuditEntry => ({
  ...{ status: 'consultado', entidad: 'cuenta_unida', entidadId: id, referencia: username, nota },
});

const seenFrom = (username: string, community: Community): string =>
  `Vio las cifras del día en «Mis comunidades», desde su cuenta «${username}» de ${communityWords(community)}`;

/** In the own log, of all others that are shown, whatever theirs have by then: one that answered too late told there alone. */
async function tellHere(ctx: Context, shown: readonly Seen[]): Promise<void> {
  const { clock, community: here, user, requestId } = ctx;
  const tells = await repository.listToldToday(ctx.tx, {
    ...{ usuarioId: user.id, today: ctx.today(), zone: here.timeZone },
  });
  const rows = shown.flatMap(({ usuario, there }) => {
    const nota = `Vio en «Mis comunidades» las cifras del día de ${communityWords(there)}, como su cuenta «${usuario}»`;
    return tells.has(nota) ? [] : [readRow(user.id, user.username, nota)];
  });
  if (rows.length === 0) return;
  const by = { usuarioId: user.id, usuario: user.username, requestId };
  await ctx.separately((tx) => recordAudits(tx, by, rows, clock.now()));
}

/**
 * Both logs know whose figures were read from here: once a day, since the screen is opened and read again all day long. There it
 * is told in the transaction that reads them, so that nothing is read untold.
 */
export async function resumenOf(ctx: Context, home: Home): Promise<Resumen[]> {
  const { clock, community: here, user, requestId } = ctx;
  const joined = await findJoined(ctx.tx, user.id);
  const fuerza = ctx.sessionHash && (await repository.findFuerza(ctx.tx, ctx.sessionHash, user.id));
  if (!fuerza) throw new Denied();
  const known = new Map((await ctx.beyond.communities()).map((community) => [community.schema, community]));
  const one = async ({ schema, usuarioId, usuario }: Joined): Promise<Told> => {
    const there = known.get(schema);
    if (!there) return told('sin_respuesta');
    return ctx.beyond.write(there, async (tx) => {
      const today = () => todayIn(there, clock);
      // Whoever is signed in here has given what is asked for here.
      const given =
        schema === here.schema || fuerza.conFactor || (await repository.hasGivenHere(tx, usuarioId, fuerza.entrada));
      const found = await readOne(home, { tx, community: there, clock, today }, usuarioId, given);
      const nota = seenFrom(user.username, here);
      if (found.estado !== 'lista' || schema === here.schema) return found;
      const tells = await repository.listToldToday(tx, { usuarioId, today: today(), zone: there.timeZone });
      if (tells.has(nota)) return found;
      await recordAudit(tx, { usuarioId, usuario, requestId }, readRow(usuarioId, usuario, nota), clock.now());
      return found;
    });
  };
  const found = await Promise.all(
    joined.map(async (member) => ({ member, its: await within(ctx, member.codigo, one(member)) })),
  );
  const shown = found.flatMap(({ member: { schema, usuario }, its }) => {
    const there = its.estado === 'lista' ? known.get(schema) : undefined;
    return there && schema !== here.schema ? [{ usuario, there }] : [];
  });
  await tellHere(ctx, shown);
  return found.map(({ member: { codigo, nombre, usuario, schema }, its }) => ({
    ...{ codigo, nombre, usuario },
    ...{ esta: schema === here.schema, ...its },
  }));
}

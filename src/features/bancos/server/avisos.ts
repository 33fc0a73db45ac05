/**
 * What providers tell of deposits: recorded at once, taken from the queue into the inbox, applied by what applies statements, and
 * each night held against the provider's own list. Source: dominio.md#deposits.
 */

import { addDays, type Fecha, fechaInZone } from '#core/fecha.ts';
import type { Collector } from '#libro/server/deposits/collector.ts';
import { lockCuenta } from '#libro/server/deposits/repository.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Community } from '#platform/server/communities.ts';
import type { Context, Services } from '#platform/server/context.ts';
import { isUnfit } from '#platform/server/database-errors.ts';
import { type Tx, withinSavepoint } from '#platform/server/db.ts';
import { Unsigned } from '#platform/server/errors.ts';
import type { Asked } from '#platform/server/outside.ts';
import type { Signed } from '#platform/server/signed.ts';
import type { Spei, SpeiAccount, Transferencia } from '#platform/server/spei.ts';
import type { SystemWork } from '#platform/server/system-context.ts';
import { formatFecha } from '#ui/format.ts';
import type { Proveedor, Resultado } from '../rules.ts';
import { revertReturned, takeReturn, takeReturnedByLines } from './devueltos.ts';
import { insertEntrantes } from './repository.ts';
import {
  type AvisoPorTomar,
  claveDeDicho,
  type EntranteDicho,
  findConflicto,
  findDeTransferencia,
  findProveedor,
  hasUnreviewed,
  insertAvisos,
  insertTomados,
  keepConciliacion,
  keepRechazo,
  listCuentasConAvisos,
  listPorTomar,
  listProveedores,
  listToldTransfers,
  type ProveedorRow,
  saysTheSame,
} from './repository-avisos.ts';
import { inWords, type Revision, review } from './review.ts';
import { readNotice } from './spei.ts';

/** What the keys are sealed for. */
export const NOTICES_PURPOSE = 'avisos';

export interface OpenAccount extends SpeiAccount {
  proveedor: Proveedor;
}

export async function openAccount(
  { tx, services: { secrets } }: { tx: Tx; services: Pick<Services, 'secrets'> },
  { proveedor, cuenta, llave, secreto }: ProveedorRow,
): Promise<OpenAccount> {
  const sealed = llave === null ? [secreto] : [secreto, llave];
  const [opened, key] = await secrets.openAll(tx, NOTICES_PURPOSE, sealed);
  return { proveedor, cuenta, secreto: opened?.toString() ?? '', llave: key?.toString() ?? '' };
}

/** Keeps a notice whose seal is right; what is turned away is told in the log and with the account. */
export async function recordNotice(ctx: Context, cuentaId: number, signed: Signed): Promise<{ repetido: boolean }> {
  const row = await findProveedor(ctx.tx, cuentaId);
  if (!row) throw new Unsigned();
  const account = await openAccount(ctx, row);
  const now = ctx.clock.now();
  const read = readNotice(account, signed, now);
  if ('rechazo' in read) {
    ctx.log('aviso de depósito rechazado', { cuenta: cuentaId, motivo: read.rechazo, ip: ctx.ip });
    await ctx.separately((tx) => keepRechazo(tx, cuentaId, { now, rechazo: read.rechazo }));
    throw new Unsigned();
  }
  const aviso = { cuentaId, proveedor: account.proveedor, deLista: false, ...read };
  if ((await insertAvisos(ctx.tx, now, [aviso])) > 0) return { repetido: false };
  if (await saysTheSame(ctx.tx, cuentaId, aviso)) return { repetido: true };
  // Its name was told before with something else in it: what it says now is kept as well, for a person.
  const otro = aviso.transferencia ? claveDeDicho(aviso.transferencia) : 'otro';
  return { repetido: (await insertAvisos(ctx.tx, now, [{ ...aviso, evento: `${aviso.evento} ${otro}` }])) === 0 };
}

/** Notices that are taken in one transaction. */
const BATCH = 200;

interface Tomado {
  resultado: Resultado;
  entranteId: number | null;
}

/** Whether a notice tells otherwise of a transfer than the first one did. */
const contradice = ({ importe, clabe }: EntranteDicho, aviso: AvisoPorTomar): boolean =>
  importe !== aviso.importe || (clabe !== '' && aviso.clabe !== '' && clabe !== aviso.clabe);

/** The day of a notice; of one that lies ahead the day that it is taken on, with words that stay with the deposit. */
function dayOf(ctx: Context, { instante, concepto }: AvisoPorTomar): { fecha: Fecha; concepto: string } {
  const fecha = fechaInZone(instante, ctx.community.timeZone);
  const hoy = ctx.today();
  if (fecha <= hoy) return { fecha, concepto };
  const dicho = `El aviso dice ${formatFecha(fecha)}, que es futura: se tomó ${formatFecha(hoy)}`;
  return { fecha: hoy, concepto: concepto === '' ? dicho : `${concepto}. ${dicho}` };
}

/** What a provider tells otherwise than before is no money and nothing is applied of it: a person asks the provider. The first stays. */
async function keepConflict(
  ctx: Context,
  cuentaId: number,
  aviso: AvisoPorTomar,
  primero: EntranteDicho,
): Promise<Tomado> {
  const known = await findConflicto(ctx.tx, cuentaId, aviso);
  if (known !== undefined) return { resultado: 'repetido', entranteId: known };
  const { importe, referencia, rastreo, nombre, cuenta, clabe } = aviso;
  const { fecha, concepto } = dayOf(ctx, aviso);
  const que = aviso.tipo === 'abono' ? 'un depósito' : 'que devolvió un depósito';
  const motivo = `El proveedor avisó de ${que} de ${inPesos(importe)} a la CLABE ${clabe}, y de la misma transferencia antes dijo ${inPesos(primero.importe)} a la ${primero.clabe || clabe}: es el depósito del ${formatFecha(primero.fecha)}, que se queda como está. Pregúntele cuál es. Si es el mismo dinero, está duplicado; si es otro, regréselo a los pendientes`;
  const [id = 0] = await insertEntrantes(ctx.tx, stampOf(ctx), [
    {
      ...{
        origen: 'aviso',
        cuentaId,
        movimientoId: null,
        importe,
        concepto,
        referencia,
        rastreo,
        nombre,
        cuenta,
        clabe,
      },
      ...{ fecha, situacion: 'conflicto', motivo },
    },
  ]);
  return { resultado: 'conflicto', entranteId: id };
}

/** Takes one notice into the inbox, whatever came before it: a transfer has one deposit, and what went back is never applied. */
async function takeOne(ctx: Context, cuentaId: number, aviso: AvisoPorTomar): Promise<Tomado> {
  if (aviso.tipo === 'otro') return { resultado: 'ignorado', entranteId: null };
  const found = await findDeTransferencia(ctx.tx, cuentaId, aviso);
  if (found && contradice(found.entrante, aviso)) return keepConflict(ctx, cuentaId, aviso, found.entrante);
  if (found) {
    const { entrante, unido } = found;
    const resultado = aviso.tipo === 'abono' ? (unido ? 'unido' : 'repetido') : await takeReturn(ctx, entrante);
    return { resultado, entranteId: entrante.id };
  }
  const { clabe, importe, referencia, rastreo, nombre, cuenta, transferencia } = aviso;
  const { fecha, concepto } = dayOf(ctx, aviso);
  const [id = 0] = await insertEntrantes(ctx.tx, stampOf(ctx), [
    {
      ...{ origen: 'aviso', cuentaId, movimientoId: null, fecha, importe, concepto, referencia, rastreo },
      ...{ nombre, cuenta, clabe, transferencia },
    },
  ]);
  if (aviso.tipo === 'abono') return { resultado: 'nuevo', entranteId: id };
  // It was told to have gone back before it was told to have come.
  return {
    resultado: await takeReturn(ctx, { id, version: 1, situacion: 'desconocido', aplicado: 0 }),
    entranteId: id,
  };
}

/** Sets a notice aside that cannot be taken for what is in it, so that those behind it go on. */
function takeOrSetAside(ctx: Context, cuentaId: number, aviso: AvisoPorTomar): Promise<Tomado> {
  return withinSavepoint(
    ctx.tx,
    () => takeOne(ctx, cuentaId, aviso),
    (error) => {
      if (!isUnfit(error)) throw error;
      ctx.logError('aviso de depósito apartado', { cuenta: cuentaId, aviso: aviso.id, error: String(error) });
      return { resultado: 'ignorado', entranteId: null };
    },
  );
}

/** Takes what an account has; those who do so at once follow each other on its lock. Gives how many there were. */
function takeSome(ctx: Context, cuentaId: number, take: typeof takeOne): Promise<number> {
  return ctx.piecemeal(async (own) => {
    await lockCuenta(own.tx, cuentaId);
    const avisos = await listPorTomar(own.tx, cuentaId, BATCH);
    const tomados: (Tomado & { avisoId: number })[] = [];
    for (const aviso of avisos) {
      const tomado = { avisoId: aviso.id, ...(await take(own, cuentaId, aviso)) };
      // The next one may say the same: it is known by this one.
      if (tomado.resultado === 'conflicto') await insertTomados(own.tx, own.clock.now(), [tomado]);
      tomados.push(tomado);
    }
    await insertTomados(
      own.tx,
      own.clock.now(),
      tomados.filter(({ resultado }) => resultado !== 'conflicto'),
    );
    const nuevos = tomados.flatMap(({ resultado, entranteId }) =>
      resultado === 'nuevo' && entranteId !== null ? [entranteId] : [],
    );
    // A statement may have told before that they went back.
    await takeReturnedByLines(own, { entrantes: nuevos, movimientos: [] });
    if (avisos.length > 0) {
      await own.audit({
        ...{ status: 'creado', entidad: 'deposito_entrante' },
        nota: `Avisos del proveedor: ${avisos.length} tomados, ${nuevos.length} depósitos nuevos`,
        despues: { cuentaId, avisos: tomados },
      });
    }
    return avisos.length;
  });
}

/** The same, one by one where together they cannot be taken. */
const takeBatch = (ctx: Context, cuentaId: number): Promise<number> =>
  takeSome(ctx, cuentaId, takeOne).catch((error: unknown) => {
    if (!isUnfit(error)) throw error;
    return takeSome(ctx, cuentaId, takeOrSetAside);
  });

export interface Toma extends Revision {
  avisos: number;
  devueltos: number;
}

/** Takes what was told and applies what names its lot; undefined where nothing waits. Whatever breaks off is gone on with next time. */
export async function takeNotices(ctx: Context, collector: Collector): Promise<Toma | undefined> {
  const cuentas = await listCuentasConAvisos(ctx.tx);
  let avisos = 0;
  for (const cuentaId of cuentas) {
    for (let taken = BATCH; taken === BATCH; ) {
      taken = await takeBatch(ctx, cuentaId);
      avisos += taken;
    }
  }
  const devueltos = await revertReturned(ctx, collector);
  // Deposits that a process left behind when it died wait here too.
  if (avisos + devueltos === 0 && !(await hasUnreviewed(ctx.tx))) return undefined;
  const revision = await review(ctx, collector);
  if (avisos + devueltos + revision.aplicados > 0) {
    await ctx.audit({
      ...{ status: 'actualizado', entidad: 'deposito_entrante' },
      nota: `Avisos de depósito: ${inWords(revision)}, ${devueltos} devueltos`,
      despues: { avisos, devueltos, ...revision },
    });
  }
  return { avisos, devueltos, ...revision };
}

/** Days that a provider's list is gone through again: what it tells late is found all the same. */
const OVERLAP_DAYS = 3;
const FIRST_DAYS = 30;

/** Keeps what the provider's list has and no notice told. */
async function keepListed(
  ctx: Context,
  { cuentaId, proveedor }: Pick<ProveedorRow, 'cuentaId' | 'proveedor'>,
  listed: readonly Transferencia[],
): Promise<number> {
  const told = await listToldTransfers(
    ctx.tx,
    cuentaId,
    listed.map(({ id }) => id),
  );
  const missing = listed.filter((one) => !told.has(claveDeDicho(one)));
  const dichas = new Set([...told].map((clave) => clave.split(' ', 2).join(' ')));
  let kept = 0;
  for (let at = 0; at < missing.length; at += BATCH) {
    kept += await insertAvisos(
      ctx.tx,
      ctx.clock.now(),
      missing.slice(at, at + BATCH).map((transferencia) => ({
        ...{ cuentaId, proveedor, deLista: true, transferencia, nota: '' },
        // One that was told otherwise has a name of its own.
        evento: `lista ${dichas.has(`${transferencia.id} ${transferencia.tipo}`) ? claveDeDicho(transferencia) : `${transferencia.id} ${transferencia.tipo}`}`,
      })),
    );
  }
  const conciliacion =
    kept === 0
      ? `${listed.length} transferencias, todas avisadas`
      : `${listed.length} transferencias; ${kept} no se habían avisado`;
  await keepConciliacion(ctx.tx, cuentaId, { conciliadoAt: ctx.clock.now(), conciliacion });
  if (kept > 0) {
    await ctx.audit({
      ...{ status: 'creado', entidad: 'aviso_deposito' },
      nota: `Conciliación con el proveedor de avisos: ${conciliacion}`,
      despues: { cuentaId, kept },
    });
  }
  return kept;
}

export interface Conciliacion {
  transferencias: number;
  faltaban: number;
  fallas: number;
}

/** Holds what was told against each provider's list; a provider that does not answer is asked the next night, from where it was left. */
export async function reconcileNotices(
  { system, spei }: { system: SystemWork; spei: Asked<Spei> },
  community: Community,
): Promise<Conciliacion | undefined> {
  const accounts = await system(community, async (ctx) => {
    const rows = await listProveedores(ctx.tx);
    const opened = [];
    for (const row of rows) opened.push({ row, account: await openAccount(ctx, row), now: ctx.clock.now() });
    return opened;
  });
  if (accounts.length === 0) return undefined;
  const done = { transferencias: 0, faltaban: 0, fallas: 0 };
  for (const { row, account, now } of accounts) {
    const from = row.conciliadoAt ?? now;
    const days = row.conciliadoAt === null ? FIRST_DAYS : OVERLAP_DAYS;
    const desde = new Date(`${addDays(from.toISOString().slice(0, 10), -days)}T00:00:00Z`);
    const { cuentaId } = row;
    let listed: Transferencia[];
    try {
      listed = await spei.list(account, desde);
    } catch (error) {
      const conciliacion = error instanceof Error ? error.message : 'El proveedor no responde';
      await system(community, (ctx) => keepConciliacion(ctx.tx, cuentaId, { conciliadoAt: null, conciliacion }));
      done.fallas += 1;
      continue;
    }
    done.transferencias += listed.length;
    done.faltaban += await system(community, (ctx) => keepListed(ctx, row, listed));
  }
  return done;
}

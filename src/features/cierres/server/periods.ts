/** Closing a month with its list and what is frozen of it, and proving later that it is as it was. */
import { toPesos } from '#core/money.ts';
import {
  addMonths,
  compareMonths,
  firstDayOf,
  lastDayOf,
  type Month,
  monthInWords,
  monthKey,
  monthOf,
  monthTitle,
} from '#core/period.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { formatFecha } from '#ui/format.ts';
import type { Cifra, Periodo } from '../contract.ts';
import { type Motivos, refusalOfList } from '../rules.ts';
import { readFrozen } from './frozen.ts';
import { readList } from './list.ts';
import type { MonthEnd, PuntoRow } from './month-end.ts';
import { chainedHash, FIGURES_VERSION, type Figure, figuresOf } from './repository-figures.ts';
import { areFilesIntact, insertCongelado, insertPuntos, listPuntos } from './repository-month-end.ts';
import { hasMovements, insertPeriodo, lockLedger, type PeriodoRow, selectPeriodos } from './repository-periods.ts';

export const MISSING = 'No existe el cierre solicitado';

export const toPeriodo = ({ id, year, mes, usuario, created_at, huella }: PeriodoRow): Periodo => ({
  id,
  year,
  mes,
  usuario,
  createdAt: created_at.toISOString(),
  huella: huella.toString('hex'),
});

export const toCifra = ({ grupo, concepto, cantidad, monto }: Figure): Cifra => ({
  grupo,
  concepto,
  cantidad,
  monto: toPesos(monto),
});

/** What the hash of a closing is over: the month too, so that figures cannot be told of another one. */
const sealed = ({ year, mes }: Month, texto: string) => `${year}-${mes}\n${texto}`;

/** The month that may be closed next: after the last closed one; the first time, the last one that is over. */
async function nextMonth(tx: Tx, last: Month | undefined, today: string): Promise<Month | null> {
  if (last) return addMonths(last, 1);
  return (await hasMovements(tx)) ? addMonths(monthOf(today), -1) : null;
}

/** Why a month cannot be closed now; '' where it can. */
export function obstacleTo(month: Month | null, today: string): string {
  if (!month) return 'El libro no tiene movimientos: no hay nada que cerrar';
  if (lastDayOf(month) < today) return '';
  return `El periodo ${monthTitle(month)} termina el ${formatFecha(lastDayOf(month))}. Ciérrelo desde el día siguiente`;
}

export async function listPeriods(tx: Tx, today: string) {
  const rows = await selectPeriodos(tx).execute();
  const siguiente = await nextMonth(tx, rows[0], today);
  return { periodos: rows.map(toPeriodo), siguiente, impedimento: obstacleTo(siguiente, today) };
}

/** The last closing, where this month may follow it now. */
async function nextToClose(ctx: Context, month: Month): Promise<PeriodoRow | undefined> {
  const { tx } = ctx;
  const [last] = await selectPeriodos(tx).limit(1).execute();
  if (last && compareMonths(month, last) <= 0) {
    throw new Refusal(`El periodo ${monthTitle(month)} ya está cerrado. Actualice la página`);
  }
  const next = await nextMonth(tx, last, ctx.today());
  if (last && next && compareMonths(month, next) !== 0) {
    throw new Refusal(`Los periodos se cierran en orden. El que sigue es ${monthTitle(next)}`);
  }
  const obstacle = obstacleTo(next && month, ctx.today());
  if (obstacle !== '') throw new Refusal(obstacle);
  return last;
}

/** The list as it is kept with the closing; refused where a point is open without a reason. */
async function keptList(monthEnd: MonthEnd, ctx: Context, month: Month, motivos: Motivos): Promise<PuntoRow[]> {
  const puntos = await readList(monthEnd, ctx, month);
  const refusal = refusalOfList(puntos, motivos);
  if (refusal) throw new Refusal(refusal.message, `motivos.${refusal.punto}`);
  return puntos.map(({ punto, estado, cantidad, detalle }) => ({
    ...{ punto, estado, cantidad, detalle },
    // A reason of what was seen to meanwhile has nothing to tell.
    motivo: estado === 'abierto' ? (motivos[punto] ?? '') : '',
  }));
}

export interface Closer {
  motivos: Motivos;
  usuarioId: number;
  /** Where the product is open, for the links in letters. */
  origen: string;
}

/**
 * Closes a month, and with the first closing everything before it. Months are closed in their order, once they are over. Its
 * list is kept with it, and what its files are to be made of.
 */
export async function closePeriod(
  monthEnd: MonthEnd,
  ctx: Context,
  month: Month,
  { motivos, usuarioId, origen }: Closer,
): Promise<Periodo> {
  const { tx } = ctx;
  await lockLedger(tx);
  const last = await nextToClose(ctx, month);
  const puntos = await keptList(monthEnd, ctx, month, motivos);
  // What is owed goes on from the closing before, which nobody can change; 'Verificar' adds up everything anew.
  const kept = last && { hasta: lastDayOf(last), figures: JSON.parse(last.texto) as Figure[] };
  const figures = await figuresOf(tx, month, FIGURES_VERSION, kept);
  const texto = JSON.stringify(figures);
  const now = ctx.clock.now();
  const id = await insertPeriodo(tx, {
    year: month.year,
    mes: month.mes,
    cifras: texto,
    version: FIGURES_VERSION,
    huella: chainedHash(last?.huella, sealed(month, texto)),
    usuario_id: usuarioId,
    created_at: now,
  });
  await insertPuntos(
    tx,
    puntos.map((punto) => ({ periodo_id: id, ...punto })),
  );
  const row = await selectPeriodos(tx).where('p.id', '=', id).executeTakeFirstOrThrow();
  const { usuario, huella } = row;
  const datos = await readFrozen(monthEnd, ctx, { month, figures, puntos, usuario, huella, createdAt: now });
  await insertCongelado(tx, { periodoId: id, datos, origen, usuarioId, now });
  const pasados = puntos.filter(({ motivo }) => motivo !== '').map(({ punto, motivo }) => ({ punto, motivo }));
  await ctx.audit({
    status: 'creado',
    entidad: 'periodo_cierre',
    entidadId: id,
    referencia: monthKey(month),
    nota: `Se cerró el periodo ${monthTitle(month)}`,
    despues: { year: month.year, mes: month.mes, cifras: figures.length, pasados },
  });
  return toPeriodo(row);
}

/** Asks for the files of a month that was closed before there were such: of what is known of it now. */
export async function freezeLater(monthEnd: MonthEnd, ctx: Context, id: number): Promise<string> {
  const { tx } = ctx;
  const row = await selectPeriodos(tx).where('p.id', '=', id).executeTakeFirst();
  if (!row) throw new NotFound(MISSING);
  const { usuario, huella, created_at: createdAt } = row;
  const month = { year: row.year, mes: row.mes };
  const figures = JSON.parse(row.texto) as Figure[];
  const puntos = await listPuntos(tx, id);
  const datos = await readFrozen(monthEnd, ctx, { month, figures, puntos, usuario, huella, createdAt });
  const added = await insertCongelado(tx, {
    ...{ periodoId: id, datos, origen: ctx.origin, usuarioId: ctx.user.id, now: ctx.clock.now() },
  });
  if (!added) throw new Refusal(`Los archivos de ${monthInWords(month)} ya se pidieron. Actualice la página`);
  await ctx.audit({
    ...{ status: 'creado', entidad: 'periodo_congelado', entidadId: id, referencia: monthKey(month) },
    ...{ nota: `Se pidieron los archivos de ${monthInWords(month)}`, despues: { id } },
  });
  return 'Los archivos se están haciendo';
}

const keyOf = ({ grupo, clave }: Figure) => `${grupo} ${clave}`;

/** Whether a closing is as it was kept, and the ledger as it was closed. */
export async function verifyPeriod(tx: Tx, id: number) {
  const periodo = await selectPeriodos(tx).where('p.id', '=', id).executeTakeFirst();
  if (!periodo) throw new NotFound(MISSING);
  const [before] = await selectPeriodos(tx).where('p.hasta', '<', firstDayOf(periodo)).limit(1).execute();
  const kept = JSON.parse(periodo.texto) as Figure[];
  const now = new Map((await figuresOf(tx, periodo, periodo.version)).map((figure) => [keyOf(figure), figure]));
  const diferencias = kept
    .filter((figure) => {
      const same = now.get(keyOf(figure));
      return same?.monto !== figure.monto || same.cantidad !== figure.cantidad;
    })
    .map((figure) => ({
      grupo: figure.grupo,
      concepto: figure.concepto,
      guardado: toPesos(figure.monto),
      actual: toPesos(now.get(keyOf(figure))?.monto ?? 0),
    }));
  for (const figure of kept) now.delete(keyOf(figure));
  for (const { grupo, concepto, monto } of now.values()) {
    diferencias.push({ grupo, concepto, guardado: 0, actual: toPesos(monto) });
  }
  const huellaIntacta = chainedHash(before?.huella, sealed(periodo, periodo.texto)).equals(periodo.huella);
  const archivosIntactos = await areFilesIntact(tx, id);
  const valido = huellaIntacta && diferencias.length === 0 && archivosIntactos !== false;
  return { valido, huellaIntacta, archivosIntactos, cifras: kept.map(toCifra), diferencias };
}

/** Closing a month, and proving later that it is as it was. */
import { toPesos } from '#core/money.ts';
import {
  addMonths,
  compareMonths,
  firstDayOf,
  lastDayOf,
  type Month,
  monthKey,
  monthOf,
  monthTitle,
} from '#core/period.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { formatFecha } from '#ui/format.ts';
import type { Cifra, Periodo } from '../contract.ts';
import { chainedHash, FIGURES_VERSION, type Figure, figuresOf } from './repository-figures.ts';
import { hasMovements, insertPeriodo, lockLedger, type PeriodoRow, selectPeriodos } from './repository-periods.ts';

const toPeriodo = ({ id, year, mes, usuario, created_at, huella }: PeriodoRow): Periodo => ({
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
function obstacleTo(month: Month | null, today: string): string {
  if (!month) return 'El libro no tiene movimientos: no hay nada que cerrar';
  if (lastDayOf(month) < today) return '';
  return `El periodo ${monthTitle(month)} termina el ${formatFecha(lastDayOf(month))}. Ciérrelo desde el día siguiente`;
}

export async function listPeriods(tx: Tx, today: string) {
  const rows = await selectPeriodos(tx).execute();
  const siguiente = await nextMonth(tx, rows[0], today);
  return { periodos: rows.map(toPeriodo), siguiente, impedimento: obstacleTo(siguiente, today) };
}

/**
 * Closes a month, and with the first closing everything before it. Months are closed in their order, once they are over.
 */
export async function closePeriod(ctx: Context, month: Month): Promise<Periodo> {
  const { tx } = ctx;
  await lockLedger(tx);
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
  const figures = await figuresOf(tx, month);
  const texto = JSON.stringify(figures);
  const id = await insertPeriodo(tx, {
    year: month.year,
    mes: month.mes,
    cifras: texto,
    version: FIGURES_VERSION,
    huella: chainedHash(last?.huella, sealed(month, texto)),
    usuario_id: ctx.user.id,
    created_at: ctx.clock.now(),
  });
  await ctx.audit({
    status: 'creado',
    entidad: 'periodo_cierre',
    entidadId: id,
    referencia: monthKey(month),
    nota: `Se cerró el periodo ${monthTitle(month)}`,
    despues: { year: month.year, mes: month.mes, cifras: figures.length },
  });
  return toPeriodo(await selectPeriodos(tx).where('p.id', '=', id).executeTakeFirstOrThrow());
}

const keyOf = ({ grupo, clave }: Figure) => `${grupo} ${clave}`;

/** Whether a closing is as it was kept, and the ledger as it was closed. */
export async function verifyPeriod(tx: Tx, id: number) {
  const periodo = await selectPeriodos(tx).where('p.id', '=', id).executeTakeFirst();
  if (!periodo) throw new NotFound('No existe el cierre solicitado');
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
  return { valido: huellaIntacta && diferencias.length === 0, huellaIntacta, cifras: kept.map(toCifra), diferencias };
}

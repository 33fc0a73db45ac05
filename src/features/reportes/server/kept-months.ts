/**
 * The sums that dashboards take of closed months. A closed month says the same for ever, so it is summed once, by night; each
 * night one that is kept is summed again and compared.
 */
import { type Fecha, wallClockInZone } from '#core/fecha.ts';
import { addMonths, firstDayOf, lastDayOf, monthKey, monthOf } from '#core/period.ts';
import { todayIn } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import type { CommunityJob } from '#platform/server/jobs.ts';
import {
  findKept,
  insertKept,
  type KeptMonth,
  listCierres,
  listKept,
  listToKeep,
  listUnnamedDinero,
  sumFacturado,
  sumPuntualidad,
  unkept,
} from './tableros-repository.ts';

/** As many as a dashboard reaches back, and the one that is running. */
const MONTHS_BACK = 36;
/** The first time there are years of them: some at a time. */
const AT_ONCE = 3;
/** The hour of the community's night in which one is compared. */
const COMPARED_AT = '03';

/** What is kept of a month, from its rows. */
async function sumMonth(tx: Tx, mes: Fecha, today: Fecha): Promise<KeptMonth> {
  const month = monthOf(mes);
  const key = monthKey(month);
  const span = unkept(mes, lastDayOf(month));
  const of = <T extends { mes: string }>(rows: readonly T[]) => rows.find((row) => row.mes === key);
  const { facturado: mantenimiento, enMes, rezago } = await sumPuntualidad(tx, span);
  return {
    mes,
    facturado: of(await sumFacturado(tx, span))?.facturado ?? 0,
    ...{ mantenimiento, enMes, rezago },
    vencido: of(await listCierres(tx, unkept(mes, today)))?.vencido ?? 0,
    dinero: await listUnnamedDinero(tx, span),
  };
}

/** Keeps what has been closed since; tells of a kept month that is not what its rows come to. */
export const keepMonths: CommunityJob = {
  name: 'tableros',
  cron: '20 * * * *',
  comesUp: `${COMPARED_AT}:00`,
  async run(tx, community, clock) {
    const today = todayIn(community, clock);
    const pending = await listToKeep(tx, firstDayOf(addMonths(monthOf(today), -MONTHS_BACK)), AT_ONCE);
    for (const mes of pending) await insertKept(tx, await sumMonth(tx, mes, today));
    if (pending.length > 0) return { meses: pending.map((mes) => monthKey(monthOf(mes))) };
    if (wallClockInZone(clock.now(), community.timeZone).slice(11, 13) !== COMPARED_AT) return undefined;
    const kept = await listKept(tx);
    const mes = kept[Math.floor(clock.now().getTime() / 86_400_000) % kept.length];
    if (mes === undefined) return undefined;
    const [told, summed] = [await findKept(tx, mes), await sumMonth(tx, mes, today)];
    if (JSON.stringify(told) === JSON.stringify(summed)) return undefined;
    return { mes, fault: 'lo guardado de un mes cerrado no es lo que suman sus renglones' };
  },
};

/** The last but one month of the demo community: closed by the product's own ways, its files made and sent, its report opened by some. */
import { type Fecha, instantInZone } from '#core/fecha.ts';
import { addMonths, dayOfMonth, monthOf } from '#core/period.ts';
import { demoUserId } from '#libro/demo-user.ts';
import { SetClock } from '#platform/server/clock.ts';
import type { Community } from '#platform/server/communities.ts';
import type { Context } from '#platform/server/context.ts';
import type { DbPool } from '#platform/server/db.ts';
import type { Log } from '#platform/server/jobs.ts';
import type { SystemWork } from '#platform/server/system-context.ts';
import type { Motivos } from './rules.ts';
import { MonthFreezing } from './server/freezing.ts';
import type { MonthEnd } from './server/month-end.ts';
import { mailReport, postReport } from './server/owners.ts';
import { closePeriod } from './server/periods.ts';
import { listCartas, noteOpening, replaceDestinatarios } from './server/repository-month-end.ts';

export interface CloseDemo {
  /** On the clock that is given. */
  systemOn(clock: SetClock): SystemWork;
  jobsPool: DbPool;
  community: Community;
  monthEnd: MonthEnd;
  log: Log;
  hoy: Fecha;
  /** Where the product is, for the links in its letters. */
  origin: string;
}

const DAY_MS = 86_400_000;
/** One of so many owners has not opened the report. */
const UNOPENED_EVERY = 3;

const MOTIVOS: Motivos = {
  turnos: 'Los turnos de ese mes se firmaron en papel',
  depositos: 'Los confirma la mesa directiva en su siguiente reunión',
  egresos: 'El despacho los clasifica con sus facturas',
  conciliacion: 'Las cuentas se concilian desde el mes siguiente',
  facturas: 'Se corrigen con los datos que faltan de los lotes',
  complementos: 'Se emiten antes del día 5',
  global: 'Esos lotes pidieron su propia factura y faltan sus datos',
  intereses: 'Se generaron el primer día del mes siguiente',
  excepciones: 'La dirección las revisa con la auditoría',
};

/** Some open it within the days that follow. */
async function openSome({ tx }: Context, periodoId: number, sent: Date): Promise<void> {
  for (const [n, { id }] of (await listCartas(tx, periodoId)).entries()) {
    if (n % UNOPENED_EVERY === 0) continue;
    await noteOpening(tx, id, new Date(sent.getTime() + (n % 5) * DAY_MS + n * 437_000));
  }
}

export async function closeDemo({ systemOn, jobsPool, community, monthEnd, log, hoy, origin }: CloseDemo) {
  const month = addMonths(monthOf(hoy), -2);
  const clock = new SetClock(instantInZone(`${dayOfMonth(addMonths(month, 1), 5)}T10:40:00`, community.timeZone));
  const system = systemOn(clock);
  const { id } = await system(community, async (ctx) => {
    const usuarioId = await demoUserId(ctx.tx, 'director');
    await replaceDestinatarios(ctx.tx, { usuarios: [usuarioId], correos: ['auditoria@despacho.example'] });
    return closePeriod(monthEnd, ctx, month, { motivos: MOTIVOS, usuarioId, origen: origin });
  });
  const freezing = new MonthFreezing({ pool: jobsPool, clock, partes: monthEnd.partes, log, wake: () => undefined });
  await freezing.sweep(community);
  clock.advance(20 * 60_000);
  await system(community, async (ctx) => {
    await postReport(monthEnd, ctx, id);
    await mailReport(monthEnd, ctx, id, origin);
    await openSome(ctx, id, clock.now());
  });
}

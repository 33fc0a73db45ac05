/** The generation of late interest: by the button, and by itself each night. */
import { findUnsettled, generateInterest, type InterestRun } from '#libro/server/interest.ts';
import { type Stamp, stampBy } from '#libro/server/stamp.ts';
import { type AuditEntry, recordAudit } from '#platform/server/audit.ts';
import { todayIn } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import type { CommunityJob } from '#platform/server/jobs.ts';
import { isNightlyDue, NIGHTLY_AT, partOfNight } from '../rules.ts';
import { findLastRun } from './repository.ts';

/** Generates what is missing up to today, and says what to write into the audit log. */
export async function generate(tx: Tx, stamp: Stamp): Promise<InterestRun & { entry: AuditEntry }> {
  const run = await generateInterest(tx, stamp);
  const { generacionId, creados, reemplazados } = run;
  return {
    ...run,
    entry: {
      status: 'creado',
      entidad: 'generacion',
      entidadId: generacionId,
      nota: `Generación de intereses moratorios: ${creados} creados, ${reemplazados} reemplazados`,
      despues: { tipo: 'intereses', creados, reemplazados },
    },
  };
}

/** The night's own generation, from 00:30 of each community's zone on, and what it left out compared with the whole computation. */
export const nightlyInterest: CommunityJob = {
  name: 'intereses-moratorios',
  cron: '0,30 * * * *',
  comesUp: NIGHTLY_AT,
  async run(tx, community, clock) {
    const now = clock.now();
    const last = await findLastRun(tx);
    if (!isNightlyDue(now, community.timeZone, last?.fecha ?? null)) return undefined;
    const stamp = stampBy(clock, { usuarioId: null, today: todayIn(community, clock) });
    const { entry, creados, reemplazados } = await generate(tx, stamp);
    await recordAudit(tx, { usuarioId: null, usuario: 'sistema', requestId: null }, entry, now);
    const distintos = await findUnsettled(tx, stamp, partOfNight(stamp.today));
    if (distintos.length === 0) return { creados, reemplazados };
    return { creados, reemplazados, distintos, fault: 'los intereses no son los del cálculo completo' };
  },
};

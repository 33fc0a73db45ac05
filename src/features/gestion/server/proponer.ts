/** The proposal: whose turn it is today, made each night and whenever somebody asks. It sends nothing. */
import { counted } from '#core/counted.ts';
import type { Fecha } from '#core/fecha.ts';
import { isNightlyDue, NIGHTLY_AT } from '#features/intereses/rules.ts';
import { type Freno, frenosDe } from '#libro/server/frenos.ts';
import { recordAudit } from '#platform/server/audit.ts';
import { todayIn } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import type { CommunityJob } from '#platform/server/jobs.ts';
import { frenoDePago, pasoDe } from '../rules.ts';
import { alcanceDe } from './contactos.ts';
import { type AtrasoRow, listAtrasos, listPasos, lockGestion, type PasoRow } from './repository.ts';
import * as corridas from './repository-corridas.ts';

export interface Turno {
  atraso: AtrasoRow;
  paso: PasoRow;
  /** The steps before it that reach nobody of the lot. */
  saltados: PasoRow[];
  /** What stops it; undefined where nothing does. */
  freno: string | undefined;
}

/** Whose turn it is on a day, by referencia, with what stops them; of these lots alone, where some are named. */
export async function turnosDe(
  tx: Tx,
  frenos: readonly Freno[],
  on: Fecha,
  lotes?: readonly number[],
): Promise<{ pasos: PasoRow[]; turnos: Turno[] }> {
  const pasos = await listPasos(tx);
  if (!pasos.some(({ activo }) => activo)) return { pasos, turnos: [] };
  const atrasos = (await listAtrasos(tx, on, lotes)).filter((atraso) => pasoDe(pasos, atraso, on));
  const { envios } = await alcanceDe(
    tx,
    atrasos.map(({ loteId }) => loteId),
  );
  const due = atrasos.flatMap((atraso) => {
    const found = pasoDe(pasos, atraso, on, (paso) => envios(paso, atraso.loteId).length > 0);
    return found ? [{ atraso, ...found }] : [];
  });
  const stopped = await frenosDe(
    frenos,
    tx,
    due.map(({ atraso }) => atraso.loteId),
    on,
  );
  const turnos = due.map(({ atraso, paso, saltados }) => {
    const razones = [frenoDePago(paso, atraso, on), stopped.get(atraso.loteId)].filter((razon) => razon !== undefined);
    return { atraso, paso, saltados, freno: razones.length > 0 ? razones.join('. ') : undefined };
  });
  return { pasos, turnos };
}

/** Makes the proposal anew; gives how many lots it has. One that nobody approved is made over, and without anybody there is none. */
export async function proponer(tx: Tx, frenos: readonly Freno[], today: Fecha, now: Date): Promise<number> {
  await lockGestion(tx);
  const { turnos } = await turnosDe(tx, frenos, today);
  const lineas = turnos
    .filter(({ freno }) => freno === undefined)
    .map(({ atraso, paso }) => ({
      ...{ paso_id: paso.id, lote_id: atraso.loteId, desde: atraso.desde, vencido_centavos: atraso.vencido['100'] },
    }));
  const before = await corridas.findPropuestaForUpdate(tx);
  if (!before && lineas.length === 0) return 0;
  if (before) await corridas.touchPropuesta(tx, today);
  const id = before?.id ?? (await corridas.insertCorrida(tx, today, now));
  const proposed = await corridas.replaceLineas(tx, id, lineas);
  if ((await corridas.countLineas(tx, id)) === 0) await corridas.deleteCorrida(tx, id);
  return proposed;
}

/** The night's own proposal, after the late interest. */
export const nightlyProposal = (frenos: readonly Freno[]): CommunityJob => ({
  name: 'gestion-de-cobranza',
  cron: '20,50 * * * *',
  comesUp: NIGHTLY_AT,
  async run(tx, community, clock) {
    const now = clock.now();
    if (!isNightlyDue(now, community.timeZone, await corridas.findUltimaPropuesta(tx))) return undefined;
    const today = todayIn(community, clock);
    const lotes = await proponer(tx, frenos, today, now);
    await corridas.updateUltimaPropuesta(tx, today);
    if (lotes === 0) return undefined;
    const entry = {
      ...{
        status: 'creado' as const,
        entidad: 'gestion_corrida',
        nota: `Propuesta de gestión de cobranza: ${counted(lotes, 'lote')}`,
      },
      despues: { fecha: today, lotes },
    };
    await recordAudit(tx, { usuarioId: null, usuario: 'sistema', requestId: null }, entry, now);
    return { lotes };
  },
});

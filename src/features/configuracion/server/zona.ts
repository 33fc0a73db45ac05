/** A community's time zone: what another one means, and why it has to wait. The command and the screen tell the same. */
import { avisoDeHuso } from '#cfdi/husos.ts';
import { counted } from '#core/counted.ts';
import { fechaInZone, wallClockInZone } from '#core/fecha.ts';
import { type LedgerDay, ledgerOnDay } from '#libro/server/calendar.ts';
import { CommunityRefused, type ZoneChange } from '#platform/server/communities.ts';
import type { Tx } from '#platform/server/db.ts';
import { formatFecha } from '#ui/format.ts';

/** What the clocks of a zone show: 'las 23:30 del 22-11-2026'. */
function clockIn(instant: Date, zone: string): string {
  const local = wallClockInZone(instant, zone);
  return `las ${local.slice(11, 16)} del ${formatFecha(local.slice(0, 10))}`;
}

/** Why the change has to wait for another hour; undefined when it does not. */
export function refusalOfZone({ codigo, from, to }: ZoneChange, day: LedgerDay, now: Date): string | undefined {
  const [before, after] = [fechaInZone(now, from), fechaInZone(now, to)];
  if (before === after) return undefined;
  const days = `en ${from} es ${formatFecha(before)} y en ${to} es ${formatFecha(after)}`;
  if (day.turnos.length > 0) {
    const cajas = day.turnos.map(({ caja }) => `«${caja}»`).join(', ');
    return `${codigo} tiene turnos de caja abiertos (${cajas}) y les cambiaría el día: ${days}. Fírmelos antes, o haga el cambio a una hora en que el día sea el mismo en las dos zonas.`;
  }
  if (day.cerradoHasta !== null && day.cerradoHasta >= after) {
    return `${codigo} ya cerró el mes hasta el ${formatFecha(day.cerradoHasta)} y hoy volvería a caer en él: ${days}. Haga el cambio a una hora en que el día sea el mismo en las dos zonas.`;
  }
  return undefined;
}

/**
 * What a change means for dates, line by line.
 * @param codigoPostal where its invoices are issued, whose hour they bear; '' while there is no issuer
 */
export function consequencesOfZone(
  { codigo, from, to }: ZoneChange,
  day: LedgerDay,
  now: Date,
  codigoPostal = '',
): string[] {
  const [before, after] = [fechaInZone(now, from), fechaInZone(now, to)];
  const today =
    before === after
      ? `«Hoy» sigue siendo ${formatFecha(before)}.`
      : `«Hoy» deja de ser ${formatFecha(before)} y es ${formatFecha(after)}.`;
  const shifts = day.turnos.map(
    ({ caja, usuario, desde }) =>
      `«${caja}» de ${usuario}, abierto a ${clockIn(desde, from)}, se verá abierto a ${clockIn(desde, to)}`,
  );
  const huso = codigoPostal === '' ? '' : avisoDeHuso(codigoPostal, to, Number(after.slice(0, 4)));
  return [
    `${codigo} pasa de ${from} a ${to}.`,
    `- Ahora son ${clockIn(now, from)}; serán ${clockIn(now, to)}. ${today}`,
    '- Las fechas guardadas no cambian: cargos, pagos, cortes, cierres, reservas y facturas se quedan en su día.',
    `- Lo recibido hasta ahora sigue en el corte de su fecha; lo que se reciba después lleva la de la zona nueva, ${formatFecha(after)}.`,
    ...(day.posteriores > 0
      ? [`- ${counted(day.posteriores, 'recibo lleva', 'recibos llevan')} una fecha posterior al nuevo «hoy».`]
      : []),
    shifts.length === 0
      ? '- No hay turnos de caja abiertos.'
      : `- Turnos de caja abiertos, que siguen abiertos: ${shifts.join('; ')}.`,
    '- Las horas de la bitácora, los recibos, los turnos y los accesos se muestran en la zona nueva; los accesos se cuentan de nuevo por día y por hora, y mientras tanto esperan.',
    '- Lo que se hace cada noche, como los intereses, se hace a la hora de la zona nueva.',
    '- Los equipos de la caseta deben tener su reloj en la zona nueva.',
    ...(huso === '' ? [] : [`- Facturas: ${huso[0]?.toLowerCase()}${huso.slice(1)}.`]),
  ];
}

/** What other features have to do with the community's clock. */
export interface OnTheClock {
  /** Where invoices are issued; '' while there is no issuer. */
  codigoPostalOf(tx: Tx): Promise<string>;
  /** Counts by the clock what was counted by the one before. */
  recount(tx: Tx): Promise<void>;
}

/**
 * What a change means at this moment, line by line.
 * @throws CommunityRefused where it has to wait for another hour
 */
export async function lookAtZone(
  tx: Tx,
  change: ZoneChange,
  { now, codigoPostalOf }: Pick<OnTheClock, 'codigoPostalOf'> & { now: Date },
): Promise<string[]> {
  const day = await ledgerOnDay(tx, fechaInZone(now, change.to));
  const refusal = refusalOfZone(change, day, now);
  if (refusal) throw new CommunityRefused(refusal, 'zona');
  return consequencesOfZone(change, day, now, await codigoPostalOf(tx));
}

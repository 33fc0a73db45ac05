/** The list of a month's end, read of the features that know each point. */
import { counted } from '#core/counted.ts';
import { lastDayOf, type Month } from '#core/period.ts';
import { noAplica, type PuntoLeido, type PuntoSource, porHacer } from '#libro/server/month-end.ts';
import type { Reading } from '#platform/server/context.ts';
import { PUNTOS, type Punto } from '../rules.ts';
import type { MonthEnd } from './month-end.ts';
import { sumTurnos } from './repository-month-end.ts';

const turnos: PuntoSource = async ({ tx }, month) => {
  const { turnos: all, cantidad, cajas } = await sumTurnos(tx, lastDayOf(month));
  const enlace = '/cobranza/turnos';
  if (all === 0) return noAplica('No hubo turnos de caja', enlace);
  return porHacer(
    cantidad,
    {
      abierto: `${counted(cantidad, 'turno')} sin firmar: ${cajas}`,
      hecho: 'Todos los turnos están firmados',
    },
    enlace,
  );
};

export async function readList(
  { puntos }: Pick<MonthEnd, 'puntos'>,
  reading: Reading,
  month: Month,
): Promise<(PuntoLeido & { punto: Punto })[]> {
  const sources: Readonly<Record<Punto, PuntoSource>> = { turnos, ...puntos };
  return Promise.all(PUNTOS.map(async (punto) => ({ punto, ...(await sources[punto](reading, month)) })));
}

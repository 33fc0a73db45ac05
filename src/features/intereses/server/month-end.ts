/** Whether late interest was generated once a month was over. */
import { lastDayOf } from '#core/period.ts';
import { type PuntoSource, porHacer } from '#libro/server/month-end.ts';
import { formatFecha } from '#ui/format.ts';
import { findLastRun } from './repository.ts';

export const interesesPoint: PuntoSource = async ({ tx }, month) => {
  const last = await findLastRun(tx);
  const done = last !== undefined && last.fecha > lastDayOf(month);
  return porHacer(
    done ? 0 : 1,
    {
      abierto: last
        ? `La última generación es del ${formatFecha(last.fecha)}, antes de que terminara el mes`
        : 'Los intereses moratorios nunca se han generado',
      hecho: `Generados el ${last ? formatFecha(last.fecha) : ''}`,
    },
    '/admin/intereses-moratorios',
  );
};

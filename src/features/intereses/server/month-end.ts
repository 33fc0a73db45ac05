/** Whether late interest was generated once a month was over. */
import { lastDayOf } from '#core/period.ts';
import { type PuntoSource, porHacer } from '#libro/server/month-end.ts';
import { formatFecha } from '#ui/format.ts';
import { findRunsAround } from './repository.ts';

export const interesesPoint: PuntoSource = async ({ tx, today }, month) => {
  // A month is told by the generation that came after it, whatever was generated since.
  const { antes, despues } = await findRunsAround(tx, lastDayOf(month), today());
  return porHacer(
    despues ? 0 : 1,
    {
      abierto: antes
        ? `La última generación es del ${formatFecha(antes)}, antes de que terminara el mes`
        : 'Los intereses moratorios nunca se han generado',
      hecho: `Generados el ${despues ? formatFecha(despues) : ''}`,
    },
    '/admin/intereses-moratorios',
  );
};

/** The exceptions of a month, for its list and as they are frozen with it. */
import { counted } from '#core/counted.ts';
import { firstDayOf, lastDayOf, type Month } from '#core/period.ts';
import { filesOf, type MonthPart, onClock, type PuntoSource, porHacer } from '#libro/server/month-end.ts';
import { madeOf } from '#libro/server/report.ts';
import type { Excepcion } from '../contract.ts';
import { excepcionesReport, titleOf } from '../reports.ts';
import { excepcionOf } from './read.ts';
import { countPendientes, listExcepciones } from './repository.ts';

/** A month's own, for its point, the list that it leads to and what is frozen alike. */
const rangeOf = (month: Month) => ({ desde: firstDayOf(month), hasta: lastDayOf(month) });

export const excepcionesPoint: PuntoSource = async ({ tx, community }, month) => {
  const { desde, hasta } = rangeOf(month);
  const cantidad = await countPendientes(tx, community.timeZone, { desde, hasta });
  return porHacer(
    cantidad,
    {
      abierto: `${counted(cantidad, 'excepción', 'excepciones')} sin revisar`,
      hecho: 'Todas están revisadas',
    },
    `/reportes/excepciones?mostrar=${cantidad > 0 ? 'pendientes' : 'todas'}&desde=${desde}&hasta=${hasta}`,
  );
};

export const excepcionesPart: MonthPart<readonly Excepcion[]> = {
  carpeta: 'Excepciones',
  async read({ tx, community }, month) {
    const range = { ...rangeOf(month), pendientes: false, timeZone: community.timeZone };
    const rows = await listExcepciones(tx, range, null);
    return rows.map(excepcionOf).map(({ registrado, revisada, ...row }) => ({
      ...{ ...row, registrado: onClock(registrado, community) },
      revisada: revisada && { ...revisada, fecha: onClock(revisada.fecha, community) },
    }));
  },
  async *files(rows, by) {
    yield* filesOf(madeOf(excepcionesReport({ ...titleOf(false), ...rangeOf(by.month) }, rows)), by);
  },
};

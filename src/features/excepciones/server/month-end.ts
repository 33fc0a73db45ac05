/** The exceptions of a month, for its list and as they are frozen with it. */
import { firstDayOf, lastDayOf } from '#core/period.ts';
import { cuantos, filesOf, type MonthPart, onClock, type PuntoSource, porHacer } from '#libro/server/month-end.ts';
import { madeOf } from '#libro/server/report.ts';
import type { Excepcion } from '../contract.ts';
import { excepcionesReport, titleOf } from '../reports.ts';
import { excepcionOf } from './read.ts';
import { countPendientes, listExcepciones } from './repository.ts';

export const excepcionesPoint: PuntoSource = async ({ tx, community }, month) => {
  const hasta = lastDayOf(month);
  const cantidad = await countPendientes(tx, community.timeZone, hasta);
  return porHacer(
    cantidad,
    {
      abierto: `${cuantos(cantidad, 'excepción', 'excepciones')} sin revisar`,
      hecho: 'Todas están revisadas',
    },
    `/reportes/excepciones?mostrar=pendientes&hasta=${hasta}`,
  );
};

export const excepcionesPart: MonthPart<readonly Excepcion[]> = {
  carpeta: 'Excepciones',
  async read({ tx, community }, month) {
    const range = { desde: firstDayOf(month), hasta: lastDayOf(month), pendientes: false };
    const rows = await listExcepciones(tx, { ...range, timeZone: community.timeZone }, null);
    return rows.map(excepcionOf).map(({ registrado, revisada, ...row }) => ({
      ...{ ...row, registrado: onClock(registrado, community) },
      revisada: revisada && { ...revisada, fecha: onClock(revisada.fecha, community) },
    }));
  },
  async *files(rows, by) {
    const range = { desde: firstDayOf(by.month), hasta: lastDayOf(by.month) };
    yield* filesOf(madeOf(excepcionesReport({ ...titleOf(false), ...range }, rows)), by);
  },
};

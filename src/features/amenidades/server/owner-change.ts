/** The reservations of a lot that are still to come, with whoever was announced for them, as a change of owner ends them. */
import type { Ending } from '#libro/server/owner-change.ts';
import { formatFecha } from '#ui/format.ts';
import { horarioOf } from '../rules.ts';
import { deleteReserva, listReservasPorVenir, type ReservaRow } from './repository.ts';

const textoOf = (row: ReservaRow): string => {
  const visitas = row.personas.filter(({ isVisita }) => isVisita).length;
  const con = visitas === 0 ? '' : `, con ${visitas === 1 ? 'una visita' : `${visitas} visitas`}`;
  return `${row.tipo_name}, ${formatFecha(row.fecha)} de ${horarioOf(row)}${con}`;
};

export const reservasEnding: Ending<number[]> = {
  list: async ({ tx, today }, loteId) =>
    (await listReservasPorVenir(tx, loteId, today())).map((row) => ({ id: row.id, texto: textoOf(row) })),

  async end(ctx, lote) {
    const rows = await listReservasPorVenir(ctx.tx, lote.id, ctx.today(), true);
    for (const row of rows) {
      await deleteReserva(ctx.tx, row.id, ctx.clock.now());
      await ctx.audit({
        ...{ status: 'eliminado', entidad: 'reserva', entidadId: row.id, referencia: lote.referencia },
        nota: `Reserva de «${row.tipo_name}» el ${formatFecha(row.fecha)} de ${horarioOf(row)}, por el cambio de propietario`,
        antes: { fecha: row.fecha, amenidad: row.tipo_name, personas: row.personas },
      });
    }
    return rows.map(({ id }) => id);
  },

  // Its place may be somebody else's by now, and whoever booked was told nothing: it is booked anew.
  restore: async (_ctx, _lote, ids) =>
    ids.length === 0
      ? []
      : [`${ids.length === 1 ? 'Una reserva no vuelve' : `${ids.length} reservas no vuelven`}: hágalas de nuevo`],
};

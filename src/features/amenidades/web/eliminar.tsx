import { ACTION_FAILED } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { formatFecha } from '#ui/format.ts';
import { agendaContract, type Reserva } from '../contract.ts';

const DELETED = 'Reserva Eliminada';

/** The name of the place that was booked, '' where its agenda has none of it any more. */
export const lugarDe = ({ agenda, variacion }: Pick<Reserva, 'agenda' | 'variacion'>): string =>
  agenda.tipoAmenidadVariacionesList.find(({ id }) => id === variacion)?.name ?? '';

/** Asks, saying what goes and what becomes of the money, and deletes. False where it was not wanted. */
export async function eliminarReserva(reserva: Reserva, reread: () => unknown): Promise<boolean> {
  const { idReserva, agenda, referencia, personas, fecha, hora, lugares } = reserva;
  const [titular] = personas;
  const sure = await confirm({
    title: 'Eliminar la reserva',
    text: (
      <>
        <p>
          {agenda.tipoAmenidad.name} ({lugarDe(reserva)}), {formatFecha(fecha)} de {hora}, del lote {referencia}
          {titular ? `, ${titular.name}` : ''}.{' '}
          {lugares === 1 ? 'Su lugar queda libre' : `Sus ${lugares} lugares quedan libres`}.
        </p>
        <p>La reserva no tiene cargo: lo que debe el lote no cambia. No se puede deshacer.</p>
      </>
    ),
    confirmLabel: 'Eliminar la reserva',
    danger: true,
  });
  if (!sure) return false;
  try {
    await call(agendaContract.deleteReserva, { params: { idReserva } });
    toast.success(DELETED);
  } catch (error) {
    toast.error(messageOf(error, ACTION_FAILED), 8);
  }
  reread();
  return true;
}

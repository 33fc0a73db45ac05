/** One reservation with who comes, and the way to delete it while nobody has. */
import { Button } from '@mantine/core';
import { Dialog, DialogActions } from '#platform/web/kit/dialog.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { StatusBadge } from '#platform/web/kit/page.tsx';
import { formatFecha } from '#ui/format.ts';
import type { Reserva } from '../contract.ts';
import { eliminarReserva, lugarDe } from './eliminar.tsx';
import { Personas } from './Personas.tsx';
import { Reservante } from './Reservante.tsx';

interface Props {
  reserva: Reserva;
  onClose: () => void;
  reread: () => unknown;
}

export function ReservaDialog({ reserva, onClose, reread }: Props) {
  const { agenda, fecha, hora, referencia, direccion, lugares, checked, idUserApp, personas } = reserva;
  return (
    <Dialog title={`Reserva de ${agenda.tipoAmenidad.name}`} onClose={onClose} closeButton width="30rem">
      <Facts
        items={[
          { label: 'Lugar', value: lugarDe(reserva) },
          { label: 'Fecha', value: formatFecha(fecha) },
          { label: 'Hora', value: hora },
          { label: 'Lote', value: [referencia, direccion].filter((part) => part !== '').join(' · ') },
          { label: 'Lugares', value: lugares },
          { label: 'Estado', value: checked ? <StatusBadge color="green" label="Con entrada" /> : 'Sin entrada' },
        ]}
      />
      <Personas personas={personas} />
      {idUserApp === null ? null : <Reservante id={idUserApp} />}
      <DialogActions>
        <Button
          variant="subtle"
          color="red"
          disabled={checked}
          title={checked ? 'Ya tiene entrada y no se elimina' : undefined}
          onClick={async () => {
            if (await eliminarReserva(reserva, reread)) onClose();
          }}
        >
          Eliminar…
        </Button>
        <Button variant="default" data-autofocus onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The access cards of the vehicles. */
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import { StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { useCall } from '#platform/web/query.ts';
import { type StatusTarjeta, type TarjetaRow, tarjetasContract } from '../contract.ts';
import { STATUS_LABELS } from '../rules.ts';

const FORM = '/operaciones/tarjeta-acceso/value';

const TONES: Record<StatusTarjeta, Tone> = { activo: 'green', baja: 'gray', suspendido: 'amber' };

const COLUMNS: readonly Column<TarjetaRow>[] = [
  { key: 'numero', header: 'Número', value: ({ numero }) => numero },
  { key: 'placa', header: 'Placa vehículo', value: ({ vehiculo }) => vehiculo.placa },
  { key: 'referencia', header: 'Lote', value: ({ referencia }) => referencia },
  { key: 'asociado', header: 'Asociado', value: ({ asociado }) => asociado, grow: 30 },
  {
    key: 'status',
    header: 'Estado',
    value: ({ status }) => STATUS_LABELS[status],
    render: ({ status }) => <StatusBadge color={TONES[status]} label={STATUS_LABELS[status]} />,
  },
  { key: 'fechaBaja', header: 'Fecha baja', kind: 'date', value: ({ fechaBaja }) => fechaBaja },
];

export default function TarjetaList() {
  const tarjetas = useCall(tarjetasContract.all, {});
  return (
    <ListPage
      title="Tarjetas de acceso"
      back={{ to: '/operaciones', label: 'Volver a Operaciones' }}
      form={FORM}
      found={tarjetas}
      columns={COLUMNS}
      nameOf={({ numero }) => numero}
    />
  );
}

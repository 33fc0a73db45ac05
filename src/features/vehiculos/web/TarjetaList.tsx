/** The access cards of the vehicles. */
import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useCall } from '#platform/web/query.ts';
import { type StatusTarjeta, type TarjetaRow, tarjetasContract } from '../contract.ts';
import { STATUS_LABELS } from '../rules.ts';

const FORM = '/operaciones/tarjeta-acceso/value';

const TONES: Record<StatusTarjeta, Tone> = { activo: 'green', baja: 'red', suspendido: 'amber' };

const COLUMNS: readonly Column<TarjetaRow>[] = [
  { key: 'numero', header: 'Número', value: ({ numero }) => numero },
  { key: 'placa', header: 'Placa vehículo', value: ({ vehiculo }) => vehiculo.placa },
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
    <Page
      title="Tarjetas de acceso"
      back={{ to: '/operaciones', label: 'Volver a Operaciones' }}
      actions={
        <Button component={KitLink} to={FORM}>
          Nuevo
        </Button>
      }
    >
      <DataTable
        caption="Tarjetas de acceso"
        columns={COLUMNS}
        rows={tarjetas.data}
        rowKey={({ id }) => id}
        urlKey
        error={tarjetas.isError ? SERVER_ERROR_RETRY : undefined}
        onRetry={() => void tarjetas.refetch()}
        rowActions={({ id, numero }) => (
          <RowAction label={`Editar ${numero}`} icon={<IconEdit size={16} />} to={`${FORM}?id=${id}`} />
        )}
      />
    </Page>
  );
}

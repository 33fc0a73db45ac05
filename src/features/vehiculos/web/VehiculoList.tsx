/** The vehicles of the community. */
import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useCall } from '#platform/web/query.ts';
import { type Vehiculo, vehiculosContract } from '../contract.ts';

const FORM = '/operaciones/vehiculos/value';

const COLUMNS: readonly Column<Vehiculo>[] = [
  { key: 'placa', header: 'Placa', value: ({ placa }) => placa },
  { key: 'marca', header: 'Marca', value: ({ marca }) => marca },
  { key: 'modelo', header: 'Modelo', value: ({ modelo }) => modelo },
  { key: 'color', header: 'Color', value: ({ color }) => color },
];

export default function VehiculoList() {
  const vehiculos = useCall(vehiculosContract.all, {});
  return (
    <Page
      title="Vehículos"
      back={{ to: '/operaciones', label: 'Volver a Operaciones' }}
      actions={
        <Button component={KitLink} to={FORM}>
          Nuevo
        </Button>
      }
    >
      <DataTable
        caption="Vehículos"
        columns={COLUMNS}
        rows={vehiculos.data}
        rowKey={({ id }) => id}
        urlKey
        error={vehiculos.isError ? SERVER_ERROR_RETRY : undefined}
        onRetry={() => void vehiculos.refetch()}
        rowActions={({ id, placa }) => (
          <RowAction label={`Editar ${placa}`} icon={<IconEdit size={16} />} to={`${FORM}?id=${id}`} />
        )}
      />
    </Page>
  );
}

/** The ordinary maintenance: what each type of lot pays a month. */
import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatNumber } from '#ui/format.ts';
import { type Mantenimiento, mantenimientoContract } from '../contract.ts';
import { TIPO_LABELS } from './labels.ts';

const FORM = '/admin/mantenimiento/value';

const COLUMNS: readonly Column<Mantenimiento>[] = [
  { key: 'name', header: 'Nombre', value: (row) => row.name },
  { key: 'diaCorte', header: 'Día de pago', kind: 'number', value: (row) => row.diaCorte, width: '8rem' },
  { key: 'cuota', header: 'Cuota', kind: 'money', value: (row) => row.cuota },
  {
    key: 'tipoLote',
    header: 'Tipo de Mantenimiento',
    value: ({ tipoLote, validoMetrosVivienda: metros }) =>
      `${TIPO_LABELS[tipoLote]}${metros === null ? '' : `, desde ${formatNumber(metros)} m²`}`,
  },
];

export default function MantenimientoList() {
  const definitions = useCall(mantenimientoContract.all, {});
  return (
    <Page
      title="Mantenimiento ordinario"
      back={{ to: '/mantenimientos', label: 'Volver a Mantenimientos' }}
      actions={
        <Button component={KitLink} to={FORM}>
          Nuevo
        </Button>
      }
    >
      <DataTable
        caption="Mantenimiento ordinario"
        columns={COLUMNS}
        rows={definitions.data}
        rowKey={(row) => row.id}
        urlKey
        error={definitions.isError ? SERVER_ERROR_RETRY : undefined}
        onRetry={() => void definitions.refetch()}
        rowActions={({ id, name }) => (
          <RowAction label={`Editar ${name}`} icon={<IconEdit size={16} />} to={`${FORM}?id=${id}`} />
        )}
      />
    </Page>
  );
}

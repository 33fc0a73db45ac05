/** The types of amenity. */
import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, StatusBadge } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useCall } from '#platform/web/query.ts';
import { tipoAmenidadContract } from '../contract.ts';

const FORM = '/admin/amenidades/value';

interface Tipo {
  id: number;
  name: string;
  active: boolean;
}

const siNo = (active: boolean): string => (active ? 'Si' : 'No');

const COLUMNS: readonly Column<Tipo>[] = [
  { key: 'name', header: 'Nombre', value: ({ name }) => name },
  {
    key: 'active',
    header: 'Activa',
    value: ({ active }) => siNo(active),
    render: ({ active }) => <StatusBadge color={active ? 'green' : 'gray'} label={siNo(active)} />,
    width: '8rem',
  },
];

export default function TipoList() {
  const tipos = useCall(tipoAmenidadContract.all, {});
  return (
    <Page
      title="Tipos de amenidades"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={
        <Button component={KitLink} to={FORM}>
          Nuevo
        </Button>
      }
    >
      <DataTable
        caption="Tipos de amenidades"
        columns={COLUMNS}
        rows={tipos.data}
        rowKey={({ id }) => id}
        urlKey
        error={tipos.isError ? SERVER_ERROR_RETRY : undefined}
        onRetry={() => void tipos.refetch()}
        rowActions={({ id, name }) => (
          <RowAction label={`Editar ${name}`} icon={<IconEdit size={16} />} to={`${FORM}?id=${id}`} />
        )}
      />
    </Page>
  );
}

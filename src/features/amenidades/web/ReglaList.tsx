/** The rules that agendas apply. */
import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useCall } from '#platform/web/query.ts';
import { reglaAmenidadContract } from '../contract.ts';
import { COLUMNS } from './activa.tsx';

const FORM = '/admin/reglas-amenidades/value';

export default function ReglaList() {
  const reglas = useCall(reglaAmenidadContract.all, {});
  return (
    <Page
      title="Reglas"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={
        <Button component={KitLink} to={FORM}>
          Nuevo
        </Button>
      }
    >
      <DataTable
        caption="Reglas de amenidades"
        columns={COLUMNS}
        rows={reglas.data}
        rowKey={({ id }) => id}
        urlKey
        error={reglas.isError ? SERVER_ERROR_RETRY : undefined}
        onRetry={() => void reglas.refetch()}
        rowActions={({ id, name }) => (
          <RowAction label={`Editar ${name}`} icon={<IconEdit size={16} />} to={`${FORM}?id=${id}`} />
        )}
      />
    </Page>
  );
}

/** The campaign letters. */
import { Button } from '@mantine/core';
import { IconEdit, IconSend } from '@tabler/icons-react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useCall } from '#platform/web/query.ts';
import { correocampanasContract } from '../contract.ts';

const FORM = '/admin/correo-campanas/value';

interface Campana {
  id: number;
  name: string;
}

const COLUMNS: readonly Column<Campana>[] = [{ key: 'name', header: 'Nombre', value: ({ name }) => name }];

export default function CampanaList() {
  const campanas = useCall(correocampanasContract.all, {});
  return (
    <Page
      title="Correo campañas"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={
        <>
          <Button component={KitLink} to="/admin/correo-campanas/envios" variant="default">
            Envíos
          </Button>
          <Button component={KitLink} to={FORM}>
            Nuevo
          </Button>
        </>
      }
    >
      <DataTable
        caption="Correo campañas"
        columns={COLUMNS}
        rows={campanas.data}
        rowKey={({ id }) => id}
        urlKey
        emptyText="No hay correos de campaña. Cree el primero con «Nuevo»"
        error={campanas.isError ? SERVER_ERROR_RETRY : undefined}
        onRetry={() => void campanas.refetch()}
        rowActions={({ id, name }) => (
          <>
            <RowAction label={`Editar ${name}`} icon={<IconEdit size={16} />} to={`${FORM}?id=${id}`} />
            <RowAction
              label={`Enviar ${name} a varios lotes`}
              icon={<IconSend size={16} />}
              to={`/admin/correo-campanas/enviar?id=${id}`}
            />
          </>
        )}
      />
    </Page>
  );
}

/** The tax data of the lots. */
import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useCall } from '#platform/web/query.ts';
import { type DatosFiscalesRow, fiscalContract } from '../contract.ts';

const FORM = '/operaciones/datos-fiscales/value';

const COLUMNS: readonly Column<DatosFiscalesRow>[] = [
  { key: 'razonSocial', header: 'Razón social', value: ({ razonSocial }) => razonSocial },
  { key: 'rfc', header: 'RFC', value: ({ rfc }) => rfc, width: '10rem' },
  { key: 'lote', header: 'Lote', value: ({ lote_residente }) => lote_residente.name },
];

export default function DatosFiscalesList() {
  const rows = useCall(fiscalContract.all, {});
  return (
    <Page
      title="Datos fiscales"
      back={{ to: '/operaciones', label: 'Volver a Operaciones' }}
      actions={
        <Button component={KitLink} to={FORM}>
          Nuevo
        </Button>
      }
    >
      <DataTable
        caption="Datos fiscales"
        columns={COLUMNS}
        rows={rows.data}
        rowKey={({ id }) => id}
        urlKey
        error={rows.isError ? SERVER_ERROR_RETRY : undefined}
        onRetry={() => void rows.refetch()}
        rowActions={({ id, razonSocial }) => (
          <RowAction label={`Editar ${razonSocial}`} icon={<IconEdit size={16} />} to={`${FORM}?id=${id}`} />
        )}
      />
    </Page>
  );
}

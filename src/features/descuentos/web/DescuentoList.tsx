/** The lots with a percentage of their own off maintenance. */
import { Button } from '@mantine/core';
import { IconEdit, IconTrash } from '@tabler/icons-react';
import { ACTION_DONE, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirmDelete } from '#platform/web/kit/confirm.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { type DescuentoRow, descuentosContract } from '../contract.ts';

const FORM = '/catalogos/descuento-especial/value';

const COLUMNS: readonly Column<DescuentoRow>[] = [
  { key: 'referencia', header: 'Referencia', value: ({ referencia }) => referencia },
  { key: 'residente_name', header: 'Asociado', value: ({ residente_name }) => residente_name },
  { key: 'direccion', header: 'Dirección', value: ({ direccion }) => direccion },
  {
    key: 'descuento_especial',
    header: 'Descuento %',
    kind: 'number',
    value: ({ descuento_especial }) => descuento_especial,
    render: ({ descuento_especial }) => `${descuento_especial} %`,
  },
];

export default function DescuentoList() {
  const descuentos = useCall(descuentosContract.list, {});
  const invalidate = useInvalidate();

  const remove = async (id: number) => {
    if (!(await confirmDelete())) return;
    try {
      await withBusy(call(descuentosContract.remove, { params: { id } }));
      toast.success(ACTION_DONE, 2);
    } catch (error) {
      toast.failure(error);
    }
    await invalidate(descuentosContract.list);
  };

  return (
    <Page
      title="Descuentos especiales"
      back={{ to: '/catalogos', label: 'Volver a Catálogos' }}
      actions={
        <Button component={KitLink} to={FORM}>
          Nuevo
        </Button>
      }
    >
      <DataTable
        caption="Descuentos especiales"
        columns={COLUMNS}
        rows={descuentos.data}
        rowKey={({ id }) => id}
        urlKey
        emptyText="Ningún lote tiene descuento especial"
        error={descuentos.isError ? SERVER_ERROR_RETRY : undefined}
        onRetry={() => void descuentos.refetch()}
        rowActions={({ id, referencia }) => (
          <>
            <RowAction label={`Editar ${referencia}`} icon={<IconEdit size={16} />} to={`${FORM}?id=${id}`} />
            <RowAction
              label={`Eliminar ${referencia}`}
              icon={<IconTrash size={16} />}
              danger
              onClick={() => void remove(id)}
            />
          </>
        )}
      />
    </Page>
  );
}

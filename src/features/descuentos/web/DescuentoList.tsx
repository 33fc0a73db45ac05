/** The lots with a percentage of their own off maintenance. */
import { IconTrash } from '@tabler/icons-react';
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirmDelete } from '#platform/web/kit/confirm.tsx';
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { type DescuentoRow, descuentosContract } from '../contract.ts';

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
  const invalidate = useInvalidate();

  const remove = async (id: number, referencia: string) => {
    if (!(await confirmDelete(`el descuento especial del lote ${referencia}, que pagará su mantenimiento completo`)))
      return;
    try {
      await withBusy(call(descuentosContract.remove, { params: { id } }));
      toast.success(ACTION_DONE, 2);
    } catch (error) {
      toast.failure(error);
    }
    await invalidate(descuentosContract.list);
  };

  return (
    <ListPage
      title="Descuentos especiales"
      back={{ to: '/catalogos', label: 'Volver a Catálogos' }}
      form="/catalogos/descuento-especial/value"
      found={useCall(descuentosContract.list, {})}
      columns={COLUMNS}
      emptyHint="Ningún lote tiene descuento especial"
      nameOf={({ referencia }) => referencia}
      rowActions={({ id, referencia }) => (
        <RowAction
          label={`Eliminar ${referencia}`}
          icon={<IconTrash size={16} />}
          danger
          onClick={() => void remove(id, referencia)}
        />
      )}
    />
  );
}

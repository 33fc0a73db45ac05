/** The lots with a percentage of their own off maintenance. */
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { type DescuentoRow, descuentosContract } from '../contract.ts';
import { QuitarDescuento } from './QuitarDescuento.tsx';

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
  const [removing, setRemoving] = useState<DescuentoRow>();
  return (
    <>
      <ListPage
        title="Descuentos especiales"
        back={{ to: '/catalogos', label: 'Volver a Catálogos' }}
        form="/catalogos/descuento-especial/value"
        found={useCall(descuentosContract.list, {})}
        columns={COLUMNS}
        emptyHint="Ningún lote tiene descuento especial"
        nameOf={({ referencia }) => referencia}
        rowActions={(row) => (
          <RowAction
            label={`Eliminar ${row.referencia}`}
            icon={<IconTrash size={16} />}
            danger
            onClick={() => setRemoving(row)}
          />
        )}
      />
      {removing ? (
        <QuitarDescuento
          lote={removing}
          onChanged={() => void invalidate(descuentosContract.list)}
          onClose={() => setRemoving(undefined)}
        />
      ) : null}
    </>
  );
}

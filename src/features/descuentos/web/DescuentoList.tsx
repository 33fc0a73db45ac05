/** The lots with a percentage of their own off maintenance. */
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { LOTE } from '#libro/lotes/columnas.ts';
import { listing } from '#platform/listing.ts';
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { type DescuentoRow, descuentosContract } from '../contract.ts';
import { QuitarDescuento } from './QuitarDescuento.tsx';

const COLUMNS = drawn(
  listing<DescuentoRow>([
    ...[LOTE.referencia, LOTE.residente, LOTE.direccion],
    { key: 'descuento_especial', header: 'Descuento %', kind: 'number' },
  ]).screen,
  { descuento_especial: ({ descuento_especial }) => `${descuento_especial} %` },
);

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

/** The vehicles of the community. */
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { useCall } from '#platform/web/query.ts';
import { type VehiculoRow, vehiculosContract } from '../contract.ts';

const FORM = '/operaciones/vehiculos/value';

const COLUMNS: readonly Column<VehiculoRow>[] = [
  { key: 'placa', header: 'Placa', value: ({ placa }) => placa },
  { key: 'marca', header: 'Marca', value: ({ marca }) => marca },
  { key: 'modelo', header: 'Modelo', value: ({ modelo }) => modelo },
  { key: 'color', header: 'Color', value: ({ color }) => color },
  { key: 'referencia', header: 'Lote', value: ({ referencia }) => referencia },
  { key: 'asociado', header: 'Asociado', value: ({ asociado }) => asociado, grow: 30 },
];

/** On a telephone. */
const CARDS = ['placa', 'referencia'] as const;

export default function VehiculoList() {
  const vehiculos = useCall(vehiculosContract.all, {});
  return (
    <ListPage
      title="Vehículos"
      back={{ to: '/operaciones', label: 'Volver a Operaciones' }}
      form={FORM}
      found={vehiculos}
      columns={COLUMNS}
      nameOf={({ placa }) => placa}
      cards={CARDS}
    />
  );
}

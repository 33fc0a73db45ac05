/** The vehicles of the community. */
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { useCall } from '#platform/web/query.ts';
import { type VehiculoRow, vehiculosContract } from '../contract.ts';

const FORM = '/operaciones/vehiculos/value';

const COLUMNS = columns<VehiculoRow>([
  { key: 'placa', header: 'Placa' },
  { key: 'marca', header: 'Marca' },
  { key: 'modelo', header: 'Modelo' },
  { key: 'color', header: 'Color' },
  { key: 'referencia', header: 'Lote' },
  { key: 'asociado', header: 'Asociado', grow: 30 },
]);

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

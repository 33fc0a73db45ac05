/** The ordinary maintenance: what each type of lot pays a month. */
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { useCall } from '#platform/web/query.ts';
import { formatNumber } from '#ui/format.ts';
import { type Mantenimiento, mantenimientoContract } from '../contract.ts';
import { TIPO_LABELS } from './labels.ts';

const FORM = '/admin/mantenimiento/value';

const COLUMNS = columns<Mantenimiento>([
  { key: 'name', header: 'Nombre' },
  { key: 'diaCorte', header: 'Día de pago', kind: 'number', width: '8rem' },
  { key: 'cuota', header: 'Cuota', kind: 'money' },
  {
    key: 'tipoLote',
    header: 'Tipo de Mantenimiento',
    value: ({ tipoLote, validoMetrosVivienda: metros }) =>
      `${TIPO_LABELS[tipoLote]}${metros === null ? '' : `, desde ${formatNumber(metros)} m²`}`,
  },
]);

export default function MantenimientoList() {
  const definitions = useCall(mantenimientoContract.all, {});
  return (
    <ListPage
      title="Mantenimiento ordinario"
      back={{ to: '/mantenimientos', label: 'Volver a Mantenimientos' }}
      form={FORM}
      found={definitions}
      columns={COLUMNS}
      nameOf={({ name }) => name}
    />
  );
}

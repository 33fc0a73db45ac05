/** The ordinary maintenance: what each type of lot pays a month. */
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { useCall } from '#platform/web/query.ts';
import { formatNumber } from '#ui/format.ts';
import { type Mantenimiento, mantenimientoContract } from '../contract.ts';
import { TIPO_LABELS } from './labels.ts';

const FORM = '/admin/mantenimiento/value';

const COLUMNS: readonly Column<Mantenimiento>[] = [
  { key: 'name', header: 'Nombre', value: (row) => row.name },
  { key: 'diaCorte', header: 'Día de pago', kind: 'number', value: (row) => row.diaCorte, width: '8rem' },
  { key: 'cuota', header: 'Cuota', kind: 'money', value: (row) => row.cuota },
  {
    key: 'tipoLote',
    header: 'Tipo de Mantenimiento',
    value: ({ tipoLote, validoMetrosVivienda: metros }) =>
      `${TIPO_LABELS[tipoLote]}${metros === null ? '' : `, desde ${formatNumber(metros)} m²`}`,
  },
];

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

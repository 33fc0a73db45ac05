/** The TIIE of each month. */
import { monthTitle } from '#core/period.ts';
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { useCall } from '#platform/web/query.ts';
import { formatNumber } from '#ui/format.ts';
import { interesesContract, type Tiie } from '../contract.ts';
import { periodoColumn } from './periodo.tsx';

const FORM = '/admin/tiie/value';

const COLUMNS = columns<Tiie>([
  periodoColumn((tiie) => tiie),
  { key: 'porcentaje', header: 'Porcentaje', kind: 'number', render: (tiie) => `${formatNumber(tiie.porcentaje)} %` },
]);

export default function TiieList() {
  const tiies = useCall(interesesContract.tiies, {});
  return (
    <ListPage
      title="TIIE"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      width="narrow"
      form={FORM}
      newLabel="Nueva"
      found={tiies}
      columns={COLUMNS}
      emptyHint="Aún no hay tasas. Sin la TIIE de un mes no se generan sus intereses"
      nameOf={monthTitle}
    />
  );
}

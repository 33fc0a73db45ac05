/** The TIIE of each month. */
import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatMes, formatNumber } from '#ui/format.ts';
import { interesesContract, type Tiie } from '../contract.ts';
import { periodoColumn } from './periodo.tsx';

const FORM = '/admin/tiie/value';

const COLUMNS: readonly Column<Tiie>[] = [
  periodoColumn((tiie) => tiie),
  {
    key: 'porcentaje',
    header: 'Porcentaje',
    kind: 'number',
    value: (tiie) => tiie.porcentaje,
    render: (tiie) => `${formatNumber(tiie.porcentaje)} %`,
  },
];

export default function TiieList() {
  const tiies = useCall(interesesContract.tiies, {});
  return (
    <Page
      title="TIIE"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      width="narrow"
      actions={
        <Button component={KitLink} to={FORM}>
          Nueva
        </Button>
      }
    >
      <DataTable
        caption="TIIE"
        columns={COLUMNS}
        rows={tiies.data}
        rowKey={(tiie) => tiie.id}
        urlKey
        emptyText="Aún no hay tasas. Sin la TIIE de un mes no se generan sus intereses"
        error={tiies.isError ? SERVER_ERROR_RETRY : undefined}
        onRetry={() => void tiies.refetch()}
        rowActions={({ id, mes, year }) => (
          <RowAction label={`Editar ${formatMes(mes, year)}`} icon={<IconEdit size={16} />} to={`${FORM}?id=${id}`} />
        )}
      />
    </Page>
  );
}

/** Which lots owe maintenance that is overdue by so many days. */
import { ATRASOS, type Atraso } from '#libro/reportes/filtros.ts';
import { LoteLink, useRowTo } from '#libro/web/LoteLink.tsx';
import { ReportTools } from '#libro/web/ReportTools.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { again, SearchForm, useFilters } from '#platform/web/kit/SearchForm.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { useFailureToast } from '#platform/web/kit/toast.tsx';
import { oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { reportesContract, type VencidoRow } from '../contract.ts';
import { VENCIDOS } from '../listings.ts';
import { VENCIDO_EMPTY, vencidoReport, vencidoTitle } from '../reports.ts';
import { BACK } from './parts.tsx';
import classes from './reportes.module.css';

const FAILED = 'Ocurrió un error. Intente más tarde o contacte con el administrador';
const STATE = { dias: oneOfParam(ATRASOS, '30') };

const LABELS: Readonly<Record<Atraso, string>> = {
  '30': '30 días',
  '60': '60 días',
  '90': '90 días',
  '100': '90 días o más',
};

const COLUMNS = drawn<VencidoRow>(VENCIDOS.screen, {
  referencia: ({ loteId, referencia }) => <LoteLink id={loteId} referencia={referencia} />,
});

export default function MantenimientoVencido() {
  const [{ dias }, setState] = useUrlState(STATE);
  const found = useCall(reportesContract.vencido, { body: { atrasado: dias } });
  useFailureToast(found.isError, FAILED, 5);
  const rows = found.isError ? undefined : found.data;
  const opening = useRowTo<VencidoRow>('deudas', ({ loteId }) => `/deudas/${loteId}`);
  const filters = useFilters({ applied: { dias }, onSearch: setState, onAgain: () => again(found) });
  return (
    <Page
      title="Mantenimiento vencido"
      back={BACK}
      actions={
        <ReportTools
          reporte="mantenimiento-vencido"
          filtros={{ dias }}
          onApply={(filtros) => setState(filtros, { push: true })}
          rows={rows?.length}
          report={() => vencidoReport(dias, rows ?? [])}
        />
      }
    >
      <SearchForm filters={filters} folds>
        <SelectInput
          className={classes.choice}
          label="Días de atraso"
          data={ATRASOS.map((value) => ({ value, label: LABELS[value] }))}
          value={filters.draft.dias}
          onChange={(value) => filters.change({ dias: value as Atraso })}
        />
      </SearchForm>
      <DataTable
        caption={vencidoTitle(dias)}
        rowKey={(row) => row.loteId}
        columns={COLUMNS}
        found={found}
        loading={found.isFetching}
        failed={FAILED}
        emptyText={VENCIDO_EMPTY}
        emptyHint="Ningún lote debe mantenimiento con ese atraso"
        search={rows?.length !== 0}
        urlKey
        {...opening}
      />
    </Page>
  );
}

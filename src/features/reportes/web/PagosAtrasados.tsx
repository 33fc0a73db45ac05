/** Which lots owe charges of a kind that are overdue. */

import { TIPOS_ATRASADOS, type TipoAtrasado } from '#libro/reportes/filtros.ts';
import { LoteLink, useRowTo } from '#libro/web/LoteLink.tsx';
import { ReportTools } from '#libro/web/ReportTools.tsx';
import { NO_INFORMATION, SERVER_ERROR_ADMIN } from '#platform/messages.ts';
import { AskedFilter } from '#platform/web/kit/FilterSelect.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { FilterRow } from '#platform/web/kit/SearchForm.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { useFailureToast } from '#platform/web/kit/toast.tsx';
import { intParam, oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { reportesContract, type VencidoRow } from '../contract.ts';
import { VENCIDOS } from '../listings.ts';
import { ATRASADOS, atrasadosReport, atrasadosTitle } from '../reports.ts';
import { BACK } from './parts.tsx';
import classes from './reportes.module.css';

/** All of them at first: what the home's tile counts. */
const STATE = { tipo: oneOfParam(TIPOS_ATRASADOS, 'todos'), masDe: intParam(0) };

const COLUMNS = drawn<VencidoRow>(VENCIDOS.screen, {
  referencia: ({ loteId, referencia }) => <LoteLink id={loteId} referencia={referencia} />,
});

export default function PagosAtrasados() {
  const [{ tipo, masDe }, setState] = useUrlState(STATE);
  const found = useCall(reportesContract.atrasados, {
    params: { tipo },
    query: masDe > 0 ? { masDe } : {},
  });
  const rows = found.isError ? undefined : found.data;
  useFailureToast(found.isError, SERVER_ERROR_ADMIN, 8);
  const opening = useRowTo<VencidoRow>('deudas', ({ loteId }) => `/deudas/${loteId}`);
  return (
    <Page
      title="Pagos atrasados"
      back={BACK}
      actions={
        <ReportTools
          reporte="pagos-atrasados"
          filtros={{ tipo }}
          onApply={(filtros) => setState({ ...filtros, masDe: 0 }, { push: true })}
          rows={rows?.length}
          report={() => atrasadosReport(tipo, rows ?? [], masDe)}
        />
      }
    >
      <FilterRow>
        <SelectInput
          className={classes.choice}
          label="Tipo"
          data={TIPOS_ATRASADOS.map((value) => ({ value, label: ATRASADOS[value] }))}
          value={tipo}
          onChange={(value) => setState({ tipo: value as TipoAtrasado }, { push: true })}
        />
        {masDe > 0 ? (
          <AskedFilter
            label="Atraso"
            all="Todos"
            said={`Más de ${masDe} días`}
            onAll={() => setState({ masDe: 0 }, { push: true })}
          />
        ) : null}
      </FilterRow>
      <DataTable
        key={`${tipo} ${masDe}`}
        caption={atrasadosTitle(tipo, masDe)}
        rowKey={(row) => row.loteId}
        columns={COLUMNS}
        found={found}
        loading={found.isFetching}
        failed={SERVER_ERROR_ADMIN}
        emptyText={NO_INFORMATION}
        emptyHint={tipo === 'todos' ? 'Ningún lote debe nada vencido' : 'Ningún lote debe vencido nada de este tipo'}
        search={rows?.length !== 0}
        urlKey
        {...opening}
      />
    </Page>
  );
}

/** The lots that are in a state. */

import { lotesContract } from '#features/lotes/contract.ts';
import { ESTADOS_LOTE, type EstadoLote } from '#libro/reportes/filtros.ts';
import { LoteLink, useRowTo } from '#libro/web/LoteLink.tsx';
import { ReportTools } from '#libro/web/ReportTools.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { FilterRow } from '#platform/web/kit/SearchForm.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { today } from '#platform/web/kit/today.ts';
import { oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { formatNumber } from '#ui/format.ts';
import { LOTES, type LoteRow } from '../listings.ts';
import { lotesReport } from '../reports.ts';
import { BACK } from './parts.tsx';
import classes from './reportes.module.css';

const LABELS: Readonly<Record<EstadoLote, string>> = {
  disponible: 'Disponible',
  entregado: 'Entregado',
  fusionado: 'Fusionado',
  inactivo: 'Inactivo',
};
const STATE = { estado: oneOfParam(ESTADOS_LOTE, 'disponible') };
const ROWS_MAX = 15;

const COLUMNS = drawn<LoteRow>(LOTES.screen, {
  referencia: ({ id, referencia }) => <LoteLink id={id} referencia={referencia} />,
});

export default function TipoLotes() {
  const [{ estado }, setState] = useUrlState(STATE);
  const found = useCall(lotesContract.byStatus, { params: { status: estado } });
  const rows = found.isError ? undefined : found.data;
  const opening = useRowTo<LoteRow>('estado-cuenta', ({ id }) => `/estado-cuenta/${id}`);
  return (
    <Page
      title="Tipo de lotes"
      back={BACK}
      actions={
        <ReportTools
          reporte="tipo-lote"
          filtros={{ estado }}
          onApply={(filtros) => setState(filtros, { push: true })}
          rows={rows?.length}
          report={() => lotesReport(estado, { rows: rows ?? [], hoy: today() })}
        />
      }
    >
      <FilterRow>
        <SelectInput
          className={classes.choice}
          label="Estado"
          data={ESTADOS_LOTE.map((value) => ({ value, label: LABELS[value] }))}
          value={estado}
          onChange={(value) => setState({ estado: value as EstadoLote }, { push: true })}
        />
      </FilterRow>
      <p className={classes.count} role="status">
        {rows ? `Cantidad de elementos ${formatNumber(rows.length)}` : ''}
      </p>
      <DataTable
        key={estado}
        caption={`Lotes: ${LABELS[estado]}`}
        columns={COLUMNS}
        found={found}
        rowKey={(row) => row.id}
        emptyHint="Ningún lote está en este estado"
        loading={found.isFetching}
        paging={false}
        maxRowsBeforeScroll={ROWS_MAX}
        urlKey
        {...opening}
      />
    </Page>
  );
}

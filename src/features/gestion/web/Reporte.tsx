/** Where lots stand on the ladder today, and what came in after each step. */
import { addDays } from '#core/fecha.ts';
import { ReportTools } from '#libro/web/ReportTools.tsx';
import { DateInput } from '#platform/web/kit/form/DateInput.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { again, type FiltersOptions, SearchForm, useFilters } from '#platform/web/kit/SearchForm.tsx';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { today } from '#platform/web/kit/today.ts';
import { dateParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlDefaults } from '#platform/web/kit/useUrlDefaults.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { reporteContract } from '../contract-reporte.ts';
import { POR_PASO } from '../listings.ts';
import { gestionReport } from '../reports.ts';
import { DIAS_DE_RECUPERACION } from '../rules.ts';

const STATE = { desde: dateParam(), hasta: dateParam() };
const DAYS = 90;

interface Filter {
  desde: string;
  hasta: string;
}

export default function Reporte() {
  const [applied, setState] = useUrlDefaults(useUrlState(STATE), { desde: addDays(today(), -DAYS), hasta: today() });
  const found = useCall(reporteContract.reporte, { query: applied });
  const rows = found.isError ? undefined : found.data;
  return (
    <Page
      title="Gestión de cobranza"
      subtitle={`Lotes por paso hoy, y lo que se pagó después de cada uno: hasta el siguiente o en ${DIAS_DE_RECUPERACION} días`}
      back={{ to: '/reportes', label: 'Volver a Reportes' }}
      actions={
        <ReportTools
          reporte="gestion"
          filtros={applied}
          onApply={(filtros) => setState(filtros, { push: true })}
          rows={rows?.length}
          report={() => gestionReport(applied, rows ?? [])}
        />
      }
    >
      <Filters applied={applied} onSearch={setState} onAgain={() => again(found)} />
      <DataTable
        caption="Gestión por paso"
        columns={POR_PASO.screen}
        found={found}
        rows={rows}
        rowKey={({ orden }) => orden}
        cards={['paso', 'lotes', 'vencido']}
        search={false}
        paging={false}
      />
    </Page>
  );
}

function Filters(search: FiltersOptions<Filter>) {
  const filters = useFilters(search);
  const { draft, change } = filters;
  return (
    <SearchForm filters={filters} folds>
      <DateInput
        label="Enviado desde"
        value={draft.desde}
        onChange={(desde) => change({ desde, ...(draft.hasta < desde && { hasta: desde }) })}
      />
      <DateInput label="Hasta" min={draft.desde} value={draft.hasta} onChange={(hasta) => change({ hasta })} />
    </SearchForm>
  );
}

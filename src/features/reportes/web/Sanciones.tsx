/** What was fined of one type, month by month, and what became of it. */
import { useEffect, useMemo, useRef } from 'react';
import { firstDayOf, lastDayOf, monthOf, monthTitle } from '#core/period.ts';
import { listTiposMulta } from '#features/catalogos/contract.ts';
import { useRowTo } from '#libro/web/LoteLink.tsx';
import { ReportTools } from '#libro/web/ReportTools.tsx';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { MonthInput } from '#platform/web/kit/form/DateInput.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { EmptyState, ErrorPanel, Page, Skeletons } from '#platform/web/kit/page.tsx';
import { again, type FiltersOptions, SearchForm, useFilters } from '#platform/web/kit/SearchForm.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { thisMonth } from '#platform/web/kit/today.ts';
import { dateParam, intParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlDefaults } from '#platform/web/kit/useUrlDefaults.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { formatFecha } from '#ui/format.ts';
import { reportesContract, type SancionDelMes } from '../contract.ts';
import { monthOfRow, periodoOf, SANCIONES, SANCIONES_DEL_MES } from '../listings.ts';
import { SANCIONES_EMPTY as EMPTY, sancionesReport } from '../reports.ts';
import { BACK } from './parts.tsx';
import classes from './reportes.module.css';

const ROWS_MAX = 10;
const STATE = { tipo: intParam(0), desde: dateParam(), hasta: dateParam(), mes: dateParam() };

const CARDS = ['periodo', 'pagado'];
const DEL_MES_CARDS = ['referencia', 'monto'];
const COLUMNS = drawn(SANCIONES.screen, { periodo: periodoOf });

const TITLE = 'Reporte por tipo de sanción';

export default function Sanciones() {
  const tipos = useCall(listTiposMulta, {});
  const [first] = tipos.data ?? [];
  if (tipos.data && first) {
    return <Report tipos={tipos.data.map(({ id, name }) => ({ id, name: String(name) }))} usual={first.id} />;
  }
  return (
    <Page title={TITLE} back={BACK}>
      {tipos.isError ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void tipos.refetch()} />
      ) : tipos.data ? (
        <EmptyState text="Todavía no hay tipos de sanción" hint="Se crean en Catálogos, en «Tipos de sanción»" />
      ) : (
        <Skeletons lines={6} />
      )}
    </Page>
  );
}

interface Filter {
  tipo: number;
  /** First days of months. */
  desde: string;
  hasta: string;
}

interface Tipo {
  id: number;
  name: string;
}

/** Of the first type, in this year, until others are chosen. */
function Report({ tipos, usual }: { tipos: readonly Tipo[]; usual: number }) {
  const first = thisMonth();
  const [{ tipo: chosen, desde, hasta: until, mes }, setState] = useUrlDefaults(useUrlState(STATE), {
    desde: `${first.slice(0, 4)}-01-01`,
    hasta: first,
  });
  const applied = useMemo(() => ({ tipo: chosen || usual, desde, hasta: until }), [chosen, usual, desde, until]);
  const hasta = lastDayOf(monthOf(until));
  const found = useCall(reportesContract.sanciones, {
    body: { fechaInicial: desde, fechaFinal: `${hasta} 23:59:59`, id: applied.tipo },
  });
  const rows = found.isError ? undefined : found.data;
  const tipo = tipos.find(({ id }) => id === applied.tipo)?.name ?? '';
  const range = `${formatFecha(desde)} al ${formatFecha(hasta)}`;
  return (
    <Page
      title={TITLE}
      back={BACK}
      actions={
        <ReportTools
          reporte="sanciones"
          filtros={applied}
          onApply={(filtros) => setState({ ...filtros, mes: '' }, { push: true })}
          rows={rows?.length}
          report={() => sancionesReport({ tipo, desde, hasta }, rows ?? [])}
        />
      }
    >
      <Filters
        tipos={tipos}
        applied={applied}
        onSearch={(next, step) => setState({ ...next, mes: '' }, step)}
        onAgain={() => again(found)}
      />
      <p className={classes.count}>Rango de fechas: {range}</p>
      <h2 className={classes.range}>Detalle</h2>
      <DataTable
        caption="Detalle"
        columns={COLUMNS}
        found={found}
        rows={rows}
        rowKey={(row) => row.periodo}
        cards={CARDS}
        loading={found.isFetching}
        emptyText={EMPTY}
        emptyHint={`Ninguna sanción de este tipo tiene fecha del ${range}`}
        search={false}
        paging={false}
        maxRowsBeforeScroll={ROWS_MAX}
        urlKey
        onRowOpen={(row) => setState({ mes: firstDayOf(monthOfRow(row)) }, { push: true })}
      />
      {mes === '' ? null : <DelMes tipo={applied.tipo} title={`${tipo}, ${monthTitle(monthOf(mes))}`} mes={mes} />}
    </Page>
  );
}

/** The fines of the month that was opened, each of which leads to its lot. */
function DelMes({ tipo, mes, title }: { tipo: number; mes: string; title: string }) {
  const { year, mes: month } = monthOf(mes);
  const found = useCall(reportesContract.sancionesDelMes, { params: { id: tipo, year, month } });
  const opening = useRowTo<SancionDelMes>('deudas', ({ loteId }) => `/deudas/${loteId}`);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another month is another list to be read
  useEffect(() => heading.current?.focus(), [mes]);
  return (
    <>
      <h2 className={classes.range} ref={heading} tabIndex={-1} style={{ marginTop: '1.5rem', outline: 'none' }}>
        {title}
      </h2>
      <DataTable
        caption={title}
        columns={SANCIONES_DEL_MES.screen}
        found={found}
        rows={found.data}
        rowKey={({ id }) => id}
        cards={DEL_MES_CARDS}
        emptyText={EMPTY}
        files={`Sanciones de ${title}`}
        {...opening}
      />
    </>
  );
}

function Filters({ tipos, ...search }: FiltersOptions<Filter> & { tipos: readonly Tipo[] }) {
  const filters = useFilters(search);
  const { draft, change } = filters;
  return (
    <SearchForm filters={filters} folds>
      <SelectInput
        className={classes.choice}
        label="Tipo de sanción"
        data={tipos.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(draft.tipo)}
        onChange={(value) => change({ tipo: Number(value) })}
      />
      <MonthInput
        className={classes.day}
        label="Desde"
        value={draft.desde}
        onChange={(desde) => {
          if (desde) change({ desde, hasta: draft.hasta < desde ? desde : draft.hasta });
        }}
      />
      <MonthInput
        className={classes.day}
        label="Hasta"
        min={draft.desde}
        value={draft.hasta}
        onChange={(hasta) => {
          if (hasta) change({ hasta });
        }}
      />
    </SearchForm>
  );
}

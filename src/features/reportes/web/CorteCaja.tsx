/** The cash cut-off: the money that came in on the days chosen, on screen, on paper and as a workbook. */

import { useMemo } from 'react';
import {
  CORTE,
  type CorteLine,
  corteReport,
  metodosPorCaja,
  POR_METODO,
  porMetodo,
  type ReciboDeCorte,
  recibosDeCorte,
} from '#documents/corte.ts';
import { CORRECCIONES } from '#documents/reportes.ts';
import { catalogosContract } from '#features/catalogos/contract.ts';
import { listMetodosPago } from '#libro/catalogos/contract.ts';
import { LoteLink, useRowTo } from '#libro/web/LoteLink.tsx';
import { ReportTools } from '#libro/web/ReportTools.tsx';
import type { Value } from '#platform/endpoint.ts';
import { totalsOf } from '#platform/listing.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { download, messageOf } from '#platform/web/api.ts';
import { DateInput } from '#platform/web/kit/form/DateInput.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { ErrorPanel, Page, Settled, Skeletons } from '#platform/web/kit/page.tsx';
import { again, type FiltersOptions, SearchForm, useFilters } from '#platform/web/kit/SearchForm.tsx';
import { type Column, drawn, type RowLines } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { today } from '#platform/web/kit/today.ts';
import { dateParam, intParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlDefaults } from '#platform/web/kit/useUrlDefaults.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall } from '#platform/web/query.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { type CorteRow, reportesContract } from '../contract.ts';
import { BACK, VerMes } from './parts.tsx';
import classes from './reportes.module.css';

const EMPTY = 'Seleccione nuevas fechas para generar corte de caja';
const STATE = { caja: intParam(0), metodo: intParam(0), desde: dateParam(), hasta: dateParam() };

interface Filter {
  /** 0: all of them. */
  caja: number;
  metodo: number;
  desde: string;
  hasta: string;
}

type Row = CorteRow & { key: number };

/** How a receipt's row and a correction's show their folio and their lot. */
const LINKED = {
  recibo: ({ recibo }: CorteLine) =>
    recibo === null ? null : (
      <KitLink className={classes.link} to={`/recibo/${recibo}`} aria-label={`Ver recibo ${recibo}`}>
        {recibo}
      </KitLink>
    ),
  referenciaLote: ({ loteId, referenciaLote }: CorteLine) => <LoteLink id={loteId} referencia={referenciaLote} />,
};
const CORRECTIONS = drawn<Row>(CORTE.screen, LINKED);
const COLUMNS: readonly Column<ReciboDeCorte>[] = drawn<ReciboDeCorte>(CORTE.screen, LINKED).map((column) =>
  column.key === 'descripcion'
    ? {
        ...column,
        whole: ({ cargos }) => cargos.map((cargo) => `${cargo.descripcion}: ${formatMoney(cargo.pago)}`).join('\n'),
        find: ({ caja, cargos }) =>
          [caja, ...cargos.map((cargo) => `${cargo.descripcion} ${formatMoney(cargo.pago)}`)].join('\n'),
      }
    : column,
);
/** What a receipt was of, charge by charge, in the same columns. */
const CARGOS: RowLines<ReciboDeCorte> = {
  label: ({ recibo, referenciaLote }) =>
    recibo === null ? `Detalle del reembolso de ${referenciaLote}` : `Cargos del recibo ${recibo}`,
  of: ({ cargos, caja }) =>
    cargos.map(({ descripcion, folio_factura, pago }, key) => ({
      key,
      cells: { descripcion, folio_factura, metodoPago: `Caja: ${caja}`, pago: formatMoney(pago) },
    })),
};
/** Of more of them only those in sight are drawn, and those are of one height: they lead to the receipt instead. */
const OPEN_UP_TO = 2000;

/** Its receipt; of a refund, which has none, the lot's payments. */
const placeOf = ({ recibo, loteId }: CorteRow) => (recibo === null ? `/pagos/${loteId}` : `/recibo/${recibo}`);

const totalOf = (rows: readonly CorteRow[]) => totalsOf(CORTE.screen, rows).pago ?? 0;
/** Where another table follows. */
const subtotalsUnder = (rows: readonly CorteRow[]) => ({ fecha: 'Subtotal', pago: totalOf(rows) });

export default function CorteCaja() {
  const cajas = useCall(catalogosContract.cajasActivas, {});
  const metodos = useCall(listMetodosPago, {});
  const failed = cajas.isError || metodos.isError;
  const retry = () => {
    void cajas.refetch();
    void metodos.refetch();
  };
  if (cajas.data && metodos.data) {
    return <Corte cajas={cajas.data} metodos={metodos.data.map(({ id, name }) => ({ id, name: String(name) }))} />;
  }
  return (
    <Page title="Corte de caja" back={BACK}>
      {failed ? <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={retry} /> : <Skeletons lines={8} />}
    </Page>
  );
}

type Caja = Value<typeof catalogosContract.cajasActivas>[number];

/** What may be chosen. */
interface Choices {
  cajas: readonly Caja[];
  metodos: readonly { id: number; name: string }[];
}

const bodyOf = ({ caja, metodo, desde, hasta }: Filter) => ({
  fechaInicial: desde,
  fechaFinal: `${hasta} 23:59:59`,
  metodoPago: metodo === 0 ? '0' : metodo,
  caja: { id: caja === 0 ? '' : caja },
});

/** The filters in the words of the paper. */
function wordsOf({ caja, metodo, desde, hasta }: Filter, { cajas, metodos }: Choices) {
  const chosen = cajas.filter(({ id }) => caja === 0 || id === caja);
  const joined = (values: readonly string[]) => values.filter((value) => value !== '').join(' / ');
  return {
    desde,
    hasta,
    caja: caja === 0 ? 'Todas' : (chosen[0]?.name ?? ''),
    noConvenio: joined(chosen.map(({ noConvenio }) => noConvenio)),
    noCuenta: joined(chosen.map(({ noCuenta }) => noCuenta)),
    metodo: metodos.find(({ id }) => id === metodo)?.name ?? 'Todos',
  };
}

/** The rows, and apart: the money that came in, the same by receipts, and what was corrected. */
function useCorte(body: ReturnType<typeof bodyOf>) {
  const found = useCall(reportesContract.corte, { body });
  const rows = useMemo(
    () => (found.isError ? undefined : found.data)?.map((row, key): Row => ({ ...row, key })),
    [found.data, found.isError],
  );
  const cobros = useMemo(() => rows?.filter((row) => !row.correccion), [rows]);
  const recibos = useMemo(() => cobros && recibosDeCorte(cobros), [cobros]);
  const correcciones = useMemo(() => rows?.filter((row) => row.correccion) ?? NONE, [rows]);
  return { found, rows, cobros, recibos, correcciones };
}

function Corte(choices: Choices) {
  const hoy = today();
  const [state, setState] = useUrlDefaults(useUrlState(STATE), { desde: hoy, hasta: hoy });
  const body = bodyOf(state);
  const { found, rows, cobros, recibos, correcciones } = useCorte(body);
  const range = `${formatFecha(state.desde)} al ${formatFecha(state.hasta)}`;
  const opening = useRowTo<CorteRow>('recibo', placeOf);
  const some = rows !== undefined && rows.length > 0;

  return (
    <Page
      title="Corte de caja"
      back={BACK}
      actions={
        <ReportTools
          reporte="corte-caja"
          filtros={state}
          onApply={(filtros) => setState(filtros, { push: true })}
          rows={rows?.length}
          report={() => corteReport({ ...wordsOf(state, choices), rows: rows ?? [] })}
          excel={() => download(reportesContract.corteExcel, { body })}
        />
      }
    >
      <Filters {...choices} applied={state} onSearch={setState} onAgain={() => again(found)} />
      {found.isPending ? <Skeletons lines={8} /> : null}
      {some ? (
        <>
          <h2 className={classes.range}>Rango de fechas: {range}</h2>
          <PorMetodo rows={cobros ?? NONE} />
        </>
      ) : null}
      {/* The sums stand above it, and come with its rows. */}
      <Settled when={!found.isPending}>
        <DataTable
          caption="Corte de caja"
          columns={COLUMNS}
          found={found}
          rows={recibos}
          rowKey={(row) => row.key}
          {...((recibos?.length ?? 0) <= OPEN_UP_TO && { lines: CARGOS })}
          loading={found.isFetching}
          failed={messageOf(found.error, SERVER_ERROR_RETRY)}
          emptyText={some ? 'No hubo cobros en estas fechas' : EMPTY}
          emptyHint={`No entró dinero del ${range}`}
          emptyAct={<VerMes asked={state} hoy={hoy} onChoose={(days) => setState(days, { push: true })} />}
          search={some}
          totals={correcciones.length > 0 ? subtotalsUnder : undefined}
          urlKey
          {...opening}
        />
      </Settled>
      {correcciones.length > 0 ? <Correcciones rows={correcciones} total={totalOf(rows ?? NONE)} /> : null}
    </Page>
  );
}

const NONE: readonly Row[] = [];

/** After the money of the days, what of days that were closed by then was corrected in them. */
function Correcciones({ rows, total }: { rows: readonly Row[]; total: number }) {
  const opening = useRowTo<CorteRow>('recibo', placeOf);
  return (
    <>
      <h2 className={classes.block}>{CORRECCIONES}</h2>
      <p className={classes.count}>
        Lo que se canceló o corrigió de meses cerrados y turnos firmados: su día queda como se firmó, y aquí se resta o
        se suma.
      </p>
      <DataTable
        caption={CORRECCIONES}
        columns={CORRECTIONS}
        rows={rows}
        rowKey={(row) => row.key}
        totals={subtotalsUnder}
        search={false}
        urlKey="correccion"
        {...opening}
      />
      <p className={classes.total}>Total del corte: {formatMoney(total)}</p>
    </>
  );
}

/** Methods by registers and their grand total: what is compared with what lies in them. */
function PorMetodo({ rows }: { rows: readonly CorteRow[] }) {
  const { cajas, metodos } = useMemo(() => metodosPorCaja(rows), [rows]);
  const { screen } = useMemo(() => porMetodo(cajas), [cajas]);
  return (
    <div className={classes.sums}>
      <DataTable
        caption={POR_METODO}
        columns={screen}
        rows={metodos}
        rowKey={({ metodo }) => metodo}
        search={false}
        paging={false}
      />
    </div>
  );
}

function Filters({ cajas, metodos, ...search }: FiltersOptions<Filter> & Choices) {
  const filters = useFilters(search);
  const { draft, change: set } = filters;
  const setDesde = (value: string) => {
    const desde = value || today();
    set({ desde, hasta: draft.hasta < desde ? desde : draft.hasta });
  };
  const options = (all: string, list: readonly { id: number; name: string }[]) => [
    { value: '0', label: all },
    ...list.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <SearchForm filters={filters} folds>
      <SelectInput
        className={classes.choice}
        label="Caja"
        data={options('Todas', cajas)}
        value={String(draft.caja)}
        onChange={(value) => set({ caja: Number(value) })}
      />
      <SelectInput
        className={classes.choice}
        label="Método de pago"
        data={options('Todos', metodos)}
        value={String(draft.metodo)}
        onChange={(value) => set({ metodo: Number(value) })}
      />
      <DateInput className={classes.day} label="Desde" clearable value={draft.desde} onChange={setDesde} />
      <DateInput
        className={classes.day}
        label="Hasta"
        clearable
        min={draft.desde}
        value={draft.hasta}
        onChange={(value) => set({ hasta: value || draft.desde })}
      />
    </SearchForm>
  );
}

/** The account statement of a lot: every charge of the months chosen, what was received, and what is owed. */
import { Button, SegmentedControl } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { isOwed } from '#core/charge-status.ts';
import { toCentavos, toPesos } from '#core/money.ts';
import { lastDayOf, monthOf } from '#core/period.ts';
import type { Renglon } from '#libro/explicacion/rules.ts';
import { closedLoteReason, payLink } from '#libro/rules.ts';
import { ExcelButton } from '#libro/web/ExcelButton.tsx';
import { AmountButton, SumButton } from '#libro/web/Explicacion.tsx';
import { OtrosAdeudos, PagarTodo, VerDeudas } from '#libro/web/OtrosAdeudos.tsx';
import { PagosAnteriores } from '#libro/web/PagosAnteriores.tsx';
import { WhatsappButton } from '#libro/web/Whatsapp.tsx';
import { SERVER_ERROR_ADMIN } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { DateInput, MonthInput } from '#platform/web/kit/form/DateInput.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { type FiltersOptions, SearchForm, useFilters } from '#platform/web/kit/SearchForm.tsx';
import { useShortcut } from '#platform/web/kit/shortcuts.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { rowTint } from '#platform/web/kit/table/row-tint.ts';
import { today } from '#platform/web/kit/today.ts';
import { dateParam, intParam, oneOfParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { saveWorkbook } from '#platform/web/workbook.ts';
import { formatFecha } from '#ui/format.ts';
import { estadoCuentaContract, type LoteConUnidades, type StatementRow } from '../contract.ts';
import { statementPdf, statementSheet } from '../pdf.ts';
import { besidesStatement, datedNote, defaultRange, totalsOf } from '../rules.ts';
import classes from './estado-cuenta.module.css';
import { Movimientos } from './Movimientos.tsx';
import { Envelope, EnvelopeButton, Lote, LotePage, making, PdfButton, Units, useArrowIntoTable } from './parts.tsx';

const VISTAS = ['cargos', 'movimientos'] as const;
type Vista = (typeof VISTAS)[number];
const STATE = {
  ...{ desde: dateParam(), hasta: dateParam(), unidad: intParam(0), conocido: dateParam() },
  vista: oneOfParam(VISTAS, 'cargos'),
};

const CARDS = ['descripcion', 'cargo'];
const EMPTY = 'Seleccione nuevas fechas para generar el estado de cuenta';

interface Range {
  /** First days of months. */
  desde: string;
  hasta: string;
  conocido: string;
}

export default function EstadoCuenta() {
  return (
    <LotePage
      title="Estado de cuenta"
      endpoint={estadoCuentaContract.lote}
      draw={(lote, onReload) => <Statement lote={lote} onReload={onReload} />}
    />
  );
}

/** The months and the unit that the address names, or the usual ones; and how others come there. */
function useAsked() {
  const [{ unidad, vista, ...named }, setState] = useUrlState(STATE);
  const fallback = defaultRange(today());
  const range: Range = {
    desde: named.desde || fallback.desde,
    hasta: named.hasta || fallback.hasta,
    conocido: named.conocido,
  };
  const changed = (value: string, usual: string) => (value === usual ? '' : value);
  const ask: FiltersOptions<Range>['onSearch'] = ({ desde, hasta, conocido }, step) =>
    setState({ desde: changed(desde, fallback.desde), hasta: changed(hasta, fallback.hasta), conocido }, step);
  return {
    ...{ range, unidad, vista, ask },
    setUnidad: (next: number) => setState({ unidad: next }, { push: true }),
    setVista: (next: Vista) => setState({ vista: next }, { push: true }),
  };
}

/** The months and the unit, as the server is asked for them and as the files tell them. */
function questionOf(id: number, variante: number, { desde, hasta, conocido }: Range) {
  const last = lastDayOf(monthOf(hasta));
  return {
    asked: { id, variante, fechaInicial: desde, fechaFinal: `${last} 23:59:59`, conocido },
    named: { variante, desde, hasta: last, conocido: conocido || null },
  };
}

function Statement({ lote, onReload }: { lote: LoteConUnidades; onReload: () => void }) {
  const { range, unidad, vista, ask, setUnidad, setVista } = useAsked();
  const [mailing, setMailing] = useState(false);
  const box = useArrowIntoTable();
  useShortcut('arrowdown', 'Primer renglón', undefined, { group: 'Estado de cuenta' });
  const { asked, named } = questionOf(lote.id, unidad, range);
  const found = useCall(estadoCuentaContract.detail, { body: asked });
  const rows = found.isError ? undefined : found.data;
  const inactive = lote.direccion.status === 'inactivo';
  const reload = () => {
    onReload();
    void found.refetch();
  };
  const tools = {
    filters: <Vistas vista={vista} onChange={setVista} />,
    toolbar: <Tools lote={lote} rows={rows} asked={asked} named={named} onMail={() => setMailing(true)} />,
  };
  return (
    <>
      <Lote lote={lote} onPaid={reload} />
      <Units lote={lote} value={unidad} onChange={setUnidad} />
      <div className={classes.asked}>
        <RangeForm applied={range} onSearch={ask} onAgain={reload} />
        <div className={classes.heading}>
          <h2>
            Estado cuenta: {formatFecha(range.desde)} al {formatFecha(named.hasta)}
          </h2>
          {range.conocido ? <p>Como se conocía el {formatFecha(range.conocido)}</p> : null}
          <DeOtroDueno lote={lote} desde={range.desde} />
        </div>
      </div>
      <div ref={box} className={classes.rows}>
        {vista === 'movimientos' ? (
          <Movimientos lote={lote} asked={asked} inactive={inactive} {...tools} />
        ) : (
          <Cargos lote={lote} found={found} conocido={range.conocido} inactive={inactive} {...tools} />
        )}
      </div>
      {vista === 'cargos' && rows?.length && !inactive ? (
        <Sum lote={lote} rows={rows} besides={{ variante: unidad, conocido: range.conocido }} />
      ) : null}
      <PagosAnteriores loteId={unidad || lote.id} referencia={lote.referencia} />
      {mailing ? (
        <Envelope
          loteId={lote.id}
          onClose={() => setMailing(false)}
          send={(to) => call(estadoCuentaContract.detail, { body: { ...asked, ...to } })}
        />
      ) : null}
    </>
  );
}

/** What there is of before the lot was sold is of whoever had it, who may ask for it by itself. */
function DeOtroDueno({ lote, desde }: { lote: LoteConUnidades; desde: string }) {
  const since = lote.direccion.propietario_desde;
  const mayOpen = useMayOpen();
  const to = `/propietarios/${lote.id}`;
  if (since === null || desde >= since || !mayOpen(to)) return null;
  return (
    <p>
      Hasta el {formatFecha(since)} el lote fue de otro propietario.{' '}
      <KitLink to={to}>Estado de cuenta de cada uno</KitLink>
    </p>
  );
}

interface ToolsProps extends ReturnType<typeof questionOf> {
  lote: LoteConUnidades;
  /** undefined until they are known. */
  rows: readonly StatementRow[] | undefined;
  onMail: () => void;
}

/** The statement by mail, on paper and as a workbook: files tell all that happened, whichever view is seen. */
function Tools({ lote, rows, asked, named, onMail }: ToolsProps) {
  const mayOpen = useMayOpen();
  const { status } = lote.direccion;
  const pagos = `/pagos/${lote.id}`;
  const read = () => call(estadoCuentaContract.movimientos, { body: asked });
  const pdf = async () => {
    return statementPdf(lote, named, await read(), making());
  };
  const excel = async () => {
    const { name, sheet } = statementSheet(lote, named, (await read()).movimientos, making());
    await saveWorkbook(name, sheet);
  };
  return (
    <>
      {/* The search offers nothing but this screen of such a lot, and what it had paid stays there. */}
      {(status === 'inactivo' || status === 'fusionado') && mayOpen(pagos) ? (
        <Button variant="default" component={KitLink} to={pagos}>
          Pagos
        </Button>
      ) : null}
      <EnvelopeButton disabled={!rows} onClick={onMail} />
      <WhatsappButton papel={{ que: 'estado', id: lote.id }} sign disabled={!rows} />
      <PdfButton disabled={!rows} make={pdf} />
      <ExcelButton disabled={!rows} download={excel} />
    </>
  );
}

/** What was charged, each with what was paid of it; or all that happened, one after the other. */
function Vistas({ vista, onChange }: { vista: Vista; onChange: (next: Vista) => void }) {
  return (
    <SegmentedControl
      size="xs"
      transitionDuration={0}
      aria-label="Vista"
      value={vista}
      onChange={onChange}
      data={[
        { value: 'cargos', label: 'Por cargo' },
        { value: 'movimientos', label: 'Movimientos' },
      ]}
    />
  );
}

interface CargosProps {
  lote: LoteConUnidades;
  found: UseQueryResult<StatementRow[]>;
  conocido: string;
  /** Whether the lot is: it shows no totals. */
  inactive: boolean;
  filters: ReactNode;
  toolbar: ReactNode;
}

/** What was charged, each with what was paid of it. */
function Cargos({ lote, found, conocido, inactive, ...tools }: CargosProps) {
  const columns = useMemo(() => columnsOf(lote, conocido), [lote, conocido]);
  return (
    <DataTable
      caption="Estado de cuenta"
      columns={columns}
      found={found}
      rowKey={(row) => row.id}
      cards={CARDS}
      failed={messageOf(found.error, SERVER_ERROR_ADMIN)}
      emptyText={EMPTY}
      paging={false}
      urlKey
      totals={inactive ? undefined : totalsUnder}
      rowStyle={(row) => (isOwed(row.estado) ? OWED : isGone(row) ? CANCELLED : undefined)}
      {...tools}
    />
  );
}

/** What is owed of these rows, and of the lot beside them. */
function Sum({
  lote,
  rows,
  besides,
}: {
  lote: LoteConUnidades;
  rows: readonly StatementRow[];
  besides: Parameters<typeof besidesStatement>[1];
}) {
  const totals = totalsOf(rows);
  const otros = besidesStatement(lote.deuda, besides, totals);
  return (
    <dl className={classes.sum}>
      <dt>Deuda</dt>
      <dd data-owed={totals.deuda > 0 || undefined}>
        <SumButton title="Deuda" amount={totals.deuda} parts={owedParts(rows)} />
      </dd>
      {otros ? (
        <>
          <dt>{otros.label}</dt>
          <dd>
            <OtrosAdeudos loteId={lote.id} deuda={lote.deuda} shown={rows} />
          </dd>
          <dd className={classes.others}>
            <PagarTodo loteId={lote.id} /> · <VerDeudas loteId={lote.id} />
          </dd>
        </>
      ) : null}
    </dl>
  );
}

const isOrdered = ({ desde, hasta }: Range) => desde !== '' && desde <= hasta;

/** Desde, Hasta and the day whose knowledge is asked. */
function RangeForm(search: FiltersOptions<Range>) {
  const filters = useFilters({ ...search, complete: isOrdered });
  const { draft, change } = filters;
  return (
    <SearchForm filters={filters} label="Ver" folds>
      <MonthInput
        className={classes.month}
        label="Desde"
        value={draft.desde}
        onChange={(desde) => change({ desde, hasta: desde > draft.hasta ? desde : draft.hasta })}
      />
      <MonthInput
        className={classes.month}
        label="Hasta"
        value={draft.hasta}
        min={draft.desde || undefined}
        onChange={(hasta) => change({ hasta })}
      />
      <DateInput
        className={classes.known}
        label="Como se conocía el"
        value={draft.conocido}
        max={today()}
        clearable
        onChange={(conocido) => change({ conocido })}
      />
    </SearchForm>
  );
}

const OWED = rowTint('var(--estado-owed)');
const CANCELLED = { color: 'var(--kit-ink-2)' } as const;

const isGone = ({ estado }: StatementRow) => estado === 'cancelado';

const sumPart = (row: StatementRow, amount: number): Renglon => ({
  key: row.id,
  label: `${formatFecha(row.fecha)} ${row.descripcion}`,
  amount,
});

function owedParts(rows: readonly StatementRow[]): Renglon[] {
  return rows
    .filter(({ estado }) => isOwed(estado))
    .map((row) => sumPart(row, toPesos(toCentavos(row.cargo) - toCentavos(row.abono))));
}

function totalsUnder(rows: readonly StatementRow[]) {
  const { cargo, abono } = totalsOf(rows);
  const counted = rows.filter((row) => !isGone(row));
  return {
    cargo: <SumButton title="Monto" amount={cargo} parts={counted.map((row) => sumPart(row, row.cargo))} />,
    abono: <SumButton title="Pagado" amount={abono} parts={counted.map((row) => sumPart(row, row.abono))} />,
  };
}

/** The way to pay a charge, where it can be paid. */
function Pagar({ row, lote, conocido }: { row: StatementRow; lote: LoteConUnidades; conocido: string }) {
  if (isGone(row)) return <span className={classes.cancelled}>CXLD</span>;
  const closed = closedLoteReason(lote.direccion.status) !== undefined;
  const to = isOwed(row.estado) ? payLink(row.tipo, row.identificador, row.lote_id) : undefined;
  // What was owed on a past day may be paid by now; a closed lot takes no payment, and each unit is a lot of its own.
  return to && !conocido && !(closed && row.lote_id === lote.id) ? (
    <KitLink to={to} className={classes.link} aria-label={`Pagar ${row.descripcion}`}>
      Pagar
    </KitLink>
  ) : null;
}

/** Rows of the units of `lote` say whose they are. */
function columnsOf(lote: LoteConUnidades, conocido: string): readonly Column<StatementRow>[] {
  const { referencia } = lote;
  const struck = (row: StatementRow) => (isGone(row) ? classes.struck : undefined);
  const amount = (row: StatementRow, que: 'neto' | 'abono', pesos: number) => (
    <AmountButton cargoId={row.id} que={que} amount={pesos} conocido={conocido} struck={isGone(row)} />
  );
  return [
    {
      key: 'fecha',
      header: 'Fecha',
      kind: 'date',
      value: (row) => row.fecha,
      render: (row) => <span className={struck(row)}>{formatFecha(row.fecha)}</span>,
    },
    {
      key: 'descripcion',
      header: 'Descripción',
      value: (row) => (row.referencia === referencia ? row.descripcion : `${row.descripcion} ${row.referencia}`),
      render: (row) => (
        <span className={struck(row)}>
          {row.descripcion}
          {row.referencia === referencia ? null : <span className="kit-quiet"> · {row.referencia}</span>}
          {row.pagosFechados ? <span className={classes.dated}>{datedNote(row)}</span> : null}
        </span>
      ),
    },
    {
      key: 'folio',
      header: 'Factura',
      value: (row) => row.folio,
      render: (row) =>
        row.facturaId === null ? null : (
          <KitLink to={`/factura/${row.facturaId}`} className={`${classes.link} ${struck(row) ?? ''}`}>
            {row.folio || 'pendiente'}
          </KitLink>
        ),
    },
    {
      key: 'cargo',
      header: 'Monto',
      kind: 'money',
      value: (row) => row.cargo,
      render: (row) => amount(row, 'neto', row.cargo),
    },
    {
      key: 'abono',
      header: 'Pagado',
      kind: 'money',
      value: (row) => row.abono,
      render: (row) => amount(row, 'abono', row.abono),
    },
    {
      key: 'pagar',
      header: 'Pagar',
      value: (row) => (isGone(row) ? 'CXLD' : ''),
      sortable: false,
      width: '5rem',
      render: (row) => <Pagar row={row} lote={lote} conocido={conocido} />,
    },
  ];
}

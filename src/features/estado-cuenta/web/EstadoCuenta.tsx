/** The account statement of a lot: every charge of the months chosen, what was received, and what is owed. */
import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import { isOwed } from '#core/charge-status.ts';
import { toCentavos, toPesos } from '#core/money.ts';
import { lastDayOf, monthOf } from '#core/period.ts';
import type { Renglon } from '#libro/explicacion/rules.ts';
import { closedLoteReason, payLink } from '#libro/rules.ts';
import { AmountButton, SumButton } from '#libro/web/Explicacion.tsx';
import { LotHeaderWaiting } from '#libro/web/LotHeader.tsx';
import { OtrosAdeudos, VerDeudas } from '#libro/web/OtrosAdeudos.tsx';
import { SERVER_ERROR_ADMIN } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { residencialName } from '#platform/web/identity.ts';
import { DateInput, MonthInput } from '#platform/web/kit/form/DateInput.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { useShortcut } from '#platform/web/kit/shortcuts.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { today } from '#platform/web/kit/today.ts';
import { dateParam, intParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatFecha } from '#ui/format.ts';
import { estadoCuentaContract, type LoteConUnidades, type StatementRow } from '../contract.ts';
import { statementPdf } from '../pdf.ts';
import { besidesStatement, datedNote, defaultRange, totalsOf } from '../rules.ts';
import classes from './estado-cuenta.module.css';
import { Envelope, EnvelopeSign, Lote, PdfButton, Units, useArrowIntoTable, wallClock } from './parts.tsx';

const STATE = { desde: dateParam(), hasta: dateParam(), unidad: intParam(0), conocido: dateParam() };

const EMPTY = 'Seleccione nuevas fechas para generar el estado de cuenta';

interface Range {
  /** First days of months. */
  desde: string;
  hasta: string;
  conocido: string;
}

export default function EstadoCuenta() {
  const id = Number((useParams({ strict: false }) as { id: string }).id);
  const lote = useCall(estadoCuentaContract.lote, { params: { id } });
  return (
    <Page title="Estado de cuenta" back={{ to: '/', label: 'Volver al inicio' }}>
      {lote.isError ? (
        <RecordError error={lote.error} message={SERVER_ERROR_ADMIN} onRetry={() => void lote.refetch()} />
      ) : lote.data ? (
        <Statement key={id} lote={lote.data} onReload={() => void lote.refetch()} />
      ) : (
        <>
          <LotHeaderWaiting />
          <Skeletons lines={8} />
        </>
      )}
    </Page>
  );
}

function Statement({ lote, onReload }: { lote: LoteConUnidades; onReload: () => void }) {
  const [state, setState] = useUrlState(STATE);
  const [mailing, setMailing] = useState(false);
  const mayOpen = useMayOpen();
  const box = useArrowIntoTable();
  useShortcut('arrowdown', 'Primer renglón', undefined, { group: 'Estado de cuenta' });
  const fallback = defaultRange(today());
  const range: Range = {
    desde: state.desde || fallback.desde,
    hasta: state.hasta || fallback.hasta,
    conocido: state.conocido,
  };
  const { unidad } = state;
  const hasta = lastDayOf(monthOf(range.hasta));
  const asked = {
    id: lote.id,
    variante: unidad,
    fechaInicial: range.desde,
    fechaFinal: `${hasta} 23:59:59`,
    conocido: range.conocido,
  };
  const found = useCall(estadoCuentaContract.detail, { body: asked });
  const rows = found.isError ? undefined : found.data;
  const { deuda } = totalsOf(rows ?? []);
  const otros = besidesStatement(lote.deuda, { variante: unidad, conocido: range.conocido }, rows ?? []);
  const { status } = lote.direccion;
  const inactive = status === 'inactivo';
  const pagos = `/pagos/${lote.id}`;
  const columns = useMemo(() => columnsOf(lote, range.conocido), [lote, range.conocido]);
  const reload = () => {
    onReload();
    void found.refetch();
  };
  return (
    <>
      <Lote lote={lote} onPaid={reload} />
      <Units lote={lote} value={unidad} onChange={(next) => setState({ unidad: next }, { push: true })} />
      <RangeForm
        key={`${range.desde} ${range.hasta} ${range.conocido}`}
        range={range}
        onAsk={(next) => {
          const same = next.desde === range.desde && next.hasta === range.hasta && next.conocido === range.conocido;
          if (same) reload();
          else {
            const changed = (value: string, usual: string) => (value === usual ? '' : value);
            setState(
              {
                desde: changed(next.desde, fallback.desde),
                hasta: changed(next.hasta, fallback.hasta),
                conocido: next.conocido,
              },
              { push: true },
            );
          }
        }}
      />
      <div className={classes.heading}>
        <h2>
          Estado cuenta: {formatFecha(range.desde)} al {formatFecha(hasta)}
        </h2>
        {range.conocido ? <p>Como se conocía el {formatFecha(range.conocido)}</p> : null}
      </div>
      <div ref={box} className={classes.rows}>
        <DataTable
          caption="Estado de cuenta"
          columns={columns}
          found={found}
          rowKey={(row) => row.id}
          failed={messageOf(found.error, SERVER_ERROR_ADMIN)}
          emptyText={EMPTY}
          paging={false}
          urlKey
          totals={inactive ? undefined : totalsUnder}
          rowStyle={(row) => (isOwed(row.estado) ? OWED : row.estado === 'cancelado' ? CANCELLED : undefined)}
          toolbar={
            <>
              {/* The search offers nothing but this screen of such a lot, and what it had paid stays there. */}
              {(inactive || status === 'fusionado') && mayOpen(pagos) ? (
                <Button variant="default" component={KitLink} to={pagos}>
                  Pagos
                </Button>
              ) : null}
              <Button
                variant="default"
                px="xs"
                aria-label="Enviar por correo electrónico"
                title="Enviar por correo electrónico"
                disabled={!rows}
                onClick={() => setMailing(true)}
              >
                <EnvelopeSign />
              </Button>
              <PdfButton
                disabled={!rows}
                make={() =>
                  statementPdf(
                    lote,
                    { variante: unidad, desde: range.desde, hasta, conocido: range.conocido || null },
                    rows ?? [],
                    { residencial: residencialName, reloj: wallClock() },
                  )
                }
              />
            </>
          }
        />
      </div>
      {rows?.length && !inactive ? (
        <dl className={classes.sum}>
          <dt>Deuda</dt>
          <dd data-owed={deuda > 0 || undefined}>
            <SumButton title="Deuda" amount={deuda} parts={owedParts(rows)} />
          </dd>
          {otros ? (
            <>
              <dt>{otros.label}</dt>
              <dd>
                <OtrosAdeudos loteId={lote.id} deuda={lote.deuda} shown={rows} />
              </dd>
              <dd className={classes.others}>
                <VerDeudas loteId={lote.id} />
              </dd>
            </>
          ) : null}
        </dl>
      ) : null}
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

/** Desde, Hasta and the day whose knowledge is asked; nothing changes until 'Ver'. */
function RangeForm({ range, onAsk }: { range: Range; onAsk: (range: Range) => void }) {
  const [desde, setDesde] = useState(range.desde);
  const [hasta, setHasta] = useState(range.hasta);
  const [conocido, setConocido] = useState(range.conocido);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (desde && hasta && desde <= hasta) onAsk({ desde, hasta, conocido });
  };
  return (
    <form className={classes.range} onSubmit={onSubmit} noValidate data-no-print>
      <MonthInput
        label="Desde"
        value={desde}
        onChange={(next) => {
          setDesde(next);
          if (next > hasta) setHasta(next);
        }}
      />
      <MonthInput label="Hasta" value={hasta} min={desde || undefined} onChange={setHasta} />
      <DateInput label="Como se conocía el" value={conocido} max={today()} clearable onChange={setConocido} />
      <Button type="submit" disabled={!desde || !hasta}>
        Ver
      </Button>
    </form>
  );
}

const OWED = { background: 'var(--estado-owed)' } as const;
const CANCELLED = { color: 'var(--kit-ink-2)' } as const;

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
  const counted = rows.filter(({ estado }) => estado !== 'cancelado');
  return {
    cargo: <SumButton title="Monto" amount={cargo} parts={counted.map((row) => sumPart(row, row.cargo))} />,
    abono: <SumButton title="Pagado" amount={abono} parts={counted.map((row) => sumPart(row, row.abono))} />,
  };
}

/** Rows of the units of `lote` say whose they are. */
function columnsOf(lote: LoteConUnidades, conocido: string): readonly Column<StatementRow>[] {
  const { referencia } = lote;
  const closed = closedLoteReason(lote.direccion.status) !== undefined;
  const gone = (row: StatementRow) => row.estado === 'cancelado';
  const struck = (row: StatementRow) => (gone(row) ? classes.struck : undefined);
  const amount = (row: StatementRow, que: 'neto' | 'abono', pesos: number) => (
    <AmountButton cargoId={row.id} que={que} amount={pesos} conocido={conocido} struck={gone(row)} />
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
          {row.referencia === referencia ? null : <span className={classes.quiet}> · {row.referencia}</span>}
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
      value: (row) => (gone(row) ? 'CXLD' : ''),
      sortable: false,
      width: '5rem',
      render: (row) => {
        if (gone(row)) return <span className={classes.cancelled}>CXLD</span>;
        const to = isOwed(row.estado) ? payLink(row.tipo, row.identificador, row.lote_id) : undefined;
        // What was owed on a past day may be paid by now; a closed lot takes no payment, and each unit is a lot of its own.
        return to && !conocido && !(closed && row.lote_id === lote.id) ? (
          <KitLink to={to} className={classes.link} aria-label={`Pagar ${row.descripcion}`}>
            Pagar
          </KitLink>
        ) : null;
      },
    },
  ];
}

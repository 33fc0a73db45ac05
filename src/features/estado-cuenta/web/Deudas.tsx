/** What a lot owes, charge by charge, and what can be done with each. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { deudasDe } from '#documents/estado-cuenta.ts';
import { closedLoteReason, isShownLate, payLink } from '#libro/rules.ts';
import { AmountButton, SumButton } from '#libro/web/Explicacion.tsx';
import { SERVER_ERROR_ADMIN } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Settled } from '#platform/web/kit/page.tsx';
import { useShortcut } from '#platform/web/kit/shortcuts.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { type RowAct, RowMenu } from '#platform/web/kit/table/RowMenu.tsx';
import { today } from '#platform/web/kit/today.ts';
import { intParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatFecha } from '#ui/format.ts';
import { type DebtRow, estadoCuentaContract, type LoteConUnidades } from '../contract.ts';
import { debtsPdf } from '../pdf.ts';
import { debtTotal } from '../rules.ts';
import classes from './estado-cuenta.module.css';
import { Envelope, EnvelopeButton, Lote, LotePage, making, PdfButton, Units, useArrowIntoTable } from './parts.tsx';

const STATE = { unidad: intParam(0) };

export default function Deudas() {
  return (
    <LotePage
      title="Deudas"
      endpoint={estadoCuentaContract.loteDeudas}
      draw={(lote, onReload) => <Debts lote={lote} onReload={onReload} />}
    />
  );
}

function Debts({ lote, onReload }: { lote: LoteConUnidades; onReload: () => void }) {
  const [{ unidad }, setState] = useUrlState(STATE);
  const [mailing, setMailing] = useState(false);
  const box = useArrowIntoTable();
  useShortcut('arrowdown', 'Primera deuda', undefined, { group: 'Deudas' });
  useShortcut('enter', 'Acciones de la deuda', undefined, { group: 'Deudas' });
  const asked = { id: lote.id, variante: unidad };
  const found = useCall(estadoCuentaContract.deudas, { body: asked });
  const rows = found.isError ? undefined : found.data;
  const inactive = lote.direccion.status === 'inactivo';
  const columns = useMemo(() => columnsOf(lote.referencia), [lote.referencia]);
  const unit = lote.direccion_child.find(({ id_lote }) => id_lote === unidad)?.referencia;
  const totals = useMemo(
    () => (inactive ? false : (shown: readonly DebtRow[]) => totalsUnder(shown, sumLabel(shown, rows, unit))),
    [inactive, rows, unit],
  );
  const reload = () => {
    onReload();
    void found.refetch();
  };
  return (
    <>
      <Lote lote={lote} onPaid={reload} />
      <Units lote={lote} value={unidad} onChange={(next) => setState({ unidad: next }, { push: true })} />
      <div ref={box} className={classes.rows}>
        <DataTable
          caption="Deudas"
          columns={columns}
          found={found}
          rowKey={(row) => row.id}
          failed={messageOf(found.error, SERVER_ERROR_ADMIN)}
          emptyText="No tiene deudas"
          paging={false}
          urlKey
          totals={totals}
          rowActions={(row) => <DebtMenu row={row} unpayable={unpayableOf(lote, row)} />}
          // The menu of the row, which Enter and a click open alike.
          onRowOpen={(row) => document.getElementById(menuIdOf(row))?.click()}
          toolbar={
            <>
              <EnvelopeButton disabled={!rows} onClick={() => setMailing(true)} />
              <PdfButton disabled={!rows} make={() => debtsPdf(lote, unidad, rows ?? [], making())} />
              <BusyButton variant="default" loading={found.isFetching && !found.isPending} onClick={reload}>
                Ver
              </BusyButton>
            </>
          }
        />
      </div>
      <Settled when={!found.isPending}>
        <PayAll lote={lote} />
      </Settled>
      {mailing ? (
        <Envelope
          loteId={lote.id}
          onClose={() => setMailing(false)}
          send={(to) => call(estadoCuentaContract.deudas, { body: { ...asked, ...to } })}
        />
      ) : null}
    </>
  );
}

/** The main act of a screen of debts, under their sum. */
function PayAll({ lote }: { lote: LoteConUnidades }) {
  const mayOpen = useMayOpen();
  const to = `/pagar-todo/${lote.id}`;
  if (lote.deuda === 0 || closedLoteReason(lote.direccion.status) || !mayOpen(to)) return null;
  return (
    <p className={classes.pay} data-no-print>
      <Button component={KitLink} to={to}>
        Pagar todo
      </Button>
    </p>
  );
}

/** What a sum is of: all that the lot owes, one unit of it, or what is searched for. */
function sumLabel(shown: readonly DebtRow[], all: readonly DebtRow[] | undefined, unit: string | undefined): string {
  if (shown.length < (all?.length ?? 0)) return 'Deuda de lo que se busca';
  return unit === undefined ? 'Monto de deuda total' : `Deuda de ${unit}`;
}

function totalsUnder(rows: readonly DebtRow[], label: string) {
  const parts = rows.map(({ id, vence, descripcion, saldo }) => ({
    key: id,
    fecha: vence,
    label: descripcion,
    amount: saldo,
    cargoId: id,
  }));
  return { descripcion: label, saldo: <SumButton title="Saldo" amount={debtTotal(rows)} parts={parts} /> };
}

/** Why a debt of this lot cannot be paid now; a unit's is its own lot's to say. */
function unpayableOf(lote: LoteConUnidades, row: DebtRow): string | undefined {
  return row.lote_id === lote.id ? closedLoteReason(lote.direccion.status) : undefined;
}

const menuIdOf = ({ id }: DebtRow): string => `deuda-${id}`;

/** What can be done with a debt, by its kind. */
function actionsOf({ tipo, identificador, lote_id }: DebtRow, unpayable: string | undefined): RowAct[] {
  const pay = payLink(tipo, identificador, lote_id);
  const kind = tipo === 'sancion' || tipo === 'sanción' ? 'deuda' : tipo === 'cuota' ? 'cuota' : undefined;
  return [
    ...(pay ? [{ label: 'Pagar deuda', to: pay, disabledReason: unpayable }] : []),
    ...(kind
      ? [
          { label: 'Condonar deuda', to: `/condonar/${kind}/${identificador}` },
          { label: 'Cancelar deuda', to: `/cancelar/${kind}/${identificador}` },
        ]
      : []),
  ];
}

const DebtMenu = ({ row, unpayable }: { row: DebtRow; unpayable: string | undefined }) => (
  <RowMenu label={`Acciones de ${row.descripcion}`} id={menuIdOf(row)} acts={actionsOf(row, unpayable)} />
);

/** @param referencia the lot's: rows of its units say whose they are */
function columnsOf(referencia: string) {
  return drawn<DebtRow>(deudasDe(referencia).screen, {
    // The specification has two columns: the day stands in the first of them, at its end.
    descripcion: (row) => (
      <span className={classes.debt}>
        <span>
          {row.descripcion}
          {row.referencia === referencia ? null : <span className="kit-quiet"> · {row.referencia}</span>}
        </span>
        <span
          className={classes.due}
          data-overdue={isShownLate(row.tipo === 'mantenimiento', row.vence, today()) || undefined}
        >
          Vence {formatFecha(row.vence)}
        </span>
      </span>
    ),
    saldo: (row) => <AmountButton cargoId={row.id} que="saldo" amount={row.saldo} />,
  });
}

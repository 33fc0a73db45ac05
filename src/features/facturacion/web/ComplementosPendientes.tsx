/** What pays later (PPD): complements that are to be issued, charges to be invoiced, invoices of which too much is left. Our own. */

import { IconReceiptRefund } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { sumPesos } from '#core/money.ts';
import type { Value } from '#platform/endpoint.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { type Guard, passes } from '#platform/roles.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { DaysFilter } from '#platform/web/kit/inbox.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { type Column, columns, drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { dateParam } from '#platform/web/kit/url-codecs.ts';
import { useIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatMoney } from '#ui/format.ts';
import { facturacionContract } from '../contract.ts';
import { NotaDeCredito } from './dialogos.tsx';
import { ElegidosBar, useElegidos } from './elegidos.tsx';

type Pago = Value<typeof facturacionContract.pendingComplements>[number];
type Cargo = Value<typeof facturacionContract.chargesToInvoice>[number];
type PorCorregir = Value<typeof facturacionContract.wrongComplements>[number];
type PorAcreditar = Value<typeof facturacionContract.toCredit>[number];

export default function ComplementosPendientes() {
  return (
    <Page
      title="Complementos pendientes"
      subtitle="Lotes que pagan en parcialidades o diferido (PPD): sus cargos se facturan antes de pagarse y cada pago lleva su complemento"
      back={{ to: '/cobranza', label: 'Volver a Cobranza' }}
    >
      {useAllRead() ? (
        <>
          <PorCorregirPanel />
          <Pendientes />
          <PorFacturar />
          <PorAcreditarPanel />
        </>
      ) : (
        <Skeletons lines={10} />
      )}
    </Page>
  );
}

/** How long one list is says where the next begins: they come together. */
function useAllRead(): boolean {
  const { pendingComplements, chargesToInvoice, toCredit, wrongComplements } = facturacionContract;
  const found = [
    useCall(wrongComplements, {}),
    useCall(pendingComplements, {}),
    useCall(chargesToInvoice, {}),
    useCall(toCredit, {}),
  ];
  return found.every(({ isPending }) => !isPending);
}

const POR_CORREGIR: readonly Column<PorCorregir>[] = drawn<PorCorregir>(
  [
    { key: 'folio', header: 'Complemento', value: ({ folio }) => folio },
    { key: 'referencia', header: 'Referencia', value: ({ referencia }) => referencia },
    { key: 'factura', header: 'Factura', value: ({ factura }) => factura },
    { key: 'monto', header: 'Monto', kind: 'money', value: ({ monto }) => monto },
    { key: 'motivo', header: 'Qué hacer', width: '22rem', value: ({ motivo }) => motivo },
  ],
  {
    folio: ({ folio, id }) => <KitLink to={`/factura/${id}`}>{folio}</KitLink>,
    factura: ({ factura, facturaId }) => <KitLink to={`/factura/${facturaId}`}>{factura}</KitLink>,
  },
);

/** Shown only where there are any: complements in force that say what is not so. */
function PorCorregirPanel() {
  const found = useCall(facturacionContract.wrongComplements, {});
  if (!found.data || found.data.length === 0) return null;
  return (
    <Panel title="Complementos por corregir">
      <DataTable
        caption="Complementos por corregir"
        files="Complementos por corregir"
        columns={POR_CORREGIR}
        found={found}
        rows={found.data}
        rowKey={({ id, facturaId }) => `${id} ${facturaId}`}
        emptyHint=""
      />
    </Panel>
  );
}

/** Reads again what all four lists show: what is issued in one of them changes the others. */
function useReread() {
  const invalidate = useInvalidate();
  const { pendingComplements, chargesToInvoice, toCredit, wrongComplements } = facturacionContract;
  const shown = [pendingComplements, chargesToInvoice, toCredit, wrongComplements];
  return () => Promise.all(shown.map((endpoint) => invalidate(endpoint)));
}

interface Elegible {
  id: number;
  monto: number;
  concepto: string;
  referencia: string;
}

const idOf = ({ id }: { id: number }) => id;
const amountOf = ({ monto }: Elegible) => monto;
const nameOf = ({ concepto, referencia }: Elegible) => `${concepto} de ${referencia}`;
const isStopped = ({ motivo }: Pago) => motivo !== '';

const PENDIENTE: readonly Column<Pago>[] = drawn<Pago>(
  [
    { key: 'fechaPago', header: 'Fecha de pago', kind: 'date', value: ({ fechaPago }) => fechaPago },
    { key: 'referencia', header: 'Referencia', value: ({ referencia }) => referencia },
    { key: 'concepto', header: 'Concepto', value: ({ concepto }) => concepto },
    { key: 'folio', header: 'Factura', value: ({ folio }) => folio },
    { key: 'monto', header: 'Monto', kind: 'money', value: ({ monto }) => monto, total: true },
    { key: 'vence', header: 'Vence', kind: 'date', value: ({ vence }) => vence },
    {
      key: 'motivo',
      header: 'Situación',
      width: '18rem',
      value: ({ motivo, vence, aviso }) =>
        motivo || [vence < today() ? 'Vencido: emítalo ya' : 'Listo para emitirse', aviso].filter(Boolean).join('. '),
    },
  ],
  { folio: ({ folio, facturaId }) => <KitLink to={`/factura/${facturaId}`}>{folio}</KitLink> },
);

interface ActoProps<Row extends Elegible> {
  title: string;
  found: UseQueryResult<Row[]>;
  /** What of it is shown; left out, all. */
  rows?: Row[] | undefined;
  filter?: ReactNode;
  columns: readonly Column<Row>[];
  emptyHint: string;
  /** What the rows are called, several of them. */
  words: string;
  action: string;
  /** Who may act. */
  roles: Guard;
  isOut?: (row: Row) => boolean;
  /** Asks first where it has to; what it gives is told, and undefined where nothing was done. */
  act: (chosen: readonly Row[], key: string) => Promise<string | undefined>;
}

/** A list of which rows are chosen, and what is done with them. */
function ListaConActo<Row extends Elegible>(props: ActoProps<Row>) {
  const { title, found, rows = found.data, filter, columns, emptyHint, words, action, roles, isOut, act } = props;
  const { role } = useSession();
  const reread = useReread();
  const [key, renewKey] = useIdempotencyKey();
  const elegidos = useElegidos({ rows, idOf, amountOf, nameOf, isOut });
  const mayAct = passes(roles, role);
  const shown = useMemo(() => (mayAct ? [elegidos.column, ...columns] : columns), [mayAct, elegidos.column, columns]);
  const run = async () => {
    try {
      const done = await act(elegidos.chosen, key);
      if (done === undefined) return;
      toast.success(done, 5);
    } catch (error) {
      toast.info(messageOf(error, SERVER_ERROR_RETRY), 8);
    }
    renewKey();
    await reread();
  };
  return (
    <Panel title={title}>
      <DataTable
        caption={title}
        files={title}
        columns={shown}
        found={found}
        rows={rows}
        rowKey={idOf}
        emptyHint={emptyHint}
        toolbar={
          <>
            {filter}
            {mayAct ? elegidos.todos : null}
          </>
        }
      />
      {mayAct ? (
        <ElegidosBar
          elegidos={elegidos}
          of={rows?.length ?? 0}
          words={words}
          action={action}
          onAct={() => void run()}
        />
      ) : null}
    </Panel>
  );
}

/** Those that the end of a month asks for are of payments up to its last day. */
const STATE = { hasta: dateParam() };

function Pendientes() {
  const [{ hasta }, setUrl] = useUrlState(STATE);
  const found = useCall(facturacionContract.pendingComplements, {});
  const rows = useMemo(
    () => (hasta === '' ? found.data : found.data?.filter(({ fechaPago }) => fechaPago <= hasta)),
    [found.data, hasta],
  );
  const issue = async (chosen: readonly Pago[], idempotencyKey: string) => {
    const ids = await withBusy(
      call(facturacionContract.complementPayments, { body: { pagos: chosen.map(idOf) }, idempotencyKey }),
    );
    return ids.length === 1 ? 'Se emitió el complemento.' : `Se emiten ${ids.length} complementos.`;
  };
  return (
    <ListaConActo
      title="Complementos por emitir"
      {...{ found, rows }}
      filter={<DaysFilter range={{ desde: '', hasta }} onAll={() => setUrl({ hasta: '' })} />}
      columns={PENDIENTE}
      emptyHint={
        hasta === ''
          ? 'Ningún pago espera complemento: cada uno se emite solo al recibirse'
          : 'Ningún pago hasta ese día espera complemento'
      }
      words="pagos"
      action="Emitir complementos"
      roles={facturacionContract.complementPayments.roles}
      isOut={isStopped}
      act={issue}
    />
  );
}

const CARGO = columns<Cargo>([
  { key: 'referencia', header: 'Referencia' },
  { key: 'concepto', header: 'Concepto' },
  { key: 'vence', header: 'Vence', kind: 'date' },
  { key: 'monto', header: 'Se debe', kind: 'money', total: true },
]);

function PorFacturar() {
  const invoice = async (chosen: readonly Cargo[], idempotencyKey: string) => {
    const lotes = new Set(chosen.map(({ loteId }) => loteId)).size;
    const total = sumPesos(chosen, amountOf);
    const yes = await confirm({
      title: 'Facturar cargos por cobrar',
      text: `Se facturan ${chosen.length} cargos de ${lotes} lotes por ${formatMoney(total)}, con método PPD y una factura por lote. Cada pago llevará su complemento, que se emite solo. Confirme con su contador que estos lotes pagan en parcialidades o diferido.`,
      confirmLabel: 'Facturar',
    });
    if (!yes) return undefined;
    const ids = await withBusy(
      call(facturacionContract.invoiceCharges, { body: { cargos: chosen.map(idOf) }, idempotencyKey }),
    );
    return ids.length === 1 ? 'Se generó la factura.' : `Se generaron ${ids.length} facturas; se timbran enseguida.`;
  };
  return (
    <ListaConActo
      title="Cargos por facturar"
      found={useCall(facturacionContract.chargesToInvoice, {})}
      columns={CARGO}
      emptyHint="Los lotes con método PPD en sus datos fiscales no tienen cargos sin facturar"
      words="cargos"
      action="Facturar cargos"
      roles={facturacionContract.invoiceCharges.roles}
      act={invoice}
    />
  );
}

const POR_ACREDITAR: readonly Column<PorAcreditar>[] = drawn<PorAcreditar>(
  [
    { key: 'folio', header: 'Factura', value: ({ folio }) => folio },
    { key: 'referencia', header: 'Referencia', value: ({ referencia }) => referencia },
    { key: 'receptor', header: 'Receptor', value: ({ receptor }) => receptor },
    { key: 'saldo', header: 'Falta de la factura', kind: 'money', value: ({ saldo }) => saldo },
    { key: 'debe', header: 'Se debe', kind: 'money', value: ({ debe }) => debe },
  ],
  { folio: ({ folio, id }) => <KitLink to={`/factura/${id}`}>{folio}</KitLink> },
);

/** Shown only where there are any: a discount or a cancelled charge took what the invoice still says. */
function PorAcreditarPanel() {
  const found = useCall(facturacionContract.toCredit, {});
  const [noted, setNoted] = useState<PorAcreditar | null>(null);
  const reread = useReread();
  const mayNote = passes(facturacionContract.creditNote.roles, useSession().role);
  if (!found.data || found.data.length === 0) return null;
  return (
    <Panel title="Facturas de las que ya no se debe tanto">
      <p className="kit-quiet">
        Un descuento, una condonación o la cancelación de un cargo quitó lo que estas facturas aún dicen. Cancélelas si
        nada de ellas se ha pagado, o emita una nota de crédito (CFDI de egreso) por la diferencia.
      </p>
      <DataTable
        caption="Facturas de las que ya no se debe tanto"
        files="Facturas de las que ya no se debe tanto"
        columns={POR_ACREDITAR}
        found={found}
        rows={found.data}
        rowKey={idOf}
        emptyHint=""
        {...(mayNote && {
          rowActions: (factura: PorAcreditar) => (
            <RowAction
              label={`Nota de crédito de la factura ${factura.folio}`}
              icon={<IconReceiptRefund size={16} />}
              onClick={() => setNoted(factura)}
            />
          ),
        })}
      />
      {noted ? (
        <NotaDeCredito
          factura={noted}
          onDone={() => {
            setNoted(null);
            void reread();
          }}
          onClose={() => setNoted(null)}
        />
      ) : null}
    </Panel>
  );
}

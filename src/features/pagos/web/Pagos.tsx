/** What a lot has paid: notes, cancellations, and corrections of its receipts and fund. */
import { Button, Checkbox } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { sumPesos } from '#core/money.ts';
import { tipoLabel } from '#libro/rules.ts';
import { ChargeStatus } from '#libro/web/ChargeStatus.tsx';
import { DosFechas } from '#libro/web/DosFechas.tsx';
import { EnviarFactura } from '#libro/web/EnviarFactura.tsx';
import { LoteAmountButton } from '#libro/web/ExplicacionLote.tsx';
import type { Value } from '#platform/endpoint.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { boolParam, intParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatFecha } from '#ui/format.ts';
import { type LotePago, pagosContract } from '../contract.ts';
import { CancelarPagoModal } from './CancelarPagoModal.tsx';
import { CorregirFondoModal, CorregirReciboModal } from './CorregirModal.tsx';
import { FacturarPago } from './FacturarPago.tsx';
import { MarcarFacturadoModal } from './MarcarFacturadoModal.tsx';
import { type AskingOfPago, PagoActions } from './PagoActions.tsx';
import classes from './pagos.module.css';

const COLUMNS: readonly Column<LotePago>[] = [
  {
    key: 'fechaPago',
    header: 'Fecha pago',
    value: (pago) => pago.fechaPago,
    kind: 'date',
    render: (pago) => <DosFechas {...pago} />,
  },
  {
    key: 'description',
    header: 'Descripción',
    value: (pago) => pago.description,
    render: (pago) => <span className={classes.description}>{pago.description}</span>,
    width: '32%',
  },
  { key: 'observacion', header: 'Nota', value: (pago) => pago.observacion },
  {
    key: 'status',
    header: 'Estado',
    value: (pago) => pago.status,
    render: (pago) => <ChargeStatus status={pago.status} />,
  },
  { key: 'amount', header: 'Monto', value: (pago) => pago.amount, kind: 'money' },
  {
    key: 'folioFactura',
    header: 'Factura',
    value: (pago) => pago.folioFactura || pago.refSistemaAnterior,
    render: (pago) =>
      pago.facturaId === null ? (
        pago.refSistemaAnterior
      ) : (
        <KitLink to={`/factura/${pago.facturaId}`} className={classes.link}>
          {pago.folioFactura || 'pendiente'}
        </KitLink>
      ),
  },
  { key: 'tipo', header: 'Tipo', value: (pago) => tipoLabel(pago.tipo) },
  {
    key: 'formaPago',
    header: 'Forma de pago',
    value: (pago) => [pago.tipoPago, pago.formaPago].filter(Boolean).join(' · '),
    render: (pago) => (
      <>
        {pago.tipoPago}
        {pago.formaPago === '' ? null : (
          <span className={classes.forma} title={pago.formaPago}>
            {pago.formaPago}
          </span>
        )}
      </>
    ),
  },
];

type Asking = AskingOfPago | { what: 'fund' };

/** The payment that is being invoiced is a view of this screen with an address of its own. */
const CODECS = { facturar: intParam(0), tipo: textParam(), sinFactura: boolParam() };

/** The folio of the invoice that a receipt's payments in force stand on; '' where there is none. */
function invoiceOf(pagos: readonly LotePago[], reciboId: number): string {
  const pago = pagos.find((one) => one.reciboId === reciboId && one.facturaId !== null && one.status !== 'cancelado');
  return pago === undefined ? '' : pago.folioFactura || String(pago.facturaId);
}

/** Of what was received. */
const totalsUnder = (rows: readonly LotePago[]) => ({
  fechaPago: 'Total',
  amount: sumPesos(
    rows.filter(({ status }) => status === 'recibido'),
    ({ amount }) => amount,
  ),
});

type PagosDelLote = Value<typeof pagosContract.list>;

function Lote({ id, lote }: { id: string; lote: PagosDelLote }) {
  const mayOpen = useMayOpen();
  return (
    <section className={classes.lote} aria-label={`Lote ${lote.referencia}`}>
      <div>
        <p className={classes.name}>{lote.asociado || 'Sin asociado'}</p>
        <p className={classes.quiet}>
          <b>{lote.referencia}</b> {lote.direccion}
        </p>
      </div>
      <dl>
        <div>
          <dt>Saldo a favor</dt>
          <dd>
            <LoteAmountButton loteId={Number(id)} what="fondo" amount={lote.fondo} />
          </dd>
        </div>
      </dl>
      <div className={classes.links}>
        {[
          { to: `/estado-cuenta/${id}`, label: 'Estado de cuenta' },
          { to: `/deudas/${id}`, label: 'Deudas' },
        ]
          .filter(({ to }) => mayOpen(to))
          .map(({ to, label }) => (
            <Button key={to} variant="default" size="xs" component={KitLink} to={to}>
              {label}
            </Button>
          ))}
      </div>
    </section>
  );
}

interface AskedProps {
  asking: Asking;
  lote: PagosDelLote;
  onDone: () => void;
  onClose: () => void;
}

/** The window of what is asked about a payment, or about the fund. */
function Asked({ asking, lote, ...answers }: AskedProps) {
  const pagos = lote.misPagosResponseList;
  if (asking.what === 'fund') return <CorregirFondoModal loteId={lote.id} fondo={lote.fondo} {...answers} />;
  if (asking.what === 'mail') return <EnviarFactura facturaId={asking.facturaId} onClose={answers.onClose} />;
  const { pago } = asking;
  if (asking.what === 'cancel') return <CancelarPagoModal pago={pago} {...answers} />;
  if (asking.what === 'mark') return <MarcarFacturadoModal pago={pago} {...answers} />;
  if (pago.reciboId === null) return null;
  const ofRecibo = pagos.filter(({ reciboId }) => reciboId === pago.reciboId);
  return (
    <CorregirReciboModal
      reciboId={pago.reciboId}
      pagos={ofRecibo.filter(({ status }) => status === 'recibido')}
      refSistemaAnterior={
        ofRecibo.find(({ isFacturado, status }) => isFacturado && status !== 'cancelado')?.refSistemaAnterior ?? ''
      }
      folioFactura={invoiceOf(pagos, pago.reciboId)}
      title={`Corregir recibo ${pago.reciboId} del ${formatFecha(pago.fechaPago)}`}
      {...answers}
    />
  );
}

/** Another lot is another screen: what was being asked about a payment of the one before is gone. */
export default function Pagos() {
  const { id } = useParams({ strict: false }) as { id: string };
  return <PagosDeLote key={id} id={id} />;
}

function PagosDeLote({ id }: { id: string }) {
  const { role } = useSession();
  const [{ facturar, tipo, sinFactura }, setUrl] = useUrlState(CODECS);
  const [asking, setAsking] = useState<Asking | null>(null);
  const found = useCall(pagosContract.list, { params: { loteId: Number(id) } });
  const lote = found.data;
  const rows = useMemo(
    () =>
      lote?.misPagosResponseList.filter(
        (pago) => pago.amount > 0 && (!sinFactura || (pago.facturaId === null && !pago.isFacturado)),
      ),
    [lote, sinFactura],
  );
  const mayMark = role === 'ROLE_SUPERADMINISTRADOR' || role === 'ROLE_DIRECTOR';
  const done = () => {
    setAsking(null);
    void found.refetch();
  };

  if (facturar > 0) {
    return (
      <Page title="Facturar" back={{ to: `/pagos/${id}`, label: 'Volver a Pagos' }}>
        <FacturarPago
          pagoId={facturar}
          tipo={tipo}
          onBack={() => {
            void found.refetch();
            setUrl({ facturar: 0, tipo: '' });
          }}
        />
      </Page>
    );
  }

  return (
    <Page
      title="Pagos"
      back={{ to: '/', label: 'Volver al inicio' }}
      actions={
        lote && lote.fondo > 0 ? (
          <Button variant="default" onClick={() => setAsking({ what: 'fund' })}>
            Reembolsar o trasladar fondo
          </Button>
        ) : null
      }
    >
      {found.isError ? (
        <RecordError error={found.error} onRetry={() => void found.refetch()} />
      ) : lote ? (
        <>
          <Lote id={id} lote={lote} />
          <DataTable
            caption={`Pagos del lote ${lote.referencia}`}
            columns={COLUMNS}
            rows={rows}
            rowKey={(pago) => `${pago.tipo}-${pago.id}`}
            emptyText="No existen pagos a mostrar"
            urlKey
            toolbar={
              <Checkbox
                label="Pagos sin facturar"
                checked={sinFactura}
                onChange={(event) => setUrl({ sinFactura: event.currentTarget.checked })}
              />
            }
            totals={totalsUnder}
            rowActions={(pago) => (
              <PagoActions
                pago={pago}
                mayMark={mayMark}
                onAsk={setAsking}
                onInvoice={() => setUrl({ facturar: pago.id, tipo: pago.tipo }, { push: true })}
                onUnmarked={() => void found.refetch()}
              />
            )}
          />
          {asking ? <Asked asking={asking} lote={lote} onDone={done} onClose={() => setAsking(null)} /> : null}
        </>
      ) : (
        <Skeletons lines={8} />
      )}
    </Page>
  );
}

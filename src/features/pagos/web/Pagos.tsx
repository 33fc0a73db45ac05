/** What a lot has paid: notes, cancellations, and corrections of its receipts and fund. */
import { Button, Checkbox } from '@mantine/core';
import {
  IconAdjustments,
  IconBan,
  IconFileDownload,
  IconFileInvoice,
  IconFileTypePdf,
  IconMail,
  IconReceipt,
  IconReceipt2,
} from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { toCentavos, toPesos } from '#core/money.ts';
import { isInvoiceable, UNSTAMPED } from '#features/facturacion/rules.ts';
import { ChargeStatus } from '#libro/web/ChargeStatus.tsx';
import { EnviarFactura } from '#libro/web/EnviarFactura.tsx';
import { LoteAmountButton } from '#libro/web/ExplicacionLote.tsx';
import { downloadFacturaPdf, loadFactura } from '#libro/web/factura-archivos.ts';
import { downloadNota, NOTA_LABELS } from '#libro/web/nota.ts';
import { ACTION_DONE } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { boolParam, intParam, textParam } from '#platform/web/kit/url-codecs.ts';
import { useUrlState } from '#platform/web/kit/useUrlState.ts';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { type LotePago, pagosContract } from '../contract.ts';
import { tipoLabel } from '../rules.ts';
import { CancelarPagoModal } from './CancelarPagoModal.tsx';
import { CorregirFondoModal, CorregirReciboModal } from './CorregirModal.tsx';
import { FacturarPago } from './FacturarPago.tsx';
import { MARK_FAILED, MarcarFacturadoModal } from './MarcarFacturadoModal.tsx';
import classes from './pagos.module.css';

const SIZE = 16;

const COLUMNS: readonly Column<LotePago>[] = [
  { key: 'fechaPago', header: 'Fecha pago', value: (pago) => pago.fechaPago, kind: 'date' },
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

type Asking =
  | { what: 'cancel' | 'mark' | 'correct'; pago: LotePago }
  | { what: 'mail'; facturaId: number }
  | { what: 'fund' };

/** The payment that is being invoiced is a view of this screen with an address of its own. */
const CODECS = { facturar: intParam(0), tipo: textParam(), sinFactura: boolParam() };

/** The folio of the invoice that a receipt's payments in force stand on; '' where there is none. */
function invoiceOf(pagos: readonly LotePago[], reciboId: number): string {
  const pago = pagos.find((one) => one.reciboId === reciboId && one.facturaId !== null && one.status !== 'cancelado');
  return pago === undefined ? '' : pago.folioFactura || String(pago.facturaId);
}

/** Another lot is another screen: what was being asked about a payment of the one before is gone. */
export default function Pagos() {
  const { id } = useParams({ strict: false }) as { id: string };
  return <PagosDeLote key={id} id={id} />;
}

function PagosDeLote({ id }: { id: string }) {
  const { role } = useSession();
  const mayOpen = useMayOpen();
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
  const privileged = role === 'ROLE_SUPERADMINISTRADOR' || role === 'ROLE_DIRECTOR';
  const done = () => {
    setAsking(null);
    void found.refetch();
  };

  const unmark = async ({ id: pagoId, tipo: kind, description, amount, refSistemaAnterior }: LotePago) => {
    const yes = await confirm({
      title: `Quitar la marca ${refSistemaAnterior}`,
      text: `${description} de ${formatMoney(amount)} quedará sin facturar. Quite la marca sólo si no se facturó en el sistema anterior; si se facturó ahí, quedaría facturado dos veces.`,
      confirmLabel: 'Quitar la marca',
      danger: true,
    });
    if (!yes) return;
    try {
      await withBusy(call(pagosContract.markInvoiced, { body: { id: pagoId, tipo: kind, refSistemaAnterior: '' } }));
      toast.success(ACTION_DONE, 3);
    } catch (error) {
      toast.failure(error, MARK_FAILED, 5, { kind: 'error' });
    }
    void found.refetch();
  };

  const invoicePdf = async (facturaId: number) => {
    try {
      const factura = await loadFactura(facturaId);
      if (factura.folioFiscal === '') toast.info(UNSTAMPED, 8);
      else await downloadFacturaPdf(factura);
    } catch (error) {
      toast.error(messageOf(error, 'No se ha podido hacer el PDF. Intente otra vez'), 5);
    }
  };

  const invoiceActions = (pago: LotePago, of: string) => {
    const { facturaId, id: pagoId, tipo: kind } = pago;
    if (facturaId === null) {
      return isInvoiceable(pago) ? (
        <RowAction
          label={`Facturar: ${of}`}
          icon={<IconFileInvoice size={SIZE} />}
          onClick={() => setUrl({ facturar: pagoId, tipo: kind }, { push: true })}
        />
      ) : null;
    }
    return (
      <>
        <RowAction
          label={`Descargar PDF de la factura: ${of}`}
          icon={<IconFileTypePdf size={SIZE} />}
          onClick={() => void invoicePdf(facturaId)}
        />
        <RowAction
          label={`Enviar factura por correo electrónico: ${of}`}
          icon={<IconMail size={SIZE} />}
          onClick={() => setAsking({ what: 'mail', facturaId })}
        />
      </>
    );
  };

  const cancelAction = (pago: LotePago) => (
    <RowAction
      label={`Cancelar pago: ${pago.description} de ${formatMoney(pago.amount)}`}
      icon={<IconBan size={SIZE} />}
      danger
      onClick={() => setAsking({ what: 'cancel', pago })}
    />
  );

  const actions = (pago: LotePago) => {
    // It is all that its receipt did to the charge: no payment is there to be cancelled in its stead.
    if (pago.tipo === 'descuento' && pago.status === 'condonado') return cancelAction(pago);
    // Only the reference is shown; for whoever may mark a payment it leads to taking the mark off.
    if (pago.isFacturado && privileged && pago.status === 'recibido') {
      return (
        <Button
          variant="subtle"
          size="compact-sm"
          maw="10rem"
          title="Quitar la marca de facturado en el sistema anterior"
          onClick={() => void unmark(pago)}
        >
          {pago.refSistemaAnterior}
        </Button>
      );
    }
    if (pago.isFacturado) return <span className={classes.quiet}>{pago.refSistemaAnterior}</span>;
    const of = `${pago.description} de ${formatMoney(pago.amount)}`;
    const ofInvoice = invoiceActions(pago, of);
    if (pago.status === 'en_cancelacion') {
      return (
        <>
          <span className={classes.quiet}>Su cancelación está en proceso</span>
          {ofInvoice}
        </>
      );
    }
    if (pago.status !== 'recibido') return ofInvoice;
    return (
      <>
        {ofInvoice}
        <RowAction
          label={`${NOTA_LABELS.carta}: ${of}`}
          icon={<IconFileDownload size={SIZE} />}
          onClick={() => void downloadNota([{ id: pago.id, name: pago.tipo }], 'carta')}
        />
        <RowAction
          label={`${NOTA_LABELS.ticket}: ${of}`}
          icon={<IconReceipt2 size={SIZE} />}
          onClick={() => void downloadNota([{ id: pago.id, name: pago.tipo }], 'ticket')}
        />
        <RowAction
          label={`Corregir: ${of}`}
          icon={<IconAdjustments size={SIZE} />}
          onClick={() => setAsking({ what: 'correct', pago })}
        />
        {privileged && pago.tipo !== 'fondo' && pago.facturaId === null ? (
          <RowAction
            label={`Facturado sistema anterior: ${of}`}
            icon={<IconReceipt size={SIZE} />}
            onClick={() => setAsking({ what: 'mark', pago })}
          />
        ) : null}
        {cancelAction(pago)}
      </>
    );
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
            totals={(shown) => ({
              fechaPago: 'Total',
              amount: toPesos(
                shown
                  .filter(({ status }) => status === 'recibido')
                  .reduce((sum, pago) => sum + toCentavos(pago.amount), 0),
              ),
            })}
            rowActions={actions}
          />
          {asking?.what === 'cancel' ? (
            <CancelarPagoModal pago={asking.pago} onDone={done} onClose={() => setAsking(null)} />
          ) : null}
          {asking?.what === 'mark' ? (
            <MarcarFacturadoModal pago={asking.pago} onDone={done} onClose={() => setAsking(null)} />
          ) : null}
          {asking?.what === 'correct' && asking.pago.reciboId !== null ? (
            <CorregirReciboModal
              reciboId={asking.pago.reciboId}
              pagos={lote.misPagosResponseList.filter(
                (one) => one.reciboId === asking.pago.reciboId && one.status === 'recibido',
              )}
              refSistemaAnterior={
                lote.misPagosResponseList.find(
                  (one) => one.reciboId === asking.pago.reciboId && one.isFacturado && one.status !== 'cancelado',
                )?.refSistemaAnterior ?? ''
              }
              folioFactura={invoiceOf(lote.misPagosResponseList, asking.pago.reciboId)}
              title={`Corregir recibo ${asking.pago.reciboId} del ${formatFecha(asking.pago.fechaPago)}`}
              onDone={done}
              onClose={() => setAsking(null)}
            />
          ) : null}
          {asking?.what === 'mail' ? (
            <EnviarFactura facturaId={asking.facturaId} onClose={() => setAsking(null)} />
          ) : null}
          {asking?.what === 'fund' ? (
            <CorregirFondoModal loteId={lote.id} fondo={lote.fondo} onDone={done} onClose={() => setAsking(null)} />
          ) : null}
        </>
      ) : (
        <Skeletons lines={8} />
      )}
    </Page>
  );
}

/** What a lot has paid: notes, cancellations, and corrections of its receipts and fund. */
import { Button, Checkbox } from '@mantine/core';
import { IconAdjustments, IconBan, IconFileDownload, IconReceipt } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { toCentavos, toPesos } from '#core/money.ts';
import { ChargeStatus } from '#libro/web/ChargeStatus.tsx';
import { downloadNota } from '#libro/web/nota.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { type LotePago, pagosContract } from '../contract.ts';
import { tipoLabel } from '../rules.ts';
import { CancelarPagoModal } from './CancelarPagoModal.tsx';
import { CorregirFondoModal, CorregirReciboModal } from './CorregirModal.tsx';
import { MarcarFacturadoModal } from './MarcarFacturadoModal.tsx';
import classes from './pagos.module.css';

const SIZE = 16;

const COLUMNS: readonly Column<LotePago>[] = [
  { key: 'fechaPago', header: 'Fecha pago', value: (pago) => pago.fechaPago, kind: 'date' },
  { key: 'description', header: 'Descripción', value: (pago) => pago.description, width: '32%' },
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
        <KitLink to={`/factura/${pago.facturaId}`}>{pago.folioFactura}</KitLink>
      ),
  },
  { key: 'tipo', header: 'Tipo', value: (pago) => tipoLabel(pago.tipo) },
  {
    key: 'tipoPago',
    header: 'Forma de pago',
    value: (pago) => pago.tipoPago,
    render: (pago) => <span title={pago.formaPago || undefined}>{pago.tipoPago}</span>,
  },
];

type Asking = { what: 'cancel' | 'mark' | 'correct'; pago: LotePago } | { what: 'fund' };

export default function Pagos() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { role } = useSession();
  const mayOpen = useMayOpen();
  const [uninvoiced, setUninvoiced] = useState(false);
  const [asking, setAsking] = useState<Asking | null>(null);
  const found = useCall(pagosContract.list, { params: { loteId: Number(id) } });
  const lote = found.data;
  const rows = useMemo(
    () =>
      lote?.misPagosResponseList.filter(
        (pago) => pago.amount > 0 && (!uninvoiced || (pago.facturaId === null && !pago.isFacturado)),
      ),
    [lote, uninvoiced],
  );
  const privileged = role === 'ROLE_SUPERADMINISTRADOR' || role === 'ROLE_DIRECTOR';
  const done = () => {
    setAsking(null);
    void found.refetch();
  };

  const note = async (pago: LotePago) => {
    try {
      await downloadNota(
        await call(pagosContract.nota, { body: { dataLists: [{ id: pago.id, name: pago.tipo }] } }),
        'carta',
      );
    } catch (error) {
      toast.error(messageOf(error, SERVER_ERROR_RETRY), 8);
    }
  };

  const actions = (pago: LotePago) => {
    if (pago.status === 'condonado' || pago.status === 'cancelado') return null;
    if (pago.isFacturado) return <span className={classes.quiet}>{pago.refSistemaAnterior}</span>;
    const of = `${pago.description} de ${formatMoney(pago.amount)}`;
    return (
      <>
        <RowAction
          label={`Descargar nota: ${of}`}
          icon={<IconFileDownload size={SIZE} />}
          onClick={() => void note(pago)}
        />
        <RowAction
          label={`Corregir: ${of}`}
          icon={<IconAdjustments size={SIZE} />}
          onClick={() => setAsking({ what: 'correct', pago })}
        />
        {privileged && pago.tipo !== 'fondo' ? (
          <RowAction
            label={`Facturado sistema anterior: ${of}`}
            icon={<IconReceipt size={SIZE} />}
            onClick={() => setAsking({ what: 'mark', pago })}
          />
        ) : null}
        <RowAction
          label={`Cancelar pago: ${of}`}
          icon={<IconBan size={SIZE} />}
          danger
          onClick={() => setAsking({ what: 'cancel', pago })}
        />
      </>
    );
  };

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
                <dd>{formatMoney(lote.fondo)}</dd>
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
                checked={uninvoiced}
                onChange={(event) => setUninvoiced(event.currentTarget.checked)}
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
              title={`Corregir recibo ${asking.pago.reciboId} del ${formatFecha(asking.pago.fechaPago)}`}
              onDone={done}
              onClose={() => setAsking(null)}
            />
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

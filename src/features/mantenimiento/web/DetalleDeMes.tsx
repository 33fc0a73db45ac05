/** One month of a lot: what it was, what was taken off it, and its payments. */
import { Button } from '@mantine/core';
import { isOwed } from '#core/charge-status.ts';
import { toCentavos, toPesos } from '#core/money.ts';
import { monthTitle } from '#core/period.ts';
import type { PagoEnHistorial } from '#libro/contract.ts';
import { ChargeStatus } from '#libro/web/ChargeStatus.tsx';
import { AmountButton } from '#libro/web/Explicacion.tsx';
import { Facts } from '#platform/web/kit/facts.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { useCall } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { formatFecha, formatMoney } from '#ui/format.ts';
import { type DetalleDeMes as Detalle, mantenimientoContract } from '../contract.ts';

const COLUMNS = columns<PagoEnHistorial>([
  { key: 'fechaPago', header: 'Fecha pago', kind: 'date' },
  { key: 'pagoStatus', header: 'Estado', render: (pago) => <ChargeStatus status={pago.pagoStatus} /> },
  {
    key: 'pagado',
    header: 'Pagado',
    kind: 'money',
    // What counts as received: cancelled payments do not.
    total: (pago) => (pago.pagoStatus === 'cancelado' ? 0 : pago.pagado),
  },
]);

function factsOf(month: Detalle) {
  const otros = toPesos(toCentavos(month.ajustado) - toCentavos(month.descuentoReglas));
  return [
    { label: 'Período', value: monthTitle(month) },
    { label: 'Estado', value: <ChargeStatus status={month.status} /> },
    { label: 'Fecha corte', value: formatFecha(month.fechaCorte) },
    { label: 'Total', value: formatMoney(month.total) },
    ...(month.descuentoReglas > 0
      ? [{ label: 'Descuento por pronto pago', value: formatMoney(month.descuentoReglas) }]
      : []),
    ...(otros > 0 ? [{ label: 'Otros descuentos y cancelaciones', value: formatMoney(otros) }] : []),
    { label: 'Pagado', value: formatMoney(month.pagado) },
    { label: 'Monto', value: <AmountButton cargoId={month.id} que="saldo" amount={month.amount} /> },
    ...(month.deuda_moratoria > 0
      ? [{ label: 'Intereses moratorios', value: formatMoney(month.deuda_moratoria) }]
      : []),
    ...(month.origen === null ? [] : [{ label: 'Lote de origen', value: month.origen }]),
  ];
}

export default function DetalleDeMes() {
  const { id } = useParams<'id'>();
  const month = useCall(mantenimientoContract.month, { params: { id: Number(id) } });
  const lote = month.data?.lote;
  return (
    <Page
      title="Detalle de mantenimiento"
      subtitle={lote ? `Lote ${lote.referencia}` : undefined}
      back={
        lote
          ? { to: `/mantenimiento/lote/${lote.id}`, label: 'Volver a los mantenimientos del lote' }
          : { to: '/', label: 'Volver al inicio' }
      }
      actions={
        lote && month.data && isOwed(month.data.status) ? (
          <Button component={KitLink} to={`/mantenimiento/pagar/lote/${lote.id}`}>
            Pagar Mantenimiento
          </Button>
        ) : undefined
      }
      width="narrow"
    >
      {month.isError ? (
        <RecordError error={month.error} onRetry={() => void month.refetch()} />
      ) : month.data ? (
        <>
          <Panel>
            <Facts columns={2} items={factsOf(month.data)} />
          </Panel>
          <Panel title="Pagos">
            <DataTable
              caption="Pagos"
              columns={COLUMNS}
              rows={month.data.cobroMantenimientoList}
              rowKey={(pago) => pago.id}
              search={false}
              paging={false}
              emptyHint="No hay pagos registrados hasta el momento"
            />
          </Panel>
        </>
      ) : (
        <Skeletons lines={6} />
      )}
    </Page>
  );
}

/** 'Mantenimiento a futuro': paying months ahead, from the month after the last one that exists. */
import { addMonths, firstDayOf, monthOf } from '#core/period.ts';
import { cobroMantenimientoContract, type FutureContext } from '#libro/mantenimiento/contract.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { messageOf } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { ErrorPanel, Skeletons } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import type { PaymentResult } from '../contract.ts';
import type { Cobro } from './cobro.ts';
import { MAINTENANCE_FAILED, type Meses, payMaintenance, reckonMaintenance, termsOf } from './mantenimiento.ts';
import { PaymentPanel } from './PaymentPanel.tsx';
import { WithPaymentSources } from './payment-sources.tsx';

function cobroOf(loteId: number, context: FutureContext): Cobro {
  const last = monthOf(context.fechaUltimoMtto);
  const next = addMonths(last, 1);
  const meses: Meses = {
    loteId,
    pendientes: context.mantenimientos,
    siguiente: next,
    interest: [],
    terms: termsOf(context, context.reglasDescuentosList, context.descuento),
  };
  return {
    fondo: context.fondo,
    labels: { monto: 'Pagar', fechaLabel: 'Fecha Pago', referenciaLabel: 'Observación' },
    failed: MAINTENANCE_FAILED,
    draft: `futuro ${loteId}`,
    takesFuture: true,
    months: { desde: last, hasta: firstDayOf(next), required: true },
    porFecha: context.porFecha,
    reckon: (chosen) => reckonMaintenance(meses, chosen),
    refusal: ({ due }) => (due.total === 0 ? 'Elija hasta qué mes se paga' : undefined),
    over: () => 'El monto es mayor que el total de los meses elegidos',
    usual: { amount: context.cuota, what: 'la cuota de un mes' },
    book: (values, _reckoned, idempotencyKey) =>
      payMaintenance(meses, values, { moratorio: 0, apply_descuento: 0, autorizacion: '' }, idempotencyKey),
  };
}

export interface MantenimientoFuturoProps {
  loteId: number;
  onPaid: (result: PaymentResult) => void;
  onClose: () => void;
}

export function MantenimientoFuturo({ loteId, onPaid, onClose }: MantenimientoFuturoProps) {
  const found = useCall(cobroMantenimientoContract.future, { params: { id: loteId } });
  return (
    <FormModal title="Mantenimiento a futuro" onClose={onClose} width="34rem">
      {found.isError ? (
        <ErrorPanel message={messageOf(found.error, SERVER_ERROR_RETRY)} onRetry={() => void found.refetch()} />
      ) : found.data && found.isFetchedAfterMount ? (
        <WithPaymentSources fondo={found.data.fondo}>
          {(sources) => (
            <PaymentPanel cobro={cobroOf(loteId, found.data)} sources={sources} onPaid={onPaid} onCancel={onClose} />
          )}
        </WithPaymentSources>
      ) : (
        <Skeletons lines={6} />
      )}
    </FormModal>
  );
}

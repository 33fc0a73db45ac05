/** 'Cancelar pago': everything is asked for, and the charge reopens. */
import { CancelarModal } from '#libro/web/CancelarModal.tsx';
import { call } from '#platform/web/api.ts';
import { formatMoney } from '#ui/format.ts';
import { type LotePago, pagosContract } from '../contract.ts';

export function CancelarPagoModal({
  pago,
  onDone,
  onClose,
}: {
  pago: LotePago;
  onDone: () => void;
  onClose: () => void;
}) {
  return (
    <CancelarModal
      title="Cancelar pago"
      subject={`${pago.description}: ${formatMoney(pago.amount)}`}
      notaLabel="Motivo"
      working="Cancelando pago"
      success="El pago ha sido cancelado"
      facturaId={pago.facturaId}
      conPago
      send={(values, idempotencyKey) =>
        call(pagosContract.cancel, { body: { ...values, id: pago.id, name: pago.tipo }, idempotencyKey })
      }
      onDone={onDone}
      onClose={onClose}
    />
  );
}

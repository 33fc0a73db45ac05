/** 'Facturado sistema anterior': the invoice's reference in the system that was used before. */
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { type LotePago, marcarFacturadoSchema, pagosContract } from '../contract.ts';

export const MARK_FAILED = 'No se pudo completar la acción. Contacte con el administrador';

export function MarcarFacturadoModal({
  pago,
  onDone,
  onClose,
}: {
  pago: LotePago;
  onDone: () => void;
  onClose: () => void;
}) {
  const form = useKitForm({
    schema: marcarFacturadoSchema,
    initial: { id: pago.id, tipo: pago.tipo, refSistemaAnterior: '' },
    onSubmit: async (body) => {
      await call(pagosContract.markInvoiced, { body });
      toast.success(ACTION_DONE, 3);
      onDone();
    },
    onError: (error) => toast.failure(error, MARK_FAILED, 5, { kind: 'error' }),
  });
  return (
    <Dialog title="Facturado sistema anterior" onClose={onClose} closeButton width="26rem">
      <KitForm form={form} plain guard={false} onCancel={onClose}>
        <Fields columns={1}>
          <TextField
            form={form}
            name="refSistemaAnterior"
            label="Referencia del SA"
            required
            autoFocus
            maxLength={100}
          />
        </Fields>
        {form.submitting ? <p role="status">Aplicando cambios</p> : null}
      </KitForm>
    </Dialog>
  );
}

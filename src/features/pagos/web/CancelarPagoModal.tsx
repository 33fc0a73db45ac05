/** 'Cancelar pago': everything is asked for, and the charge reopens. */
import { listMotivosCancelacion, listRelacionesFactura } from '#features/catalogos/contract.ts';
import { call, Refused } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { SelectField, TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { useIdempotencyKey } from '#platform/web/kit/useIdempotencyKey.ts';
import { useCall } from '#platform/web/query.ts';
import { formatMoney } from '#ui/format.ts';
import { cancelarPagoSchema, type LotePago, pagosContract } from '../contract.ts';

export function CancelarPagoModal({
  pago,
  onDone,
  onClose,
}: {
  pago: LotePago;
  onDone: () => void;
  onClose: () => void;
}) {
  const motivos = useCall(listMotivosCancelacion, {});
  const relaciones = useCall(listRelacionesFactura, {});
  const [key] = useIdempotencyKey();
  const form = useKitForm({
    schema: cancelarPagoSchema,
    initial: {
      id: pago.id,
      name: pago.tipo,
      codeAutorizacion: '',
      motivoCancelacion: '',
      idMotivoCancelacion: '',
      idTipoRelacionFactura: '',
    },
    onSubmit: async (body) => {
      await withBusy(call(pagosContract.cancel, { body, idempotencyKey: key }));
      toast.success('El pago ha sido cancelado', 5);
      onDone();
    },
    onError: (error) => {
      if (error instanceof Refused) toast.error(error.message, 8);
      else toast.error('Ocurrió un error. Contacte con el administrador', 8);
    },
  });
  const optionsOf = (rows: typeof motivos.data) =>
    (rows ?? []).map((row) => ({ value: row.id, label: `${String(row.clave)} - ${String(row.descripcion)}` }));
  return (
    <FormModal title="Cancelar pago" onClose={onClose} width="34rem">
      <p>
        {pago.description}: <b>{formatMoney(pago.amount)}</b>
      </p>
      <KitForm form={form} plain guard={false} onCancel={onClose} busy={form.submitting}>
        <Fields columns={1}>
          <TextField
            form={form}
            name="codeAutorizacion"
            label="Código de autorización"
            required
            autoFocus
            maxLength={100}
          />
          <SelectField
            form={form}
            name="idMotivoCancelacion"
            label="Motivo de cancelación"
            required
            options={optionsOf(motivos.data)}
          />
          <SelectField
            form={form}
            name="idTipoRelacionFactura"
            label="Relación de factura"
            required
            options={optionsOf(relaciones.data)}
          />
          <FullWidth>
            <TextareaField form={form} name="motivoCancelacion" label="Motivo" required maxLength={500} />
          </FullWidth>
        </Fields>
        {form.submitting ? <p role="status">Cancelando pago</p> : null}
      </KitForm>
    </FormModal>
  );
}

/** A deposit that no file brings, typed by whoever knows of it. */
import { call } from '#platform/web/api.ts';
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { MoneyField, SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall } from '#platform/web/query.ts';
import { capturarSchema, cuentasContract, depositosContract } from '../contract.ts';

export function CapturarModal({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const cuentas = useCall(cuentasContract.all, {});
  const form = useKitForm({
    schema: capturarSchema,
    draft: 'deposito',
    initial: {
      cuenta: { id: '' as number | '' },
      fecha: today(),
      importe: null as number | null,
      referencia: '',
      concepto: '',
    },
    onSubmit: async (body) => {
      await call(depositosContract.capturar, { body });
      toast.success('El depósito está en la bandeja', 3);
      onClose();
      onDone();
    },
  });
  const options = (cuentas.data ?? []).map(({ id, caja }) => ({ value: id, label: caja.name }));
  return (
    <FormModal title="Capturar depósito" onClose={onClose} width="34rem">
      <KitForm form={form} onCancel={onClose}>
        <Fields>
          <SelectField form={form} name="cuenta.id" label="Cuenta de banco" required options={options} autoFocus />
          <DateField form={form} name="fecha" label="Fecha del depósito" required />
          <MoneyField form={form} name="importe" label="Importe" required />
          <TextField form={form} name="referencia" label="Referencia" maxLength={100} />
          <FullWidth>
            <TextField form={form} name="concepto" label="Concepto" required maxLength={300} />
          </FullWidth>
        </Fields>
      </KitForm>
    </FormModal>
  );
}

/** The dialog of a new phone. */
import { listTiposNumeroTelefono } from '#features/catalogos/contract.ts';
import { useChoices } from '#platform/web/kit/form/choices.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { MaskField, SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { useCall } from '#platform/web/query.ts';
import { telefonoSchema } from '../contract.ts';
import type { TelefonoItem } from './contact-items.ts';

interface Props {
  onAdd: (item: TelefonoItem) => void;
  onClose: () => void;
}

function TelefonoFields({ onAdd, onClose }: Props) {
  const tipos = useCall(listTiposNumeroTelefono, {});
  const choices = useChoices(tipos);
  const options = tipos.data?.map(({ id, name }) => ({ value: id, label: String(name) }));
  const form = useKitForm({
    schema: telefonoSchema,
    initial: { id: '', tipoNumeroTelefono: { id: '', name: '' }, numero: '', referencia: '' },
    onSubmit: ({ tipoNumeroTelefono: { id }, numero, referencia }) => {
      const name = options?.find((option) => option.value === id)?.label ?? '';
      onAdd({ id: '', tipoNumeroTelefono: { id, name }, numero, referencia });
      onClose();
    },
  });
  return (
    <KitForm form={form} onCancel={onClose} guard={false} plain>
      <Fields columns={1}>
        <SelectField
          form={form}
          name="tipoNumeroTelefono.id"
          label="Tipo de teléfono"
          required
          autoFocus
          empty=""
          options={options}
          choices={choices}
        />
        <MaskField form={form} name="numero" label="Número" required mask="phone" />
        <TextField form={form} name="referencia" label="Referencia" maxLength={200} />
      </Fields>
    </KitForm>
  );
}

export function TelefonoModal(props: Props) {
  return (
    <FormModal title="Nuevo teléfono" onClose={props.onClose}>
      <TelefonoFields {...props} />
    </FormModal>
  );
}

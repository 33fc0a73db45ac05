/** The dialog of a new e-mail. */
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { CheckboxField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { correoSchema } from '../contract.ts';
import type { CorreoItem } from './contact-items.ts';

interface Props {
  /** Whether it is asked if invoices go to the address; if not, they do not. */
  invoices: boolean;
  onAdd: (item: CorreoItem) => void;
  onClose: () => void;
}

function CorreoFields({ invoices, onAdd, onClose }: Props) {
  const form = useKitForm({
    schema: correoSchema,
    initial: { id: '', correo: '', facturar: false, referencia: '' },
    onSubmit: ({ correo, facturar, referencia }) => {
      onAdd({ id: '', correo, facturar, referencia });
      onClose();
    },
  });
  return (
    <KitForm form={form} onCancel={onClose} guard={false} plain>
      <Fields columns={1}>
        <TextField form={form} name="correo" label="Email" required autoFocus type="email" maxLength={200} />
        <TextField form={form} name="referencia" label="Referencia" maxLength={200} />
        {invoices ? <CheckboxField form={form} name="facturar" label="Enviar factura" /> : null}
      </Fields>
    </KitForm>
  );
}

export function CorreoModal(props: Props) {
  return (
    <FormModal title="Nuevo correo electrónico" onClose={props.onClose}>
      <CorreoFields {...props} />
    </FormModal>
  );
}

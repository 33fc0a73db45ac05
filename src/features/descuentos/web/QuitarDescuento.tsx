/** Asks before a lot's special discount is taken away: what that gives back to its debt, and why it is done. */
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { TextareaField } from '#platform/web/kit/form/fields.tsx';
import { KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { type DescuentoRow, descuentosContract, motivoSchema } from '../contract.ts';
import { Efecto } from './Efecto.tsx';

interface QuitarDescuentoProps {
  lote: Pick<DescuentoRow, 'id' | 'referencia' | 'descuento_especial'>;
  /** It is gone, or was already. */
  onChanged: () => void;
  onClose: () => void;
}

export function QuitarDescuento({ lote, onChanged, onClose }: QuitarDescuentoProps) {
  const form = useKitForm({
    schema: motivoSchema,
    initial: { razon: '' },
    onSubmit: async ({ razon }) => {
      await call(descuentosContract.remove, { params: { id: lote.id }, query: { razon } });
      toast.success(ACTION_DONE, 2);
      onChanged();
      onClose();
    },
    onError: (error) => {
      toast.failure(error);
      onChanged();
    },
  });
  return (
    <FormModal title="Estás seguro que deseas eliminar!!!" onClose={onClose} width="34rem">
      <p>
        Se eliminará el descuento especial del {lote.descuento_especial} % del lote {lote.referencia}.
      </p>
      <p>No podrás deshacer esta acción</p>
      <Efecto loteId={lote.id} descuento={null} />
      <KitForm form={form} plain danger submitLabel="Eliminar" onCancel={onClose}>
        <TextareaField form={form} name="razon" label="Motivo" required autoFocus maxLength={500} />
      </KitForm>
    </FormModal>
  );
}

/** The dialog in which a message to a resident's phone is written. */
import { ACTION_DONE, ACTION_FAILED } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { appResidentesContract, notificacionSchema } from '../contract.ts';

export interface NotificacionProps {
  user: { id: number; name: string };
  onClose: () => void;
}

export function Notificacion({ user, onClose }: NotificacionProps) {
  const form = useKitForm({
    schema: notificacionSchema,
    initial: { mensaje: '' },
    onSubmit: async (body) => {
      await call(appResidentesContract.notify, { params: { id: user.id }, body });
      toast.success(ACTION_DONE, 2);
      onClose();
    },
    onError: (error) => toast.failure(error, ACTION_FAILED, 3, { kind: 'warning', seconds: 7 }),
  });
  return (
    <Dialog title="Notificación" onClose={onClose} closeButton>
      <p>Se envía al teléfono de {user.name}.</p>
      <KitForm form={form} onCancel={onClose} submitLabel="Enviar" guard={false} plain>
        <Fields columns={1}>
          <TextareaField
            form={form}
            name="mensaje"
            label="Mensaje"
            required
            autosize
            minRows={4}
            maxRows={10}
            maxLength={1000}
            autoFocus
          />
        </Fields>
      </KitForm>
    </Dialog>
  );
}

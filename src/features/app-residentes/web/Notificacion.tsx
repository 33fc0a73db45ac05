/** The dialog in which a message to residents' phones is written; those whom it did not reach stay in it. */
import { useState } from 'react';
import { ACTION_DONE, ACTION_FAILED } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Notice } from '#platform/web/kit/page.tsx';
import { eachOf, type Failure } from '#platform/web/kit/table/choosing.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { appResidentesContract, notificacionSchema } from '../contract.ts';

interface Receiver {
  id: number;
  name: string;
}

export interface NotificacionProps {
  users: readonly Receiver[];
  onClose: () => void;
}

const sentTo = (count: number) => (count === 1 ? 'Se envió a 1 usuario' : `Se envió a ${count} usuarios`);

export function Notificacion({ users, onClose }: NotificacionProps) {
  const [failed, setFailed] = useState<readonly Failure<Receiver>[]>([]);
  const left = failed.length > 0 ? failed.map(({ row }) => row) : users;
  const [only] = left;
  const form = useKitForm({
    schema: notificacionSchema,
    initial: { mensaje: '' },
    onSubmit: async (body) => {
      const send = ({ id }: Receiver) => call(appResidentesContract.notify, { params: { id }, body });
      if (only && left.length === 1) {
        await send(only);
        toast.success(ACTION_DONE, 2);
        onClose();
        return;
      }
      const failures = await withBusy(eachOf(left, send));
      if (failures.length < left.length) toast.success(sentTo(left.length - failures.length), 5);
      if (failures.length === 0) onClose();
      else setFailed(failures);
    },
    onError: (error) => toast.failure(error, ACTION_FAILED, 3, { kind: 'warning', seconds: 7 }),
  });
  return (
    <Dialog title="Notificación" onClose={onClose} closeButton>
      {failed.length > 0 ? (
        <Notice role="alert">
          No se envió a {failed.map(({ row, message }) => `${row.name} (${message})`).join('; ')}.
        </Notice>
      ) : (
        <p>Se envía al teléfono de {left.map(({ name }) => name).join(', ')}.</p>
      )}
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

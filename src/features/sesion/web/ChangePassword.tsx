/** The dialog in which users change their own password. */

import { ACTION_DONE, ACTION_FAILED } from '#platform/messages.ts';
import { call, Refused } from '#platform/web/api.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { PasswordField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { changePasswordSchema, sesionContract } from '../contract.ts';

export default function ChangePassword({ onClose }: { onClose: () => void }) {
  const form = useKitForm({
    schema: changePasswordSchema,
    initial: { actual: '', nueva: '', confirmacion: '' },
    onSubmit: async (body) => {
      await call(sesionContract.changePassword, { body });
      toast.success(ACTION_DONE);
      onClose();
    },
    onError: (error) => {
      if (error instanceof Refused) form.setServerErrors([{ path: 'actual', message: error.message }]);
      else toast.error(ACTION_FAILED, 3);
    },
  });
  return (
    <Dialog title="Cambiar contraseña" onClose={onClose} closeButton width="26rem">
      <KitForm form={form} onCancel={onClose} guard={false} plain>
        <Fields columns={1}>
          <PasswordField form={form} name="actual" label="Contraseña actual" required autoComplete="current-password" />
          <PasswordField form={form} name="nueva" label="Contraseña nueva" required autoComplete="new-password" />
          <PasswordField
            form={form}
            name="confirmacion"
            label="Repita la contraseña nueva"
            required
            autoComplete="new-password"
          />
        </Fields>
      </KitForm>
    </Dialog>
  );
}

/** The dialog in which an administrator gives somebody else a new password. */
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { PasswordField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { z } from '#platform/zod.ts';
import { resetPasswordSchema, usuariosContract } from '../contract.ts';

const schema = resetPasswordSchema
  .pick({ password: true })
  .extend({ confirmacion: z.string().min(1, 'Campo requerido') })
  .refine((value) => value.password === value.confirmacion, {
    path: ['confirmacion'],
    message: 'Las contraseñas no coinciden',
  });

export interface ResetPasswordProps {
  user: { id: number; username: string };
  onClose: () => void;
}

export function ResetPassword({ user, onClose }: ResetPasswordProps) {
  const form = useKitForm({
    schema,
    initial: { password: '', confirmacion: '' },
    onSubmit: async ({ password }) => {
      const message = await call(usuariosContract.resetPassword, { body: { id: user.id, password } });
      toast.success(message ?? ACTION_DONE, 5);
      onClose();
    },
  });
  return (
    <Dialog title="Restablecer contraseña" onClose={onClose} closeButton width="26rem">
      <p>
        Asigne una contraseña nueva a «{user.username}» y désela en persona. Sus sesiones abiertas terminarán de
        inmediato.
      </p>
      <KitForm form={form} onCancel={onClose} submitLabel="Restablecer" guard={false} plain>
        <Fields columns={1}>
          <PasswordField form={form} name="password" label="Contraseña nueva" required autoFocus />
          <PasswordField form={form} name="confirmacion" label="Repita la contraseña nueva" required />
        </Fields>
      </KitForm>
    </Dialog>
  );
}

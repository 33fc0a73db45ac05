/** The window in which an administrator takes the second factor of somebody who lost it away. */
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useInvalidate } from '#platform/web/query.ts';
import { usuariosContract } from '../contract.ts';
import type { ResetPasswordProps } from './ResetPassword.tsx';

export function ResetFactor({ user, onClose }: ResetPasswordProps) {
  const invalidate = useInvalidate();
  return (
    <ReasonModal
      title="Quitar segundo factor"
      submitLabel="Quitar"
      danger
      onClose={onClose}
      onReason={async (razon) => {
        const message = await call(usuariosContract.resetFactor, { body: { id: user.id, razon } });
        toast.success(message ?? ACTION_DONE, 5);
        onClose();
        void invalidate(usuariosContract.factor);
      }}
    >
      «{user.username}» entrará sólo con su contraseña hasta que active otro. Sus sesiones terminan ahora y se le avisa
      por correo. Antes compruebe, en persona o por teléfono, que es quien lo pide.
    </ReasonModal>
  );
}

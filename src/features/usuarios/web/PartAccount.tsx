/** The window in which an administrator parts an account of this community from those that its person has in others. */
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { ReasonModal } from '#platform/web/kit/form/ReasonModal.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { usuariosContract } from '../contract.ts';
import type { ResetPasswordProps } from './ResetPassword.tsx';

export function PartAccount({ user, onClose }: ResetPasswordProps) {
  const invalidate = useInvalidate();
  const unida = useCall(usuariosContract.unida, { params: { id: user.id } });
  const others = unida.data?.comunidades.join(', ') ?? '';
  return (
    <ReasonModal
      title="Separar de otras comunidades"
      submitLabel="Separar"
      danger
      onClose={onClose}
      onReason={async (razon) => {
        const message = await call(usuariosContract.separar, { body: { id: user.id, razon } });
        toast.success(message ?? ACTION_DONE, 5);
        onClose();
        void invalidate(usuariosContract.unida);
      }}
    >
      «{user.username}» ya no podrá pasar entre su cuenta de aquí y las de {others || 'otras comunidades'}, y lo que se
      abrió así termina ahora. Su cuenta sigue, con su contraseña.
    </ReasonModal>
  );
}

/** Shows once more who somebody is before a second factor is changed: the password, and a code where there is one. */
import type * as z from 'zod';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { PasswordField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { identitySchema, passwordSchema } from '../contract.ts';

export type Identity = z.output<typeof identitySchema>;

interface IdentityDialogProps {
  title: string;
  text: string;
  submitLabel: string;
  danger?: boolean;
  /** Whether a code is asked for as well. */
  withCode: boolean;
  /** Does it and closes; what it throws is told in the form. */
  onIdentity: (identity: Identity) => Promise<void>;
  onClose: () => void;
}

export function IdentityDialog(props: IdentityDialogProps) {
  const { title, text, submitLabel, danger = false, withCode, onIdentity, onClose } = props;
  const form = useKitForm({
    schema: (withCode ? identitySchema : passwordSchema) as typeof identitySchema,
    initial: { password: '', codigo: '' },
    onSubmit: onIdentity,
  });
  return (
    <Dialog title={title} onClose={onClose} closeButton width="28rem">
      <p>{text}</p>
      <KitForm form={form} onCancel={onClose} submitLabel={submitLabel} danger={danger} guard={false} plain>
        <Fields columns={1}>
          <PasswordField
            form={form}
            name="password"
            label="Contraseña"
            required
            autoFocus
            autoComplete="current-password"
          />
          {withCode ? (
            <TextField
              form={form}
              name="codigo"
              label="Código"
              required
              autoComplete="one-time-code"
              maxLength={60}
              description="El que muestra ahora la aplicación, o uno de recuperación"
            />
          ) : null}
        </Fields>
      </KitForm>
    </Dialog>
  );
}

/** Shows once more who somebody is before a second factor is changed: the password, and a code or a passkey where it is in force. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from '#platform/web/kit/dialog.tsx';
import { PasswordField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { LLAVE_NOMBRE_MAX, typedIdentitySchema, typedPasswordSchema } from '../contract.ts';
import { type Passkey, signWithPasskey } from './llave.ts';

export interface Identity {
  password: string;
  codigo?: string | undefined;
  llave?: Passkey;
  /** Of a passkey that is added. */
  nombre?: string | undefined;
}

/** What is asked for beside the password: nothing, a code, or one of both. */
export type Asked = 'nada' | 'codigo' | 'llave o codigo';

interface IdentityDialogProps {
  title: string;
  text: ReactNode;
  submitLabel: string;
  danger?: boolean;
  asked: Asked;
  /** Whether a name is asked for as well: of what is added. */
  named?: boolean;
  /** Does it and closes; what it throws is told in the form. */
  onIdentity: (identity: Identity) => Promise<void>;
  onClose: () => void;
}

const CODE = 'El que muestra ahora la aplicación, o uno de recuperación';

export function IdentityDialog(props: IdentityDialogProps) {
  const { title, text, submitLabel, danger = false, asked, named = false, onIdentity, onClose } = props;
  const [byPasskey, setByPasskey] = useState(asked === 'llave o codigo');
  const withCode = asked !== 'nada' && !byPasskey;
  const form = useKitForm({
    schema: (withCode ? typedIdentitySchema : typedPasswordSchema) as typeof typedIdentitySchema,
    initial: { password: '', codigo: '', nombre: '' },
    onSubmit: async ({ password, codigo, nombre }) => {
      if (byPasskey) await onIdentity({ password, nombre, llave: await signWithPasskey() });
      else await onIdentity({ password, nombre, codigo });
    },
  });
  return (
    <Dialog title={title} onClose={onClose} closeButton width="28rem">
      <p>{text}</p>
      <KitForm
        form={form}
        onCancel={onClose}
        submitLabel={submitLabel}
        danger={danger}
        guard={false}
        plain
        extraActions={
          asked === 'llave o codigo' ? (
            <Button variant="subtle" onClick={() => setByPasskey(!byPasskey)}>
              {byPasskey ? 'Con un código' : 'Con llave de acceso'}
            </Button>
          ) : undefined
        }
      >
        <Fields columns={1}>
          {named ? (
            <TextField
              form={form}
              name="nombre"
              label="Nombre"
              maxLength={LLAVE_NOMBRE_MAX}
              description="Para reconocerla, como «Portátil de la oficina»; si lo deja vacío, el de su navegador"
            />
          ) : null}
          <PasswordField
            form={form}
            name="password"
            label="Contraseña"
            required
            autoFocus
            autoComplete="current-password"
            description={byPasskey ? 'Después se le pide su llave de acceso' : undefined}
          />
          {withCode ? (
            <TextField
              form={form}
              name="codigo"
              label="Código"
              required
              autoComplete="one-time-code"
              maxLength={60}
              description={CODE}
            />
          ) : null}
        </Fields>
      </KitForm>
    </Dialog>
  );
}

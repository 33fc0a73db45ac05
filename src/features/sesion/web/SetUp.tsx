/** Setting a second factor up: the key for the telephone, its first code, and the codes of recovery. */
import { Button } from '@mantine/core';
import { IconCopy, IconPrinter } from '@tabler/icons-react';
import { QRCodeSVG } from 'qrcode.react';
import { createPortal } from 'react-dom';
import type { Value } from '#platform/endpoint.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { copy } from '#platform/web/kit/copy.ts';
import { TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { codigoSchema, factorContract } from '../contract.ts';
import classes from './cuenta.module.css';

export type Prepared = Value<typeof factorContract.preparar>;
/** What comes of the first way to give it: codes of recovery, and of whoever owed it a session. */
export interface Active {
  codigos: readonly string[] | null;
  sesion: Value<typeof factorContract.activar>['sesion'];
}

/** A key in groups of four, as it is typed. */
const grouped = (clave: string): string => clave.replaceAll(/.{4}(?=.)/g, '$& ');

interface KeyStepProps {
  prepared: Prepared;
  /** Of half a session; left out, the page's own. */
  token?: string | undefined;
  onActive: (active: Active) => void;
  onCancel: () => void;
  cancelLabel?: string;
}

/** The key, and the first code that is made of it. */
export function KeyStep({ prepared, token, onActive, onCancel, cancelLabel = 'Cancelar' }: KeyStepProps) {
  const { clave, uri } = prepared;
  const form = useKitForm({
    schema: codigoSchema,
    initial: { codigo: '' },
    onSubmit: async (body) => onActive(await call(factorContract.activar, { body, token })),
    // The sign-in page has no place for notices: whatever it is stands at the field.
    onError: (error) => {
      form.setServerErrors([{ path: 'codigo', message: messageOf(error, SERVER_ERROR_RETRY) }]);
    },
  });
  return (
    <div className={classes.key}>
      <div className={classes.code}>
        <QRCodeSVG value={uri} size={176} level="M" marginSize={2} title="Código QR con la clave" />
      </div>
      <div className={classes.step}>
        <p>
          Lea este código QR con la aplicación de códigos de su teléfono (Google Authenticator, Microsoft Authenticator,
          1Password o la que use).
        </p>
        <p className="kit-quiet">
          ¿No puede leerlo? Escriba en ella esta clave, de tipo «basada en el tiempo»:{' '}
          <span className={classes.secret}>{grouped(clave)}</span>
        </p>
        <KitForm form={form} onCancel={onCancel} cancelLabel={cancelLabel} submitLabel="Activar" guard={false} plain>
          <Fields columns={1}>
            <TextField
              form={form}
              name="codigo"
              label="Código que muestra la aplicación"
              required
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
            />
          </Fields>
        </KitForm>
      </div>
    </div>
  );
}

/** The codes, shown once: copied, printed, or written down. */
export function RecoveryCodes({
  codigos,
  username,
  onDone,
}: {
  codigos: readonly string[];
  username: string;
  onDone: () => void;
}) {
  const list = (
    <ul className={classes.codes} aria-label="Códigos de recuperación">
      {codigos.map((codigo) => (
        <li key={codigo}>{codigo}</li>
      ))}
    </ul>
  );
  return (
    <div className={classes.step}>
      <h2>Guarde sus códigos de recuperación</h2>
      <p>
        Si pierde el teléfono o la llave de acceso, con uno de ellos entra. Cada uno sirve una sola vez y no se vuelven
        a mostrar: imprímalos o guárdelos en otra parte.
      </p>
      {list}
      <div className={classes.acts}>
        <Button onClick={onDone}>Ya los guardé</Button>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} />}
          onClick={() => void copy(codigos.join('\n'), 'Márquelos con el cursor y cópielos')}
        >
          Copiar
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          Imprimir
        </Button>
      </div>
      {/* Beside the page, whose other parts are left out of the print. */}
      {createPortal(
        <div className={classes.sheet} aria-hidden="true">
          <h1>Portón · códigos de recuperación de «{username}»</h1>
          <p>Cada uno sirve una sola vez. Guárdelos bajo llave.</p>
          <ol>
            {codigos.map((codigo) => (
              <li key={codigo}>{codigo}</li>
            ))}
          </ol>
        </div>,
        document.body,
      )}
    </div>
  );
}

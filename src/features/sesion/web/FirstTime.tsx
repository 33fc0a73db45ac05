/** The role asks for a second factor and there is none: it is set up before anything else. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, Failed, messageOf } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { ErrorPanel } from '#platform/web/kit/page.tsx';
import type { SecondStepProps } from '#platform/web/sign-in.ts';
import { factorContract } from '../contract.ts';
import { addPasskey } from './addPasskey.ts';
import classes from './cuenta.module.css';
import { whyNoPasskeys } from './llave.ts';
import { type Active, KeyStep, type Prepared, RecoveryCodes } from './SetUp.tsx';

/** What may be set up: an app on the telephone, or a passkey. */
type Way = 'app' | 'llave';

export default function FirstTime({ entered, onEntered, onBack, tooLate }: SecondStepProps & { tooLate: string }) {
  const { access_token: token, username } = entered.session;
  const [prepared, setPrepared] = useState<Prepared>();
  const [active, setActive] = useState<Active>();
  const [failed, setFailed] = useState('');
  const [waiting, setWaiting] = useState<Way>();
  const noPasskeys = whyNoPasskeys(entered.ways.sinLlaves);
  const begin = async (way: Way) => {
    setWaiting(way);
    setFailed('');
    try {
      if (way === 'app') setPrepared(await call(factorContract.preparar, { body: {}, token }));
      else setActive(await addPasskey({ nombre: '' }, { token }));
    } catch (error) {
      if (error instanceof Failed && error.status === 403) return onBack(tooLate);
      setFailed(messageOf(error, SERVER_ERROR_RETRY));
    }
    setWaiting(undefined);
  };
  if (active) {
    const done = () => (active.sesion ? onEntered(active.sesion) : onBack(''));
    return <RecoveryCodes codigos={active.codigos ?? []} username={username} onDone={done} />;
  }
  if (prepared) {
    return (
      <KeyStep
        prepared={prepared}
        token={token}
        onActive={setActive}
        onCancel={() => onBack('')}
        cancelLabel="Volver"
      />
    );
  }
  return (
    <div className={classes.step}>
      <h2>Active su segundo factor</h2>
      <p>
        Su rol entra con su contraseña y además con algo que sólo usted tiene: el código que muestra una aplicación de
        su teléfono, como Google Authenticator o Microsoft Authenticator, o una llave de acceso de este equipo.
      </p>
      {failed ? <ErrorPanel message={failed} /> : null}
      <BusyButton size="md" fullWidth loading={waiting === 'app'} onClick={() => void begin('app')}>
        Usar la aplicación
      </BusyButton>
      {noPasskeys === null ? (
        <BusyButton
          size="md"
          fullWidth
          variant="default"
          loading={waiting === 'llave'}
          onClick={() => void begin('llave')}
        >
          Usar una llave de acceso
        </BusyButton>
      ) : (
        <p className="kit-quiet">{noPasskeys}</p>
      )}
      <Button variant="subtle" color="gray" onClick={() => onBack('')}>
        Volver
      </Button>
    </div>
  );
}

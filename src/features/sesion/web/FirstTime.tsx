/** The role asks for a second factor and there is none: it is set up before anything else. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, Failed, messageOf } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { ErrorPanel } from '#platform/web/kit/page.tsx';
import type { SecondStepProps } from '#platform/web/sign-in.ts';
import { factorContract } from '../contract.ts';
import classes from './cuenta.module.css';
import { type Active, KeyStep, type Prepared, RecoveryCodes } from './SetUp.tsx';

export default function FirstTime({ entered, onEntered, onBack, tooLate }: SecondStepProps & { tooLate: string }) {
  const { access_token: token, username } = entered.session;
  const [prepared, setPrepared] = useState<Prepared>();
  const [active, setActive] = useState<Active>();
  const [failed, setFailed] = useState('');
  const [waiting, setWaiting] = useState(false);
  const begin = async () => {
    setWaiting(true);
    setFailed('');
    try {
      setPrepared(await call(factorContract.preparar, { body: {}, token }));
    } catch (error) {
      if (error instanceof Failed && error.status === 403) return onBack(tooLate);
      setFailed(messageOf(error, SERVER_ERROR_RETRY));
    }
    setWaiting(false);
  };
  if (active) {
    const done = () => (active.sesion ? onEntered(active.sesion) : onBack(''));
    return <RecoveryCodes codigos={active.codigos} username={username} onDone={done} />;
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
        Su rol entra con su contraseña y además con un código que muestra su teléfono. Tenga a la mano el teléfono con
        una aplicación de códigos; si no tiene ninguna, instale Google Authenticator o Microsoft Authenticator.
      </p>
      {failed ? <ErrorPanel message={failed} /> : null}
      <BusyButton size="md" fullWidth loading={waiting} onClick={() => void begin()}>
        Empezar
      </BusyButton>
      <Button variant="subtle" color="gray" onClick={() => onBack('')}>
        Volver
      </Button>
    </div>
  );
}

/** Over a form whose session ended: signing in again, so that what was typed stays. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, Suspense, useState } from 'react';
import { LOGIN_FAILED } from '../../messages.ts';
import { isRefusal } from '../api.ts';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { useNavigation } from '../navigation.tsx';
import { session, useSession } from '../session.ts';
import { type Entered, signIn } from '../sign-in.ts';
import classes from './shell.module.css';

/** Asks for the password; what is owed after it is asked by a step of its own. */
function usePassword(username: string) {
  const [entered, setEntered] = useState<Entered>();
  const [failed, setFailed] = useState('');
  const [waiting, setWaiting] = useState(false);
  const enter = async (password: string) => {
    if (waiting) return;
    setFailed('');
    setWaiting(true);
    try {
      const answered = await signIn(username, password);
      if (answered.owes) setEntered(answered);
      else session.start(answered.session);
    } catch (error) {
      setFailed(isRefusal(error) ? error.message : LOGIN_FAILED);
    } finally {
      setWaiting(false);
    }
  };
  const back = (words: string) => {
    setEntered(undefined);
    setFailed(words);
  };
  return { entered, failed, setFailed, waiting, enter, back };
}

export default function SessionDialog() {
  const current = useSession();
  const { SecondStep } = useNavigation();
  const [username, setUsername] = useState(current.username);
  const [password, setPassword] = useState('');
  const { entered, failed, setFailed, waiting, enter, back } = usePassword(username);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void enter(password);
  };

  return (
    <Dialog title="Su sesión terminó" role="alertdialog" width="26rem" describedBy="sesion-terminada" busy={waiting}>
      <p id="sesion-terminada">No se ha cobrado nada; vuelva a entrar para continuar. Lo que escribió sigue aquí.</p>
      {entered ? (
        <Suspense fallback={null}>
          <SecondStep entered={entered} onEntered={session.start} onBack={back} />
        </Suspense>
      ) : (
        <form onSubmit={submit} noValidate className={classes.renew}>
          <TextInput
            label="Usuario"
            autoComplete="username"
            value={username}
            description={
              username === current.username ? undefined : 'Con otro usuario la página empieza de nuevo, sin lo escrito'
            }
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          <PasswordInput
            label="Contraseña"
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la contraseña' }}
            value={password}
            onChange={(event) => {
              setPassword(event.currentTarget.value);
              setFailed('');
            }}
          />
          <div role="alert" className={classes.renewFailure}>
            {failed}
          </div>
          <DialogActions>
            <Button variant="default" onClick={() => session.end()}>
              Salir sin guardar
            </Button>
            <Button type="submit" loading={waiting}>
              Volver a entrar
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
}

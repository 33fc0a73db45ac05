/** Over a form whose session ended: signing in again, so that what was typed stays. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { LOGIN_FAILED } from '../../messages.ts';
import { isRefusal, request } from '../api.ts';
import { Dialog, DialogActions } from '../kit/dialog.tsx';
import { type Session, session, useSession } from '../session.ts';
import classes from './shell.module.css';

export default function SessionDialog() {
  const current = useSession();
  const [username, setUsername] = useState(current.username);
  const [password, setPassword] = useState('');
  const [failed, setFailed] = useState('');
  const [waiting, setWaiting] = useState(false);

  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (waiting) return;
    setFailed('');
    setWaiting(true);
    try {
      const response = await request('POST', '/security/login', { body: { username, password } });
      session.start((await response.json()) as Session);
    } catch (error) {
      setFailed(isRefusal(error) ? error.message : LOGIN_FAILED);
    } finally {
      setWaiting(false);
    }
  };

  return (
    <Dialog title="Su sesión terminó" role="alertdialog" width="26rem" describedBy="sesion-terminada" busy={waiting}>
      <p id="sesion-terminada">No se ha cobrado nada; vuelva a entrar para continuar. Lo que escribió sigue aquí.</p>
      <form onSubmit={(event) => void signIn(event)} noValidate className={classes.renew}>
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
    </Dialog>
  );
}

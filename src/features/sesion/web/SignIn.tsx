import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, Suspense, useEffect, useState } from 'react';
import { LOGIN_FAILED } from '#platform/messages.ts';
import { VERSION } from '#platform/version.ts';
import { Failed } from '#platform/web/api.ts';
import { CommunityLogo } from '#platform/web/CommunityLogo.tsx';
import { productName, residencialName } from '#platform/web/identity.ts';
import { useNavigation } from '#platform/web/navigation.tsx';
import { Navigate, useNavigate } from '#platform/web/router.tsx';
import { type Session, session } from '#platform/web/session.ts';
import { PracticeStrip } from '#platform/web/shell/PracticeStrip.tsx';
import { signIn as askSession, type Entered, type SecondStepProps } from '#platform/web/sign-in.ts';
import classes from './sign-in.module.css';

/** Too many attempts, and too many at once. */
const COME_AGAIN: readonly number[] = [429, 503];

/** Asks for the session; what kept it from that is told, and how long to wait. What is owed after the password comes between. */
function useSignIn() {
  const navigate = useNavigate();
  const [entered, setEntered] = useState<Entered>();
  const [failed, setFailed] = useState(false);
  const [hint, setHint] = useState('');
  const [waiting, setWaiting] = useState(false);
  const calm = () => {
    setFailed(false);
    setHint('');
  };
  const start = async (value: Session) => {
    session.start(value);
    await navigate('/', { replace: true });
  };
  const back = (words: string) => {
    setEntered(undefined);
    setHint(words);
  };
  const signIn = async (username: string, password: string) => {
    calm();
    setWaiting(true);
    try {
      const answered = await askSession(username, password);
      if (answered.owes) setEntered(answered);
      else await start(answered.session);
    } catch (error) {
      setFailed(true);
      if (error instanceof Failed && COME_AGAIN.includes(error.status)) setHint(error.message);
    } finally {
      setWaiting(false);
    }
  };
  return { entered, failed, hint, waiting, calm, signIn, start, back };
}

function Community() {
  return (
    <>
      <PracticeStrip />
      <CommunityLogo size={72} />
      <h1 className={classes.name}>{residencialName || 'Portón'}</h1>
      <p className={classes.product}>Portón · administración residencial</p>
    </>
  );
}

function SecondPart(props: SecondStepProps) {
  const { SecondStep } = useNavigation();
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <Community />
        <Suspense fallback={null}>
          <SecondStep {...props} />
        </Suspense>
      </div>
    </main>
  );
}

/**
 * Sign-in (specification 000, section 2.2). Empty fields show their words and the request is still sent; whatever goes
 * wrong, the answer is one and the same. Whoever has to wait is told for how long beside it.
 */
export function SignIn() {
  const current = session.use();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const { entered, failed, hint, waiting, calm, signIn, start, back } = useSignIn();

  useEffect(() => {
    document.title = `Iniciar sesión · ${productName}`;
  }, []);

  if (current && !waiting) return <Navigate to="/" />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (waiting) return;
    setSubmitted(true);
    void signIn(username, password);
  };
  const typed = (set: (value: string) => void) => (value: string) => {
    set(value);
    calm();
  };

  if (entered) return <SecondPart entered={entered} onEntered={(value) => void start(value)} onBack={back} />;

  return (
    <main className={classes.page}>
      <form className={classes.card} onSubmit={submit} noValidate>
        <Community />
        <TextInput
          label="Usuario"
          size="md"
          autoComplete="username"
          autoFocus
          value={username}
          onChange={(event) => typed(setUsername)(event.currentTarget.value)}
          error={submitted && username === '' ? 'Usuario requerido.' : undefined}
        />
        <PasswordInput
          label="Contraseña"
          size="md"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar la contraseña' }}
          value={password}
          onChange={(event) => typed(setPassword)(event.currentTarget.value)}
          error={submitted && password === '' ? 'Contraseña requerida.' : undefined}
        />
        <div role="alert" className={classes.failure}>
          {failed ? LOGIN_FAILED : null}
          {hint ? <p className={classes.hint}>{hint}</p> : null}
        </div>
        <Button type="submit" size="md" fullWidth loading={waiting}>
          Iniciar sesión
        </Button>
        <p className={classes.version}>Versión {VERSION}</p>
      </form>
    </main>
  );
}

/** After the password: the code of the second factor, or setting one up where the role asks for it and there is none. */
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, Suspense, useRef, useState } from 'react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { Failed, FieldFaults, isRefusal, readAnswer, request } from '#platform/web/api.ts';
import { lazyPart } from '#platform/web/kit/part.tsx';
import type { Session } from '#platform/web/session.ts';
import type { SecondStepProps } from '#platform/web/sign-in.ts';
import classes from './cuenta.module.css';

const FirstTime = lazyPart(() => import('./FirstTime.tsx'));

const TOO_LATE = 'Pasó demasiado tiempo desde que dio su contraseña. Escríbala de nuevo';

const isTooLate = (error: unknown): boolean => error instanceof Failed && error.status === 403;

const APP = {
  label: 'Código',
  description: 'Las seis cifras que muestra ahora la aplicación de su teléfono',
  other: 'Usar un código de recuperación',
} as const;
const RECOVERY = {
  label: 'Código de recuperación',
  description: 'Uno de los diez que guardó al activarlo; cada uno sirve una vez',
  other: 'Usar la aplicación del teléfono',
} as const;

/** Gives a code; what is wrong with it is told at its field, and what comes too late before the password. */
function useCode({ entered, onEntered, onBack }: SecondStepProps, input: React.RefObject<HTMLInputElement | null>) {
  const [failed, setFailed] = useState('');
  const [waiting, setWaiting] = useState(false);
  const give = async (codigo: string) => {
    if (waiting) return;
    if (codigo.trim() === '') {
      setFailed('Escriba el código');
      return;
    }
    setFailed('');
    setWaiting(true);
    try {
      const options = { token: entered.session.access_token, body: { codigo } };
      const answer = await readAnswer(await request('POST', '/security/factor/entrar', options));
      onEntered((answer as { data: Session }).data);
    } catch (error) {
      if (isTooLate(error)) return onBack(TOO_LATE);
      setWaiting(false);
      setFailed(isRefusal(error) || error instanceof FieldFaults ? error.message : SERVER_ERROR_RETRY);
      input.current?.select();
    }
  };
  return { failed, setFailed, waiting, give };
}

function CodeStep(props: SecondStepProps) {
  const { entered, onBack } = props;
  const input = useRef<HTMLInputElement>(null);
  const [codigo, setCodigo] = useState('');
  const [recovery, setRecovery] = useState(false);
  const { failed, setFailed, waiting, give } = useCode(props, input);
  const words = recovery ? RECOVERY : APP;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void give(codigo);
  };
  const change = (text: string) => {
    setCodigo(text);
    setFailed('');
  };
  return (
    <form className={classes.step} onSubmit={submit} noValidate aria-label="Segundo factor">
      <p>Falta su segundo factor, «{entered.session.username}».</p>
      <TextInput
        ref={input}
        key={words.label}
        label={words.label}
        description={words.description}
        size="md"
        autoFocus
        data-autofocus
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
        autoCapitalize="characters"
        maxLength={60}
        value={codigo}
        error={failed || undefined}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Button type="submit" size="md" fullWidth loading={waiting}>
        Entrar
      </Button>
      <Button
        variant="subtle"
        onClick={() => {
          setRecovery(!recovery);
          change('');
        }}
      >
        {words.other}
      </Button>
      <Button variant="subtle" color="gray" onClick={() => onBack('')}>
        Volver
      </Button>
    </form>
  );
}

export default function SecondStep(props: SecondStepProps) {
  if (props.entered.owes === 'codigo') return <CodeStep {...props} />;
  return (
    <Suspense fallback={null}>
      <FirstTime {...props} tooLate={TOO_LATE} />
    </Suspense>
  );
}

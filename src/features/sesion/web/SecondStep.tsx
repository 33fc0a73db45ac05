/** After the password: the code of the second factor, or setting one up where the role asks for it and there is none. */
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { Failed, messageOf, readAnswer, request } from '#platform/web/api.ts';
import { BusyButton } from '#platform/web/kit/BusyButton.tsx';
import { ErrorPanel } from '#platform/web/kit/page.tsx';
import { lazyPart } from '#platform/web/kit/part.tsx';
import type { Session } from '#platform/web/session.ts';
import type { SecondStepProps } from '#platform/web/sign-in.ts';
import classes from './cuenta.module.css';
import { signWithPasskey, whyNoPasskeys } from './llave.ts';

const FirstTime = lazyPart(() => import('./FirstTime.tsx'));

const TOO_LATE = 'Pasó demasiado tiempo desde que dio su contraseña. Escríbala de nuevo';

const isTooLate = (error: unknown): boolean => error instanceof Failed && error.status === 403;

/** What may give it, each with the words by which another is left for it. */
const OTHERS = {
  llave: 'Usar una llave de acceso',
  app: 'Usar la aplicación del teléfono',
  recuperacion: 'Usar un código de recuperación',
} as const;
type Way = keyof typeof OTHERS;

const CODES = {
  app: { label: 'Código', description: 'Las seis cifras que muestra ahora la aplicación de su teléfono' },
  recuperacion: {
    label: 'Código de recuperación',
    description: 'Uno de los diez que guardó al activarlo; cada uno sirve una vez',
  },
} as const;

/** Gives a code or what a passkey signed; what is wrong with it is told beside it, and what comes too late before the password. */
function useGiving({ entered, onEntered, onBack }: SecondStepProps) {
  const [failed, setFailed] = useState('');
  const [waiting, setWaiting] = useState(false);
  const token = entered.session.access_token;
  const give = async (made: () => Promise<object>) => {
    if (waiting) return;
    setFailed('');
    setWaiting(true);
    try {
      const options = { token, body: await made() };
      const answer = await readAnswer(await request('POST', '/security/factor/entrar', options));
      onEntered((answer as { data: Session }).data);
    } catch (error) {
      if (isTooLate(error)) return onBack(TOO_LATE);
      setWaiting(false);
      setFailed(messageOf(error, SERVER_ERROR_RETRY));
    }
  };
  return { failed, setFailed, waiting, give, token };
}

type Giving = ReturnType<typeof useGiving>;

function PasskeyStep({ failed, waiting, give, token }: Giving) {
  return (
    <>
      <p className="kit-quiet">Confirme con su huella, su rostro o su PIN cuando el equipo lo pida.</p>
      {failed ? <ErrorPanel message={failed} /> : null}
      <BusyButton
        size="md"
        fullWidth
        autoFocus
        data-autofocus
        loading={waiting}
        onClick={() => void give(async () => ({ llave: await signWithPasskey(token) }))}
      >
        Usar llave de acceso
      </BusyButton>
    </>
  );
}

function CodeStep({ failed, setFailed, waiting, give, way }: Giving & { way: keyof typeof CODES }) {
  const input = useRef<HTMLInputElement>(null);
  const [codigo, setCodigo] = useState('');
  const { label, description } = CODES[way];
  useEffect(() => {
    if (failed) input.current?.select();
  }, [failed]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (codigo.trim() === '') setFailed('Escriba el código');
    else void give(async () => ({ codigo }));
  };
  return (
    <form className={classes.step} onSubmit={submit} noValidate aria-label="Segundo factor">
      <TextInput
        ref={input}
        label={label}
        description={description}
        size="md"
        autoFocus
        data-autofocus
        autoComplete={way === 'app' ? 'one-time-code' : 'off'}
        inputMode={way === 'app' ? 'numeric' : 'text'}
        autoCapitalize="characters"
        maxLength={60}
        value={codigo}
        error={failed || undefined}
        onChange={(event) => {
          setCodigo(event.currentTarget.value);
          setFailed('');
        }}
      />
      <Button type="submit" size="md" fullWidth loading={waiting}>
        Entrar
      </Button>
    </form>
  );
}

function GivingStep(props: SecondStepProps) {
  const { aplicacion, llaves, sinLlaves } = props.entered.ways;
  const giving = useGiving(props);
  const ways: Way[] = ['recuperacion'];
  if (aplicacion) ways.unshift('app');
  if (llaves > 0 && whyNoPasskeys(sinLlaves) === null) ways.unshift('llave');
  const [way, setWay] = useState<Way>(ways[0] ?? 'recuperacion');
  return (
    <div className={classes.step}>
      <p>Falta su segundo factor, «{props.entered.session.username}».</p>
      {way === 'llave' ? <PasskeyStep {...giving} /> : <CodeStep key={way} way={way} {...giving} />}
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <Button
            key={other}
            variant="subtle"
            onClick={() => {
              setWay(other);
              giving.setFailed('');
            }}
          >
            {OTHERS[other]}
          </Button>
        ))}
      <Button variant="subtle" color="gray" onClick={() => props.onBack('')}>
        Volver
      </Button>
    </div>
  );
}

export default function SecondStep(props: SecondStepProps) {
  if (props.entered.owes === 'codigo') return <GivingStep {...props} />;
  return (
    <Suspense fallback={null}>
      <FirstTime {...props} tooLate={TOO_LATE} />
    </Suspense>
  );
}

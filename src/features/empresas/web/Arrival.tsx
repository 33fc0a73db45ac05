/** Who comes from another community is let in here, as far as its second factor; or told why not. */
import { Button } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { messageOf, readAnswer, request } from '#platform/web/api.ts';
import type { ArrivalProps } from '#platform/web/arrival.ts';
import { CommunityLogo } from '#platform/web/CommunityLogo.tsx';
import { residencialName } from '#platform/web/identity.ts';
import { useNavigation } from '#platform/web/navigation.tsx';
import { type Session, session } from '#platform/web/session.ts';
import { type Entered, owedOf } from '#platform/web/sign-in.ts';
import classes from './empresas.module.css';

const NOT_NOW = 'No se pudo entrar. Vuelva a la comunidad de la que viene y pase de nuevo';

async function enter(codigo: string): Promise<Entered> {
  // Whoever is signed in here asks for nothing by this: the code alone says who comes.
  const answer = await readAnswer(await request('POST', '/empresa/entrar', { body: { codigo }, token: '' }));
  const { access_token, role, username } = (answer as { data: Session }).data;
  const opened = { access_token, role, username };
  return { session: opened, ...(await owedOf(opened)) };
}

const entering = new Map<string, Promise<Entered>>();

/** Once, however often it is drawn: a code is good no second time. */
function enterOnce(codigo: string): Promise<Entered> {
  const known = entering.get(codigo) ?? enter(codigo);
  entering.set(codigo, known);
  return known;
}

function useArrival({ arrival, onDone }: ArrivalProps) {
  const [entered, setEntered] = useState<Entered>();
  const [failed, setFailed] = useState('');
  const start = (value: Session) => {
    session.start(value);
    onDone(arrival.to);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is given once
  useEffect(() => {
    enterOnce(arrival.codigo).then(
      (came) => (came.owes ? setEntered(came) : start(came.session)),
      (error: unknown) => setFailed(messageOf(error, NOT_NOW)),
    );
  }, []);
  const back = (words: string) => {
    setEntered(undefined);
    setFailed(words || NOT_NOW);
  };
  return { entered, failed, start, back };
}

export default function Arrival(props: ArrivalProps) {
  const { SecondStep } = useNavigation();
  const { entered, failed, start, back } = useArrival(props);
  useEffect(() => {
    document.title = 'Entrando · Portón';
  }, []);
  return (
    <main className={classes.page}>
      <div className={classes.card} aria-busy={!entered && failed === ''}>
        <CommunityLogo size={72} />
        <h1 className={classes.title}>{residencialName || 'Portón'}</h1>
        {failed ? (
          <>
            <p role="alert">{failed}</p>
            <Button size="md" autoFocus onClick={() => props.onDone('/')}>
              Seguir aquí
            </Button>
          </>
        ) : entered ? (
          <Suspense fallback={null}>
            <SecondStep entered={entered} onEntered={start} onBack={back} />
          </Suspense>
        ) : (
          <p role="status">Entrando con su cuenta de aquí…</p>
        )}
      </div>
    </main>
  );
}

/** One's own second factor: whether there is one, and what can be done with it. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Value } from '#platform/endpoint.ts';
import { ACTION_DONE, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { ErrorPanel, Notice, Panel, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatFechaHora } from '#ui/format.ts';
import { factorContract, sesionesContract } from '../contract.ts';
import classes from './cuenta.module.css';
import { type Identity, IdentityDialog } from './IdentityDialog.tsx';
import { KeyStep, type Prepared, RecoveryCodes } from './SetUp.tsx';

type Estado = Value<typeof factorContract.estado>;

/** From so few codes on, others are asked for. */
const FEW = 3;

const ACTS = {
  activar: {
    title: 'Activar el segundo factor',
    text: 'Confirme que es usted. Después verá una clave para su teléfono.',
    submitLabel: 'Continuar',
  },
  cambiar: {
    title: 'Cambiar de aplicación',
    text: 'La de ahora sigue sirviendo hasta que escriba el primer código de la nueva. Sus otras sesiones terminarán.',
    submitLabel: 'Continuar',
  },
  codigos: {
    title: 'Códigos de recuperación nuevos',
    text: 'Los que tenga guardados dejarán de servir.',
    submitLabel: 'Pedir códigos nuevos',
  },
  desactivar: {
    title: 'Desactivar el segundo factor',
    text: 'Para entrar bastará la contraseña, y los códigos de recuperación dejarán de servir. Sus otras sesiones terminarán.',
    submitLabel: 'Desactivar',
  },
} as const;
type Act = keyof typeof ACTS;

function State({ estado, onAct }: { estado: Estado; onAct: (act: Act) => void }) {
  const { activado, codigos, exigido } = estado;
  if (!activado) {
    return (
      <div className={classes.step}>
        <p>
          Además de su contraseña se le pedirá un código que sólo muestra su teléfono: quien conozca la contraseña no
          entra sin él.
        </p>
        <div className={classes.acts}>
          <Button onClick={() => onAct('activar')}>Activar</Button>
        </div>
      </div>
    );
  }
  return (
    <div className={classes.step}>
      <Facts
        columns={2}
        items={[
          { label: 'Estado', value: <StatusBadge color="green" label="Activo" /> },
          { label: 'Desde', value: formatFechaHora(activado) },
          { label: 'Códigos que quedan', value: String(codigos) },
          { label: 'Lo pide su rol', value: exigido ? 'Sí' : 'No' },
        ]}
      />
      {codigos <= FEW ? (
        <Notice>
          {codigos === 0 ? 'No le quedan códigos de recuperación' : 'Le quedan pocos códigos de recuperación'}: pida
          otros y guárdelos, para poder entrar si pierde el teléfono.
        </Notice>
      ) : null}
      <div className={classes.acts}>
        <Button variant="default" onClick={() => onAct('codigos')}>
          Códigos nuevos
        </Button>
        <Button variant="default" onClick={() => onAct('cambiar')}>
          Cambiar de aplicación
        </Button>
        {exigido ? null : (
          <Button variant="default" color="red" onClick={() => onAct('desactivar')}>
            Desactivar
          </Button>
        )}
      </div>
    </div>
  );
}

/** What is on its way: a key that waits for its code, or codes that were just made. */
type Shown = { prepared: Prepared } | { codigos: readonly string[] } | undefined;

export function SegundoFactor() {
  const found = useCall(factorContract.estado, {});
  const invalidate = useInvalidate();
  const { username } = useSession();
  const [act, setAct] = useState<Act>();
  const [shown, setShown] = useState<Shown>();
  const changed = () => void invalidate(factorContract.estado, sesionesContract.lista);
  const close = () => setAct(undefined);

  const run = async ({ password, codigo }: Identity) => {
    if (act === 'desactivar')
      toast.success((await call(factorContract.desactivar, { body: { password, codigo } })) ?? ACTION_DONE, 5);
    else if (act === 'codigos') setShown(await call(factorContract.codigos, { body: { password, codigo } }));
    else setShown({ prepared: await call(factorContract.preparar, { body: { password, ...(codigo && { codigo }) } }) });
    close();
    changed();
  };

  return (
    <Panel title="Segundo factor">
      {shown && 'prepared' in shown ? (
        <KeyStep
          prepared={shown.prepared}
          onActive={({ codigos }) => {
            setShown({ codigos });
            changed();
          }}
          onCancel={() => setShown(undefined)}
        />
      ) : shown ? (
        <RecoveryCodes codigos={shown.codigos} username={username} onDone={() => setShown(undefined)} />
      ) : found.data ? (
        <State estado={found.data} onAct={setAct} />
      ) : found.isError ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void found.refetch()} />
      ) : (
        <Skeletons lines={4} />
      )}
      {act ? (
        <IdentityDialog
          {...ACTS[act]}
          danger={act === 'desactivar'}
          withCode={act !== 'activar'}
          onIdentity={run}
          onClose={close}
        />
      ) : null}
    </Panel>
  );
}

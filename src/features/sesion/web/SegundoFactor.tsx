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
import { factorContract, llavesContract, sesionesContract } from '../contract.ts';
import classes from './cuenta.module.css';
import { type Asked, type Identity, IdentityDialog } from './IdentityDialog.tsx';
import { Llaves } from './Llaves.tsx';
import { whyNoPasskeys } from './llave.ts';
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
  agregar: {
    title: 'Agregar una aplicación',
    text: 'Confirme que es usted. Después verá una clave para su teléfono. Los códigos de recuperación de antes dejarán de servir y sus otras sesiones terminarán.',
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
    text: 'Para entrar bastará la contraseña; las llaves de acceso y los códigos de recuperación dejarán de servir. Sus otras sesiones terminarán.',
    submitLabel: 'Desactivar',
  },
} as const;
type Act = keyof typeof ACTS;

/** What is asked for beside the password. */
function askedOf({ activado, llaves, sinLlaves }: Estado): Asked {
  if (!activado) return 'nada';
  return llaves > 0 && whyNoPasskeys(sinLlaves) === null ? 'llave o codigo' : 'codigo';
}

function Off({ onAct }: { onAct: (act: Act) => void }) {
  return (
    <div className={classes.step}>
      <p>
        Además de su contraseña se le pedirá un código que sólo muestra su teléfono, o una llave de acceso de su equipo:
        quien conozca la contraseña no entra sin él.
      </p>
      <div className={classes.acts}>
        <Button onClick={() => onAct('activar')}>Activar</Button>
      </div>
    </div>
  );
}

function State({ estado, onAct }: { estado: Estado; onAct: (act: Act) => void }) {
  const { activado, aplicacion, codigos, exigido, prestado } = estado;
  if (!activado) return <Off onAct={onAct} />;
  if (prestado) {
    return (
      <p>
        Es el de su cuenta en la comunidad, desde {formatFechaHora(activado)}. Aquí sirven sus mismos códigos; se cambia
        allá.
      </p>
    );
  }
  return (
    <div className={classes.step}>
      <Facts
        columns={2}
        items={[
          { label: 'Estado', value: <StatusBadge color="green" label="Activo" /> },
          { label: 'Desde', value: formatFechaHora(activado) },
          { label: 'Aplicación de códigos', value: aplicacion ? 'Sí' : 'No' },
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
        <Button variant="default" onClick={() => onAct(aplicacion ? 'cambiar' : 'agregar')}>
          {aplicacion ? ACTS.cambiar.title : 'Agregar aplicación'}
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

function Factor({ estado }: { estado: Estado }) {
  const invalidate = useInvalidate();
  const { username } = useSession();
  const [act, setAct] = useState<Act>();
  const [shown, setShown] = useState<Shown>();
  const changed = () => void invalidate(factorContract.estado, llavesContract.lista, sesionesContract.lista);
  const close = () => setAct(undefined);
  const showCodes = (codigos: readonly string[] | null) => setShown(codigos ? { codigos } : undefined);

  const run = async ({ nombre: _none, ...body }: Identity) => {
    if (act === 'desactivar') toast.success((await call(factorContract.desactivar, { body })) ?? ACTION_DONE, 5);
    else if (act === 'codigos') setShown(await call(factorContract.codigos, { body }));
    else setShown({ prepared: await call(factorContract.preparar, { body }) });
    close();
    changed();
  };

  if (shown && 'codigos' in shown) {
    return (
      <Panel title="Segundo factor">
        <RecoveryCodes codigos={shown.codigos} username={username} onDone={() => setShown(undefined)} />
      </Panel>
    );
  }
  return (
    <>
      <Panel title="Segundo factor">
        {shown ? (
          <KeyStep
            prepared={shown.prepared}
            onActive={({ codigos }) => {
              showCodes(codigos);
              changed();
            }}
            onCancel={() => setShown(undefined)}
          />
        ) : (
          <State estado={estado} onAct={setAct} />
        )}
        {act ? (
          <IdentityDialog
            {...ACTS[act]}
            danger={act === 'desactivar'}
            asked={askedOf(estado)}
            onIdentity={run}
            onClose={close}
          />
        ) : null}
      </Panel>
      {estado.prestado ? null : (
        <Llaves
          estado={estado}
          asked={askedOf(estado)}
          onCodes={(codigos) => {
            showCodes(codigos);
            changed();
          }}
        />
      )}
    </>
  );
}

export function SegundoFactor() {
  const found = useCall(factorContract.estado, {});
  if (found.data) return <Factor estado={found.data} />;
  return (
    <Panel title="Segundo factor">
      {found.isError ? (
        <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void found.refetch()} />
      ) : (
        <Skeletons lines={4} />
      )}
    </Panel>
  );
}

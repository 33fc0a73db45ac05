/** One's own account: password, second factor, and the sessions that are open. */
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { roleLabel } from '#platform/roles.ts';
import { Page, Panel } from '#platform/web/kit/page.tsx';
import { useNavigation } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { factorContract, llavesContract } from '../contract.ts';
import { SegundoFactor } from './SegundoFactor.tsx';
import { Sesiones } from './Sesiones.tsx';

export default function MiCuenta() {
  const { username, role } = useSession();
  const { ChangePassword } = useNavigation();
  const [changing, setChanging] = useState(false);
  // What stands above has its height by then, and moves nothing.
  const [factor, llaves] = [useCall(factorContract.estado, {}), useCall(llavesContract.lista, {})];
  const known = !factor.isPending && !llaves.isPending;
  return (
    <Page title="Mi cuenta" subtitle={`${username} · ${roleLabel(role)}`}>
      <SegundoFactor />
      {known ? (
        <>
          <Panel
            title="Contraseña"
            actions={
              <Button variant="default" onClick={() => setChanging(true)}>
                Cambiar contraseña
              </Button>
            }
          >
            <p className="kit-quiet">Al cambiarla terminan sus demás sesiones.</p>
          </Panel>
          {/* Last, since nobody knows how many there are. */}
          <Sesiones />
        </>
      ) : null}
      {changing ? (
        <Suspense fallback={null}>
          <ChangePassword onClose={() => setChanging(false)} />
        </Suspense>
      ) : null}
    </Page>
  );
}

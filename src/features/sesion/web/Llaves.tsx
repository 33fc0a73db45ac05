/** One's own passkeys: added where address and browser allow it, and taken away. */
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Value } from '#platform/endpoint.ts';
import { ACTION_DONE } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { Panel } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall } from '#platform/web/query.ts';
import { type factorContract, type Llave, llavesContract } from '../contract.ts';
import { addPasskey } from './addPasskey.ts';
import { type Asked, type Identity, IdentityDialog } from './IdentityDialog.tsx';
import { whyNoPasskeys } from './llave.ts';

const COLUMNS = columns<Llave>([
  { key: 'nombre', header: 'Nombre' },
  { key: 'host', header: 'Sirve en', value: ({ host }) => host ?? 'Esta dirección' },
  { key: 'agregada', header: 'Agregada', kind: 'instant' },
  { key: 'usada', header: 'Último uso', kind: 'instant' },
]);
const CARDS = ['nombre', 'usada'] as const;

interface LlavesProps {
  estado: Value<typeof factorContract.estado>;
  asked: Asked;
  /** After each change, with the codes of recovery that came of it. */
  onCodes: (codigos: readonly string[] | null) => void;
}

const ADDING = {
  title: 'Agregar una llave de acceso',
  text: 'Confirme que es usted. Después su equipo le pide hacer la llave, con su huella, su rostro o su PIN.',
  submitLabel: 'Continuar',
  named: true,
};

const removing = ({ nombre }: Llave) => ({
  title: 'Quitar llave de acceso',
  text: `«${nombre}» dejará de servir para entrar, y sus otras sesiones terminarán. Confirme que es usted.`,
  submitLabel: 'Quitar',
  danger: true,
});

export function Llaves({ estado, asked, onCodes }: LlavesProps) {
  const found = useCall(llavesContract.lista, {});
  const [act, setAct] = useState<'agregar' | Llave>();
  const no = whyNoPasskeys(estado.sinLlaves);
  const close = () => setAct(undefined);
  const run = async ({ nombre = '', ...identity }: Identity) => {
    if (act === 'agregar') {
      const { codigos } = await addPasskey({ nombre }, identity);
      toast.success('La llave de acceso se agregó', 3);
      onCodes(codigos);
    } else if (act) {
      const message = await call(llavesContract.quitar, { body: { id: act.id, ...identity } });
      toast.success(message ?? ACTION_DONE, 5);
      onCodes(null);
    }
    close();
  };
  return (
    <Panel
      title="Llaves de acceso"
      actions={
        no === null ? (
          <Button variant="default" onClick={() => setAct('agregar')}>
            Agregar llave
          </Button>
        ) : undefined
      }
    >
      <p className="kit-quiet">
        {no ?? 'Dan su segundo factor con la huella, el rostro o el PIN de su equipo, o con una llave USB.'}
      </p>
      {found.data?.length === 0 && no !== null ? null : (
        <DataTable
          caption="Llaves de acceso"
          columns={COLUMNS}
          found={found}
          rowKey={({ id }) => id}
          emptyText="No tiene llaves de acceso"
          search={false}
          paging={false}
          cards={CARDS}
          rowActions={(llave) => (
            <RowAction
              label={`Quitar ${llave.nombre}`}
              icon={<IconTrash size={16} />}
              danger
              onClick={() => setAct(llave)}
            />
          )}
        />
      )}
      {act ? (
        <IdentityDialog
          {...(act === 'agregar' ? ADDING : removing(act))}
          asked={asked}
          onIdentity={run}
          onClose={close}
        />
      ) : null}
    </Panel>
  );
}

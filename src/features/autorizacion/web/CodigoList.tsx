/** The codes of whoever looks. */
import { Button, Switch } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { useMemo } from 'react';
import { ACTION_DONE } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { autorizacionContract, type Codigo } from '../contract.ts';

const FORM = '/codigo-autorizacion/value';
const NOT_ALLOWED = 'Su rol no puede crear ni cambiar códigos';

const columnsOf = (maySave: boolean, change: (codigo: Codigo) => void): readonly Column<Codigo>[] => [
  { key: 'codigo', header: 'Código', value: ({ codigo }) => codigo },
  { key: 'cantidad', header: 'Usos', kind: 'number', value: ({ cantidad }) => cantidad, width: '8rem' },
  {
    key: 'active',
    header: 'Activo',
    width: '8rem',
    value: ({ active }) => (active ? 'Activo' : 'Inactivo'),
    render: (row) => (
      <Switch
        checked={row.active}
        disabled={!maySave}
        aria-label={`Activar o desactivar el código ${row.codigo}`}
        title={maySave ? 'Activar o desactivar el código' : NOT_ALLOWED}
        onChange={() => change(row)}
      />
    ),
  },
];

export default function CodigoList() {
  const { role } = useSession();
  const maySave = passes(autorizacionContract.save.roles, role);
  const codigos = useCall(autorizacionContract.getbyuser, {});
  const invalidate = useInvalidate();

  const change = async ({ id, active }: Codigo) => {
    try {
      const done = await call(autorizacionContract.changeactive, { body: { id, active: !active } });
      if (done) toast.success(ACTION_DONE, 3);
      else toast.error('No se puede realizar la acción. Intente más tarde', 8);
    } catch {
      toast.error('Ocurrió un error en el servidor. Contacte con el administrador', 8);
    }
    await invalidate(autorizacionContract.getbyuser);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` differs with every drawing and does the same
  const columns = useMemo(() => columnsOf(maySave, (row) => void change(row)), [maySave]);

  return (
    <Page
      title="Códigos de autorización"
      subtitle="Quien los conoce autoriza con ellos descuentos, condonaciones y cancelaciones. Cada operación gasta un uso."
      back={{ to: '/', label: 'Volver al inicio' }}
      actions={
        maySave ? (
          <Button component={KitLink} to={FORM}>
            Nuevo
          </Button>
        ) : (
          <Button disabled title={NOT_ALLOWED}>
            Nuevo
          </Button>
        )
      }
    >
      <DataTable
        caption="Códigos de autorización"
        columns={columns}
        found={codigos}
        rowKey={({ id }) => id}
        urlKey
        emptyHint={maySave ? 'No tiene códigos. Cree el primero con «Nuevo»' : NOT_ALLOWED}
        rowActions={({ id, codigo }) => (
          <RowAction label={`Editar ${codigo}`} icon={<IconEdit size={16} />} to={`${FORM}?id=${id}`} />
        )}
      />
    </Page>
  );
}

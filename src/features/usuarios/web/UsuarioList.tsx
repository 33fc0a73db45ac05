/** The accounts of the back office. */
import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, StatusBadge } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useCall } from '#platform/web/query.ts';
import { usuariosContract } from '../contract.ts';

interface User {
  id: number;
  name: string;
  last_name: string;
  email: string;
  username: string;
  enabled: boolean;
}

const COLUMNS: readonly Column<User>[] = [
  { key: 'name', header: 'Nombre', value: (user) => `${user.name} ${user.last_name}` },
  { key: 'email', header: 'Correo Electrónico', value: (user) => user.email },
  { key: 'username', header: 'Usuario', value: (user) => user.username },
  {
    key: 'enabled',
    header: 'Activo',
    value: (user) => (user.enabled ? 'ACTIVO' : 'NO ACTIVO'),
    render: (user) =>
      user.enabled ? <StatusBadge color="green" label="ACTIVO" /> : <StatusBadge color="gray" label="NO ACTIVO" />,
  },
];

export default function UsuarioList() {
  const users = useCall(usuariosContract.all, {});
  return (
    <Page
      title="Usuarios"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={
        <Button component={KitLink} to="/admin/usuario/value">
          Nuevo
        </Button>
      }
    >
      <DataTable
        caption="Usuarios"
        columns={COLUMNS}
        rows={users.data}
        rowKey={(user) => user.id}
        urlKey
        error={users.isError ? SERVER_ERROR_RETRY : undefined}
        onRetry={() => void users.refetch()}
        rowActions={(user) => (
          <RowAction
            label={`Editar ${user.username}`}
            icon={<IconEdit size={16} />}
            to={`/admin/usuario/value?id=${user.id}`}
          />
        )}
      />
    </Page>
  );
}

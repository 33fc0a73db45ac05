/** The accounts of the back office. */
import type { Value } from '#platform/endpoint.ts';
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import { StatusBadge } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { useCall } from '#platform/web/query.ts';
import { usuariosContract } from '../contract.ts';
import { readableRole } from './role-name.ts';

type User = Value<typeof usuariosContract.all>[number];

const COLUMNS: readonly Column<User>[] = [
  { key: 'name', header: 'Nombre', value: (user) => `${user.name} ${user.last_name}` },
  { key: 'email', header: 'Correo Electrónico', value: (user) => user.email },
  { key: 'username', header: 'Usuario', value: (user) => user.username },
  { key: 'rol', header: 'Rol', value: (user) => user.roles.map(({ name }) => readableRole(name)).join(', ') },
  {
    key: 'enabled',
    header: 'Activo',
    value: (user) => (user.enabled ? 'ACTIVO' : 'NO ACTIVO'),
    render: (user) =>
      user.enabled ? <StatusBadge color="green" label="ACTIVO" /> : <StatusBadge color="gray" label="NO ACTIVO" />,
  },
];

export default function UsuarioList() {
  return (
    <ListPage
      title="Usuarios"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      form="/admin/usuario/value"
      found={useCall(usuariosContract.all, {})}
      columns={COLUMNS}
      nameOf={({ username }) => username}
    />
  );
}

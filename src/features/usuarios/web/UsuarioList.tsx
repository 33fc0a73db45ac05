/** The accounts of the back office. */
import type { Value } from '#platform/endpoint.ts';
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import { StatusBadge } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { useCall } from '#platform/web/query.ts';
import { usuariosContract } from '../contract.ts';
import { readableRole } from './role-name.ts';

type User = Value<typeof usuariosContract.all>[number];

const COLUMNS = columns<User>([
  { key: 'name', header: 'Nombre', value: (user) => `${user.name} ${user.last_name}` },
  { key: 'email', header: 'Correo Electrónico' },
  { key: 'username', header: 'Usuario' },
  { key: 'rol', header: 'Rol', value: (user) => user.roles.map(({ name }) => readableRole(name)).join(', ') },
  {
    key: 'enabled',
    header: 'Activo',
    value: (user) => (user.enabled ? 'ACTIVO' : 'NO ACTIVO'),
    render: (user) =>
      user.enabled ? <StatusBadge color="green" label="ACTIVO" /> : <StatusBadge color="gray" label="NO ACTIVO" />,
  },
]);

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

/** The roles: the eight of the product, which are fixed, and those that a community has added. */
import type { Value } from '#platform/endpoint.ts';
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import { StatusBadge } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { useCall } from '#platform/web/query.ts';
import { rolesContract } from '../contract.ts';
import { isFixedRole } from '../rules.ts';
import { FIXED_ROLE_REASON, readableRole } from './role-name.ts';
import classes from './roles.module.css';

type Role = Value<typeof rolesContract.all>[number];

const COLUMNS: readonly Column<Role>[] = [
  {
    key: 'name',
    header: 'Nombre',
    // Found by either name: the readable one and the one that the product itself uses.
    value: ({ name }) => (readableRole(name) === name ? name : `${readableRole(name)} ${name}`),
    render: ({ id, name }) => (
      <span className={classes.name}>
        {readableRole(name)}
        {readableRole(name) === name ? null : <code className={classes.code}>{name}</code>}
        {isFixedRole(id) ? <StatusBadge color="gray" label="Del producto" /> : null}
      </span>
    ),
  },
];

export default function RoleList() {
  return (
    <ListPage
      title="Roles"
      subtitle="Los permisos son los de los ocho roles del producto; un rol propio no abre ninguna pantalla."
      back={{ to: '/admin', label: 'Volver a Administración' }}
      form="/admin/role/value"
      found={useCall(rolesContract.all, {})}
      columns={COLUMNS}
      nameOf={({ name }) => readableRole(name)}
      editDisabled={({ id }) => (isFixedRole(id) ? FIXED_ROLE_REASON : undefined)}
    />
  );
}

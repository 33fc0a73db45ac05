/** The roles: the eight of the product, which are fixed, and those that a community has added. */
import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, StatusBadge } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { useCall } from '#platform/web/query.ts';
import { rolesContract } from '../contract.ts';
import { isFixedRole } from '../rules.ts';
import { FIXED_ROLE_REASON, readableRole } from './role-name.ts';
import classes from './roles.module.css';

interface Role {
  id: number;
  name: string;
}

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
  const roles = useCall(rolesContract.all, {});
  return (
    <Page
      title="Roles"
      subtitle="Los permisos son los de los ocho roles del producto; un rol propio no abre ninguna pantalla."
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={
        <Button component={KitLink} to="/admin/role/value">
          Nuevo
        </Button>
      }
    >
      <DataTable
        caption="Roles"
        columns={COLUMNS}
        rows={roles.data}
        rowKey={(role) => role.id}
        urlKey
        error={roles.isError ? SERVER_ERROR_RETRY : undefined}
        onRetry={() => void roles.refetch()}
        rowActions={({ id, name }) => (
          <RowAction
            label={`Editar ${readableRole(name)}`}
            icon={<IconEdit size={16} />}
            to={`/admin/role/value?id=${id}`}
            disabledReason={isFixedRole(id) ? FIXED_ROLE_REASON : undefined}
          />
        )}
      />
    </Page>
  );
}

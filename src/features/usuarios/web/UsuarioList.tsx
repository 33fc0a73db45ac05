/** The accounts of the back office. */
import type { Value } from '#platform/endpoint.ts';
import { call } from '#platform/web/api.ts';
import { ListPage } from '#platform/web/kit/ListPage.tsx';
import { StatusBadge } from '#platform/web/kit/page.tsx';
import { type ChosenAct, eachOf } from '#platform/web/kit/table/choosing.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
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

/** On a telephone. */
const CARDS = ['name', 'enabled'] as const;

const nameOf = ({ username }: User) => username;
const usuariosOf = (count: number) => (count === 1 ? '1 usuario' : `${count} usuarios`);

/** Whether they may sign in, several at once: those who leave together, or come back. */
function actOf(enabled: boolean, own: string, changed: () => unknown): ChosenAct<User> {
  const label = enabled ? 'Activar' : 'Desactivar';
  return {
    label,
    danger: !enabled,
    refusal: (user) => {
      if (user.enabled === enabled) return enabled ? 'ya están activos' : 'ya no están activos';
      return !enabled && nameOf(user) === own ? 'nadie desactiva su propia cuenta' : undefined;
    },
    ask: (rows) => ({
      title: `${label} ${usuariosOf(rows.length)}`,
      text: (
        <p>
          {enabled ? 'Podrán entrar otra vez' : 'Ya no podrán entrar, y se cierran sus sesiones'}:{' '}
          {rows.map(nameOf).join(', ')}.
        </p>
      ),
      confirmLabel: label,
      danger: !enabled,
    }),
    run: async (rows) => {
      const failed = await eachOf(rows, ({ id, name, last_name, email, roles }) => {
        const [role] = roles;
        return call(usuariosContract.save, { body: { id, name, last_name, email, enabled, role: role?.id ?? 0 } });
      });
      await changed();
      return failed;
    },
    done: (count) => `${enabled ? 'Activados' : 'Desactivados'}: ${usuariosOf(count)}`,
  };
}

export default function UsuarioList() {
  const { username } = useSession();
  const invalidate = useInvalidate();
  const changed = () => invalidate(usuariosContract.all, usuariosContract.get);
  const acts = [false, true].map((enabled) => actOf(enabled, username, changed));
  return (
    <ListPage
      title="Usuarios"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      form="/admin/usuario/value"
      found={useCall(usuariosContract.all, {})}
      columns={COLUMNS}
      nameOf={nameOf}
      cards={CARDS}
      choosing={{ words: ['usuario', 'usuarios'], nameOf, acts }}
    />
  );
}

/** The form of an account: a new one with its username and password, or the data of an existing one. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type * as z from 'zod';
import type { Value } from '#platform/endpoint.ts';
import { call } from '#platform/web/api.ts';
import { FormPage, useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import { useChoices } from '#platform/web/kit/form/choices.ts';
import { PasswordField, SelectField, SwitchField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { useCall } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { editUserSchema, newUserSchema, rolesContract, usuariosContract } from '../contract.ts';
import { isFixedRole, selfChangeRefusal } from '../rules.ts';
import { PartAccount } from './PartAccount.tsx';
import { ResetFactor } from './ResetFactor.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { readableRole } from './role-name.ts';

const LIST = '/admin/usuario';
const DEFAULT_ROLE = 4;

type User = Value<typeof usuariosContract.get>;

/** Username and password only exist while the account is being created. */
type UserSchema = z.ZodType<
  z.output<typeof editUserSchema> & Partial<z.output<typeof newUserSchema>>,
  z.input<typeof editUserSchema> & Partial<z.input<typeof newUserSchema>>
>;

/** Why one's own account keeps its state and its role; the rule's words. */
function ownReasons(user: User) {
  const before = { enabled: true, roleId: user.roles[0]?.id ?? DEFAULT_ROLE };
  return {
    enabled: selfChangeRefusal(before, { ...before, enabled: false }),
    role: selfChangeRefusal(before, { ...before, roleId: before.roleId + 1 }),
  };
}

function UserFields({ user, own }: { user: User | undefined; own: boolean }) {
  const afterSave = useAfterSave();
  const roles = useCall(rolesContract.all, {});
  const choices = useChoices(roles);
  const reasons = user && own ? ownReasons(user) : { enabled: undefined, role: undefined };

  const form = useKitForm<UserSchema>({
    // The schema of an existing account ignores the two fields that are not drawn for it.
    schema: user ? editUserSchema : newUserSchema,
    initial: {
      name: user?.name ?? '',
      last_name: user?.last_name ?? '',
      email: user?.email ?? '',
      enabled: user?.enabled ?? true,
      role: user?.roles[0]?.id ?? DEFAULT_ROLE,
      username: '',
      password: '',
    },
    onSubmit: async (values) => {
      await call(usuariosContract.save, {
        body: {
          view_edit: user !== undefined,
          id: user?.id ?? '',
          username: '',
          password: '',
          ...values,
          roles: [{ id: values.role }],
        },
      });
      afterSave(LIST, usuariosContract.all);
    },
  });

  return (
    <KitForm form={form} cancelTo={LIST}>
      <Fields>
        <TextField form={form} name="name" label="Nombre" required maxLength={100} autoFocus={!user} />
        <TextField form={form} name="last_name" label="Apellidos" required maxLength={100} />
        <TextField form={form} name="email" label="Correo electrónico" required type="email" maxLength={200} />
        <SwitchField form={form} name="enabled" label="Activo" disabledReason={reasons.enabled} />
        {user ? null : (
          <>
            <TextField form={form} name="username" label="Usuario" required />
            <PasswordField form={form} name="password" label="Contraseña" required />
          </>
        )}
        <SelectField
          form={form}
          name="role"
          label="Rol"
          required
          options={roles.data?.map(({ id, name }) => ({ value: id, label: readableRole(name) }))}
          description={
            typeof form.values.role === 'number' && !isFixedRole(form.values.role)
              ? 'Un rol propio no abre ninguna pantalla'
              : undefined
          }
          choices={choices}
          disabledReason={reasons.role}
        />
      </Fields>
    </KitForm>
  );
}

type Act = 'password' | 'factor' | 'separar';

/** What can be done to somebody else's account beside its data. */
function Acts({ user, onAct }: { user: User; onAct: (act: Act) => void }) {
  const factor = useCall(usuariosContract.factor, { params: { id: user.id } });
  const unida = useCall(usuariosContract.unida, { params: { id: user.id } });
  return (
    <>
      {factor.data?.activado ? (
        <Button variant="default" onClick={() => onAct('factor')}>
          Quitar segundo factor
        </Button>
      ) : null}
      {unida.data?.desde ? (
        <Button variant="default" onClick={() => onAct('separar')}>
          Separar de otras comunidades
        </Button>
      ) : null}
      <Button variant="default" onClick={() => onAct('password')}>
        Restablecer contraseña
      </Button>
      <Button variant="default" component={KitLink} to={`/admin/usuario/baja?id=${user.id}`}>
        {user.enabled ? 'Dar de baja' : 'Lo que hizo'}
      </Button>
    </>
  );
}

export default function UsuarioForm() {
  const { username } = useSession();
  const record = useRecord(usuariosContract.get);
  const [act, setAct] = useState<Act>();
  const user = record.data;
  const own = user?.username === username;
  const close = () => setAct(undefined);

  return (
    <>
      <FormPage
        titles={{ new: 'Nuevo usuario', edit: 'Editar usuario' }}
        subtitle={user ? `Usuario: ${user.username}` : undefined}
        back={{ to: LIST, label: 'Volver a Usuarios' }}
        actions={user && !own ? <Acts user={user} onAct={setAct} /> : undefined}
        record={record}
        lines={6}
      >
        {() => <UserFields user={user} own={own} />}
      </FormPage>
      {user && act === 'password' ? <ResetPassword user={user} onClose={close} /> : null}
      {user && act === 'separar' ? <PartAccount user={user} onClose={close} /> : null}
      {user && act === 'factor' ? <ResetFactor user={user} onClose={close} /> : null}
    </>
  );
}

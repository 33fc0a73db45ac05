/** The form of a role. */
import type { Value } from '#platform/endpoint.ts';
import { call } from '#platform/web/api.ts';
import { FormPage, useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import { TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { roleSchema, rolesContract } from '../contract.ts';
import { isFixedRole } from '../rules.ts';
import { FIXED_ROLE_REASON } from './role-name.ts';

const LIST = '/admin/role';

type Role = Value<typeof rolesContract.get>;

function RoleFields({ role }: { role: Role | undefined }) {
  const afterSave = useAfterSave();
  const reason = role && isFixedRole(role.id) ? FIXED_ROLE_REASON : undefined;
  const form = useKitForm({
    schema: roleSchema,
    initial: { id: role?.id ?? '', name: role?.name ?? '' },
    onSubmit: async (body) => {
      await call(rolesContract.save, { body });
      afterSave(LIST, rolesContract.all);
    },
  });
  return (
    <KitForm form={form} cancelTo={LIST} disabledReason={reason}>
      <Fields>
        <TextField
          form={form}
          name="name"
          label="Nombre"
          required
          maxLength={60}
          autoFocus={!role}
          disabled={reason !== undefined}
        />
      </Fields>
    </KitForm>
  );
}

export default function RoleForm() {
  return (
    <FormPage
      titles={{ new: 'Nuevo rol', edit: 'Editar rol' }}
      back={{ to: LIST, label: 'Volver a Roles' }}
      record={useRecord(rolesContract.get)}
      lines={2}
    >
      {(role) => <RoleFields role={role} />}
    </FormPage>
  );
}

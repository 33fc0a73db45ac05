/** A rule of amenities: its number stands on each agenda that applies it. */
import type { Value } from '#platform/endpoint.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { FormPage, useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import { CheckboxField, SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { reglaAmenidadContract, reglaAmenidadSchema } from '../contract.ts';
import { CATEGORIES, CATEGORY_LABELS, type Category } from '../rules.ts';

const LIST = '/admin/reglas-amenidades';

type Regla = Value<typeof reglaAmenidadContract.get>;

const OPTIONS = CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }));

function ReglaFields({ regla }: { regla: Regla | undefined }) {
  const afterSave = useAfterSave();
  const form = useKitForm({
    schema: reglaAmenidadSchema,
    initial: {
      id: regla?.id ?? '',
      name: regla?.name ?? '',
      // Empty until one is chosen, which the schema says in words.
      category: regla?.category ?? ('' as Category),
      active: regla?.active ?? true,
    },
    onSubmit: async (body) => {
      await call(reglaAmenidadContract.save, { body });
      afterSave(LIST, reglaAmenidadContract.all, reglaAmenidadContract.activas, reglaAmenidadContract.get);
    },
    onError: (error) => toast.failure(error, SERVER_ERROR_RETRY, 8, { kind: 'warning' }),
  });
  return (
    <KitForm form={form} cancelTo={LIST}>
      <Fields>
        <TextField form={form} name="name" label="Nombre" required maxLength={120} autoFocus={!regla} />
        <SelectField form={form} name="category" label="Categoría" required empty="" options={OPTIONS} />
        <CheckboxField form={form} name="active" label="Activa" />
      </Fields>
    </KitForm>
  );
}

export default function ReglaForm() {
  return (
    <FormPage
      titles={{ new: 'Nueva regla de amenidad', edit: 'Editar regla de amenidad' }}
      back={{ to: LIST, label: 'Volver a Reglas' }}
      record={useRecord(reglaAmenidadContract.get)}
      lines={3}
    >
      {(regla) => <ReglaFields regla={regla} />}
    </FormPage>
  );
}

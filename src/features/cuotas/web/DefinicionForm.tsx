/** The form of a fee's definition, new or existing. */
import { call } from '#platform/web/api.ts';
import { FormPage, useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import { CheckboxField, MoneyField, TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { unusual, usualOf } from '#platform/web/kit/form/unusual.ts';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { useCall } from '#platform/web/query.ts';
import { cuotaInicialSchema, type Definicion } from '../contract.ts';
import { isActiva, type Kind } from './kinds.ts';

function DefinicionFields({ kind, definicion }: { kind: Kind; definicion: Definicion | undefined }) {
  const afterSave = useAfterSave();
  const others = useCall(kind.endpoints.all, {}, { enabled: !definicion });
  const form = useKitForm({
    // An extraordinary fee's save leaves `activa` out.
    schema: cuotaInicialSchema,
    initial: {
      id: definicion?.id ?? '',
      name: definicion?.name ?? '',
      descripcion: definicion?.descripcion ?? '',
      cuotaCondominal: definicion?.cuotaCondominal ?? null,
      cuotaHabitacional: definicion?.cuotaHabitacional ?? null,
      cuotaComercial: definicion?.cuotaComercial ?? null,
      activa: definicion ? isActiva(definicion) : true,
    },
    draft: `definicion ${definicion?.id ?? ''}`,
    onSubmit: async (body) => {
      await call(kind.endpoints.save, { body });
      afterSave(kind.list, kind.endpoints.all);
    },
  });
  const amount = (name: 'cuotaCondominal' | 'cuotaHabitacional' | 'cuotaComercial') => ({
    form,
    name,
    required: true,
    warning: unusual(
      form.values[name],
      definicion
        ? { amount: definicion[name], what: 'lo que era', before: 'guardar' }
        : {
            amount: usualOf(others.data?.map((other) => other[name]) ?? []),
            what: 'lo usual en las demás cuotas',
            before: 'guardar',
          },
    ),
  });
  return (
    <KitForm form={form} cancelTo={kind.list}>
      <Fields columns={3}>
        <FullWidth>
          <TextField form={form} name="name" label="Nombre" required maxLength={120} autoFocus={!definicion} />
        </FullWidth>
        <MoneyField {...amount('cuotaCondominal')} label="Cuota condominal" />
        <MoneyField {...amount('cuotaHabitacional')} label="Cuota habitacional" />
        <MoneyField {...amount('cuotaComercial')} label="Cuota comercial" />
        <FullWidth>
          <TextareaField form={form} name="descripcion" label="Descripción" required rows={3} maxLength={2000} />
        </FullWidth>
        {kind.cuota === 'cuota_inicial' ? <CheckboxField form={form} name="activa" label="Activa" /> : null}
      </Fields>
    </KitForm>
  );
}

export function DefinicionForm({ kind }: { kind: Kind }) {
  return (
    <FormPage
      titles={kind.titles}
      back={{ to: kind.list, label: `Volver a ${kind.titles.list}` }}
      record={useRecord(kind.endpoints.get)}
      lines={5}
    >
      {(definicion) => <DefinicionFields kind={kind} definicion={definicion} />}
    </FormPage>
  );
}

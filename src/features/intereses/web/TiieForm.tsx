/** The form of a month's TIIE, new or existing. */
import { firstDayOf, monthOf } from '#core/period.ts';
import { REQUIRED } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { FormPage, useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import { MonthField } from '#platform/web/kit/form/date-fields.tsx';
import { PercentField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { unusual, usualOf } from '#platform/web/kit/form/unusual.ts';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { useCall } from '#platform/web/query.ts';
import { z } from '#platform/zod.ts';
import { interesesContract, porcentajeTiie, type Tiie, YEAR_REFUSED, yearTiie } from '../contract.ts';

const LIST = '/admin/tiie';

const schema = z.object({
  periodo: z
    .string()
    .min(1, { error: REQUIRED, abort: true })
    .refine((periodo) => yearTiie.safeParse(monthOf(periodo).year).success, { message: YEAR_REFUSED }),
  porcentaje: porcentajeTiie,
});

function TiieFields({ tiie }: { tiie: Tiie | undefined }) {
  const afterSave = useAfterSave();
  const others = useCall(interesesContract.tiies, {});
  const form = useKitForm({
    schema,
    initial: {
      periodo: tiie ? firstDayOf(tiie) : '',
      porcentaje: tiie?.porcentaje ?? null,
    },
    onSubmit: async ({ periodo, porcentaje }) => {
      await call(interesesContract.saveTiie, { body: { id: tiie?.id ?? '', ...monthOf(periodo), porcentaje } });
      afterSave(LIST, interesesContract.tiies);
    },
  });
  return (
    <KitForm form={form} cancelTo={LIST}>
      <Fields>
        <MonthField form={form} name="periodo" label="Período" required />
        <PercentField
          form={form}
          name="porcentaje"
          label="Porcentaje"
          required
          decimals={4}
          warning={unusual(form.values.porcentaje, {
            amount: usualOf(others.data?.filter(({ id }) => id !== tiie?.id).map((other) => other.porcentaje) ?? []),
            what: 'el usual',
            before: 'guardar',
            noun: 'El porcentaje',
            format: (percent) => `${percent} %`,
          })}
        />
      </Fields>
    </KitForm>
  );
}

export default function TiieForm() {
  return (
    <FormPage
      titles={{ new: 'Nuevo TIIE', edit: 'Editar TIIE' }}
      back={{ to: LIST, label: 'Volver a TIIE' }}
      record={useRecord(interesesContract.tiie)}
      lines={2}
    >
      {(tiie) => <TiieFields tiie={tiie} />}
    </FormPage>
  );
}

/** What the person says in the office of the notice and of each optional purpose. */

import { fecha } from '#platform/codecs.ts';
import { call } from '#platform/web/api.ts';
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import { SelectField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Panel } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useReread } from '#platform/web/query.ts';
import { z } from '#platform/zod.ts';
import { type PersonaPrivacidad, personasContract } from '../contract.ts';

const RESPUESTAS = ['', 'si', 'no'] as const;
const schema = z.object({
  aviso: z.enum(RESPUESTAS),
  fecha,
  finalidades: z.array(z.object({ id: z.number(), dijo: z.enum(RESPUESTAS) })),
});

const dichoDe = (acepta: boolean | null): (typeof RESPUESTAS)[number] => (acepta === null ? '' : acepta ? 'si' : 'no');

const OPCIONES = [
  { value: 'si' as const, label: 'Sí' },
  { value: 'no' as const, label: 'No' },
];

export function Consentimiento({ persona }: { persona: PersonaPrivacidad }) {
  const reread = useReread();
  const form = useKitForm({
    schema,
    initial: {
      aviso: '' as (typeof RESPUESTAS)[number],
      fecha: today(),
      finalidades: persona.finalidades.map(({ id, acepta }) => ({ id, dijo: dichoDe(acepta) })),
    },
    onSubmit: async ({ aviso, fecha: dia, finalidades }) => {
      const body = {
        residente: { id: persona.id },
        aviso: aviso === '' ? null : { acepta: aviso === 'si', fecha: dia },
        finalidades: finalidades.flatMap(({ id, dijo }) => (dijo === '' ? [] : [{ id, acepta: dijo === 'si' }])),
      };
      await call(personasContract.consentir, { body });
      toast.success('Quedó anotado lo que dijo', 3);
      reread();
    },
  });
  return (
    <Panel title="Lo que dice ahora">
      <KitForm form={form} plain submitLabel="Anotar">
        <Fields>
          <SelectField
            form={form}
            name="aviso"
            label="Acepta el aviso de privacidad"
            options={OPCIONES}
            empty=""
            clearable
          />
          <DateField form={form} name="fecha" label="Día en que lo dijo" required />
          {persona.finalidades.map(({ id, name, descripcion }, at) => (
            <SelectField
              key={id}
              form={form}
              name={`finalidades.${at}.dijo` as `finalidades.${number}.dijo`}
              label={name}
              description={descripcion}
              options={OPCIONES}
              empty=""
            />
          ))}
        </Fields>
      </KitForm>
    </Panel>
  );
}

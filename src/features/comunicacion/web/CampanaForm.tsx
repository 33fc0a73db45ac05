/** The form of a campaign letter, beside what it will look like. */
import { useDeferredValue } from 'react';
import { DATOS } from '#libro/letters.ts';
import type { Value } from '#platform/endpoint.ts';
import { ACTION_FAILED } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { FormPage, useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import { useChoices } from '#platform/web/kit/form/choices.ts';
import { SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { RichTextField } from '#platform/web/kit/form/RichTextField.tsx';
import { SelectInput } from '#platform/web/kit/form/SelectInput.tsx';
import { type KitForm as FormOf, useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall } from '#platform/web/query.ts';
import type { z } from '#platform/zod.ts';
import { campanaSchema, correocampanasContract, newsletterContract } from '../contract.ts';
import { LetterPreview } from './LetterPreview.tsx';

const LIST = '/admin/correo-campanas';

type Campana = Value<typeof correocampanasContract.get>;

const PLANTILLAS_MAX = 100;

/** Begins the letter with the text of a template. */
function UsarPlantilla({ onChoose, isEmpty }: { onChoose: (html: string) => void; isEmpty: boolean }) {
  const plantillas = useCall(newsletterContract.allpaginable, {
    query: { page: 0, size: PLANTILLAS_MAX, sortBy: 'name', tipo: 'plantilla' },
  });
  const choose = async (id: number | null) => {
    const found = plantillas.data?.newsLetterList.find((plantilla) => plantilla.id === id);
    if (!found) return;
    const yes =
      isEmpty ||
      (await confirm({
        title: 'Usar la plantilla',
        text: `El texto que hay se cambia por el de «${found.name}».`,
        confirmLabel: 'Cambiar el texto',
      }));
    if (yes) onChoose(found.descripcion);
  };
  return (
    <SelectInput<number>
      label="Usar plantilla"
      data={plantillas.data?.newsLetterList.map(({ id, name }) => ({ value: id, label: name }))}
      value={null}
      onChange={(id) => void choose(id)}
      placeholder={plantillas.data?.total === 0 ? 'No hay plantillas' : 'Seleccione'}
    />
  );
}

/** What the letter is for where people may say no to it: it goes to whoever accepted that. */
function ParaFinalidad({ form }: { form: FormOf<z.input<typeof campanaSchema>> }) {
  const finalidades = useCall(correocampanasContract.finalidades, {});
  return (
    <SelectField
      form={form}
      name="finalidad.id"
      label="Sólo a quien aceptó"
      clearable
      empty=""
      placeholder="A todos: la comunidad tiene que enviarlo"
      choices={useChoices(finalidades)}
      options={finalidades.data?.map(({ id, name }) => ({ value: id, label: name }))}
      description="Los boletines e invitaciones van sólo a quien dijo que sí a esa finalidad optativa"
    />
  );
}

function CampanaFields({ campana }: { campana: Campana | undefined }) {
  const afterSave = useAfterSave();
  const form = useKitForm({
    schema: campanaSchema,
    initial: {
      id: campana?.id ?? '',
      name: campana?.name ?? '',
      titulo: campana?.titulo ?? '',
      cuerpo: campana?.cuerpo ?? '',
      finalidad: { id: campana?.finalidad.id ?? ('' as const) },
    },
    onSubmit: async (body) => {
      await call(correocampanasContract.save, { body });
      afterSave(LIST, correocampanasContract.all);
    },
    onError: (error) => toast.failure(error, ACTION_FAILED, 3, { kind: 'warning' }),
  });
  const cuerpo = useDeferredValue(String(form.values.cuerpo ?? ''));
  return (
    <KitForm form={form} cancelTo={LIST}>
      <Fields>
        <TextField form={form} name="name" label="Nombre" required maxLength={200} autoFocus={!campana} />
        <TextField
          form={form}
          name="titulo"
          label="Título"
          required
          maxLength={200}
          description="Es el asunto con que llega el correo"
        />
        <FullWidth>
          <ParaFinalidad form={form} />
        </FullWidth>
        <FullWidth>
          <UsarPlantilla
            isEmpty={String(form.values.cuerpo ?? '').trim() === ''}
            onChoose={(html) => form.set('cuerpo', html)}
          />
        </FullWidth>
        <FullWidth>
          <RichTextField
            form={form}
            name="cuerpo"
            label="Description"
            maxLength={100_000}
            datos={DATOS}
            description="Cada {{dato}} se llena con lo del lote a que llega. Lo que pueda ejecutarse se quita al guardar"
          />
        </FullWidth>
        <FullWidth>
          <LetterPreview subject={form.values.titulo} html={cuerpo} />
        </FullWidth>
      </Fields>
    </KitForm>
  );
}

export default function CampanaForm() {
  return (
    <FormPage
      titles={{ new: 'Nuevo correo campañas', edit: 'Editar correo campañas' }}
      back={{ to: LIST, label: 'Volver a Correo campañas' }}
      record={useRecord(correocampanasContract.get)}
      lines={6}
    >
      {(campana) => <CampanaFields campana={campana} />}
    </FormPage>
  );
}

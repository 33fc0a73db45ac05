/** A template: rich text with the places that each lot's data fill. */
import { useDeferredValue } from 'react';
import { DATOS } from '#libro/letters.ts';
import { FormPage, useRecord } from '#platform/web/kit/FormPage.tsx';
import { TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { RichTextField } from '#platform/web/kit/form/RichTextField.tsx';
import { type Newsletter, newsletterContract } from '../contract.ts';
import { LetterPreview } from './LetterPreview.tsx';
import { useNewsletterForm } from './newsletter-form.ts';

const LIST = '/admin/plantillas';

function PlantillaFields({ plantilla }: { plantilla: Newsletter | undefined }) {
  const form = useNewsletterForm('plantilla', plantilla, LIST);
  const html = useDeferredValue(form.values.descripcion);
  return (
    <KitForm form={form} cancelTo={LIST}>
      <Fields>
        <FullWidth>
          <TextField form={form} name="name" label="Nombre" required maxLength={200} autoFocus={!plantilla} />
        </FullWidth>
        <FullWidth>
          <RichTextField
            form={form}
            name="descripcion"
            label="Contenido"
            required
            maxLength={100_000}
            datos={DATOS}
            description="Cada {{dato}} se llena con lo del lote a que llega. Lo que pueda ejecutarse se quita al guardar"
          />
        </FullWidth>
        <FullWidth>
          <LetterPreview html={html} />
        </FullWidth>
      </Fields>
    </KitForm>
  );
}

export default function PlantillaForm() {
  return (
    <FormPage
      titles={{ new: 'Nueva plantilla', edit: 'Editar plantilla' }}
      back={{ to: LIST, label: 'Volver a Plantillas' }}
      record={useRecord(newsletterContract.get)}
      lines={8}
    >
      {(plantilla) => <PlantillaFields plantilla={plantilla} />}
    </FormPage>
  );
}

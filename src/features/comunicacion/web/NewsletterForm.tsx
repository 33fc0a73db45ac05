/** A newsletter: its picture and its text. */
import { useState } from 'react';
import { archivosContract } from '#features/archivos/contract.ts';
import { NOT_A_NEWSLETTER_IMAGE } from '#features/archivos/rules.ts';
import { call } from '#platform/web/api.ts';
import { FormPage, useRecord } from '#platform/web/kit/FormPage.tsx';
import { TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { ImageUpload } from '#platform/web/kit/form/ImageUpload.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { type Newsletter, newsletterContract } from '../contract.ts';
import { useNewsletterForm } from './newsletter-form.ts';

const LIST = '/admin/newsletter';

const upload = (file: File) => call(archivosContract.subirNewsletter, { body: { file } });

function NewsletterFields({ newsletter }: { newsletter: Newsletter | undefined }) {
  const form = useNewsletterForm('newsletter', newsletter, LIST);
  const [uploading, setUploading] = useState(false);
  form.nameField('fileName', 'Imagen');
  return (
    <KitForm form={form} cancelTo={LIST} busy={uploading}>
      <Fields>
        <FullWidth>
          <TextField form={form} name="name" label="Nombre" required maxLength={200} autoFocus={!newsletter} />
        </FullWidth>
        <FullWidth>
          <ImageUpload
            id={form.idOf('fileName')}
            label="Imagen"
            required
            viewLabel="Ver imagen"
            url={String(form.values.url ?? '')}
            upload={upload}
            onBusy={setUploading}
            onChange={({ url, fileName }) => {
              form.set('url', url);
              form.set('fileName', fileName);
            }}
            invalidText={NOT_A_NEWSLETTER_IMAGE}
            error={form.errors.fileName}
          />
        </FullWidth>
        <FullWidth>
          <TextareaField
            form={form}
            name="descripcion"
            label="Descripción"
            required
            autosize
            minRows={6}
            maxRows={20}
            maxLength={100_000}
          />
        </FullWidth>
      </Fields>
    </KitForm>
  );
}

export default function NewsletterForm() {
  return (
    <FormPage
      titles={{ new: 'Nuevo newsletter', edit: 'Editar newsletter' }}
      back={{ to: LIST, label: 'Volver a Newsletter' }}
      record={useRecord(newsletterContract.get)}
      lines={6}
    >
      {(newsletter) => <NewsletterFields newsletter={newsletter} />}
    </FormPage>
  );
}

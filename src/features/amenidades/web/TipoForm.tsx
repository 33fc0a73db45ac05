/** A type of amenity with its icon and its photograph. */
import { useState } from 'react';
import { archivosContract } from '#features/archivos/contract.ts';
import type { Value } from '#platform/endpoint.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { FormPage, useAfterSave, useRecord } from '#platform/web/kit/FormPage.tsx';
import { CheckboxField, TextField } from '#platform/web/kit/form/fields.tsx';
import { ImageUpload } from '#platform/web/kit/form/ImageUpload.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { tipoAmenidadContract, tipoAmenidadSchema } from '../contract.ts';

const LIST = '/admin/amenidades';

type Tipo = Value<typeof tipoAmenidadContract.get>;

const upload = (file: File) => call(archivosContract.subirAmenidad, { body: { file } });

function TipoFields({ tipo }: { tipo: Tipo | undefined }) {
  const afterSave = useAfterSave();
  const form = useKitForm({
    schema: tipoAmenidadSchema,
    initial: {
      id: tipo?.id ?? '',
      name: tipo?.name ?? '',
      regulation: null,
      active: tipo?.active ?? true,
      iconoUrl: tipo?.iconoUrl ?? '',
      fotoAmenidadUrl: tipo?.fotoAmenidadUrl ?? '',
    },
    onSubmit: async (body) => {
      await call(tipoAmenidadContract.save, { body });
      afterSave(LIST, tipoAmenidadContract.all, tipoAmenidadContract.activas, tipoAmenidadContract.get);
    },
    onError: (error) => toast.failure(error, SERVER_ERROR_RETRY, 8, { kind: 'warning' }),
  });
  const [uploading, setUploading] = useState({ iconoUrl: false, fotoAmenidadUrl: false });
  return (
    <KitForm form={form} cancelTo={LIST} busy={uploading.iconoUrl || uploading.fotoAmenidadUrl}>
      <Fields>
        <TextField form={form} name="name" label="Nombre" required maxLength={120} autoFocus={!tipo} />
        <CheckboxField form={form} name="active" label="Activa" />
        {(
          [
            ['iconoUrl', 'Icono'],
            ['fotoAmenidadUrl', 'Foto'],
          ] as const
        ).map(([name, label]) => (
          <ImageUpload
            key={name}
            label={label}
            url={String(form.values[name] ?? '')}
            onChange={({ url }) => form.set(name, url)}
            upload={upload}
            onBusy={(busy) => setUploading((before) => ({ ...before, [name]: busy }))}
            removedText="La imagen se borra al guardar"
          />
        ))}
      </Fields>
    </KitForm>
  );
}

export default function TipoForm() {
  return (
    <FormPage
      titles={{ new: 'Nuevo tipo de amenidad', edit: 'Editar tipo de amenidad' }}
      back={{ to: LIST, label: 'Volver a Tipos de amenidades' }}
      record={useRecord(tipoAmenidadContract.get)}
      lines={4}
    >
      {(tipo) => <TipoFields tipo={tipo} />}
    </FormPage>
  );
}

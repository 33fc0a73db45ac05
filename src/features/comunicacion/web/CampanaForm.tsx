/** The form of a campaign letter, beside what it will look like. */
import { useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { ACTION_DONE, ACTION_FAILED } from '#platform/messages.ts';
import { call, Refused } from '#platform/web/api.ts';
import { TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm, useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Page, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { campanaSchema, correocampanasContract } from '../contract.ts';
import { letterHtml } from '../rules.ts';
import classes from './comunicacion.module.css';
import { Letter } from './Letter.tsx';

const LIST = '/admin/correo-campanas';

interface Campana {
  id: number;
  name: string;
  titulo: string;
  cuerpo: string;
}

function Preview({ titulo, cuerpo }: { titulo: string; cuerpo: string }) {
  const html = useDeferredValue(letterHtml(cuerpo));
  return (
    <section className={classes.preview} aria-label="Vista previa">
      <h2>Vista previa</h2>
      <p className={classes.subject}>{titulo.trim() || 'Sin título'}</p>
      <Letter title="Vista previa del correo" html={html} />
    </section>
  );
}

function CampanaFields({ campana }: { campana: Campana | undefined }) {
  const invalidate = useInvalidate();
  const goTo = useGoTo();
  const form = useKitForm({
    schema: campanaSchema,
    initial: {
      id: campana?.id ?? '',
      name: campana?.name ?? '',
      titulo: campana?.titulo ?? '',
      cuerpo: campana?.cuerpo ?? '',
    },
    onSubmit: async (body) => {
      await call(correocampanasContract.save, { body });
      toast.success(ACTION_DONE, 2);
      void invalidate(correocampanasContract.all);
      goTo(LIST);
    },
    onError: (error) => {
      if (error instanceof Refused) toast.warning(error.message, 8);
      else toast.error(ACTION_FAILED, 3);
    },
  });
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
          <div className={classes.html}>
            <TextareaField
              form={form}
              name="cuerpo"
              label="Description"
              autosize
              minRows={8}
              maxRows={24}
              maxLength={100_000}
              spellCheck
              description="Escriba texto, o HTML si quiere darle formato. Lo que pueda ejecutarse se quita al guardar"
            />
          </div>
        </FullWidth>
        <FullWidth>
          <Preview titulo={form.values.titulo} cuerpo={String(form.values.cuerpo ?? '')} />
        </FullWidth>
      </Fields>
    </KitForm>
  );
}

export default function CampanaForm() {
  const { id } = useSearch({ strict: false }) as { id?: string };
  const editing = id !== undefined && id !== '';
  const record = useCall(correocampanasContract.get, { params: { id: Number(id) } }, { enabled: editing });
  const ready = !editing || (record.isSuccess && record.isFetchedAfterMount);
  return (
    <Page
      title={editing ? 'Editar correo campañas' : 'Nuevo correo campañas'}
      back={{ to: LIST, label: 'Volver a Correo campañas' }}
      width="narrow"
    >
      {record.isError ? (
        <RecordError error={record.error} onRetry={() => void record.refetch()} />
      ) : ready ? (
        <CampanaFields key={id ?? ''} campana={editing ? record.data : undefined} />
      ) : (
        <Skeletons lines={6} />
      )}
    </Page>
  );
}

/** The notice of privacy: what is in force, its versions, and a new one. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { EmptyState, ErrorPanel, Page, Panel, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall, useReread } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { formatFecha, formatNumber } from '#ui/format.ts';
import { AVISO_MAX, avisoContract, avisoSchema, confirmarSchema, type VersionDeAviso } from '../contract.ts';
import classes from './privacidad.module.css';

function NuevaVersion({ plantilla, onClose }: { plantilla: string; onClose: () => void }) {
  const reread = useReread();
  const form = useKitForm({
    schema: avisoSchema,
    initial: { texto: plantilla, desde: today() },
    onSubmit: async (body) => {
      await call(avisoContract.save, { body });
      toast.success('La versión nueva quedó guardada', 4);
      onClose();
      reread();
    },
  });
  return (
    <FormModal title="Nueva versión del aviso" onClose={onClose} width="52rem">
      <KitForm form={form} onCancel={onClose}>
        <Fields columns={1}>
          <DateField form={form} name="desde" label="Vale desde" required />
          <TextareaField
            form={form}
            name="texto"
            label="Texto del aviso"
            required
            maxLength={AVISO_MAX}
            minRows={16}
            autosize
            maxRows={24}
          />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

function Confirmar({ version, onClose }: { version: VersionDeAviso; onClose: () => void }) {
  const reread = useReread();
  const form = useKitForm({
    schema: confirmarSchema,
    initial: { id: version.id, abogado: '' },
    onSubmit: async (body) => {
      await call(avisoContract.confirmar, { body });
      toast.success(`La versión ${version.version} quedó confirmada`, 4);
      onClose();
      reread();
    },
  });
  return (
    <FormModal title={`Confirmar la versión ${version.version}`} onClose={onClose}>
      <p className="kit-quiet">Anota quién la encontró conforme a la ley. No se puede quitar después.</p>
      <KitForm form={form} onCancel={onClose} submitLabel="Confirmar">
        <Fields columns={1}>
          <TextField form={form} name="abogado" label="Nombre del abogado" required maxLength={150} autoFocus />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

function Version({ version, personas, edits }: { version: VersionDeAviso; personas: number; edits: boolean }) {
  const [confirming, setConfirming] = useState(false);
  const { abogado, vigente, desde, aceptaron, usuario, texto } = version;
  return (
    <Panel
      title={`Versión ${version.version}`}
      actions={
        abogado === '' && edits ? (
          <Button size="xs" variant="default" onClick={() => setConfirming(true)}>
            La confirmó un abogado…
          </Button>
        ) : undefined
      }
    >
      <p className={classes.line}>
        {vigente ? <StatusBadge color="green" label="vigente" /> : null}
        {abogado === '' ? (
          <StatusBadge color="amber" label="un abogado lo confirma" />
        ) : (
          <span>La confirmó {abogado}</span>
        )}
        <span>
          Desde el {formatFecha(desde)}. La guardó {usuario || 'el sistema'}. La aceptaron {formatNumber(aceptaron)}
          {vigente ? ` de ${formatNumber(personas)} personas` : ''}.
        </span>
      </p>
      <details className={classes.text} open={vigente}>
        <summary>Texto</summary>
        <p>{texto}</p>
      </details>
      {confirming ? <Confirmar version={version} onClose={() => setConfirming(false)} /> : null}
    </Panel>
  );
}

export default function Aviso() {
  const [writing, setWriting] = useState(false);
  const found = useCall(avisoContract.get, {});
  const edits = passes(avisoContract.save.roles, useSession().role);
  const { data } = found;
  return (
    <Page
      title="Aviso de privacidad"
      back={{ to: '/admin', label: 'Volver a Administración' }}
      actions={
        edits ? (
          <Button disabled={!data} onClick={() => setWriting(true)}>
            Nueva versión
          </Button>
        ) : undefined
      }
    >
      {found.error ? <ErrorPanel message={found.error.message} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Skeletons lines={8} /> : null}
      {data?.versiones.length === 0 ? (
        <EmptyState
          text="Todavía no hay un aviso de privacidad"
          hint={edits ? '«Nueva versión» parte de un texto conforme a la ley de 2025' : 'Lo escribe la dirección'}
        />
      ) : null}
      {data?.versiones.map((version) => (
        <Version key={version.id} version={version} personas={data.personas} edits={edits} />
      ))}
      {writing && data ? <NuevaVersion plantilla={data.plantilla} onClose={() => setWriting(false)} /> : null}
    </Page>
  );
}

/** The devices that send the gate's records, and their keys: made, shown once, revoked. */
import { Anchor, Button, CopyButton } from '@mantine/core';
import { IconBan, IconCheck, IconCopy, IconEdit } from '@tabler/icons-react';
import { useState } from 'react';
import type { Value } from '#platform/endpoint.ts';
import { ACTION_DONE } from '#platform/messages.ts';
import { call, request, saveFile } from '#platform/web/api.ts';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { Dialog, DialogActions } from '#platform/web/kit/dialog.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Page, StatusBadge } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { formatFechaHora } from '#ui/format.ts';
import { accesosContract, dispositivoSchema } from '../contract.ts';
import classes from './accesos.module.css';

type Dispositivo = Value<typeof accesosContract.dispositivos>[number];

const REVOKED = 'La clave está revocada';

/** A link would carry no session, which reading it may need. */
async function saveDocs(): Promise<void> {
  try {
    saveFile(await (await request('GET', '/api/docs')).blob(), 'api-porton.html');
  } catch (error) {
    toast.failure(error);
  }
}

const COLUMNS = columns<Dispositivo>([
  { key: 'nombre', header: 'Nombre' },
  { key: 'punto', header: 'Punto de acceso' },
  {
    key: 'clave',
    header: 'Clave',
    value: ({ claveFin }) => claveFin,
    render: ({ claveFin }) => <span className={classes.plate}>…{claveFin}</span>,
  },
  {
    key: 'estado',
    header: 'Estado',
    value: ({ revocadoAt }) => (revocadoAt ? 'Revocada' : 'Activa'),
    render: ({ revocadoAt }) => (
      <StatusBadge color={revocadoAt ? 'gray' : 'green'} label={revocadoAt ? 'Revocada' : 'Activa'} />
    ),
  },
  { key: 'createdAt', header: 'Creado', kind: 'instant', value: ({ createdAt }) => createdAt },
  {
    ...{ key: 'ultimoUso', header: 'Último uso', kind: 'instant', value: ({ ultimoUso }) => ultimoUso },
    render: ({ ultimoUso }) => (ultimoUso ? formatFechaHora(ultimoUso) : 'Nunca'),
  },
]);

interface FormProps {
  dispositivo: Dispositivo | undefined;
  onSaved: (clave: string | null) => void;
  onClose: () => void;
}

function DispositivoForm({ dispositivo, onSaved, onClose }: FormProps) {
  const form = useKitForm({
    schema: dispositivoSchema,
    initial: { id: dispositivo?.id ?? '', nombre: dispositivo?.nombre ?? '', punto: dispositivo?.punto ?? '' },
    onSubmit: async (body) => {
      const { clave } = await call(accesosContract.guardarDispositivo, { body });
      toast.success(ACTION_DONE, 2);
      onSaved(clave);
    },
  });
  return (
    <FormModal title={dispositivo ? 'Editar dispositivo' : 'Nuevo dispositivo'} onClose={onClose}>
      <KitForm form={form} onCancel={onClose} guard={false} plain>
        <Fields columns={1}>
          <TextField form={form} name="nombre" label="Nombre" required maxLength={100} autoFocus />
          <TextField
            form={form}
            name="punto"
            label="Punto de acceso"
            required
            maxLength={100}
            description="Dónde ocurren los accesos que envía, si un registro no dice otro punto"
          />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

/** The key, this once: nobody can read it again. */
function KeyShown({ clave, onClose }: { clave: string; onClose: () => void }) {
  return (
    <Dialog title="Clave del dispositivo" width="38rem">
      <p>
        Cópiela ahora en el dispositivo: no se vuelve a mostrar. El dispositivo la envía en el encabezado{' '}
        <code>Authorization: Bearer …</code> de <code>POST /api/v1/acceso/registrar</code>.
      </p>
      <code className={classes.key}>{clave}</code>
      <DialogActions>
        <CopyButton value={clave}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={
                copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />
              }
              onClick={copy}
            >
              {copied ? 'Copiada' : 'Copiar'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>Ya la guardé</Button>
      </DialogActions>
    </Dialog>
  );
}

async function revoke({ id, nombre }: Dispositivo, onDone: () => void): Promise<void> {
  const sure = await confirm({
    title: 'Revocar la clave',
    text: `«${nombre}» ya no podrá enviar accesos. No podrás deshacer esta acción`,
    confirmLabel: 'Revocar',
    danger: true,
  });
  if (!sure) return;
  try {
    toast.success((await call(accesosContract.revocarDispositivo, { params: { id } })) ?? '', 2);
  } catch (error) {
    toast.failure(error);
  }
  onDone();
}

interface RowActionsProps {
  dispositivo: Dispositivo;
  onEdit: () => void;
  onRevoke: () => void;
}

function RowActions({ dispositivo, onEdit, onRevoke }: RowActionsProps) {
  const disabledReason = dispositivo.revocadoAt ? REVOKED : undefined;
  return (
    <>
      <RowAction
        label={`Editar ${dispositivo.nombre}`}
        icon={<IconEdit size={16} />}
        disabledReason={disabledReason}
        onClick={onEdit}
      />
      <RowAction
        label={`Revocar la clave de ${dispositivo.nombre}`}
        icon={<IconBan size={16} />}
        danger
        disabledReason={disabledReason}
        onClick={onRevoke}
      />
    </>
  );
}

export default function Dispositivos() {
  const rows = useCall(accesosContract.dispositivos, {});
  const invalidate = useInvalidate();
  const [editing, setEditing] = useState<Dispositivo | 'nuevo' | null>(null);
  const [clave, setClave] = useState<string | null>(null);
  const reread = () => void invalidate(accesosContract.dispositivos);

  return (
    <Page
      title="Dispositivos de acceso"
      subtitle={
        <>
          Envían los accesos con una clave propia. Cómo:{' '}
          <Anchor component="button" type="button" inherit underline="always" onClick={() => void saveDocs()}>
            la documentación de la API
          </Anchor>
          , área accesos.
        </>
      }
      back={{ to: '/admin/accesos', label: 'Volver a Accesos' }}
      actions={<Button onClick={() => setEditing('nuevo')}>Nuevo</Button>}
    >
      <DataTable
        caption="Dispositivos de acceso"
        files="Dispositivos de acceso"
        columns={COLUMNS}
        found={rows}
        rowKey={({ id }) => id}
        urlKey
        emptyHint="Todavía no hay dispositivos. Cree uno por cada equipo de la caseta"
        onRowOpen={(dispositivo) => {
          if (!dispositivo.revocadoAt) setEditing(dispositivo);
        }}
        rowActions={(dispositivo) => (
          <RowActions
            dispositivo={dispositivo}
            onEdit={() => setEditing(dispositivo)}
            onRevoke={() => void revoke(dispositivo, reread)}
          />
        )}
      />
      {editing ? (
        <DispositivoForm
          dispositivo={editing === 'nuevo' ? undefined : editing}
          onSaved={(made) => {
            setEditing(null);
            setClave(made);
            reread();
          }}
          onClose={() => setEditing(null)}
        />
      ) : null}
      {clave ? <KeyShown clave={clave} onClose={() => setClave(null)} /> : null}
    </Page>
  );
}

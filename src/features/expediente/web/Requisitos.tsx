/** The checklist that the community's lawyer edits, with the documents that are the same for every lot. */

import { Button } from '@mantine/core';
import { useState } from 'react';
import { POR_CONFIRMAR } from '#documents/expediente.ts';
import { archivosContract } from '#features/archivos/contract.ts';
import { ACTION_DONE } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { confirmDelete } from '#platform/web/kit/confirm.tsx';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { NumberField, SelectField, TextareaField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Page, StatusBadge } from '#platform/web/kit/page.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { type RowAct, RowMenu } from '#platform/web/kit/table/RowMenu.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { openKept } from '#platform/web/openKept.ts';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { confirmarRequisitoSchema, expedienteContract, type Requisito, requisitoSchema } from '../contract.ts';
import { REQUISITOS } from '../listings.ts';
import { CON_MINIMO, PRUEBA_LABELS, PRUEBAS } from '../rules.ts';
import { AbogadoBadge } from './pdf.tsx';
import { SubirModal } from './SubirModal.tsx';

const NUEVO = {
  id: '',
  orden: 200,
  documento: '',
  firma: '',
  condicion: '',
  fuente: '',
  prueba: 'lote',
  minimo: 1,
} as const;

function RequisitoModal({ requisito, onClose }: { requisito: Requisito | undefined; onClose: () => void }) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: requisitoSchema,
    initial: requisito ?? NUEVO,
    onSubmit: async (body) => {
      await call(expedienteContract.saveRequisito, { body });
      toast.success(ACTION_DONE, 2);
      onClose();
      await invalidate(expedienteContract.requisitos);
    },
  });
  const counts = CON_MINIMO.some((prueba) => prueba === form.values.prueba);
  return (
    <FormModal title={requisito ? 'Cambiar requisito' : 'Nuevo requisito'} onClose={onClose} width="40rem">
      {requisito && requisito.abogado !== '' ? (
        <p className="kit-quiet">Al guardarlo vuelve a quedar {POR_CONFIRMAR}.</p>
      ) : null}
      <KitForm form={form} onCancel={onClose}>
        <Fields>
          <FullWidth>
            <TextField form={form} name="documento" label="Documento" required maxLength={200} autoFocus />
          </FullWidth>
          <TextField form={form} name="firma" label="Quién firma" maxLength={200} />
          <TextField form={form} name="fuente" label="Fuente" maxLength={300} />
          <FullWidth>
            <TextareaField form={form} name="condicion" label="Condición" maxLength={500} />
          </FullWidth>
          <SelectField
            form={form}
            name="prueba"
            label="Se toma de"
            required
            options={PRUEBAS.map((value) => ({ value, label: PRUEBA_LABELS[value] }))}
          />
          {counts ? <NumberField form={form} name="minimo" label="Cuántos como mínimo" required /> : null}
          <NumberField form={form} name="orden" label="Orden en la lista" required />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

function ConfirmarModal({ requisito, onClose }: { requisito: Requisito; onClose: () => void }) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: confirmarRequisitoSchema,
    initial: { id: requisito.id, abogado: '' },
    onSubmit: async (body) => {
      toast.success((await call(expedienteContract.confirmarRequisito, { body })) ?? '', 3);
      onClose();
      await invalidate(expedienteContract.requisitos);
    },
  });
  return (
    <FormModal title={`Confirmar «${requisito.documento}»`} onClose={onClose}>
      <p className="kit-quiet">Anota quién lo encontró correcto. Si después se cambia, queda otra vez por confirmar.</p>
      <KitForm form={form} onCancel={onClose} submitLabel="Confirmar">
        <Fields columns={1}>
          <TextField form={form} name="abogado" label="Nombre del abogado" required maxLength={150} autoFocus />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

type Open = { what: 'editar' | 'confirmar' | 'subir'; requisito: Requisito } | { what: 'nuevo' } | undefined;

const COLUMNS = drawn<Requisito>(REQUISITOS.screen, {
  abogado: ({ abogado }) => <AbogadoBadge abogado={abogado} />,
  pdf: ({ prueba, pdf }) =>
    pdf ? (
      <Button size="compact-xs" variant="subtle" onClick={() => void openKept(archivosContract.get, pdf.url)}>
        {pdf.nombre}
      </Button>
    ) : prueba === 'comunidad' ? (
      <StatusBadge color="red" label="Falta" />
    ) : (
      '—'
    ),
});

function useActos(onOpen: (open: Open) => void) {
  const invalidate = useInvalidate();
  const remove = async (requisito: Requisito) => {
    if (!(await confirmDelete(`el requisito «${requisito.documento}» con los documentos que se subieron de él`)))
      return;
    try {
      await call(expedienteContract.deleteRequisito, { params: { id: requisito.id } });
      toast.success(ACTION_DONE, 2);
    } catch (error) {
      toast.failure(error);
    }
    await invalidate(expedienteContract.requisitos);
  };
  return (requisito: Requisito): RowAct[] => [
    ...(requisito.prueba === 'comunidad'
      ? [{ label: 'Subir PDF…', onClick: () => onOpen({ what: 'subir', requisito }) }]
      : []),
    { label: 'Cambiar…', onClick: () => onOpen({ what: 'editar', requisito }) },
    {
      label: 'Lo confirmó el abogado…',
      disabledReason: requisito.abogado === '' ? undefined : `Ya lo confirmó ${requisito.abogado}`,
      onClick: () => onOpen({ what: 'confirmar', requisito }),
    },
    { label: 'Quitar…', danger: true, onClick: () => void remove(requisito) },
  ];
}

export default function Requisitos() {
  const found = useCall(expedienteContract.requisitos, {});
  const [open, setOpen] = useState<Open>();
  const edits = passes(expedienteContract.saveRequisito.roles, useSession().role);
  const actosDe = useActos(setOpen);
  const close = () => setOpen(undefined);
  return (
    <Page
      title="Requisitos de los expedientes"
      subtitle="La lista es del abogado de la comunidad: lo que él no ha confirmado lo dice"
      back={{ to: '/cobranza/expedientes', label: 'Volver a Expedientes de cobranza' }}
      actions={edits ? <Button onClick={() => setOpen({ what: 'nuevo' })}>Nuevo requisito</Button> : undefined}
    >
      <DataTable
        caption="Requisitos de los expedientes"
        files="Requisitos de los expedientes"
        columns={COLUMNS}
        found={found}
        rowKey={({ id }) => id}
        cards={['documento', 'abogado']}
        paging={false}
        emptyText="La lista no tiene requisitos"
        emptyHint="Agregue los que pida el abogado"
        urlKey
        rowActions={(requisito) =>
          edits ? <RowMenu label={`Más acciones de ${requisito.documento}`} acts={actosDe(requisito)} /> : null
        }
      />
      {open?.what === 'nuevo' ? <RequisitoModal requisito={undefined} onClose={close} /> : null}
      {open?.what === 'editar' ? <RequisitoModal requisito={open.requisito} onClose={close} /> : null}
      {open?.what === 'confirmar' ? <ConfirmarModal requisito={open.requisito} onClose={close} /> : null}
      {open?.what === 'subir' ? <SubirModal requisito={open.requisito} loteId={null} onClose={close} /> : null}
    </Page>
  );
}

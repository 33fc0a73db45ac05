/** To which account each thing that is booked goes, and the accounts. */
import { Button } from '@mantine/core';
import { IconEdit } from '@tabler/icons-react';
import { useState } from 'react';
import { ACTION_DONE } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Panel, StatusBadge } from '#platform/web/kit/page.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import {
  type CuentaCompleta,
  cuentaSchema,
  cuentasContablesContract,
  type EquivalenciaDe,
  equivalenciaSchema,
  polizasContract,
} from '../contract.ts';
import { CUENTAS, EQUIVALENCIAS } from '../listings.ts';
import type { Naturaleza } from '../rules.ts';
import classes from './contabilidad.module.css';

/** What is said again once accounts change. */
function useChanged() {
  const invalidate = useInvalidate();
  return () =>
    invalidate(
      cuentasContablesContract.cuentas,
      cuentasContablesContract.equivalencias,
      polizasContract.polizas,
      polizasContract.partidas,
    );
}

const rotulo = ({ codigo, name }: Pick<CuentaCompleta, 'codigo' | 'name'>) => `${codigo} ${name}`;

const COLUMNS = drawn(EQUIVALENCIAS.screen, {
  cuenta: ({ cuenta, opcional }) => {
    if (cuenta) return rotulo(cuenta);
    return opcional ? (
      <span className="kit-quiet">La de su caja</span>
    ) : (
      <StatusBadge color="amber" label="Sin cuenta" />
    );
  },
});

function EquivalenciaForm({
  de,
  cuentas,
  onClose,
}: {
  de: EquivalenciaDe;
  cuentas: readonly CuentaCompleta[];
  onClose: () => void;
}) {
  const changed = useChanged();
  const form = useKitForm({
    schema: equivalenciaSchema,
    initial: { clave: de.clave, cuenta: { id: (de.cuenta?.id ?? null) as number | null } },
    onSubmit: async (body) => {
      toast.success((await call(cuentasContablesContract.guardarEquivalencia, { body })) ?? ACTION_DONE, 4);
      onClose();
      await changed();
    },
  });
  return (
    <FormModal title={de.nombre} onClose={onClose}>
      <p className="kit-quiet">
        {de.grupo}. Cuenta para lo que se registre desde ahora; lo de los meses cerrados queda en la que estaba.
        {de.opcional ? ' Sin cuenta propia va a la de su caja.' : ''}
      </p>
      <KitForm form={form} onCancel={onClose} plain>
        <Fields>
          <FullWidth>
            <SelectField<typeof form.values, number>
              form={form}
              name="cuenta.id"
              label="Cuenta contable"
              required={!de.opcional}
              clearable={de.opcional}
              options={cuentas.map((one) => ({ value: one.id, label: rotulo(one) }))}
            />
          </FullWidth>
        </Fields>
      </KitForm>
    </FormModal>
  );
}

const NATURALEZA: { value: Naturaleza; label: string }[] = [
  { value: 'deudora', label: 'Deudora (activo, gasto)' },
  { value: 'acreedora', label: 'Acreedora (pasivo, ingreso)' },
];

function CuentaForm({ cuenta, onClose }: { cuenta: CuentaCompleta | undefined; onClose: () => void }) {
  const changed = useChanged();
  const form = useKitForm({
    schema: cuentaSchema,
    initial: {
      ...{ id: cuenta?.id ?? '', codigo: cuenta?.codigo ?? '', name: cuenta?.name ?? '' },
      ...{ agrupador: cuenta?.agrupador ?? '', naturaleza: (cuenta?.naturaleza ?? 'deudora') as Naturaleza },
    },
    onSubmit: async (body) => {
      await call(cuentasContablesContract.guardarCuenta, { body });
      toast.success(ACTION_DONE, 2);
      onClose();
      await changed();
    },
  });
  return (
    <FormModal title={cuenta ? 'Editar cuenta contable' : 'Nueva cuenta contable'} onClose={onClose}>
      <KitForm form={form} onCancel={onClose} plain>
        <Fields>
          <TextField form={form} name="codigo" label="Código" required maxLength={30} autoFocus />
          <SelectField<typeof form.values, Naturaleza>
            form={form}
            name="naturaleza"
            label="Naturaleza"
            required
            options={NATURALEZA}
          />
          <FullWidth>
            <TextField form={form} name="name" label="Nombre" required maxLength={100} />
          </FullWidth>
          <TextField
            form={form}
            name="agrupador"
            label="Código agrupador del SAT"
            maxLength={6}
            description="Del Anexo 24, como 102.01"
          />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

function Cuentas({ found, edits }: { found: ReturnType<typeof useCuentas>; edits: boolean }) {
  /** null: a new one. */
  const [open, setOpen] = useState<CuentaCompleta | null>();
  return (
    <Panel
      title="Cuentas contables"
      actions={
        edits ? (
          <Button variant="default" onClick={() => setOpen(null)}>
            Nueva cuenta
          </Button>
        ) : undefined
      }
    >
      <DataTable
        caption="Cuentas contables"
        columns={CUENTAS.screen}
        found={found}
        rowKey={({ id }) => id}
        urlKey="cuentas"
        files="Cuentas contables"
        {...(edits && {
          rowActions: (row: CuentaCompleta) => (
            <RowAction label={`Editar ${rotulo(row)}`} icon={<IconEdit size={16} />} onClick={() => setOpen(row)} />
          ),
        })}
      />
      {open === undefined ? null : <CuentaForm cuenta={open ?? undefined} onClose={() => setOpen(undefined)} />}
    </Panel>
  );
}

const useCuentas = () => useCall(cuentasContablesContract.cuentas, {});

export function Equivalencias() {
  const edits = passes('A', useSession().role);
  const equivalencias = useCall(cuentasContablesContract.equivalencias, {});
  const cuentas = useCuentas();
  const [open, setOpen] = useState<EquivalenciaDe>();
  return (
    <div className={classes.stack}>
      <Panel title="Equivalencias">
        <DataTable
          caption="Equivalencias"
          columns={COLUMNS}
          found={equivalencias}
          rowKey={({ clave }) => clave}
          urlKey
          files="Equivalencias contables"
          {...(edits && {
            rowActions: (row: EquivalenciaDe) => (
              <RowAction
                label={`Asignar cuenta a ${row.nombre}`}
                icon={<IconEdit size={16} />}
                onClick={() => setOpen(row)}
              />
            ),
          })}
        />
      </Panel>
      <Cuentas found={cuentas} edits={edits} />
      {open && cuentas.data ? (
        <EquivalenciaForm de={open} cuentas={cuentas.data} onClose={() => setOpen(undefined)} />
      ) : null}
    </div>
  );
}

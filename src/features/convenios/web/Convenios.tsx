/** All agreements, and the rules that they go by. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { NumberField, SwitchField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Page } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { conveniosContract, type Reglas, reglasSchema } from '../contract.ts';
import { ConveniosTable } from './parts.tsx';

function ReglasModal({ reglas, onClose }: { reglas: Reglas; onClose: () => void }) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: reglasSchema,
    initial: reglas,
    onSubmit: async (body) => {
      toast.success((await call(conveniosContract.saveReglas, { body })) ?? '', 3);
      onClose();
      await invalidate(conveniosContract.reglas);
    },
  });
  return (
    <FormModal title="Reglas de los convenios" onClose={onClose}>
      <KitForm form={form} onCancel={onClose}>
        <Fields columns={1}>
          <NumberField
            form={form}
            name="tolerancia"
            label="Días de tolerancia"
            required
            autoFocus
            description="Pasados, una parcialidad sin pagar rompe el convenio. Los firmados conservan la suya"
          />
          <NumberField
            form={form}
            name="aviso"
            label="Días de aviso"
            required
            description="Antes de cada vencimiento, por correo"
          />
          <SwitchField form={form} name="primero" label="Los pagos van primero a lo convenido" />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

export default function Convenios() {
  const [changing, setChanging] = useState(false);
  const found = useCall(conveniosContract.all, {});
  const { data: reglas } = useCall(conveniosContract.reglas, {});
  const mayChange = passes(conveniosContract.saveReglas.roles, useSession().role);
  return (
    <Page
      title="Convenios de pago"
      subtitle="Se simulan y se firman en el lote, en Convenios"
      back={{ to: '/cobranza', label: 'Volver a Cobranza' }}
      actions={
        mayChange ? (
          <Button variant="default" disabled={!reglas} onClick={() => setChanging(true)}>
            Reglas…
          </Button>
        ) : undefined
      }
    >
      <ConveniosTable found={found} urlKey withLote />
      {changing && reglas ? <ReglasModal reglas={reglas} onClose={() => setChanging(false)} /> : null}
    </Page>
  );
}

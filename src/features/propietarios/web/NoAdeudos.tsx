/** All certificates of no debt: whoever is shown one on paper finds it here by its number. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { passes } from '#platform/roles.ts';
import { call } from '#platform/web/api.ts';
import { FormModal } from '#platform/web/kit/form/FormModal.tsx';
import { NumberField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Page } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { useSession } from '#platform/web/session.ts';
import { noAdeudoContract, vigenciaSchema } from '../contract.ts';
import { Constancias } from './constancias.tsx';

function Vigencia({ dias, onClose }: { dias: number; onClose: () => void }) {
  const invalidate = useInvalidate();
  const form = useKitForm({
    schema: vigenciaSchema,
    initial: { dias },
    onSubmit: async (body) => {
      toast.success((await call(noAdeudoContract.cambiarVigencia, { body })) ?? '', 4);
      onClose();
      await invalidate(noAdeudoContract.vigencia);
    },
  });
  return (
    <FormModal title="Vigencia de las constancias" onClose={onClose}>
      <KitForm form={form} onCancel={onClose}>
        <Fields columns={1}>
          <NumberField
            form={form}
            name="dias"
            label="Días que vale una constancia"
            required
            autoFocus
            description="Las que ya se expidieron conservan la suya"
          />
        </Fields>
      </KitForm>
    </FormModal>
  );
}

export default function NoAdeudos() {
  const [changing, setChanging] = useState(false);
  const found = useCall(noAdeudoContract.all, {});
  const vigencia = useCall(noAdeudoContract.vigencia, {});
  const mayChange = passes(noAdeudoContract.cambiarVigencia.roles, useSession().role);
  const dias = vigencia.data?.dias;
  const valen = `Valen ${dias === 1 ? 'un día' : `${dias ?? '…'} días`}`;
  return (
    <Page
      title="Constancias de no adeudo"
      subtitle="Se expiden en el lote, en Propietarios"
      back={{ to: '/operaciones', label: 'Volver a Operaciones' }}
      actions={
        mayChange ? (
          <Button variant="default" disabled={dias === undefined} onClick={() => setChanging(true)}>
            {valen}…
          </Button>
        ) : (
          <span className="kit-quiet">{valen}</span>
        )
      }
    >
      <Constancias found={found} urlKey files="Constancias de no adeudo" withLote />
      {changing && dias !== undefined ? <Vigencia dias={dias} onClose={() => setChanging(false)} /> : null}
    </Page>
  );
}

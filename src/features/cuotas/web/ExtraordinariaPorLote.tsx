/** An extraordinary fee for one lot. */
import { LoteField } from '#libro/web/LoteField.tsx';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { useAfterSave } from '#platform/web/kit/FormPage.tsx';
import { SelectField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Page } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { z } from '#platform/zod.ts';
import { cuotasContract } from '../contract.ts';
import { CREATE_FAILED, EXTRAORDINARIA as KIND } from './kinds.ts';
import { useTipos } from './useTipos.ts';

const MISSING = 'Debe seleccionar el tipo de cuota extraordinaria y el lote';
const chosen = z.union([z.number(), z.literal('')]).refine((value) => value !== '', { message: MISSING });
const schema = z.object({ idCuota: chosen, lote: chosen });

export default function ExtraordinariaPorLote() {
  const tipos = useTipos(KIND);
  const afterSave = useAfterSave();
  const form = useKitForm({
    schema,
    initial: { idCuota: '', lote: '' },
    draft: 'cuota',
    onSubmit: async ({ idCuota, lote }, idempotencyKey) => {
      const none = { checkCondominal: false, checkHabitacional: false, checkComercial: false };
      await withBusy(() =>
        call(cuotasContract.crearExtraordinaria, {
          params: { loteId: Number(lote) },
          body: { idCuota: Number(idCuota), ...none },
          idempotencyKey,
        }),
      );
      afterSave(`${KIND.generadas}?cuota=${idCuota}`, KIND.endpoints.generadas);
    },
    onError: (error) => toast.failure(error, CREATE_FAILED, 10),
  });
  return (
    <Page title={KIND.titles.porLote} back={{ to: KIND.generadas, label: 'Atrás' }} width="narrow">
      <KitForm form={form} cancelTo={KIND.generadas}>
        <Fields columns={1}>
          <SelectField form={form} name="idCuota" label="Tipo cuota" required {...tipos} empty="" autoFocus />
          <LoteField form={form} name="lote" label="Lote" required />
        </Fields>
      </KitForm>
    </Page>
  );
}

/** An initial fee for one lot; its payment follows at once. */
import { LoteField } from '#libro/web/LoteField.tsx';
import { ACTION_DONE, SERVER_ERROR_ADMIN } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { SelectField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm, useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Page } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useInvalidate } from '#platform/web/query.ts';
import { cuotaInicialPorLoteSchema, cuotasContract } from '../contract.ts';
import { INICIAL as KIND } from './kinds.ts';
import { useTipos } from './useTipos.ts';

export default function InicialPorLote() {
  const tipos = useTipos(KIND, true);
  const invalidate = useInvalidate();
  const goTo = useGoTo();
  const form = useKitForm({
    schema: cuotaInicialPorLoteSchema,
    initial: { id: '', lote: { id: '' }, cuotaInicial: { id: '' } },
    draft: 'cuota',
    onSubmit: async (body, idempotencyKey) => {
      const { id } = await withBusy(() => call(cuotasContract.crearInicial, { body, idempotencyKey }));
      toast.success(ACTION_DONE, 3);
      void invalidate(KIND.endpoints.generadas);
      goTo(`${KIND.pagar}/${id}`);
    },
    onError: (error) => toast.failure(error, SERVER_ERROR_ADMIN, 3, { seconds: 10 }),
  });
  return (
    <Page title={KIND.titles.porLote} back={{ to: KIND.generadas, label: 'Atrás' }} width="narrow">
      <KitForm form={form} cancelTo={KIND.generadas}>
        <Fields columns={1}>
          <LoteField form={form} name="lote.id" label="Lote" required autoFocus />
          <SelectField form={form} name="cuotaInicial.id" label="Tipo cuota inicial" required {...tipos} empty="" />
        </Fields>
      </KitForm>
    </Page>
  );
}

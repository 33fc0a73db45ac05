/** A project-review fee for a lot. */
import { LoteField } from '#libro/web/LoteField.tsx';
import { ACTION_DONE, SERVER_ERROR_ADMIN } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { MoneyField } from '#platform/web/kit/form/fields.tsx';
import { Fields, KitForm, useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { unusual, usualOf } from '#platform/web/kit/form/unusual.ts';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Page } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall, useInvalidate } from '#platform/web/query.ts';
import { cuotasContract, proyectoSchema } from '../contract.ts';

const LIST = '/admin/cuota-inicial-proyecto';

export default function ProyectoForm() {
  const invalidate = useInvalidate();
  const goTo = useGoTo();
  const others = useCall(cuotasContract.proyectos, {});
  const form = useKitForm({
    schema: proyectoSchema,
    initial: { id: '', lote: { id: '' }, monto: null },
    draft: 'cuota',
    onSubmit: async (body, idempotencyKey) => {
      await withBusy(() => call(cuotasContract.saveProyecto, { body, idempotencyKey }));
      toast.success(ACTION_DONE, 3);
      void invalidate(cuotasContract.proyectos);
      goTo(LIST);
    },
    onError: (error) => toast.failure(error, SERVER_ERROR_ADMIN, 3, { seconds: 10 }),
  });
  return (
    <Page
      title="Nueva cuota revisión de proyecto"
      back={{ to: LIST, label: 'Volver a Cuota revisión de proyecto' }}
      width="narrow"
    >
      <KitForm form={form} cancelTo={LIST}>
        <Fields columns={1}>
          <LoteField form={form} name="lote.id" label="Lote" required autoFocus />
          <MoneyField
            form={form}
            name="monto"
            label="Monto"
            required
            warning={unusual(form.values.monto, {
              amount: usualOf(others.data?.map(({ monto }) => monto) ?? []),
              what: 'el usual de estas cuotas',
              before: 'guardar',
            })}
          />
        </Fields>
      </KitForm>
    </Page>
  );
}

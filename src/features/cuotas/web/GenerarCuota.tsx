/** Another fee for a lot, of an enabled type; its payment follows at once. */

import { catalogosContract } from '#features/catalogos/contract.ts';
import { getLoteHeader } from '#libro/contract.ts';
import { LotHeader } from '#libro/web/LotHeader.tsx';
import type { Value } from '#platform/endpoint.ts';
import { ACTION_DONE, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, Refused } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { MoneyField, SelectField, TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm, useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { unusual } from '#platform/web/kit/form/unusual.ts';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { ErrorPanel, Page, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useCall } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { cuotaSchema, cuotasContract } from '../contract.ts';

const REFUSED = 'No se puede ejecutar la acción. Contacte el administrador';
const FAILED = 'No se puede ejecutar esta acción en estos momentos. Intente más tarde';

type TipoCuota = Value<typeof catalogosContract.tiposCuotaActivos>[number];

/** What a fee costs before its type is chosen. */
const COSTO = 1;

function CuotaFields({ loteId, closed, tipos }: { loteId: number; closed: boolean; tipos: readonly TipoCuota[] }) {
  const goTo = useGoTo();
  const form = useKitForm({
    schema: cuotaSchema,
    initial: { tipoCuota: { id: '' }, costo: COSTO, observacion: '' },
    draft: 'cuota',
    onSubmit: async (values, idempotencyKey) => {
      const body = { id: '' as const, loteTransient: { id: loteId }, ...values };
      const { id } = await withBusy(() => call(cuotasContract.save, { body, idempotencyKey }));
      toast.success(ACTION_DONE, 2);
      goTo(`/pagar-cuota/${id}`);
    },
    onError: (error) => {
      toast.error(error instanceof Refused ? REFUSED : FAILED, 5);
      if (error instanceof Refused) toast.info(error.message, 8);
    },
  });
  const montoOf = (tipo: unknown): number | undefined => tipos.find(({ id }) => id === tipo)?.monto;
  return (
    <KitForm
      form={form}
      cancelTo={`/deudas/${loteId}`}
      disabledReason={closed ? 'El lote está cerrado: no se le generan cargos' : undefined}
    >
      <Fields columns={2}>
        <SelectField
          form={form}
          name="tipoCuota.id"
          label="Tipo"
          required
          clearable
          empty=""
          autoFocus
          options={tipos.map(({ id, name }) => ({ value: id, label: name }))}
          onChoose={(chosen) => form.set('costo', montoOf(chosen) ?? COSTO)}
        />
        <MoneyField
          form={form}
          name="costo"
          label="Costo"
          required
          warning={unusual(form.values.costo, {
            amount: montoOf(form.values.tipoCuota.id) ?? 0,
            what: 'el de este tipo de cuota',
            before: 'guardar',
          })}
        />
        <FullWidth>
          <TextareaField form={form} name="observacion" label="Descripción" rows={3} maxLength={2000} />
        </FullWidth>
      </Fields>
    </KitForm>
  );
}

export default function GenerarCuota() {
  const { id } = useParams<'id'>();
  const lote = useCall(getLoteHeader, { params: { id: Number(id) } });
  const tipos = useCall(catalogosContract.tiposCuotaActivos, {});
  return (
    <Page title="Generar Cuota" back={{ to: `/deudas/${id}`, label: 'Volver a Deudas' }}>
      {lote.isError ? (
        <RecordError error={lote.error} onRetry={() => void lote.refetch()} />
      ) : !lote.data || tipos.isPending ? (
        <Skeletons lines={6} />
      ) : (
        <>
          <LotHeader lote={lote.data} />
          {tipos.data ? (
            <CuotaFields
              key={id}
              loteId={lote.data.id_lote}
              closed={lote.data.status === 'fusionado' || lote.data.status === 'inactivo'}
              tipos={tipos.data}
            />
          ) : (
            <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void tipos.refetch()} />
          )}
        </>
      )}
    </Page>
  );
}

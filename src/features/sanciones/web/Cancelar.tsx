/** Cancelling what is owed of a fine or a fee, with a supervisor's code. */

import { toCentavos, toPesos } from '#core/money.ts';
import { CodeField } from '#libro/web/CodeField.tsx';
import { AmountButton } from '#libro/web/Explicacion.tsx';
import { ACTION_DONE, ACTION_FAILED } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { useParams } from '#platform/web/router.tsx';
import { formatMoney } from '#ui/format.ts';
import { cancelarSchema, sancionesContract } from '../contract.ts';
import { ChargeFacts, ChargePage, type ChargeShown, closedReason, useCuota, useGoBack, useSancion } from './charge.tsx';
import classes from './sanciones.module.css';

const KINDS = {
  deuda: { title: 'Cancelar deuda', endpoint: sancionesContract.cancelar, refusedSeconds: 10 },
  cuota: { title: 'Cancelar cuota', endpoint: sancionesContract.cancelarCuota, refusedSeconds: 8 },
} as const;

function CancelarForm({ charge, kind }: { charge: ChargeShown; kind: keyof typeof KINDS }) {
  const { title, endpoint, refusedSeconds } = KINDS[kind];
  const goBack = useGoBack();
  const form = useKitForm({
    schema: cancelarSchema,
    initial: { codigo: '', razon: '' },
    draft: 'cancelacion',
    onSubmit: async (values, idempotencyKey) => {
      await withBusy(call(endpoint, { body: { ...values, id: charge.id }, idempotencyKey }));
      toast.success(ACTION_DONE, 2);
      goBack(charge.lote.id_lote);
    },
    onError: (error) => toast.failure(error, ACTION_FAILED, 3, { seconds: refusedSeconds }),
  });
  const settled = toPesos(toCentavos(charge.costo) - toCentavos(charge.saldo));
  return (
    <>
      <ChargeFacts
        charge={charge}
        more={[
          { label: 'Monto', value: <b className={classes.amount}>{formatMoney(charge.costo)}</b> },
          {
            label: 'Monto a pagar',
            value: (
              <b className={classes.amount}>
                <AmountButton cargoId={charge.id} que="saldo" amount={charge.saldo} />
              </b>
            ),
          },
        ]}
      />
      <KitForm
        form={form}
        submitLabel={title}
        cancelLabel="Atrás"
        cancelTo={`/deudas/${charge.lote.id_lote}`}
        disabledReason={closedReason(charge)}
      >
        <Fields>
          <CodeField form={form} name="codigo" autoFocus />
          <FullWidth>
            <TextareaField form={form} name="razon" label="Razón" required maxLength={500} autosize minRows={2} />
          </FullWidth>
        </Fields>
        <dl className={classes.sums}>
          <div data-strong>
            <dt>Se cancela</dt>
            <dd>{formatMoney(charge.saldo)}</dd>
          </div>
          {settled > 0 && charge.status !== 'cancelado' ? (
            <div>
              <dt>Pagado o descontado antes, queda como está</dt>
              <dd>{formatMoney(settled)}</dd>
            </div>
          ) : null}
        </dl>
      </KitForm>
    </>
  );
}

const useId = () => Number(useParams<'id'>().id);

export function CancelarDeuda() {
  const read = useSancion(useId());
  return (
    <ChargePage title="Cancelar deuda" read={read}>
      {(charge) => <CancelarForm key={charge.id} charge={charge} kind="deuda" />}
    </ChargePage>
  );
}

export function CancelarCuota() {
  const read = useCuota(useId());
  return (
    <ChargePage title="Cancelar cuota" read={read}>
      {(charge) => <CancelarForm key={charge.id} charge={charge} kind="cuota" />}
    </ChargePage>
  );
}

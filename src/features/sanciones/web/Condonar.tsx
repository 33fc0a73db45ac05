/** Forgiving a percentage of what is owed of a fine or a fee, with a supervisor's code. */

import { percentageOf, toCentavos, toPesos } from '#core/money.ts';
import { CodeField } from '#libro/web/CodeField.tsx';
import { AmountButton } from '#libro/web/Explicacion.tsx';
import { ACTION_DONE, ACTION_FAILED } from '#platform/messages.ts';
import { call } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { PercentField, TextareaField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth, KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { useParams } from '#platform/web/router.tsx';
import { formatMoney } from '#ui/format.ts';
import { condonarCuotaSchema, condonarSchema, sancionesContract } from '../contract.ts';
import { ChargeFacts, ChargePage, type ChargeShown, closedReason, useCuota, useGoBack, useSancion } from './charge.tsx';
import classes from './sanciones.module.css';

type Kind = 'deuda' | 'cuota';

const KINDS = {
  deuda: { title: 'Condonar deuda', endpoint: sancionesContract.condonar, schema: condonarSchema, refusedSeconds: 10 },
  cuota: {
    title: 'Condonar cuota',
    endpoint: sancionesContract.condonarCuota,
    schema: condonarCuotaSchema,
    refusedSeconds: 8,
  },
} as const;

/** What is typed beyond the ends is taken as the end. Source: specification 001, section 5. */
const within = (percent: number): number => Math.min(100, Math.max(0, percent));

function confirmWhole(title: string, { descripcion, folio, saldo, lote }: ChargeShown): Promise<boolean> {
  return confirm({
    title: `¿Condonar ${formatMoney(saldo)}, todo lo que se debe?`,
    text: (
      <>
        <p>
          {descripcion}
          {folio ? `, folio ${folio}` : ''}, del lote {lote.referencia}.
        </p>
        <p>No quedará nada por pagar.</p>
      </>
    ),
    confirmLabel: title,
    danger: true,
  });
}

interface CondonarProps {
  charge: ChargeShown;
  kind: Kind;
}

/** The form, and what it forgives and leaves. */
function useCondonar({ charge, kind }: CondonarProps) {
  const { title, endpoint, schema, refusedSeconds } = KINDS[kind];
  const goBack = useGoBack();
  const form = useKitForm({
    schema,
    initial: { codigo: '', porcentaje: null, razon: '' },
    draft: 'condonacion',
    onSubmit: async (values, idempotencyKey) => {
      await withBusy(
        call(endpoint, {
          body: { ...values, id: charge.id, monto: remaining, montoCondonado: forgiven },
          idempotencyKey,
        }),
      );
      toast.success(ACTION_DONE, 2);
      goBack(charge.lote.id_lote);
    },
    onError: (error) => toast.failure(error, ACTION_FAILED, 3, { seconds: refusedSeconds }),
  });
  const { porcentaje } = form.values;
  const percent = within(typeof porcentaje === 'number' ? porcentaje : 0);
  const forgiven = toPesos(percentageOf(toCentavos(charge.saldo), percent));
  const remaining = toPesos(toCentavos(charge.saldo) - toCentavos(forgiven));
  const submit = async () => {
    const isWhole = remaining === 0 && schema.safeParse(form.values).success;
    if (!isWhole || (await confirmWhole(title, charge))) await form.submit();
  };
  return { form: { ...form, submit }, forgiven, remaining };
}

function CondonarForm({ charge, kind }: CondonarProps) {
  const { form, forgiven, remaining } = useCondonar({ charge, kind });
  return (
    <>
      <ChargeFacts
        charge={charge}
        more={[
          {
            label: 'Monto',
            value: (
              <b className={classes.amount}>
                <AmountButton cargoId={charge.id} que="saldo" amount={charge.saldo} />
              </b>
            ),
          },
          { label: 'Monto a pagar', value: <b className={classes.amount}>{formatMoney(remaining)}</b> },
        ]}
      />
      <KitForm
        form={form}
        submitLabel={KINDS[kind].title}
        cancelTo={`/deudas/${charge.lote.id_lote}`}
        disabledReason={closedReason(charge)}
      >
        <Fields>
          <CodeField form={form} name="codigo" autoFocus />
          <PercentField
            form={form}
            name="porcentaje"
            label="Porcentaje"
            required
            settle={(typed) => {
              if (typed === null || typed === within(typed)) return undefined;
              form.set('porcentaje', within(typed));
              return typed > 100 ? 'Más de 100 % se toma como 100 %' : 'Menos de 0 % se toma como 0 %';
            }}
          />
          <FullWidth>
            <TextareaField form={form} name="razon" label="Razón" required maxLength={500} autosize minRows={2} />
          </FullWidth>
        </Fields>
        <dl className={classes.sums} aria-live="polite">
          <div>
            <dt>Se condona</dt>
            <dd>{formatMoney(forgiven)}</dd>
          </div>
          <div data-strong>
            <dt>Queda por pagar</dt>
            <dd>{formatMoney(remaining)}</dd>
          </div>
        </dl>
      </KitForm>
    </>
  );
}

const useId = () => Number(useParams<'id'>().id);

export function CondonarDeuda() {
  const read = useSancion(useId());
  return (
    <ChargePage title="Condonar deuda" read={read}>
      {(charge) => <CondonarForm key={charge.id} charge={charge} kind="deuda" />}
    </ChargePage>
  );
}

export function CondonarCuota() {
  const read = useCuota(useId());
  return (
    <ChargePage title="Condonar cuota" read={read}>
      {(charge) => <CondonarForm key={charge.id} charge={charge} kind="cuota" />}
    </ChargePage>
  );
}

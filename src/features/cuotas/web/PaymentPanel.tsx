/** The payment on one charge: the common fields, the amount, and in figures what it will do before it is made. */
import { type ReactNode, useEffect } from 'react';
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import { noCuenta, type PaymentResult } from '#libro/contract.ts';
import type { Renglon } from '#libro/explicacion/rules.ts';
import { closedLoteReason } from '#libro/rules.ts';
import { type Choice, choiceField, NO_CHOICE } from '#libro/web/Descuento.tsx';
import { remainderParts } from '#libro/web/due-parts.ts';
import { SumButton } from '#libro/web/Explicacion.tsx';
import { bookingRefusal, PaymentFields } from '#libro/web/PaymentFields.tsx';
import type { PaymentSources } from '#libro/web/payment-sources.tsx';
import { lacksDateCode, type Taken, TakenByDate } from '#libro/web/TakenByDate.tsx';
import { type MontoToPay, useMonto } from '#libro/web/useMonto.ts';
import { REQUIRED } from '#platform/messages.ts';
import { FieldFaults } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { MoneyField } from '#platform/web/kit/form/fields.tsx';
import { KitForm } from '#platform/web/kit/form/KitForm.tsx';
import { unusual } from '#platform/web/kit/form/unusual.ts';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Panel } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { z } from '#platform/zod.ts';
import { formatMoney } from '#ui/format.ts';
import { WHOLE_PESOS } from '../contract.ts';
import classes from './cuotas.module.css';
import { PAYMENT_FAILED } from './kinds.ts';

const INVALID = 'Campo inválido';

const schema = z.object({
  fechaPago: z.string().min(1, REQUIRED),
  caja: z.object({ id: z.number({ error: REQUIRED }) }),
  metodoPago: z.object({ id: z.union([z.number(), z.literal('fondo')], { error: REQUIRED }) }),
  referencia: z.string(),
  noCuenta,
  pagado: z.number({ error: INVALID }).min(0, INVALID),
  choice: choiceField,
  autorizacionFecha: z.string(),
});
export type PaymentValues = Omit<z.output<typeof schema>, 'choice'>;

/** What the fund leaves owed may have centavos, and is not handed over. */
const wholeSchema = schema.refine(({ metodoPago, pagado }) => metodoPago.id === 'fondo' || Number.isInteger(pagado), {
  path: ['pagado'],
  message: WHOLE_PESOS,
});

export interface PreviewLine {
  label: string;
  monto: Centavos;
  /** Of a sum, an interest or a discount: what its explanation adds up. */
  parts?: readonly Renglon[];
}

export interface PaymentPanelProps {
  sources: PaymentSources;
  /** Balance of the lot's fund. */
  fondo: Centavos;
  referenciaLabel: 'Referencia' | 'Observación';
  /** Takes whole pesos only. */
  whole?: boolean;
  /** What is chosen of interest and discount counts for one payment date, and is chosen anew for another. */
  choiceOfDate?: boolean;
  dueOn: (fechaPago: string, choice: Choice) => MontoToPay;
  /** What 'Total a pagar' adds up. */
  partsOn: (fechaPago: string, choice: Choice) => readonly Renglon[];
  /** What stands between the fields and the amount. */
  children?: (fechaPago: string, choice: Choice) => ReactNode;
  /** The dialog that changes the choice, while it is open. */
  dialog?:
    | ((fechaPago: string, choice: Choice, choose: (choice: Omit<Choice, 'fecha'>) => void) => ReactNode)
    | undefined;
  /** What the payment's date takes off; left out of charges that no date changes. */
  taken?: (fechaPago: string, choice: Choice, monto: Centavos) => Taken;
  /** Where an amount goes. */
  preview: (fechaPago: string, choice: Choice, monto: Centavos) => readonly PreviewLine[];
  /** Why nothing can be paid: the lot is closed, or nothing is owed. */
  nothingOwed: string | undefined;
  pay: (values: PaymentValues, choice: Choice, idempotencyKey: string) => Promise<PaymentResult>;
  onPaid: (result: PaymentResult) => void;
}

export function PaymentPanel(props: PaymentPanelProps) {
  const {
    sources,
    fondo,
    referenciaLabel,
    whole,
    dueOn,
    partsOn,
    choiceOfDate,
    children,
    dialog,
    taken: takenFor,
    preview,
    nothingOwed,
    pay,
    onPaid,
  } = props;
  const form = useKitForm({
    schema: whole ? wholeSchema : schema,
    initial: {
      fechaPago: today(),
      caja: { id: sources.caja },
      metodoPago: { id: sources.metodo },
      referencia: '',
      noCuenta: '',
      pagado: 0,
      choice: NO_CHOICE,
      autorizacionFecha: '',
    },
    draft: 'pago',
    onSubmit: async ({ choice: chosen, ...values }, idempotencyKey) => {
      const { total } = dueOn(values.fechaPago, chosen);
      const nothing = values.pagado === 0 && values.metodoPago.id !== 'fondo' && total > 0;
      if (nothing) throw new FieldFaults(INVALID, [{ path: 'pagado', message: INVALID }]);
      const result = await withBusy(() => pay(values, chosen, idempotencyKey));
      onPaid(result);
    },
    onError: (error) => toast.failure(error, PAYMENT_FAILED, 8, { kind: 'error' }),
  });
  const { metodoPago } = form.values;
  // An emptied date is asked for again; meanwhile the figures are today's, not those of a payment before every cut-off.
  const fechaPago = form.values.fechaPago || today();
  // Discount and code are asked for again, also on the way back to the first date. Source: specification 001, section 9.
  const { set } = form;
  const stale = choiceOfDate === true && form.values.choice.fecha !== '' && form.values.choice.fecha !== fechaPago;
  useEffect(() => {
    if (stale) set('choice', NO_CHOICE);
  }, [stale, set]);
  const choice = stale ? NO_CHOICE : form.values.choice;
  const due = dueOn(fechaPago, choice);
  const fromFund = metodoPago.id === 'fondo';
  const { taken, over, fixedReason, settle } = useMonto(form, 'pagado', due, fromFund ? fondo : null);
  const broken = whole === true && !fromFund && taken % 100 !== 0;
  const byDate = over || broken ? undefined : takenFor?.(fechaPago, choice, taken);
  const disabledReason =
    nothingOwed ??
    (over ? `El monto es mayor que el total a pagar, ${formatMoney(toPesos(due.total))}` : undefined) ??
    bookingRefusal(form, sources, 'fechaPago') ??
    (byDate && lacksDateCode(byDate, form.values.autorizacionFecha));
  return (
    <Panel>
      <KitForm form={form} plain submitLabel="Pagar" disabledReason={disabledReason}>
        <PaymentFields form={form} sources={sources} fecha="fechaPago" referenciaLabel={referenciaLabel} autoFocus />
        {children?.(fechaPago, choice)}
        <dl className={classes.total}>
          <dt>Total a pagar</dt>
          <dd>
            <SumButton title="Total a pagar" amount={toPesos(due.total)} parts={partsOn(fechaPago, choice)} />
          </dd>
        </dl>
        <MoneyField
          form={form}
          name="pagado"
          label="Monto a pagar"
          required
          description={whole ? 'En pesos enteros' : undefined}
          warning={unusual(form.values.pagado, { amount: toPesos(due.total), what: 'lo que debe', before: 'cobrar' })}
          disabledReason={fixedReason}
          // Centavos are told and never made into pesos: 350.50 is neither 350 nor 35050.
          onLeave={() => {
            settle();
            if (!broken) return;
            form.set('pagado', 0);
            form.base.setFieldError('pagado', WHOLE_PESOS);
          }}
        />
        {byDate ? <TakenByDate form={form} name="autorizacionFecha" taken={byDate} /> : null}
        {taken > 0 && !over && !broken ? (
          <Preview taken={taken} lines={preview(fechaPago, choice, taken)} owed={due.exact} />
        ) : null}
      </KitForm>
      {dialog?.(fechaPago, choice, (chosen) => set('choice', { fecha: fechaPago, ...chosen }))}
    </Panel>
  );
}

function Preview({ taken, lines, owed }: { taken: Centavos; lines: readonly PreviewLine[]; owed: Centavos }) {
  const all: PreviewLine[] = [
    ...lines,
    ...(owed > taken ? [{ label: 'Queda por pagar', monto: owed - taken, parts: remainderParts(owed, taken) }] : []),
  ];
  return (
    <div className={classes.preview} aria-live="polite">
      <h2>Qué se hará con {formatMoney(toPesos(taken))}</h2>
      <dl>
        {all.map(({ label, monto, parts = [] }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <SumButton title={label} amount={toPesos(monto)} parts={parts} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export interface BalancePanelProps extends Pick<PaymentPanelProps, 'sources' | 'onPaid'> {
  pay: (values: PaymentValues, idempotencyKey: string) => Promise<PaymentResult>;
  /** In pesos. */
  cargo: { id: number; saldo: number; fondo: number; status: string; lote: { status: string } };
  concepto: string;
}

/** The payment of a charge without interest or discount: what is owed is its balance, whenever it is paid. */
export function BalancePanel({ cargo, concepto, pay, ...rest }: BalancePanelProps) {
  const saldo = toCentavos(cargo.saldo);
  return (
    <PaymentPanel
      {...rest}
      fondo={toCentavos(cargo.fondo)}
      referenciaLabel="Referencia"
      dueOn={() => ({ exact: saldo, total: saldo })}
      partsOn={() => [{ key: cargo.id, label: concepto, amount: cargo.saldo, cargoId: cargo.id }]}
      preview={(_fecha, _choice, monto) => [{ label: concepto, monto }]}
      pay={(values, _choice, idempotencyKey) => pay(values, idempotencyKey)}
      nothingOwed={closedLoteReason(cargo.lote.status) ?? (saldo === 0 ? `El cargo está ${cargo.status}` : undefined)}
    />
  );
}

/** The fields that every payment form shares, in their order: date, register, method, reference, account. */
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import { MaskField, SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields } from '#platform/web/kit/form/KitForm.tsx';
import type { FieldPath, KitForm } from '#platform/web/kit/form/useKitForm.ts';
import { today } from '#platform/web/kit/today.ts';
import type { PaymentSources } from './payment-sources.tsx';

export interface PaymentFieldsProps<V> {
  form: KitForm<V>;
  sources: PaymentSources;
  /** What the form calls the date of payment. */
  fecha: FieldPath<V>;
  referenciaLabel: 'Referencia' | 'Observación';
  fechaLabel?: 'Fecha pago' | 'Fecha Pago';
  metodoLabel?: 'Método de pago' | 'Método pago';
  /** Takes a future day, which the form sets back, in place of refusing it. */
  takesFuture?: boolean;
  autoFocus?: boolean;
}

/** The form's values carry `caja.id`, `metodoPago.id`, `referencia` and `noCuenta` besides the date. */
export function PaymentFields<
  V extends { caja: unknown; metodoPago: unknown; referencia?: unknown; noCuenta: unknown },
>(props: PaymentFieldsProps<V>) {
  const { form, sources, fecha, referenciaLabel, takesFuture, autoFocus } = props;
  const { fechaLabel = 'Fecha pago', metodoLabel = 'Método de pago' } = props;
  const name = (path: string) => path as FieldPath<V>;
  return (
    <Fields columns="pairs">
      <DateField
        form={form}
        name={fecha}
        label={fechaLabel}
        required
        max={takesFuture ? undefined : today()}
        autoFocus={autoFocus === true}
      />
      <SelectField form={form} name={name('caja.id')} label="Caja" required options={sources.cajas} />
      <SelectField form={form} name={name('metodoPago.id')} label={metodoLabel} required options={sources.metodos} />
      <TextField form={form} name={name('referencia')} label={referenciaLabel} maxLength={500} />
      <MaskField form={form} name={name('noCuenta')} label="No. cuenta" required mask="account" placeholder="0000" />
    </Fields>
  );
}

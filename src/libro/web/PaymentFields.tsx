/** The fields that every payment form shares, in their order: date, register, method, reference, account. */
import type { ReactNode } from 'react';
import { DateField } from '#platform/web/kit/form/date-fields.tsx';
import { MaskField, SelectField, TextField } from '#platform/web/kit/form/fields.tsx';
import { Fields, FullWidth } from '#platform/web/kit/form/KitForm.tsx';
import type { FieldPath, KitForm } from '#platform/web/kit/form/useKitForm.ts';
import { Notice } from '#platform/web/kit/page.tsx';
import { today } from '#platform/web/kit/today.ts';
import { bookedLater, bookingOf } from '../rules.ts';
import type { Metodo, PaymentSources } from './payment-sources.tsx';

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
  /** The rows after the first two, which the account is in. */
  children: (cuenta: ReactNode) => ReactNode;
}

/** The day that the form's money is booked on, or why it may not have its date; undefined while there is none. */
function bookingIn<V>(form: KitForm<V>, sources: PaymentSources, fecha: FieldPath<V>) {
  const {
    caja,
    metodoPago,
    referencia = '',
  } = form.values as unknown as {
    caja: { id: number };
    metodoPago: { id: Metodo };
    referencia?: string;
  };
  const fechaPago = String(form.get(fecha) ?? '');
  if (fechaPago === '') return undefined;
  return { fechaPago, ...bookingOf(sources.termsOf(caja.id, metodoPago.id), { fechaPago, referencia }) };
}

/** Why the payment would be refused for its date: what the button says, before it is sent. */
export function bookingRefusal<V>(form: KitForm<V>, sources: PaymentSources, fecha: FieldPath<V>): string | undefined {
  const booking = bookingIn(form, sources, fecha);
  return booking && 'motivo' in booking ? booking.motivo : undefined;
}

/** What there is to be told of the booking date; undefined where both are one. */
function bookingNote<V>(form: KitForm<V>, sources: PaymentSources, fecha: FieldPath<V>): string | undefined {
  const booking = bookingIn(form, sources, fecha);
  if (booking === undefined) return undefined;
  return 'motivo' in booking ? booking.motivo : bookedLater(booking);
}

/** The form's values carry `caja.id`, `metodoPago.id`, `referencia` and `noCuenta` besides the date. */
export function PaymentFields<
  V extends { caja: unknown; metodoPago: unknown; referencia?: unknown; noCuenta: unknown },
>(props: PaymentFieldsProps<V>) {
  const { form, sources, fecha, referenciaLabel, takesFuture, autoFocus, children } = props;
  const { fechaLabel = 'Fecha pago', metodoLabel = 'Método de pago' } = props;
  const name = (path: string) => path as FieldPath<V>;
  const note = bookingNote(form, sources, fecha);
  return (
    <Fields columns="pairs">
      <DateField
        form={form}
        name={fecha}
        label={fechaLabel}
        required
        description="Cuándo se recibió el dinero: decide descuentos e intereses"
        max={takesFuture ? undefined : today()}
        autoFocus={autoFocus === true}
      />
      <SelectField form={form} name={name('caja.id')} label="Caja" required options={sources.cajas} />
      <SelectField form={form} name={name('metodoPago.id')} label={metodoLabel} required options={sources.metodos} />
      <TextField form={form} name={name('referencia')} label={referenciaLabel} maxLength={500} />
      {children(
        <MaskField
          form={form}
          name={name('noCuenta')}
          label="No. cuenta"
          required={!sources.esEfectivo((form.values.metodoPago as { id: Metodo }).id)}
          mask="account"
          placeholder="0000"
        />,
      )}
      {note === undefined ? null : (
        <FullWidth>
          <Notice role="status">{note}</Notice>
        </FullWidth>
      )}
    </Fields>
  );
}

/** The form that takes a payment: the common fields, what may be chosen, the amount, and in figures what it will do. */
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { chosenInterest } from '#core/allocation.ts';
import type { Fecha } from '#core/fecha.ts';
import { toCentavos, toPesos } from '#core/money.ts';
import { firstDayOf, monthTitle } from '#core/period.ts';
import { MonthField } from '#platform/web/kit/form/date-fields.tsx';
import { MoneyField } from '#platform/web/kit/form/fields.tsx';
import { FullWidth, KitForm, type KitFormProps } from '#platform/web/kit/form/KitForm.tsx';
import { unusual } from '#platform/web/kit/form/unusual.ts';
import { formatMoney } from '#ui/format.ts';
import classes from './caja.module.css';
import { type Cobro, discountOff, type PreviewLine } from './cobro.ts';
import { CODE_AGAIN, DescuentoModal, DiscountNote, lacksCode } from './Descuento.tsx';
import { interestParts } from './due-parts.ts';
import { SumButton } from './Explicacion.tsx';
import { InteresesModal } from './InteresesModal.tsx';
import { PaymentFields } from './PaymentFields.tsx';
import { TakenByDate } from './TakenByDate.tsx';
import { type Paying, type PayingProps, usePaying } from './usePaying.ts';

export interface PaymentPanelProps
  extends PayingProps,
    Pick<KitFormProps<unknown>, 'onCancel' | 'cancelTo' | 'cancelLabel'> {
  /** Told the date of payment that the figures are of. */
  onFecha?: (fechaPago: Fecha) => void;
}

export function PaymentPanel({ onFecha, cobro, sources, onPaid, ...cancel }: PaymentPanelProps) {
  const paying = usePaying({ cobro, sources, onPaid });
  const { fechaPago } = paying.chosen;
  useEffect(() => onFecha?.(fechaPago), [fechaPago, onFecha]);
  return <PaymentForm cobro={cobro} sources={sources} paying={paying} {...cancel} />;
}

export interface PaymentFormProps extends Omit<PaymentPanelProps, 'onFecha' | 'onPaid'> {
  paying: Paying;
}

/** The form itself, of a payment whose figures stand on other parts of the screen too. */
export function PaymentForm({ cobro, sources, paying, ...cancel }: PaymentFormProps) {
  const { form, reckoned, monto, byDate, preview, disabledReason } = paying;
  const [asking, setAsking] = useState(false);
  const { due, parts } = reckoned;
  const { monto: montoLabel, ...labels } = cobro.labels;
  const ask = () => setAsking(true);
  return (
    <>
      <KitForm
        form={form}
        plain
        submitLabel="Pagar"
        everywhere
        wide={monto.taken > 0 ? formatMoney(toPesos(monto.taken)) : ''}
        disabledReason={disabledReason}
        {...cancel}
      >
        <dl className={classes.total} data-total>
          <dt>Total a pagar</dt>
          <dd>
            <SumButton title="Total a pagar" amount={toPesos(due.total)} parts={parts} />
          </dd>
        </dl>
        <PaymentFields
          form={form}
          sources={sources}
          fecha="fechaPago"
          takesFuture={cobro.takesFuture === true}
          // On a telephone what is owed stands above it: it is read before anything is written.
          autoFocus={matchMedia('(width >= 48rem)').matches}
          {...labels}
        >
          {(cuenta) => (
            <>
              {cobro.months ? <Months months={cobro.months} form={form} cuenta={cuenta} /> : cuenta}
              <Amount
                cobro={cobro}
                paying={paying}
                label={montoLabel}
                cash={sources.esEfectivo(form.values.metodoPago.id)}
              />
            </>
          )}
        </PaymentFields>
        <InterestBox cobro={cobro} paying={paying} onAsk={ask} />
        <DiscountBox cobro={cobro} paying={paying} onAsk={ask} />
        {byDate ? <TakenByDate form={form} name="autorizacionFecha" taken={byDate} /> : null}
        <Preview taken={monto.taken} lines={preview} />
      </KitForm>
      {asking ? <ChoiceDialog cobro={cobro} paying={paying} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

interface AmountProps {
  cobro: Cobro;
  paying: Paying;
  label: string;
  /** Of which change is given. */
  cash: boolean;
}

/** What is paid; in cash beside what is handed over, and what goes back. */
function Amount({ cobro, paying: { form, monto, reckoned }, label, cash }: AmountProps) {
  const usual = cobro.usual ?? { amount: toPesos(reckoned.due.total), what: 'lo que debe' };
  const amount = (
    <MoneyField
      form={form}
      name="monto"
      label={label}
      required
      description={reckoned.whole ? 'En pesos enteros' : undefined}
      warning={unusual(form.values.monto, { ...usual, before: 'cobrar' })}
      disabledReason={monto.fixedReason}
      onLeave={monto.settle}
    />
  );
  if (!cash) return amount;
  return (
    <Thirds>
      {amount}
      <MoneyField form={form} name="recibido" label="Recibido" />
      <Change {...form.values} />
    </Thirds>
  );
}

function Change({ recibido, monto }: Pick<Paying['form']['values'], 'recibido' | 'monto'>) {
  const back =
    typeof recibido !== 'number' || typeof monto !== 'number' ? null : toCentavos(recibido) - toCentavos(monto);
  const lacks = back !== null && back < 0;
  return (
    <p className={classes.change}>
      <span>{lacks ? 'Falta' : 'Cambio'}</span>
      <output data-missing={lacks || undefined}>{back === null ? '' : formatMoney(toPesos(Math.abs(back)))}</output>
    </p>
  );
}

interface MonthsProps {
  months: NonNullable<Cobro['months']>;
  form: Paying['form'];
  cuenta: ReactNode;
}

/** From the first month that is paid, which is said, to the last, which is chosen. */
function Months({ months: { desde, required, note }, form, cuenta }: MonthsProps) {
  return (
    <>
      <Thirds months>
        {cuenta}
        <p className={classes.readOnly}>
          <span>Desde</span>
          <b>{monthTitle(desde)}</b>
        </p>
        <MonthField form={form} name="hasta" label="Hasta" required={required === true} min={firstDayOf(desde)} />
      </Thirds>
      {note === undefined ? null : (
        <FullWidth>
          <p className="kit-quiet">{note}</p>
        </FullWidth>
      )}
    </>
  );
}

/** Three short fields beside each other; beside months in words an account of four digits takes what it needs. */
function Thirds({ months, children }: { months?: boolean; children: ReactNode }) {
  return (
    <FullWidth>
      <div className={classes.thirds} data-months={months}>
        {children}
      </div>
    </FullWidth>
  );
}

interface BoxProps {
  cobro: Cobro;
  paying: Paying;
  onAsk: () => void;
}

function InterestBox({ cobro: { interest }, paying: { chosen, reckoned }, onAsk }: BoxProps) {
  if (!interest || interest.entries.length === 0) return null;
  const charged = reckoned.interest;
  return (
    <Box action={interest.configure} onAct={onAsk}>
      <h2>
        Intereses moratorios:{' '}
        <SumButton
          title="Intereses moratorios a pagar"
          amount={toPesos(charged.reduce((sum, { neto }) => sum + neto, 0))}
          parts={interestParts(charged)}
        />
      </h2>{' '}
      <p className="kit-quiet">
        {charged.length} de {interest.entries.length}
        <DiscountNote descuento={chosen.choice.descuento} />
      </p>
    </Box>
  );
}

function DiscountBox({ cobro: { discount }, paying: { chosen }, onAsk }: BoxProps) {
  if (!discount) return null;
  const { off, label, parts } = discountOff(discount, chosen.choice);
  return (
    <Box action="Aplicar descuento" disabled={discount.saldo === 0} onAct={onAsk}>
      {off > 0 ? (
        <p>
          {label}:{' '}
          <b>
            <SumButton title={label} amount={toPesos(off)} parts={parts} />
          </b>
          {lacksCode(chosen.choice.descuento) ? <span className="kit-quiet"> {CODE_AGAIN}</span> : null}
        </p>
      ) : (
        <p className="kit-quiet">Sin descuento</p>
      )}
    </Box>
  );
}

interface ActionProps {
  action: string;
  disabled?: boolean;
  onAct: () => void;
  children: ReactNode;
}

function Box({ action, disabled = false, onAct, children }: ActionProps) {
  return (
    <div className={classes.box}>
      <div>{children}</div>
      <Button variant="default" size="xs" disabled={disabled} onClick={onAct}>
        {action}
      </Button>
    </div>
  );
}

/** What changes the choice: of the interest and its discount, or of the discount alone. */
function ChoiceDialog({
  cobro: { interest, discount },
  paying: { form, chosen, reckoned },
  onClose,
}: Omit<BoxProps, 'onAsk'> & { onClose: () => void }) {
  const { fechaPago, choice } = chosen;
  if (interest) {
    return (
      <InteresesModal
        entries={chosenInterest(interest.entries, fechaPago)}
        cantidad={reckoned.interest.length}
        descuento={choice.descuento}
        onApply={(cantidad, descuento) => {
          form.set('choice', { fecha: fechaPago, cantidad: interest.take ? null : cantidad, descuento });
          if (interest.take) form.set('lineas', interest.take(chosen, cantidad));
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <DescuentoModal
      fromOne={discount?.fromOne === true}
      saldo={discount?.saldo ?? 0}
      value={choice.descuento}
      // It counts for any date.
      onApply={(descuento) => form.set('choice', { fecha: '', cantidad: null, descuento })}
      onClose={onClose}
    />
  );
}

/** What a payment will do, in figures, before the money moves: the server books the same. */
function Preview({ taken, lines }: { taken: number; lines: readonly PreviewLine[] }) {
  if (lines.length === 0) return null;
  return (
    <div className={classes.preview} aria-live="polite">
      <h2>Qué se hará con {formatMoney(toPesos(taken))}</h2>
      <ul>
        {lines.map(({ key, label, note, monto, parts = [] }) => (
          <li key={key}>
            <span>
              {label}
              {note ? <span className="kit-quiet">{note}</span> : null}
            </span>
            <span className={classes.amount}>
              <SumButton title={label} amount={toPesos(monto)} parts={parts} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The form of every payment: the figures that follow from what is chosen, why it cannot be sent yet, and its sending. The
 * calls name date and amount each in its own way; the form has one name for each.
 */
import { useEffect, useRef, useState } from 'react';
import { toCentavos, toPesos } from '#core/money.ts';
import { SIN_CUENTA } from '#documents/recibo-impreso.ts';
import { REQUIRED } from '#platform/messages.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { fieldErrorsOf } from '#platform/web/kit/form/errors.ts';
import { useKitForm } from '#platform/web/kit/form/useKitForm.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { today } from '#platform/web/kit/today.ts';
import { z } from '#platform/zod.ts';
import { formatMoney } from '#ui/format.ts';
import { NOTHING_PAID, noCuenta, type PaymentResult } from '../contract.ts';
import { WHOLE_PESOS } from '../messages.ts';
import type { Chosen, Cobro, PaymentValues } from './cobro.ts';
import { CODE_AGAIN, choiceField, lacksCode, lineaField, NO_CHOICE, NO_DISCOUNT } from './Descuento.tsx';
import { bookingRefusal } from './PaymentFields.tsx';
import { type PaymentSources, rememberMethod } from './payment-sources.tsx';
import { lacksDateCode, takenOn } from './TakenByDate.tsx';
import { useMonto } from './useMonto.ts';

const fields = z.object({
  fechaPago: z.string().min(1, REQUIRED),
  caja: z.object({ id: z.number({ error: REQUIRED }) }),
  metodoPago: z.object({ id: z.union([z.number(), z.literal('fondo')], { error: REQUIRED }) }),
  referencia: z.string(),
  noCuenta: z.string(),
  autorizacionFecha: z.string(),
  hasta: z.string(),
  monto: z.number({ error: NOTHING_PAID.message }).min(0, NOTHING_PAID.message),
  /** What was handed over in cash, for its change; '' where nobody counted it. Not sent. */
  recibido: z.union([z.number(), z.literal('')]),
  choice: choiceField,
  lineas: z
    .array(lineaField)
    .refine((lineas) => !lineas.some(({ pagar, descuento }) => pagar && lacksCode(descuento)), {
      message: CODE_AGAIN,
    }),
});

type Values = z.input<typeof fields>;

/** An emptied date is asked for again; meanwhile the figures are today's, not those of a payment before every cut-off. */
const chosenIn = ({ fechaPago, hasta, choice, lineas }: Values): Chosen => ({
  fechaPago: fechaPago || today(),
  hasta,
  choice,
  lineas: lineas.map(({ descuento, ...linea }) => ({
    ...linea,
    descuento: { ...descuento, codigo: descuento.codigo ?? '' },
  })),
});

/** The fund pays what it has, so that its amount is what stays owed: it may be 0, and have centavos. */
const schemaOf = (cobro: () => Cobro, sources: () => PaymentSources) =>
  fields
    .superRefine(({ noCuenta: typed, metodoPago }, ctx) => {
      if (typed === '' && sources().esEfectivo(metodoPago.id)) return;
      for (const { message } of noCuenta.safeParse(typed).error?.issues ?? []) {
        ctx.addIssue({ code: 'custom', path: ['noCuenta'], message });
      }
    })
    .refine(({ hasta }) => hasta !== '' || cobro().months?.required !== true, { path: ['hasta'], message: REQUIRED })
    .refine(
      (values) =>
        values.monto > 0 || values.metodoPago.id === 'fondo' || cobro().reckon(chosenIn(values)).due.total === 0,
      NOTHING_PAID,
    )
    .refine(
      (values) =>
        Number.isInteger(values.monto) ||
        values.metodoPago.id === 'fondo' ||
        cobro().reckon(chosenIn(values)).whole !== true,
      { path: ['monto'], message: WHOLE_PESOS },
    );

const NAMES: Readonly<Record<string, string>> = {
  fechaPagoReal: 'fechaPago',
  fecha_pago: 'fechaPago',
  pagado: 'monto',
};

/** A fault of the call goes to the field that the call has it from. */
async function withFaultsAtFields<T>(sending: Promise<T>): Promise<T> {
  try {
    return await sending;
  } catch (error) {
    const faults = fieldErrorsOf(error);
    if (!faults) throw error;
    const errors = faults.map(({ path, message }) => ({ path: NAMES[path] ?? path, message }));
    throw Object.assign(error as object, { errors });
  }
}

export interface PayingProps {
  cobro: Cobro;
  sources: PaymentSources;
  onPaid: (result: PaymentResult, cambio: Cambio | null) => void;
}

/** What was handed over in cash and what went back, in pesos. */
export interface Cambio {
  recibido: number;
  cambio: number;
}

/** The change of a payment in cash; null where none was counted, or too little. */
function changeOf({ recibido, monto, metodoPago }: PaymentValues & { recibido: number | '' }, sources: PaymentSources) {
  const back = recibido === '' || !sources.esEfectivo(metodoPago.id) ? 0 : toCentavos(recibido) - toCentavos(monto);
  return recibido === '' || back <= 0 ? null : { recibido, cambio: toPesos(back) };
}

/** Why cash that was counted does not reach; nothing while nobody counted it. */
function lackOf({ recibido, metodoPago }: Values, taken: number, sources: PaymentSources): string | undefined {
  if (typeof recibido !== 'number' || !sources.esEfectivo(metodoPago.id)) return undefined;
  const lacks = taken - toCentavos(recibido);
  if (lacks <= 0) return undefined;
  return `De lo recibido faltan ${formatMoney(toPesos(lacks))}: corrija lo recibido o baje el monto`;
}

export function usePaying({ cobro, sources, onPaid }: PayingProps) {
  const latest = useRef(cobro);
  latest.current = cobro;
  const offered = useRef(sources);
  offered.current = sources;
  const [schema] = useState(() =>
    schemaOf(
      () => latest.current,
      () => offered.current,
    ),
  );
  const form = useKitForm({
    schema,
    initial: {
      fechaPago: today(),
      caja: { id: sources.caja },
      metodoPago: { id: sources.metodo },
      referencia: '',
      noCuenta: '',
      autorizacionFecha: '',
      hasta: cobro.months?.hasta ?? '',
      monto: 0,
      recibido: '' as number | '',
      choice: NO_CHOICE,
      lineas: [] as z.input<typeof lineaField>[],
    },
    draft: cobro.draft ?? 'pago',
    onSubmit: async (values, idempotencyKey) => {
      const reckoned = cobro.reckon(values);
      const sent = { ...values, noCuenta: values.noCuenta || SIN_CUENTA };
      const paid = await withBusy(() => withFaultsAtFields(cobro.book(sent, reckoned, idempotencyKey)));
      rememberMethod(values.metodoPago.id);
      onPaid(paid, changeOf(values, sources));
    },
    onError: (error) => toast.failure(error, cobro.failed.message, cobro.failed.seconds, { kind: 'error' }),
  });
  const chosen = useChosen(cobro, form);
  const reckoned = cobro.reckon(chosen);
  const { due } = reckoned;
  const fromFund = form.values.metodoPago.id === 'fondo';
  const monto = useMonto(form, 'monto', due, fromFund ? toCentavos(cobro.fondo) : null);
  const { lines, settled } = reckoned.spread(Math.min(monto.taken, due.total));
  const byDate = cobro.porFecha && takenOn(chosen.fechaPago, settled, cobro.porFecha);
  const broken = reckoned.whole === true && !fromFund && monto.taken % 100 !== 0;
  const over = cobro.over ?? ((total) => `El monto es mayor que el total a pagar, ${total}`);
  return {
    form,
    chosen,
    reckoned,
    byDate,
    monto: {
      ...monto,
      /** Centavos are told and never made into pesos: 350.50 is neither 350 nor 35050. */
      settle: () => {
        monto.settle();
        if (!broken) return;
        form.set('monto', 0);
        form.base.setFieldError('monto', WHOLE_PESOS);
      },
    },
    /** What is done with the amount; nothing while it is none that can be taken. */
    preview: monto.taken > 0 && !monto.over && !broken ? lines : [],
    disabledReason:
      cobro.refusal(reckoned, chosen, monto.taken) ??
      (monto.over ? over(formatMoney(toPesos(due.total))) : undefined) ??
      bookingRefusal(form, sources, 'fechaPago') ??
      (byDate && lacksDateCode(byDate, form.values.autorizacionFecha)) ??
      lackOf(form.values, monto.taken, sources),
  };
}

export type Paying = ReturnType<typeof usePaying>;

/**
 * What the figures go by, as far as it holds. A discount on late interest counts for the date that it was made for: on
 * another it is asked for again with its code, also on the way back. Source: specification 001, section 9.
 */
function useChosen({ takesFuture }: Cobro, { values, set }: ReturnType<typeof useKitForm<typeof fields>>): Chosen {
  const future = takesFuture === true && (values.fechaPago === '' || values.fechaPago > today());
  useEffect(() => {
    if (future) set('fechaPago', today());
  }, [future, set]);
  const chosen = chosenIn(values);
  const { choice } = values;
  const stale = choice.fecha !== '' && choice.fecha !== chosen.fechaPago && choice.descuento.percent > 0;
  useEffect(() => {
    if (stale) set('choice', { ...choice, descuento: NO_DISCOUNT });
  }, [stale, choice, set]);
  return stale ? { ...chosen, choice: { ...choice, descuento: NO_DISCOUNT } } : chosen;
}

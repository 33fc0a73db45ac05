/** Shapes that every screen of charges and payments shares. Amounts in pesos, as they travel. */
import { amount, fecha, id, idParams, optionalText, pesos, text } from '#platform/codecs.ts';
import { data, endpoint } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';

/** How money comes in: a method of the catalogue, or the lot's own fund. */
export const metodoPagoRef = z.object({ id: z.union([z.literal('fondo'), id]) });

/** The last four digits of the account that paid. */
export const noCuenta = z.string({ error: REQUIRED }).regex(/^\d{4}$/, 'Escriba los 4 dígitos de la cuenta');

/** Percentage of a discount asked for in a payment; 0, false, '' and absent mean none. */
export const percentAsked = z.preprocess(
  (value) => (value === false || value === '' || value === undefined || value === null ? 0 : value),
  z.coerce
    .number({ error: 'Se esperaba un porcentaje' })
    .min(0, 'El porcentaje debe estar entre 0 y 100')
    .max(100, 'El porcentaje debe estar entre 0 y 100')
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-9, {
      message: 'Escriba un porcentaje con dos decimales como máximo',
    }),
);

export const PERCENT_FROM_ONE = 'El porcentaje debe estar entre 1 y 100, o ser 0 para no dar descuento';

/** Fines and late interest take discounts of 1 % and more; 0 is none. Source: specification 001, section 5. */
export const isPercentFromOne = (percent: number): boolean => percent === 0 || percent >= 1;

/** `percentAsked` where discounts begin at 1 %. */
export const percentFromOne = percentAsked.refine(isPercentFromOne, { message: PERCENT_FROM_ONE });

/** The longest a supervisor's code may be. */
export const CODE_MAX = 100;

/** A supervisor's code; `required` is said where it is missing. */
export const code = (required?: string) => text(CODE_MAX, required);

/** The same where it may be left out. */
export const optionalCode = optionalText(CODE_MAX);

/** What a supervisor writes to allow a condonation, a cancellation or a correction. */
export const autorizacionFields = { codigo: code(), razon: text(500) };

/** Our addition: the code for what a payment's value date takes off, asked for past the limit; it may be the discount's. */
export const dateCode = optionalCode.default('');

/**
 * What the value date of a payment takes off depends on it: the late interest that stands on the charges to be paid, and the
 * most that a date takes off without a code. Our addition.
 */
export const porFecha = z.object({
  limiteSinCodigo: amount,
  intereses: z.array(
    z.object({
      id: z.number(),
      /** The charge that it grew on. */
      cargoId: z.number(),
      corte: z.string(),
      saldo: amount,
      base: amount,
      /** What was unpaid of the charge at the end of the entry's month. */
      alFin: amount,
      porcentaje: z.number(),
      factor: z.number(),
      /** Something was paid of it or taken off it: a date does not change it. */
      tocado: z.boolean(),
    }),
  ),
});
export type PorFecha = z.infer<typeof porFecha>;

/** The fields that every payment form sends; each form names its date and amount in its own way. */
export const tenderFields = {
  referencia: optionalText(500),
  metodoPago: metodoPagoRef,
  caja: z.object({ id }),
  noCuenta,
};

/** An amount to pay: above 0. */
export const montoPago = pesos.refine((value) => value > 0, { message: 'Campo inválido' });

/**
 * The same of a payment form, where the fund pays what it has whatever amount is sent, 0 included. Source:
 * dominio.md#codes-fund-fees.
 */
export function paysSomething(sent: { monto: number; metodoPago: { id: unknown }; useFondo?: boolean | undefined }) {
  return sent.monto > 0 || sent.metodoPago.id === 'fondo' || sent.useFondo === true;
}

export const NOTHING_PAID = { path: ['monto'], message: 'Campo inválido' };

export const fechaPago = fecha;

/** Which payments a note or an invoice is about: `name` is the payment's kind. */
export const cobroIdentificado = z.object({ id: z.number(), name: z.string() });

/** A receipt as a result tells of it. */
export const reciboHecho = z.object({
  id: z.number(),
  total: amount,
  /** Signed: above 0 what went to the fund, below 0 what it paid. */
  fondo: amount,
  fechaPago: z.string(),
  /** Our addition: the day that it is booked on, the same but for money of a closed month. */
  fechaContable: z.string(),
});

/** What a payment answers. */
export const paymentResult = z.object({
  seFacturo: z.boolean(),
  idFactura: z.number().nullable(),
  cobrosIdentificadoresList: z.array(cobroIdentificado),
  responseFromProveedor: z.string(),
  /** Our addition: for a result that lasts. */
  recibo: reciboHecho,
});
export type PaymentResult = z.infer<typeof paymentResult>;

const loteEnHeader = z.object({
  id_lote: z.number(),
  referencia: z.string(),
  direccion: z.string(),
  fecha_entrega: z.string().nullable(),
  name: z.string(),
  tipo_lote: z.string(),
  category_hab: z.string().nullable(),
  category_const: z.string().nullable(),
  /** Our addition: what is given to the bank when paying, and where it is good. */
  referencias_pago: z.array(z.object({ referencia: z.string(), donde: z.string(), esClabe: z.boolean() })),
});

/** The instalment of an agreement that is next. */
export const siguienteParcialidad = z.object({ numero: z.number(), vence: z.string(), falta: amount });

/** The lot header card. `name` is the associate's, '' where there is none. */
export const loteHeader = loteEnHeader.extend({
  /** Our addition: its agreement in force, and the instalment that is next; null where it has none. */
  convenio: z.object({ id: z.number(), folio: z.string(), siguiente: siguienteParcialidad.nullable() }).nullable(),
  sub_category_hab: z.string().nullable(),
  /** Our addition: the day of the sale that made the associate the owner; null where none was recorded. */
  propietario_desde: z.string().nullable(),
  is_recurrente: z.boolean(),
  status: z.string(),
  /** Everything owed, units included, and the late interest within it. */
  deuda: amount,
  deuda_moratorio: amount,
  /** What the lot itself owes of its months. */
  deuda_mantenimiento: amount,
  paga_mtto: z.boolean(),
  has_representante: z.boolean(),
  fusionLote: z.object({ id: z.number(), referencia: z.string() }).nullable(),
  /** The lot's own units; of a unit, none. */
  direccion_child: z.array(loteEnHeader),
  fondo: amount,
  /** Our addition: the associate, 0 where there is none, and how many of each its tabs hold; its units' debts are its own. */
  id_residente: z.number(),
  cuantos: z.object({ deudas: z.number(), recibos: z.number(), notas: z.number(), alertas: z.number() }),
});
export type LoteHeader = z.infer<typeof loteHeader>;

/** The specification's call of the screen that fines a lot; every screen of a lot has the same head. */
export const getLoteHeader = endpoint({
  method: 'GET',
  path: '/lote/get-for-sancion/{id}',
  roles: 'ABCD',
  area: 'sanciones',
  summary: 'El encabezado del lote que se va a sancionar.',
  params: idParams,
  answer: data(loteHeader),
});

/** One payment in a history: cancelled ones are shown in red with ' - CXLD'. */
export const pagoEnHistorial = z.object({
  id: z.number(),
  fechaPago: z.string(),
  /** Our addition: the day that it is booked on. */
  fechaContable: z.string(),
  pagoStatus: z.string(),
  pagado: amount,
  /** When it was booked, as an instant. */
  create_at: z.string(),
});
export type PagoEnHistorial = z.infer<typeof pagoEnHistorial>;

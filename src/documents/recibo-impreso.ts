/** What a receipt says: the one shape that screen, note and ticket are made from. Amounts in pesos. */
import { amount } from '#platform/codecs.ts';
import { z } from '#platform/zod.ts';

/** What stands for the account's last digits where money came in notes and coins. */
export const SIN_CUENTA = '0000';

/** What the receipt did to one charge. */
const renglon = z.object({
  /** Of its payment; null where a discount left nothing to pay. */
  pagoId: z.number().nullable(),
  cargoId: z.number(),
  /** The charge's kind. */
  tipo: z.string(),
  concepto: z.string(),
  /** The lot that owes the charge, where it is not the receipt's own; '' otherwise. */
  referencia: z.string(),
  monto: amount,
  /** What was taken off the charge with this payment. */
  descuento: amount,
  /** What the charge still owes. */
  queda: amount,
  /** 'recibido', 'en_cancelacion' or 'cancelado'. */
  status: z.string(),
  /** Why and when it was cancelled; '' where it was not. */
  razon: z.string(),
  fechaCancelado: z.string(),
});

export const reciboImpreso = z.object({
  /** The folio. */
  id: z.number(),
  lote: z.object({ id: z.number(), referencia: z.string(), direccion: z.string() }),
  /** Whoever was the lot's associate when the receipt was booked; '' where nobody was. */
  asociado: z.string(),
  fechaPago: z.string(),
  /** The day that it is booked on, the same but for money of a closed month. */
  fechaContable: z.string(),
  /** When it was booked, as an instant, and by whom. */
  creado: z.string(),
  usuario: z.string(),
  metodo: z.string(),
  caja: z.string(),
  noCuenta: z.string(),
  observacion: z.string(),
  /** What was received, as the ledger has it. */
  recibido: amount,
  /** Signed: above 0 what went to the fund, below 0 what it paid. */
  fondo: amount,
  /** What had gone to the fund was taken back. */
  fondoCancelado: z.boolean(),
  renglones: z.array(renglon),
  /** It is of a deposit of the bank's inbox. */
  deDeposito: z.boolean(),
  /** The receipt that this one takes the place of. */
  sustituyeA: z.number().nullable(),
  /** The receipt that took its place, since when, and its lot where that is another. */
  sustituidoPor: z.object({ id: z.number(), creado: z.string(), referencia: z.string() }).nullable(),
  /** Of the lot, at the moment of reading. */
  saldoAFavor: amount,
  debe: amount,
  /** The address under which it is verified, or its code alone; '' where it is not signed. */
  verificacion: z.string(),
});
export type ReciboImpreso = z.infer<typeof reciboImpreso>;
export type RenglonImpreso = z.infer<typeof renglon>;

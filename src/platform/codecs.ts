/** Shared field codecs: how the contract's ids, money, dates and texts arrive and what the server makes of them. */
import { isFecha } from '#core/fecha.ts';
import { CENTAVOS_MAX, isPesos, type Pesos, toPesos } from '#core/money.ts';
import type { Month } from '#core/period.ts';
import { REQUIRED } from './messages.ts';
import { z } from './zod.ts';

/** Words for what is missing alone: said of a whole schema they would be said of a text that is too long as well. */
export const ifMissing =
  (words: string) =>
  ({ code }: { code?: string }): string | undefined =>
    code === 'invalid_type' ? words : undefined;

/** The largest key of a PostgreSQL integer column; larger ids cannot exist, so they are refused before the query. */
const ID_MAX = 2_147_483_647;

const BAD_ID = 'El identificador no es válido';
const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';
const idNumber = z
  .number({ error: (issue) => (isMissing(issue.input) ? REQUIRED : BAD_ID) })
  .int(BAD_ID)
  .min(1, BAD_ID)
  .max(ID_MAX, BAD_ID);
const digitsAsNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;

/** An existing record's id; digits in a string are read as the number they are. */
export const id: z.ZodType<number, number | string> = z.preprocess((value) => digitsAsNumber(value), idNumber);

/** The id of a record to save: '' or null (or absent) for a new one, else a number. The server reads number | null. */
export const idOrNew: z.ZodType<number | null, number | string | null | undefined> = z.preprocess(
  (value) => (isMissing(value) || value === 0 ? null : digitsAsNumber(value)),
  idNumber.nullable(),
);

/** A reference to another record, sent as {id}. */
export const ref = z.object({ id });

/** An id in a path, where every value is text. */
export const idParams = z.object({ id });

/** A character that is seen: not only blanks, nor what Unicode has shown as nothing, as the one without width or the empty braille. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A required text, trimmed; empty, or of nothing that is seen, is 'Campo Requerido'. Limit in characters, so that no column can overflow. */
export function text(max = 200, required: string = REQUIRED) {
  return z
    .string({
      error: (issue) => (issue.input === undefined || issue.input === null ? required : 'Se esperaba un texto'),
    })
    .trim()
    .min(1, { error: required, abort: true })
    .refine((value) => VISIBLE.test(value), { error: required })
    .max(max, `Debe tener como máximo ${max} caracteres`);
}

/** What no line of an invoice can bear: the authority separates its values by '|', and XML has no control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const NOT_IN_CONCEPTS = /[|\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u;

/** A required text that can become the concept of an invoice: the name of what is charged, and its folio. */
export function conceptText(max = 200) {
  return text(max).refine((value) => !NOT_IN_CONCEPTS.test(value), {
    message: 'Sin el signo «|» ni caracteres que no se ven: va en el concepto de las facturas y el SAT no los admite',
  });
}

/** An optional text, trimmed; null, absent and what has nothing that is seen are read as ''. */
export function optionalText(max = 2000) {
  return z.preprocess(
    (value) => (typeof value === 'string' && !VISIBLE.test(value) ? '' : (value ?? '')),
    z.string().trim().max(max, `Debe tener como máximo ${max} caracteres`),
  );
}

const DECIMAL = /^[+-]?\d{1,20}(\.\d{0,20})?$/;

/** A text as the number it writes in decimals; '' and null as missing; anything else as it came. */
function decimalAsNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined;
  const text = value.trim();
  if (text === '') return undefined;
  return DECIMAL.test(text) ? Number(text) : value;
}

/** A number typed into a form: digits in a string are read as a number, '' and null are missing. */
export function numberField(required: string = REQUIRED): z.ZodType<number, number | string | null | undefined> {
  return z.preprocess(
    (value) => decimalAsNumber(value),
    z.number({ error: (issue) => (issue.input === undefined ? required : 'Se esperaba un número') }),
  );
}

/** An amount in pesos with at most two decimals; `required` is said where it is missing. */
export function pesosField(required: string = REQUIRED): z.ZodType<Pesos, number | string | null | undefined> {
  return numberField(required)
    .refine((value) => Math.abs(value) <= toPesos(CENTAVOS_MAX), {
      message: 'El monto es demasiado grande',
      abort: true,
    })
    .refine(isPesos, { message: 'Escriba un monto con dos decimales como máximo' });
}

/** An amount in pesos with at most two decimals. */
export const pesos = pesosField();

/** An amount of an answer, in pesos; one that is known to be in centavos does not compile. */
export const amount: z.ZodType<Pesos, Pesos> = z.number();

/** A civil date 'YYYY-MM-DD'; '' and null are read as null. */
export const optionalFecha: z.ZodType<string | null, string | null | undefined> = z.preprocess(
  (value) => (value === '' || value === undefined ? null : value),
  z.string().refine(isFecha, { message: 'La fecha no es válida' }).nullable(),
);

/** The days of a list, to be spread into its query; an end that is left out is open. */
export const optionalRange = { desde: optionalFecha.optional(), hasta: optionalFecha.optional() };

/** A civil date 'YYYY-MM-DD' that must be there. */
export const fecha = z.string({ error: REQUIRED }).refine(isFecha, { message: 'La fecha no es válida' });

const within = (min: number, max: number) =>
  z.coerce.number({ error: REQUIRED }).int('Campo inválido').min(min, 'Campo inválido').max(max, 'Campo inválido');

/** A month that is asked for, of the years that dates have; what the server reads is a `Month`. */
export const monthAsked = z.object({ year: within(1900, 2199), mes: within(1, 12) });

/** The same in a path, as the specification names its parts. */
export const monthParams = z.object({ month: monthAsked.shape.mes, year: monthAsked.shape.year });

/** What such a path is called with. */
export const monthPath = ({ mes, year }: Month) => ({ month: mes, year });

/** A month of an answer, to be spread into its row. */
export const monthFields = { year: z.number(), mes: z.number() };

/** A fiscal folio, or '' for none. One pattern: of a union the fault would not say what to write. */
export const folioFiscal = z
  .string()
  .trim()
  .regex(/^([0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12})?$/i, 'Escriba un folio fiscal de 36 caracteres');

/** Page number (0-based) and size of a server-paged list. */
export const paging = {
  page: z.coerce.number().int().min(0).max(100_000).default(0),
  size: z.coerce.number().int().min(1).max(100).default(20),
};

/** Answers that are long lists: looked over and written out in slices, between which other requests have their turn. */
import { type AnswerKind, wrap } from '../envelope.ts';
import { z } from '../zod.ts';
import { mapInSlices } from './slices.ts';

/** A list of fewer is done at once. */
const LONG = 500;

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length >= LONG;

/** What `schema` makes of a value. Rejects with its error. */
export async function checkedAnswer(schema: z.ZodType, value: unknown): Promise<unknown> {
  if (!isLong(value) || !(schema instanceof z.ZodArray)) return schema.parse(value);
  const element = schema.element as z.ZodType;
  return mapInSlices(value, (item) => element.parse(item));
}

/** The JSON of a value in its envelope. */
export async function writtenAnswer(kind: AnswerKind, value: unknown): Promise<string> {
  if (!isLong(value)) return JSON.stringify(wrap(kind, value));
  const [before, after] = JSON.stringify(wrap(kind, [])).split('[]');
  const items = await mapInSlices(value, (item) => JSON.stringify(item) ?? 'null');
  return `${before}[${items.join(',')}]${after}`;
}

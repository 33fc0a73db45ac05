/**
 * What was typed into a form that moves money, kept in this tab alone until it is sent: a reload, or a session that ended,
 * brings it back. With it goes the key of its intent, so that what was sent without an answer cannot act twice.
 */

import { session } from '../../session.ts';
import { keptInTab } from '../kept.ts';
import { isRecord, isSame } from './saved.ts';

export interface Draft {
  values: Record<string, unknown>;
  /** The Idempotency-Key of what is typed. */
  key: string;
  /** It was sent, and what became of it is not known. */
  sent: boolean;
}

const PREFIX = 'porton.borrador';

/** Codes of authorisation, cards, keys and passwords are typed anew; what is called a code or a key besides is none of them. */
const SECRET =
  /^(cod(e|igo)(autorizacion)?|autoriza(do|da|cion)\w*|cvv|clave|llave\w*|\w*(tarjeta|password|contrase|secret|token)\w*)$/i;

/** The values without what may not be kept: secrets by their names at any depth, and what is no plain data (files). */
export function keepable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keepable);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => !SECRET.test(name) && (typeof one !== 'object' || one === null || isPlain(one)))
      .map(([name, one]) => [name, keepable(one)]),
  );
}

const isPlain = (value: unknown): boolean => Array.isArray(value) || isRecord(value);

/** The form's first values with what was kept of them, as far as the form still has such fields. */
export function restored<V>(initial: V, kept: unknown): V {
  if (!isRecord(initial) || !isRecord(kept)) return initial;
  return Object.fromEntries(
    Object.entries(initial).map(([name, value]) => {
      if (!Object.hasOwn(kept, name)) return [name, value];
      return [name, isRecord(value) ? restored(value, kept[name]) : kept[name]];
    }),
  ) as V;
}

/** The values that are others than those the form offers by itself, which it offers anew when it is opened again. */
export function changed(initial: unknown, values: Record<string, unknown>): Record<string, unknown> {
  const before = isRecord(initial) ? initial : {};
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !isSame(before[name], value))
      .map(([name, value]) => [name, isRecord(value) && isRecord(before[name]) ? changed(before[name], value) : value]),
  );
}

/** Where the draft of a form of this page is kept; it stays the same while the form is open, wherever somebody goes meanwhile. */
export const placeOf = (name: string): string =>
  `${PREFIX} ${session.get()?.username ?? ''} ${globalThis.location?.pathname ?? ''} ${name}`;

export function readDraft(place: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(keptInTab.get(place) ?? 'null');
    if (!isRecord(value) || !isRecord(value.values) || typeof value.key !== 'string') return undefined;
    return { values: value.values, key: value.key, sent: value.sent === true };
  } catch {
    // It may hold something else: then there is nothing to bring back.
    return undefined;
  }
}

const isNothing = (value: unknown): boolean => isRecord(value) && Object.values(value).every(isNothing);

export function writeDraft(place: string, { values, key, sent }: Draft): void {
  const kept = keepable(values);
  // Of what was typed nothing may be kept: there is nothing to be told of when the form is opened again.
  if (isNothing(kept) && !sent) dropDraft(place);
  else keptInTab.set(place, JSON.stringify({ values: kept, key, sent }));
}

export function dropDraft(place: string): void {
  keptInTab.remove(place);
}

/**
 * What was typed into a form that moves money, kept in this tab alone until it is sent: a reload, or a session that ended,
 * brings it back. With it goes the key of its intent, so that what was sent without an answer cannot act twice.
 */
import { session } from '../../session.ts';

export interface Draft {
  values: Record<string, unknown>;
  /** The Idempotency-Key of what is typed. */
  key: string;
  /** It was sent, and no answer has come. */
  sent: boolean;
}

const PREFIX = 'porton.borrador';

/** Codes, cards and passwords are typed anew. */
const SECRET = /cod(e|igo)|autoriza|cvv|tarjeta|password|contrase|clave|secret|token/i;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

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

const placeOf = (name: string): string =>
  `${PREFIX} ${session.get()?.username ?? ''} ${globalThis.location?.pathname ?? ''} ${name}`;

export function readDraft(name: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(placeOf(name)) ?? 'null');
    if (!isRecord(value) || !isRecord(value.values) || typeof value.key !== 'string') return undefined;
    return { values: value.values, key: value.key, sent: value.sent === true };
  } catch {
    // Storage may be switched off or hold something else: then there is nothing to bring back.
    return undefined;
  }
}

export function writeDraft(name: string, { values, key, sent }: Draft): void {
  try {
    sessionStorage.setItem(placeOf(name), JSON.stringify({ values: keepable(values), key, sent }));
  } catch {
    // Full or switched off: the form works without.
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(placeOf(name));
  } catch {
    // As above.
  }
}

/**
 * Typed state in the address: filters, page, sort and tab survive the back button and a reload. A value at its default is
 * left out of the address; what cannot be read counts as the default.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

export interface Codec<T> {
  /** From what stands in the address (any JSON value, or undefined). Never throws. */
  read(raw: unknown): T;
  /** To the address; undefined leaves the parameter out. */
  write(value: T): string | number | undefined;
}

type Codecs = Readonly<Record<string, Codec<unknown>>>;
type ValuesOf<C extends Codecs> = { [K in keyof C]: C[K] extends Codec<infer T> ? T : never };

function textOf(raw: unknown): string | undefined {
  return typeof raw === 'string' ? raw : typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : undefined;
}

export function textParam(fallback = ''): Codec<string> {
  return { read: (raw) => textOf(raw) ?? fallback, write: (value) => (value === fallback ? undefined : value) };
}

export function intParam(fallback: number, min = 0): Codec<number> {
  return {
    read: (raw) => {
      const n = Number(textOf(raw) || Number.NaN);
      return Number.isInteger(n) && n >= min ? n : fallback;
    },
    write: (value) => (value === fallback ? undefined : value),
  };
}

export function boolParam(fallback = false): Codec<boolean> {
  return {
    read: (raw) => {
      const text = textOf(raw);
      return text === undefined ? fallback : text === '1' || text === 'true';
    },
    write: (value) => (value === fallback ? undefined : value ? 1 : 0),
  };
}

/** One of a fixed list, as tabs and states are. */
export function oneOfParam<const T extends string>(options: readonly T[], fallback: NoInfer<T>): Codec<T> {
  return {
    read: (raw) => options.find((option) => option === textOf(raw)) ?? fallback,
    write: (value) => (value === fallback ? undefined : value),
  };
}

/** 'YYYY-MM-DD', or '' when absent. */
export function dateParam(fallback = ''): Codec<string> {
  return {
    read: (raw) => {
      const text = textOf(raw) ?? '';
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : fallback;
    },
    write: (value) => (value === fallback ? undefined : value),
  };
}

export interface SetUrlStateOptions {
  /** A new step in the history (a page, a tab) instead of a replaced one (typing, a filter). */
  push?: boolean;
}

export type SetUrlState<V> = (changes: Partial<V>, options?: SetUrlStateOptions) => void;

/**
 * `codecs` must keep its identity (a constant of the module). Parameters of others in the address are kept. With a
 * `prefix`, 'pag' stands as 'prefix.pag', so that two tables share a screen.
 */
export function useUrlState<const C extends Codecs>(codecs: C, prefix = ''): [ValuesOf<C>, SetUrlState<ValuesOf<C>>] {
  const navigate = useNavigate();
  const name = useCallback((key: string) => (prefix ? `${prefix}.${key}` : key), [prefix]);
  // Selected as one string, so that other parameters of the address do not redraw this component.
  const own = useSearch({
    strict: false,
    select: (search: Record<string, unknown>) => JSON.stringify(Object.keys(codecs).map((key) => search[name(key)])),
  });

  const values = useMemo(() => {
    const raw: unknown[] = JSON.parse(own);
    // JSON turns undefined inside an array into null, which every codec reads as absent.
    const entries = Object.entries(codecs).map(([key, codec], i) => [key, codec.read(raw[i])]);
    return Object.fromEntries(entries) as ValuesOf<C>;
  }, [codecs, own]);

  const set = useCallback<SetUrlState<ValuesOf<C>>>(
    (changes, options) => {
      const written: Record<string, unknown> = {};
      for (const [key, value] of Object.entries(changes)) written[name(key)] = codecs[key]?.write(value);
      void navigate({
        to: '.',
        search: ((before: Record<string, unknown>) => ({ ...before, ...written })) as never,
        replace: !options?.push,
        resetScroll: false,
      });
    },
    [codecs, name, navigate],
  );
  return [values, set];
}

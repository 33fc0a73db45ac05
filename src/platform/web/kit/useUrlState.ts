/**
 * Typed state in the address: filters, page, sort and tab survive the back button and a reload. A value at its default is
 * left out of the address; what cannot be read counts as the default.
 */

import { useCallback, useMemo } from 'react';
import { useRouter, useSearchText } from '../router.tsx';
import type { Codec } from './url-codecs.ts';

type Codecs = Readonly<Record<string, Codec<unknown>>>;
type ValuesOf<C extends Codecs> = { [K in keyof C]: C[K] extends Codec<infer T> ? T : never };

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
  const router = useRouter();
  const name = useCallback((key: string) => (prefix ? `${prefix}.${key}` : key), [prefix]);
  // As one text, so that other parameters of the address do not redraw this component.
  const own = useSearchText(Object.keys(codecs).map(name));

  const values = useMemo(() => {
    const raw: unknown[] = JSON.parse(own);
    const entries = Object.entries(codecs).map(([key, codec], i) => [key, codec.read(raw[i])]);
    return Object.fromEntries(entries) as ValuesOf<C>;
  }, [codecs, own]);

  const set = useCallback<SetUrlState<ValuesOf<C>>>(
    (changes, options) => {
      const written: Record<string, string | undefined> = {};
      for (const [key, value] of Object.entries(changes)) {
        const text = codecs[key]?.write(value);
        written[name(key)] = text === undefined ? undefined : String(text);
      }
      router.setSearch(written, { replace: !options?.push });
    },
    [codecs, name, router],
  );
  return [values, set];
}

/** Where the options of the pickers come from: lists that are here, and what the server finds. */
import { useEffect, useMemo, useReducer, useRef } from 'react';
import type { Choices } from './choices.ts';
import { type Listing, SEARCH_FAILED } from './choosing.ts';
import { findOptions } from './option-filter.ts';
import type { Option, Source, Value } from './picker.tsx';

/** A list that is here, or undefined while it is on its way. */
export function listed<T extends Value>(
  options: readonly Option<T>[] | undefined,
  choices: Choices | undefined,
  none = 'Sin resultados',
): Source<T> {
  const failed = choices?.failed === true;
  return {
    listOf: (text) =>
      options ? { state: 'ready', options: findOptions(options, text) } : { state: failed ? 'failed' : 'loading' },
    onOpen: failed ? choices.retry : undefined,
    texts: { loading: 'Cargando…', failed: 'No se pudo cargar', idle: '', none },
  };
}

export type Find<T extends Value> = (query: string, signal: AbortSignal) => Promise<readonly Option<T>[]>;

const PAUSE_MS = 250;

interface Asked<T extends Value> {
  text: string;
  listing: Listing<Option<T>>;
  abort: AbortController;
  /** Sends what still waits for more to be typed. */
  send?: (() => void) | undefined;
}

/**
 * What the server finds for a text; an answer to another text is never shown.
 * @param resting what there is to choose from where nothing is typed
 */
export function useFound<T extends Value>(
  find: Find<T>,
  minLetters: number,
  resting: readonly Option<T>[],
  none = 'Sin resultados',
): Source<T> {
  const [answers, redraw] = useReducer((count: number) => count + 1, 0);
  const asked = useRef<Asked<T> | null>(null);
  const latest = useRef(find);
  useEffect(() => {
    latest.current = find;
  });
  useEffect(() => () => asked.current?.abort.abort(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer makes it anew
  return useMemo(() => {
    const ask = (text: string, hurry: boolean) => {
      const before = asked.current;
      if (before?.text === text && before.listing.state !== 'failed') {
        if (hurry) before.send?.();
        return;
      }
      before?.abort.abort();
      const abort = new AbortController();
      const own: Asked<T> = { text, listing: { state: 'loading' }, abort };
      asked.current = own;
      if (text.length < minLetters) {
        own.listing = { state: 'idle' };
        return;
      }
      const settle = (listing: Listing<Option<T>>) => {
        if (abort.signal.aborted) return;
        own.listing = listing;
        redraw();
      };
      const send = () => {
        clearTimeout(timer);
        own.send = undefined;
        latest.current(text, abort.signal).then(
          (options) => settle({ state: 'ready', options }),
          () => settle({ state: 'failed' }),
        );
      };
      const timer = setTimeout(send, hurry ? 0 : PAUSE_MS);
      own.send = send;
      abort.signal.addEventListener('abort', () => clearTimeout(timer));
    };
    return {
      ask,
      listOf: (text) => {
        if (text === '') return resting.length > 0 ? { state: 'ready', options: resting } : { state: 'idle' };
        return asked.current?.text === text ? asked.current.listing : { state: 'loading' };
      },
      texts: { loading: 'Buscando…', failed: SEARCH_FAILED, idle: 'Escriba para buscar', none },
    };
  }, [answers, resting, minLetters, none]);
}

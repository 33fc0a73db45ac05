/** Server state: reads by declared endpoints, kept and shared by TanStack Query. */
import { keepPreviousData, QueryClient, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { BACKGROUND_HEADER } from '../background.ts';
import type { CallInput, Endpoint, Value } from '../endpoint.ts';
import { call } from './api.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Figures of a cash desk must be of now: a screen that is opened asks again, and shows the last answer meanwhile.
      // A window or a network that comes back asks for nothing by itself: it would change the screen under what is being done.
      queries: { retry: 1, retryDelay: 500, staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: 0 },
    },
  });
}

const keyOf = (endpoint: Endpoint, input: unknown = {}) => [endpoint.path, input];

/**
 * Calls `poll` every so often while the page is in view, and at once when it comes back into view. Without `everyMs` never.
 */
function usePoll(everyMs: number | undefined, poll: () => void): void {
  const latest = useRef(poll);
  useEffect(() => {
    latest.current = poll;
  });
  useEffect(() => {
    if (everyMs === undefined) return;
    const tick = () => {
      if (document.visibilityState === 'visible') latest.current();
    };
    const timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [everyMs]);
}

export interface CallOptions<V = unknown> {
  /** False waits, for instance for an id. */
  enabled?: boolean;
  /** Shows the last answer while another page or filter is on its way. */
  keepPrevious?: boolean;
  /**
   * Asks again by itself while the page is in view; these requests do not keep the session alive. A function says how often by
   * what was found, undefined for no more.
   */
  refetchEveryMs?: number | ((found: UseQueryResult<V>) => number | undefined);
  /** Asks again by itself, likewise, when this value becomes another one: what a cheaper poll answers. */
  refetchOn?: string | undefined;
}

/** Reads an endpoint. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { enabled = true, keepPrevious = false, refetchEveryMs, refetchOn }: CallOptions<Value<E>> = {},
): UseQueryResult<Value<E>> {
  const polling = useRef(false);
  const result = useQuery<Value<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) =>
      call(endpoint, { ...input, signal, ...(polling.current && { headers: { [BACKGROUND_HEADER]: '1' } }) }),
    enabled,
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
  });
  // Not the library's own interval: it would not tell a poll from what somebody asked for.
  const poll = () => {
    if (result.isFetching) return;
    polling.current = true;
    void result.refetch({ cancelRefetch: false }).finally(() => {
      polling.current = false;
    });
  };
  const everyMs = typeof refetchEveryMs === 'function' ? refetchEveryMs(result) : refetchEveryMs;
  usePoll(enabled ? everyMs : undefined, poll);
  const seen = useRef(refetchOn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value is what the effect is about
  useEffect(() => {
    const before = seen.current;
    seen.current = refetchOn;
    if (enabled && before !== undefined && refetchOn !== undefined && before !== refetchOn) poll();
  }, [refetchOn]);
  return result;
}

/**
 * Whether a screen that keeps what is typed may show its answer: once this visit's own answer is there, and from then on
 * whatever becomes of a later request. `key` names what is shown; another one begins anew.
 */
export function useOpened(found: UseQueryResult<unknown>, key: unknown): boolean {
  const [opened, setOpened] = useState<unknown>();
  // What was kept from an earlier visit may be out of date.
  const fetched = found.isSuccess && found.isFetchedAfterMount;
  if (fetched && opened !== key) setOpened(key);
  return fetched || (opened === key && found.data !== undefined);
}

/** A function that makes the answers of endpoints be asked for again, after a change. */
export function useInvalidate(): (...endpoints: Endpoint[]) => Promise<void> {
  const client = useQueryClient();
  return async (...endpoints) => {
    await Promise.all(endpoints.map((endpoint) => client.invalidateQueries({ queryKey: [endpoint.path] })));
  };
}

/** A function that asks again for what the screen shows: somebody else may have changed it. */
export function useReread(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ refetchType: 'active' });
}

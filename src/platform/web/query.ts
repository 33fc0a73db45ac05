/** Server state: reads by declared endpoints, kept and shared by TanStack Query. */
import { keepPreviousData, QueryClient, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallInput, Endpoint, Value } from '../endpoint.ts';
import { call } from './api.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Figures of a cash desk must be of now: a screen that is opened asks again, and shows the last answer meanwhile.
      queries: { retry: 1, retryDelay: 500, staleTime: 0, refetchOnWindowFocus: false },
      mutations: { retry: 0 },
    },
  });
}

const keyOf = (endpoint: Endpoint, input: unknown = {}) => [endpoint.path, input];

/** Reads an endpoint. `enabled: false` waits, for instance for an id. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { enabled = true, keepPrevious = false }: { enabled?: boolean; keepPrevious?: boolean } = {},
): UseQueryResult<Value<E>> {
  return useQuery<Value<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
    enabled,
    ...(keepPrevious && { placeholderData: keepPreviousData as never }),
  });
}

/** A function that makes the answers of endpoints be asked for again, after a change. */
export function useInvalidate(): (...endpoints: Endpoint[]) => Promise<void> {
  const client = useQueryClient();
  return async (...endpoints) => {
    await Promise.all(endpoints.map((endpoint) => client.invalidateQueries({ queryKey: [endpoint.path] })));
  };
}

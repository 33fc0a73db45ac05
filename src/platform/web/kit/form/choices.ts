/** Lists to choose from that come from the server: what a select says while they load, and when they do not. */
import type { UseQueryResult } from '@tanstack/react-query';
import { SERVER_ERROR_RETRY } from '../../../messages.ts';
import { useFailureToast } from '../toast.tsx';

const FAILED_SECONDS = 8;

export interface Choices {
  failed: boolean;
  /** Asks again for the lists that failed. */
  retry: () => void;
}

type List = Pick<UseQueryResult, 'isError' | 'refetch'>;

/** Tells by a toast that lists could not be loaded (specification 003, section 8). They are asked for again when a select of theirs opens. */
export function useChoices(...lists: readonly List[]): Choices {
  return useChoicesOr(SERVER_ERROR_RETRY, ...lists);
}

/** The same for lists of which the specification says something else when they fail. */
export function useChoicesOr(message: string, ...lists: readonly List[]): Choices {
  const failed = lists.some(({ isError }) => isError);
  useFailureToast(failed, message, FAILED_SECONDS);
  return {
    failed,
    retry: () => {
      for (const list of lists) if (list.isError) void list.refetch();
    },
  };
}

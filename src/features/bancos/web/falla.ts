import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { Failed, messageOf } from '#platform/web/api.ts';

/** Why what is of an account is not shown: that there is no such account, or that asking failed. */
export const fallaDe = (error: unknown): string =>
  error instanceof Failed && error.status === 404 ? error.message : messageOf(error, SERVER_ERROR_RETRY);

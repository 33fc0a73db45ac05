import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { isMissing, messageOf } from '#platform/web/api.ts';

/** Why what is of an account is not shown: that there is no such account, or that asking failed. */
export const fallaDe = (error: unknown): string =>
  isMissing(error) ? error.message : messageOf(error, SERVER_ERROR_RETRY);

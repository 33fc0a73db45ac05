import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { Failed, FieldFaults } from '#platform/web/api.ts';

/** What to say where a record could not be read: that it does not exist, or that the server failed. */
export function loadFailure(error: unknown): { message: string; retry: boolean } {
  const missing = error instanceof FieldFaults || (error instanceof Failed && error.status === 404);
  return missing ? { message: error.message, retry: false } : { message: SERVER_ERROR_RETRY, retry: true };
}

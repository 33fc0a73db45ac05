import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { FieldFaults, isMissing } from '#platform/web/api.ts';
import { ErrorPanel } from './page.tsx';

/** Why a form has no record: it does not exist, or the server failed, told by `message`, and may be asked again. */
export function RecordError({
  error,
  message = SERVER_ERROR_RETRY,
  onRetry,
}: {
  error: unknown;
  message?: string;
  onRetry: () => void;
}) {
  const missing = error instanceof FieldFaults || isMissing(error);
  return missing ? <ErrorPanel message={error.message} /> : <ErrorPanel message={message} onRetry={onRetry} />;
}

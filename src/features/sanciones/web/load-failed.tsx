import { useEffect } from 'react';
import { CHARGE_LOAD_FAILED } from '#libro/messages.ts';
import { FieldFaults, isMissing } from '#platform/web/api.ts';
import { ErrorPanel } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';

/** A fine or fee that could not be read: it does not exist, or the server failed. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const missing = error instanceof FieldFaults || isMissing(error);
  useEffect(() => {
    if (!missing) toast.error(CHARGE_LOAD_FAILED, 8);
  }, [missing]);
  return missing ? (
    <ErrorPanel message={error instanceof Error ? error.message : CHARGE_LOAD_FAILED} />
  ) : (
    <ErrorPanel message={CHARGE_LOAD_FAILED} onRetry={onRetry} />
  );
}

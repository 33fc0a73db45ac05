import { useEffect } from 'react';
import { Failed, FieldFaults } from '#platform/web/api.ts';
import { ErrorPanel } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';

export const LOAD_FAILED = 'Ocurrió un error. Intenta más tarde o contacte con el administrador';

/** A fine or fee that could not be read: it does not exist, or the server failed. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const missing = error instanceof FieldFaults || (error instanceof Failed && error.status === 404);
  useEffect(() => {
    if (!missing) toast.error(LOAD_FAILED, 8);
  }, [missing]);
  return missing ? (
    <ErrorPanel message={error instanceof Error ? error.message : LOAD_FAILED} />
  ) : (
    <ErrorPanel message={LOAD_FAILED} onRetry={onRetry} />
  );
}

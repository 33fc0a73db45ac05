/** What a change of a lot's special discount would do to its debt, asked of the server while it is typed. */
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { ErrorPanel, Notice } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { descuentosContract, porcentajeEspecial } from '../contract.ts';
import { debtInWords, restInWords } from '../rules.ts';

interface EfectoProps {
  /** Whatever the form has for it; nothing is shown until a lot is chosen. */
  loteId: unknown;
  /** What is typed; null takes the discount away. */
  descuento: unknown;
}

export function Efecto({ loteId, descuento }: EfectoProps) {
  const percent = descuento === null ? undefined : porcentajeEspecial.safeParse(descuento);
  const enabled = typeof loteId === 'number' && percent?.success !== false;
  const found = useCall(
    descuentosContract.efecto,
    { params: { id: typeof loteId === 'number' ? loteId : 0 }, query: { descuento: percent?.data } },
    { enabled },
  );
  if (!enabled) return null;
  if (found.isError) return <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void found.refetch()} />;
  // What was told on an earlier visit may be true no more.
  if (found.isFetching || !found.data) return <Notice role="status">Calculando lo que cambia en la deuda…</Notice>;
  return (
    <Notice role="status">
      <b>{debtInWords(found.data)}</b> {restInWords(found.data)}
    </Notice>
  );
}

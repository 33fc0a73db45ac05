/** What a search of agendas or reservations found, or what stands in its place. */
import type { ReactNode } from 'react';
import { Refused } from '#platform/web/api.ts';
import { EmptyState, ErrorPanel, Skeletons } from '#platform/web/kit/page.tsx';

export const NO_ANSWER = 'No podemos obtener la información, intente más tarde o contacte con el administrador';

interface EncontradoProps<Row> {
  /** Nothing is asked for until the filters say what. */
  searched: boolean;
  found: { isError: boolean; error: unknown; refetch(): unknown };
  /** undefined while they load. */
  rows: readonly Row[] | undefined;
  emptyText: string;
  draw: (row: Row) => ReactNode;
}

export function Encontrado<Row>({ searched, found, rows, emptyText, draw }: EncontradoProps<Row>): ReactNode {
  if (!searched) return <EmptyState text="Por favor filtre por los criterios de búsqueda" />;
  if (found.isError) {
    const message = found.error instanceof Refused ? found.error.message : NO_ANSWER;
    return <ErrorPanel message={message} onRetry={() => void found.refetch()} />;
  }
  if (rows === undefined) return <Skeletons lines={6} />;
  return rows.length === 0 ? <EmptyState text={emptyText} /> : rows.map(draw);
}

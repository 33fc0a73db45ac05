/** What overdue maintenance and late payments show alike: a lot, its associate, and what it owes. */

import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import type { VencidoRow } from '../contract.ts';
import { sumPesos } from '../rules.ts';

const COLUMNS: readonly Column<VencidoRow>[] = [
  { key: 'referencia', header: 'Referencia', value: (row) => row.referencia },
  { key: 'asociado', header: 'Asociado', value: (row) => row.asociado },
  { key: 'direccion', header: 'Dirección', value: (row) => row.direccion },
  { key: 'monto', header: 'Monto', kind: 'money', value: (row) => row.monto },
];

const totalOf = (rows: readonly VencidoRow[]) => sumPesos(rows, (row) => row.monto);
const totalsUnder = (rows: readonly VencidoRow[]) => ({ monto: totalOf(rows) });

export interface VencidosProps {
  caption: string;
  rows: readonly VencidoRow[] | undefined;
  loading: boolean;
  error: string | undefined;
  onRetry: () => void;
  emptyText: string;
}

export function Vencidos({ caption, rows, loading, error, onRetry, emptyText }: VencidosProps) {
  return (
    <DataTable
      caption={caption}
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => row.referencia}
      loading={loading}
      error={error}
      onRetry={onRetry}
      emptyText={emptyText}
      search={rows !== undefined && rows.length > 0}
      totals={totalsUnder}
      urlKey
    />
  );
}

/** What overdue maintenance and late payments show alike. */

import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import type { Found } from '#platform/web/kit/table/parts.tsx';
import type { VencidoRow } from '../contract.ts';
import { VENCIDOS } from '../listings.ts';

export interface VencidosProps {
  caption: string;
  rows: readonly VencidoRow[] | undefined;
  found: Found<unknown> & { isFetching: boolean };
  failed: string;
  emptyText: string;
}

export function Vencidos(props: VencidosProps) {
  return (
    <DataTable
      {...props}
      columns={VENCIDOS.screen}
      rowKey={(row) => row.referencia}
      loading={props.found.isFetching}
      search={!!props.rows?.length}
      urlKey
    />
  );
}

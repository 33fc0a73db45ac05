/** Agreements in a list, and how their state looks. */

import type { Convenio } from '#libro/convenios/contract.ts';
import type { Estado } from '#libro/convenios/rules.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { StatusBadge, type Tone } from '#platform/web/kit/page.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import type { RowsOf } from '#platform/web/kit/table/parts.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { CONVENIOS } from '../listings.ts';
import { ESTADO_LABELS } from '../rules.ts';

const TONES: Record<Estado, Tone> = { vigente: 'blue', cumplido: 'green', roto: 'red', cancelado: 'gray' };

export const EstadoBadge = ({ estado }: { estado: Estado }) => (
  <StatusBadge color={TONES[estado]} label={ESTADO_LABELS[estado]} />
);

type ConveniosTableProps = RowsOf<Convenio> & {
  urlKey: true | string;
  /** Left out among the columns, where all are of one lot. */
  withLote?: boolean;
  short?: boolean;
};

export function ConveniosTable({ withLote = false, short = false, ...table }: ConveniosTableProps) {
  const mayOpen = useMayOpen();
  const columns = drawn<Convenio>(
    CONVENIOS.screen.filter(({ key }) => withLote || (key !== 'referencia' && key !== 'asociado')),
    {
      folio: ({ id, folio }) => {
        const to = `/cobranza/convenios/${id}`;
        return mayOpen(to) ? <KitLink to={to}>{folio}</KitLink> : folio;
      },
      estado: ({ estado }) => <EstadoBadge estado={estado} />,
    },
  );
  return (
    <DataTable
      caption="Convenios de pago"
      columns={columns}
      rowKey={(row) => row.id}
      emptyText="No se ha firmado ningún convenio"
      search={!short}
      paging={!short}
      files="Convenios de pago"
      cards={['folio', 'estado']}
      {...table}
    />
  );
}

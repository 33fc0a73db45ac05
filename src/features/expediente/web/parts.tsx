/** Packets in a list, and what can be done with each. */
import { IconFileTypePdf } from '@tabler/icons-react';
import { passes } from '#platform/roles.ts';
import { call, download, messageOf } from '#platform/web/api.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { StatusBadge } from '#platform/web/kit/page.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import type { RowsOf } from '#platform/web/kit/table/parts.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { RowMenu } from '#platform/web/kit/table/RowMenu.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useSession } from '#platform/web/session.ts';
import { type Expediente, expedienteContract } from '../contract.ts';
import { EXPEDIENTES } from '../listings.ts';

const FAILED = 'No se pudo abrir el expediente. Intente de nuevo';

export const savePdf = ({ id }: { id: number }) =>
  download(expedienteContract.pdf, { params: { id } }).catch((error) => toast.error(messageOf(error, FAILED), 5));

async function verify({ id, folio }: Expediente) {
  try {
    const { intacto } = await call(expedienteContract.verificar, { params: { id } });
    if (intacto) toast.success(`El expediente ${folio} es el que se expidió`, 5);
    else toast.error(`El expediente ${folio} fue alterado: no es el que se expidió`, 10);
  } catch (error) {
    toast.failure(error);
  }
}

type ExpedientesTableProps = RowsOf<Expediente> & {
  urlKey: true | string;
  /** Left out among the columns, where all are of one lot. */
  withLote?: boolean;
  short?: boolean;
};

export function ExpedientesTable({ withLote = false, short = false, ...table }: ExpedientesTableProps) {
  const mayOpen = useMayOpen();
  const mayRead = passes(expedienteContract.pdf.roles, useSession().role);
  const columns = drawn<Expediente>(EXPEDIENTES.screen, {
    referencia: ({ lote: { id, referencia } }) => {
      const to = `/cobranza/expedientes/lote/${id}`;
      return mayOpen(to) ? <KitLink to={to}>{referencia}</KitLink> : referencia;
    },
    faltan: ({ faltan }) => (faltan === 0 ? 'Ninguno' : <StatusBadge color="red" label={String(faltan)} />),
  }).filter(({ key }) => withLote || (key !== 'referencia' && key !== 'asociado'));
  return (
    <DataTable
      caption="Expedientes de cobranza"
      columns={columns}
      rowKey={(row) => row.id}
      emptyText="No se ha expedido ningún expediente"
      search={!short}
      paging={!short}
      files="Expedientes de cobranza"
      cards={['folio', 'adeudo']}
      rowActions={(row) =>
        mayRead ? (
          <>
            <RowAction
              label={`Descargar ${row.folio}`}
              icon={<IconFileTypePdf size={16} />}
              onClick={() => void savePdf(row)}
            />
            <RowMenu
              label={`Más acciones de ${row.folio}`}
              acts={[{ label: 'Verificar', onClick: () => void verify(row) }]}
            />
          </>
        ) : null
      }
      {...table}
    />
  );
}

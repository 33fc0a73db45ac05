/** What went out, run by run. */
import { useGoTo } from '#platform/web/kit/form/KitForm.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { drawn } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatFecha } from '#ui/format.ts';
import { corridasContract } from '../contract.ts';
import { CORRIDAS } from '../listings.ts';

const COLUMNS = drawn(CORRIDAS.screen, {
  fecha: ({ id, fecha }) => <KitLink to={`/cobranza/gestion/corridas/${id}`}>{formatFecha(fecha)}</KitLink>,
});

export default function Corridas() {
  const corridas = useCall(corridasContract.all, {});
  const goTo = useGoTo();
  return (
    <Page title="Corridas de la gestión" back={{ to: '/cobranza/gestion', label: 'Volver a Gestión de cobranza' }}>
      <DataTable
        caption="Corridas"
        files="Corridas de la gestión"
        columns={COLUMNS}
        found={corridas}
        rowKey={({ id }) => id}
        cards={['fecha', 'estado', 'lotes']}
        emptyText="Todavía no se ha aprobado ninguna"
        urlKey
        onRowOpen={({ id }) => goTo(`/cobranza/gestion/corridas/${id}`)}
      />
    </Page>
  );
}

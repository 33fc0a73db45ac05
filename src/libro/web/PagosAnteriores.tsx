/** What a lot paid in the system before, marked as such; nothing where it paid nothing there. */
import { Notice, Panel } from '#platform/web/kit/page.tsx';
import { columns } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { useCall } from '#platform/web/query.ts';
import { anterioresContract, type PagoAnterior } from '../anteriores/contract.ts';

const TITLE = 'Pagos en el sistema anterior';

const COLUMNS = columns<PagoAnterior>([
  { key: 'fecha', header: 'Fecha', kind: 'date' },
  { key: 'concepto', header: 'Concepto' },
  { key: 'metodo', header: 'Forma de pago' },
  { key: 'folio', header: 'Folio' },
  { key: 'uuid', header: 'UUID de factura' },
  { key: 'monto', header: 'Monto', kind: 'money' },
]);

export function PagosAnteriores({ loteId, referencia }: { loteId: number; referencia: string }) {
  const found = useCall(anterioresContract.lote, { params: { id: loteId } });
  if (!found.data?.length) return null;
  return (
    <Panel title={TITLE}>
      <Notice>Sólo para consulta: no están en ningún corte, reporte ni póliza, y no se facturan aquí.</Notice>
      <DataTable
        caption={TITLE}
        columns={COLUMNS}
        found={found}
        rowKey={({ id }) => id}
        search={false}
        totals={false}
        files={`${TITLE} del lote ${referencia}`}
      />
    </Panel>
  );
}

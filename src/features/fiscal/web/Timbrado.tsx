/** What seals and stamps the invoices, and how each kind of charge is taxed: set up once, by whoever answers for it. */
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { ErrorPanel, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import type { Column } from '#platform/web/kit/table/columns.ts';
import { DataTable } from '#platform/web/kit/table/DataTable.tsx';
import { useCall } from '#platform/web/query.ts';
import { type SerieFolio, timbradoContract } from '../contract.ts';
import { CertificadoPanel } from './CertificadoPanel.tsx';
import classes from './fiscal.module.css';
import { ProveedorForm } from './ProveedorPanel.tsx';
import { TratamientoPanel } from './TratamientoPanel.tsx';

const SERIES: readonly Column<SerieFolio>[] = [
  { key: 'serie', header: 'Serie', value: ({ serie }) => serie || 'Sin serie' },
  {
    key: 'siguiente',
    header: 'Folio siguiente',
    kind: 'number',
    value: ({ siguiente, libres }) => libres[0] ?? siguiente,
  },
  {
    key: 'libres',
    header: 'Folios por usar de nuevo',
    value: ({ libres }) => libres.join(', '),
  },
];

export default function TimbradoScreen() {
  const timbrado = useCall(timbradoContract.timbrado, {});
  const series = useCall(timbradoContract.series, {});
  // A form keeps what it began with: it waits for this visit's answer.
  const ready = timbrado.isSuccess && timbrado.isFetchedAfterMount;
  return (
    <Page title="Certificado y timbrado" back={{ to: '/admin', label: 'Volver a Administración' }}>
      <div className={classes.columns}>
        <CertificadoPanel proveedor={timbrado.data?.proveedor} />
        <div>
          <Panel title="Proveedor de timbrado">
            {ready ? (
              <ProveedorForm timbrado={timbrado.data} />
            ) : timbrado.isError ? (
              <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void timbrado.refetch()} />
            ) : (
              <Skeletons lines={3} />
            )}
          </Panel>
          <Panel title="Series y folios">
            <DataTable
              caption="Series y folios"
              columns={SERIES}
              rows={series.data}
              rowKey={({ serie }) => serie}
              search={false}
              paging={false}
              emptyText="La serie empieza al guardar los datos del emisor"
              error={series.isError ? SERVER_ERROR_RETRY : undefined}
              onRetry={() => void series.refetch()}
            />
          </Panel>
        </div>
      </div>
      <div className={classes.stack}>
        <TratamientoPanel />
      </div>
    </Page>
  );
}

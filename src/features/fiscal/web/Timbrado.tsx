/** What seals and stamps the invoices, and how each kind of charge is taxed: set up once, by whoever answers for it. */
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { ErrorPanel, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { timbradoContract } from '../contract.ts';
import { CertificadoPanel } from './CertificadoPanel.tsx';
import classes from './fiscal.module.css';
import { ProveedorForm } from './ProveedorPanel.tsx';
import { SeriesPanel } from './SeriesPanel.tsx';
import { TratamientoPanel } from './TratamientoPanel.tsx';

export default function TimbradoScreen() {
  const timbrado = useCall(timbradoContract.timbrado, {});
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
          <SeriesPanel />
        </div>
      </div>
      <div className={classes.stack}>
        <TratamientoPanel />
      </div>
    </Page>
  );
}

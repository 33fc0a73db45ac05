/** What seals and stamps the invoices, and how each kind of charge is taxed: set up once, by whoever answers for it. */
import { avisoDeHuso } from '#cfdi/husos.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { timeZone } from '#platform/web/identity.ts';
import { ErrorPanel, Notice, Page, Panel, Skeletons } from '#platform/web/kit/page.tsx';
import { today } from '#platform/web/kit/today.ts';
import { useCall } from '#platform/web/query.ts';
import { fiscalContract, timbradoContract } from '../contract.ts';
import { CertificadoPanel } from './CertificadoPanel.tsx';
import classes from './fiscal.module.css';
import { ProveedorForm } from './ProveedorPanel.tsx';
import { SeriesPanel } from './SeriesPanel.tsx';
import { TratamientoPanel } from './TratamientoPanel.tsx';

const TITLE = 'Certificado y timbrado';
const BACK = { to: '/admin', label: 'Volver a Administración' };

/** Where the invoices' hour is not the community's: said here too, since it is not this screen's to change. */
function Huso() {
  const { data } = useCall(fiscalContract.emisor, {});
  const huso = data?.codigoPostal ? avisoDeHuso(data.codigoPostal, timeZone, Number(today().slice(0, 4))) : '';
  return huso === '' ? null : <Notice role="status">{huso}</Notice>;
}

export default function TimbradoScreen() {
  const timbrado = useCall(timbradoContract.timbrado, {});
  const further = [
    useCall(fiscalContract.emisor, {}),
    useCall(timbradoContract.certificado, {}),
    useCall(timbradoContract.otrosCertificados, {}),
    useCall(timbradoContract.series, {}),
  ];
  // A form keeps what it began with: it waits for this visit's answer.
  const ready = timbrado.isSuccess && timbrado.isFetchedAfterMount;
  // All at once: one that came first would be pushed about by the others.
  if (further.some(({ isPending }) => isPending) || !(ready || timbrado.isError)) {
    return (
      <Page title={TITLE} back={BACK}>
        <Skeletons lines={12} />
      </Page>
    );
  }
  return (
    <Page title={TITLE} back={BACK}>
      <Huso />
      <div className={classes.columns}>
        <CertificadoPanel proveedor={timbrado.data?.proveedor} />
        <div>
          <Panel title="Proveedor de timbrado">
            {ready ? (
              <ProveedorForm timbrado={timbrado.data} />
            ) : (
              <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void timbrado.refetch()} />
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

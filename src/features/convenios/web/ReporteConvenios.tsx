/** Agreements, to be read. */
import { Page } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { conveniosContract } from '../contract.ts';
import { ConveniosTable } from './parts.tsx';

export default function ReporteConvenios() {
  const found = useCall(conveniosContract.all, {});
  return (
    <Page
      title="Convenios de pago"
      subtitle="Lo que se convino, lo que se ha pagado y los que se rompieron"
      back={{ to: '/reportes', label: 'Volver a Reportes' }}
    >
      <ConveniosTable found={found} urlKey withLote />
    </Page>
  );
}

/** Packets, to be read. */
import { Page } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { expedienteContract } from '../contract.ts';
import { ExpedientesTable } from './parts.tsx';

export default function ReporteExpedientes() {
  const found = useCall(expedienteContract.all, {});
  return (
    <Page
      title="Expedientes de cobranza"
      subtitle="Lo que se ha entregado al abogado, con lo que cada lote debía"
      back={{ to: '/reportes', label: 'Volver a Reportes' }}
    >
      <ExpedientesTable found={found} urlKey withLote />
    </Page>
  );
}

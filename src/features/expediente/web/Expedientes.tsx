/** All packets, and the way to the checklist. */
import { Button } from '@mantine/core';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { expedienteContract } from '../contract.ts';
import { ExpedientesTable } from './parts.tsx';

export default function Expedientes() {
  const found = useCall(expedienteContract.all, {});
  return (
    <Page
      title="Expedientes de cobranza"
      subtitle="Se expiden en el lote, en Gestión"
      back={{ to: '/cobranza', label: 'Volver a Cobranza' }}
      actions={
        <Button component={KitLink} to="/cobranza/expedientes/requisitos" variant="default">
          Requisitos
        </Button>
      }
    >
      <ExpedientesTable found={found} urlKey withLote />
    </Page>
  );
}

/** A lot's agreements: the one in force, those before it, and the way to another. */
import { Button } from '@mantine/core';
import { LotHeaderOf } from '#libro/web/LotHeader.tsx';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Page } from '#platform/web/kit/page.tsx';
import { useMayOpen } from '#platform/web/navigation.tsx';
import { useCall } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { conveniosContract } from '../contract.ts';
import { ConveniosTable } from './parts.tsx';

export default function ConveniosLote() {
  const id = Number(useParams<'id'>().id);
  const found = useCall(conveniosContract.deLote, { params: { id } });
  const mayOpen = useMayOpen();
  const to = `/cobranza/convenios/nuevo/${id}`;
  const vigente = found.data?.find(({ estado }) => estado === 'vigente');
  return (
    <Page title="Convenios del lote" back={{ to: `/deudas/${id}`, label: 'Volver a Deudas' }}>
      <LotHeaderOf
        loteId={id}
        actions={
          mayOpen(to) ? (
            <Button
              component={KitLink}
              to={to}
              size="xs"
              disabled={vigente !== undefined}
              title={vigente ? `Ya tiene el convenio ${vigente.folio}: cancélelo antes de firmar otro` : undefined}
            >
              Nuevo convenio
            </Button>
          ) : null
        }
      />
      <ConveniosTable found={found} urlKey short />
    </Page>
  );
}

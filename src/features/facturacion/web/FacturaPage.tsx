/** One invoice, where the folio links of statement, payments and invoices lead. */
import { useParams } from '@tanstack/react-router';
import { Page, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { useCall } from '#platform/web/query.ts';
import { facturacionContract } from '../contract.ts';
import { FacturaActions } from './acciones.tsx';
import { Estado, EstadoAnteElSat } from './estado.tsx';
import { FacturaStatus } from './FacturaStatus.tsx';
import { FacturaView } from './FacturaView.tsx';

export default function FacturaPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const found = useCall(facturacionContract.get, { params: { id: Number(id) } });
  const factura = found.data;
  const reload = () => void found.refetch();
  return (
    <Page
      title={factura?.folio ? `Factura ${factura.folio}` : 'Factura'}
      subtitle={factura ? <FacturaStatus status={factura.status} /> : undefined}
      back={{ to: '/cobranza/facturas', label: 'Volver a Facturas' }}
      actions={factura ? <FacturaActions factura={factura} onChanged={reload} /> : undefined}
    >
      {found.isError ? (
        <RecordError error={found.error} onRetry={reload} />
      ) : factura ? (
        <>
          <Estado factura={factura} onChange={reload} />
          <EstadoAnteElSat factura={factura} onChange={reload} />
          <FacturaView factura={factura} />
        </>
      ) : (
        <Skeletons lines={12} />
      )}
    </Page>
  );
}

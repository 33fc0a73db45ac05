/** One invoice, where the folio links of statement, payments and invoices lead. */

import { KitLink } from '#platform/web/kit/link.tsx';
import { Page, Skeletons } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { useCall } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { formatMoney } from '#ui/format.ts';
import { facturacionContract } from '../contract.ts';
import { nombreDeTipo, statusLabel } from '../rules.ts';
import { FacturaActions, type FacturaLeida } from './acciones.tsx';
import { Estado, EstadoAnteElSat } from './estado.tsx';
import { FacturaStatus } from './FacturaStatus.tsx';
import { FacturaView } from './FacturaView.tsx';

/** The credit notes of an invoice, or the invoice that a credit note is of. */
function Notas({ factura: { acredita, notasCredito } }: { factura: FacturaLeida }) {
  return (
    <>
      {acredita ? (
        <p className="kit-quiet">
          Nota de crédito de la factura <KitLink to={`/factura/${acredita.id}`}>{acredita.folio}</KitLink>
        </p>
      ) : null}
      {notasCredito.map(({ id, folio, total, status }) => (
        <p key={id} className="kit-quiet">
          Nota de crédito <KitLink to={`/factura/${id}`}>{folio}</KitLink> por {formatMoney(total)},{' '}
          {statusLabel(status)}
        </p>
      ))}
    </>
  );
}

export default function FacturaPage() {
  const { id } = useParams<'id'>();
  const found = useCall(facturacionContract.get, { params: { id: Number(id) } });
  const factura = found.data;
  const reload = () => void found.refetch();
  return (
    <Page
      title={[nombreDeTipo(factura?.tipo), factura?.folio].filter(Boolean).join(' ')}
      subtitle={factura ? <FacturaStatus status={factura.status} /> : undefined}
      back={{ to: '/cobranza/facturas', label: 'Volver a Facturas' }}
      actions={factura ? <FacturaActions factura={factura} onChanged={reload} /> : undefined}
    >
      {found.isError ? (
        <RecordError error={found.error} onRetry={reload} />
      ) : factura ? (
        <>
          <Estado factura={factura} onChange={reload} />
          <Notas factura={factura} />
          <EstadoAnteElSat factura={factura} onChange={reload} />
          <FacturaView factura={factura} />
        </>
      ) : (
        <Skeletons lines={12} />
      )}
    </Page>
  );
}

/**
 * What follows a payment: its receipt, with the invoice; the panel that says it could not be made; or, while the provider
 * has not answered, that the invoice is on its way, asked for again until it is one or the other. Stays until left.
 */

import { type ReactNode, useEffect, useRef } from 'react';
import { facturasContract } from '#libro/facturas/contract.ts';
import { whenFree } from '#platform/web/kit/focus.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { Notice } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { useNavigate } from '#platform/web/router.tsx';
import { formatMoney } from '#ui/format.ts';
import type { PaymentResult } from '../contract.ts';
import { fromPayment } from './from-payment.ts';
import { InvoiceFailed, ProviderMessage } from './InvoiceFailed.tsx';
import classes from './libro.module.css';
import { Recibo } from './Recibo.tsx';
import { SiguienteLote } from './SiguienteLote.tsx';
import type { Cambio } from './usePaying.ts';

const POLL_MS = 3000;

/** An invoice that the provider has not answered yet. */
function OnItsWay({ facturaId, message }: { facturaId: number; message: string }) {
  const found = useCall(
    facturasContract.state,
    { params: { id: facturaId } },
    { refetchEveryMs: ({ data }) => ((data?.status ?? 'pendiente') === 'pendiente' ? POLL_MS : undefined) },
  );
  const status = found.data?.status ?? 'pendiente';
  if (status === 'rechazada') return <InvoiceFailed message={found.data?.mensaje ?? ''} />;
  if (status !== 'pendiente') {
    return (
      <p className={classes.good} role="status">
        Se ha generado la factura con éxito <KitLink to={`/factura/${facturaId}`}>Ver factura</KitLink>
      </p>
    );
  }
  return (
    <>
      <Notice role="status">
        El pago está registrado y su factura está en proceso. Se timbra sola en cuanto el proveedor conteste; no cobre
        de nuevo.
      </Notice>
      <ProviderMessage message={found.data?.mensaje || message} />
    </>
  );
}

export interface PaymentOutcomeProps {
  result: PaymentResult;
  cambio?: Cambio | null;
  children?: ReactNode;
}

export function PaymentOutcome({ result, cambio = null, children }: PaymentOutcomeProps) {
  const navigate = useNavigate();
  const panel = useRef<HTMLDivElement>(null);
  const { seFacturo, idFactura, recibo } = result;
  useEffect(() => {
    if (seFacturo && idFactura !== null)
      void navigate(`/factura-generada/${idFactura}`, { state: fromPayment(cambio) });
    else whenFree(() => panel.current?.focus());
  }, [seFacturo, idFactura, cambio, navigate]);
  if (seFacturo) return null;
  return (
    <div ref={panel} tabIndex={-1} className={classes.outcome} data-payment-outcome>
      <Recibo
        id={recibo.id}
        done="Pago registrado"
        cambio={cambio}
        meanwhile={
          <p>
            Recibo {recibo.id}: recibido {formatMoney(recibo.total)}
          </p>
        }
        actions={
          <>
            {children}
            <SiguienteLote />
          </>
        }
      >
        {result.cobrosIdentificadoresList.length === 0 ? (
          <p className={classes.quiet} role="status">
            {result.responseFromProveedor}
          </p>
        ) : idFactura === null ? (
          <InvoiceFailed message={result.responseFromProveedor} />
        ) : (
          <OnItsWay facturaId={idFactura} message={result.responseFromProveedor} />
        )}
      </Recibo>
    </div>
  );
}

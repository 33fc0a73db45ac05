/** What follows a payment: the invoice, or the panel that says it could not be made and offers the note. Stays until left. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { pagosContract } from '#features/pagos/contract.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { Facts } from '#platform/web/kit/facts.tsx';
import { Panel } from '#platform/web/kit/page.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { formatFecha, formatMoney } from '#ui/format.ts';
import type { PaymentResult } from '../contract.ts';
import classes from './libro.module.css';
import { downloadNota, type NotaFormat } from './nota.ts';

/** The note of charges as a PDF. */
export function NotaButtons({ cobros }: { cobros: PaymentResult['cobrosIdentificadoresList'] }) {
  const [busy, setBusy] = useState(false);
  if (cobros.length === 0) return null;
  const get = async (format: NotaFormat) => {
    setBusy(true);
    try {
      await downloadNota(await call(pagosContract.nota, { body: { dataLists: cobros } }), format);
    } catch (error) {
      toast.error(messageOf(error, SERVER_ERROR_RETRY), 8);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button loading={busy} onClick={() => void get('carta')}>
        Descargar nota
      </Button>
      <Button variant="default" loading={busy} onClick={() => void get('ticket')}>
        Nota en ticket de 80 mm
      </Button>
    </>
  );
}

export function PaymentOutcome({ result, children }: { result: PaymentResult; children?: ReactNode }) {
  const navigate = useNavigate();
  const panel = useRef<HTMLDivElement>(null);
  const { seFacturo, idFactura, recibo } = result;
  useEffect(() => {
    if (seFacturo && idFactura !== null) void navigate({ to: `/factura-generada/${idFactura}` });
    else panel.current?.focus();
  }, [seFacturo, idFactura, navigate]);
  if (seFacturo) return null;
  return (
    <div ref={panel} tabIndex={-1} className={classes.outcome} data-payment-outcome>
      <Panel title="Pago registrado">
        <Facts
          columns={3}
          items={[
            { label: 'Folio del recibo', value: String(recibo.id) },
            { label: 'Fecha pago', value: formatFecha(recibo.fechaPago) },
            { label: 'Recibido', value: formatMoney(recibo.total) },
            ...(recibo.fondo > 0 ? [{ label: 'Saldo a favor', value: formatMoney(recibo.fondo) }] : []),
            ...(recibo.fondo < 0 ? [{ label: 'Pagado con el fondo', value: formatMoney(-recibo.fondo) }] : []),
          ]}
        />
        <p className={classes.warning} role="alert">
          No se ha podido generar la factura con éxito. Intente más tarde por favor
        </p>
        {result.responseFromProveedor !== '' ? (
          <div className={classes.provider}>
            <h3>Mensaje del proveedor</h3>
            <p>{result.responseFromProveedor}</p>
          </div>
        ) : null}
        <div className={classes.outcomeActions}>
          <NotaButtons cobros={result.cobrosIdentificadoresList} />
          {children}
        </div>
      </Panel>
    </div>
  );
}

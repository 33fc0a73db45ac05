/** The invoice that was just made. */

import { recibosContract } from '#libro/recibos/contract.ts';
import { useFromPayment } from '#libro/web/from-payment.ts';
import { LotHeaderWaiting } from '#libro/web/LotHeader.tsx';
import { NotaButtons } from '#libro/web/NotaButtons.tsx';
import { LotHeaderOfRecibo, Recibo } from '#libro/web/Recibo.tsx';
import { SiguienteLote } from '#libro/web/SiguienteLote.tsx';
import { Page, Skeletons, StatusBadge } from '#platform/web/kit/page.tsx';
import { RecordError } from '#platform/web/kit/RecordError.tsx';
import { useCall } from '#platform/web/query.ts';
import { useParams } from '#platform/web/router.tsx';
import { facturacionContract } from '../contract.ts';
import { cobrosOf, documentTime } from '../rules.ts';
import { EmailButton, type FacturaLeida, PdfButton } from './acciones.tsx';
import { Estado } from './estado.tsx';
import { FacturaView } from './FacturaView.tsx';
import classes from './factura.module.css';

/** What is done with the invoice: beside the buttons of its receipt, where it has one. */
function Documento({ factura, primary = false }: { factura: FacturaLeida; primary?: boolean }) {
  return (
    <>
      <EmailButton factura={factura} label="Enviar por correo electrónico" />
      <PdfButton factura={factura} label="Descargar PDF" primary={primary} />
    </>
  );
}

export default function FacturaGenerada() {
  const { id } = useParams<'id'>();
  const found = useCall(facturacionContract.get, { params: { id: Number(id) } });
  const factura = found.data;
  const reciboId = factura?.recibo?.id;
  const recibo = useCall(
    recibosContract.recibo,
    { params: { id: reciboId ?? 0 } },
    { enabled: reciboId !== undefined },
  );
  const paid = useFromPayment();
  const fromPayment = paid !== undefined && factura?.recibo !== null;
  const reload = () => void found.refetch();
  const timbrada = factura ? documentTime(factura.fechaCertificacion).slice(11) : '';
  return (
    <Page
      title="Factura generada"
      back={{ to: '/cobranza/facturas', label: 'Volver a Facturas' }}
      actions={
        factura && !factura.recibo ? (
          <>
            <Documento factura={factura} primary />
            {/* A global invoice is of many lots, a complement of no payment of its own. */}
            {factura.tipo === 'ingreso' ? <NotaButtons of={{ cobros: cobrosOf(factura) }} /> : null}
            <SiguienteLote focused />
          </>
        ) : undefined
      }
    >
      {found.isError ? (
        <RecordError error={found.error} onRetry={reload} />
      ) : factura && (reciboId === undefined || !recibo.isPending) ? (
        <>
          {factura.recibo ? (
            <>
              <LotHeaderOfRecibo id={factura.recibo.id} />
              <Recibo
                id={factura.recibo.id}
                done={fromPayment ? 'Pago registrado' : undefined}
                cambio={paid?.cambio ?? null}
                invoice={<Documento factura={factura} />}
                actions={<SiguienteLote focused />}
              />
            </>
          ) : null}
          {factura.status === 'facturada' ? (
            <p className={classes.success} role="alert">
              Se ha generado la factura con éxito
            </p>
          ) : null}
          <Estado factura={factura} onChange={reload} />
          <details className={classes.folded} open={!fromPayment}>
            <summary>
              <b>Factura {factura.folio}</b> · {factura.nombreReceptor}
              {timbrada === '' ? null : ` · timbrada ${timbrada}`}
              {factura.sinValidez ? <StatusBadge color="amber" label="Sin validez fiscal" /> : null}
            </summary>
            <FacturaView factura={factura} />
          </details>
        </>
      ) : (
        <>
          <LotHeaderWaiting titled={false} />
          <Skeletons lines={12} />
        </>
      )}
    </Page>
  );
}

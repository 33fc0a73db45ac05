/** What can be done with a payment, in its row: it depends on its state, its invoice and the role. */
import { Button } from '@mantine/core';
import {
  IconAdjustments,
  IconBan,
  IconEye,
  IconFileDownload,
  IconFileInvoice,
  IconFileTypePdf,
  IconMail,
  IconReceipt,
  IconReceipt2,
} from '@tabler/icons-react';
import { isInvoiceable, UNSTAMPED } from '#features/facturacion/rules.ts';
import { downloadFacturaPdf, loadFactura } from '#libro/web/factura-archivos.ts';
import { downloadNota, NOTA_LABELS } from '#libro/web/nota.ts';
import { ACTION_DONE } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { formatMoney } from '#ui/format.ts';
import { type LotePago, pagosContract } from '../contract.ts';
import { MARK_FAILED } from './MarcarFacturadoModal.tsx';
import classes from './pagos.module.css';

const SIZE = 16;

/** What a dialog over the list is to ask about a payment. */
export type AskingOfPago =
  | { what: 'cancel' | 'mark' | 'correct'; pago: LotePago }
  | { what: 'mail'; facturaId: number };

interface PagoActionsProps {
  pago: LotePago;
  /** The role may mark payments as invoiced in the system used before, and take the mark off. */
  mayMark: boolean;
  onAsk: (asking: AskingOfPago) => void;
  onInvoice: () => void;
  /** After the mark was taken off, or could not be. */
  onUnmarked: () => void;
}

/** 'Mantenimiento Mayo - 2026 de $2,500.00', which tells a row's buttons from those of the others. */
const nameOf = ({ description, amount }: LotePago): string => `${description} de ${formatMoney(amount)}`;

async function unmark(pago: LotePago): Promise<boolean> {
  const { id, tipo, refSistemaAnterior } = pago;
  const yes = await confirm({
    title: `Quitar la marca ${refSistemaAnterior}`,
    text: `${nameOf(pago)} quedará sin facturar. Quite la marca sólo si no se facturó en el sistema anterior; si se facturó ahí, quedaría facturado dos veces.`,
    confirmLabel: 'Quitar la marca',
    danger: true,
  });
  if (!yes) return false;
  try {
    await withBusy(call(pagosContract.markInvoiced, { body: { id, tipo, refSistemaAnterior: '' } }));
    toast.success(ACTION_DONE, 3);
  } catch (error) {
    toast.failure(error, MARK_FAILED, 5, { kind: 'error' });
  }
  return true;
}

async function invoicePdf(facturaId: number): Promise<void> {
  try {
    const factura = await loadFactura(facturaId);
    if (factura.folioFiscal === '') toast.info(UNSTAMPED, 8);
    else await downloadFacturaPdf(factura);
  } catch (error) {
    toast.error(messageOf(error, 'No se ha podido hacer el PDF. Intente otra vez'), 5);
  }
}

/** The one action on a payment that is not invoiced, or those on its invoice. */
function InvoiceActions({ pago, onAsk, onInvoice }: Pick<PagoActionsProps, 'pago' | 'onAsk' | 'onInvoice'>) {
  const { facturaId } = pago;
  if (facturaId === null) {
    return isInvoiceable(pago) ? (
      <RowAction label={`Facturar: ${nameOf(pago)}`} icon={<IconFileInvoice size={SIZE} />} onClick={onInvoice} />
    ) : null;
  }
  return (
    <>
      <RowAction
        label={`Descargar PDF de la factura: ${nameOf(pago)}`}
        icon={<IconFileTypePdf size={SIZE} />}
        onClick={() => void invoicePdf(facturaId)}
      />
      <RowAction
        label={`Enviar factura por correo electrónico: ${nameOf(pago)}`}
        icon={<IconMail size={SIZE} />}
        onClick={() => onAsk({ what: 'mail', facturaId })}
      />
    </>
  );
}

function CancelAction({ pago, onAsk }: Pick<PagoActionsProps, 'pago' | 'onAsk'>) {
  return (
    <RowAction
      label={`Cancelar pago: ${nameOf(pago)}`}
      icon={<IconBan size={SIZE} />}
      danger
      onClick={() => onAsk({ what: 'cancel', pago })}
    />
  );
}

function ReceivedActions({ pago, mayMark, onAsk }: Pick<PagoActionsProps, 'pago' | 'mayMark' | 'onAsk'>) {
  const of = { cobros: [{ id: pago.id, name: pago.tipo }] };
  return (
    <>
      <RowAction
        label={`${NOTA_LABELS.carta}: ${nameOf(pago)}`}
        icon={<IconFileDownload size={SIZE} />}
        onClick={() => void downloadNota(of, 'carta')}
      />
      <RowAction
        label={`${NOTA_LABELS.ticket}: ${nameOf(pago)}`}
        icon={<IconReceipt2 size={SIZE} />}
        onClick={() => void downloadNota(of, 'ticket')}
      />
      <RowAction
        label={`Corregir: ${nameOf(pago)}`}
        icon={<IconAdjustments size={SIZE} />}
        onClick={() => onAsk({ what: 'correct', pago })}
      />
      {mayMark && pago.tipo !== 'fondo' && pago.facturaId === null ? (
        <RowAction
          label={`Facturado sistema anterior: ${nameOf(pago)}`}
          icon={<IconReceipt size={SIZE} />}
          onClick={() => onAsk({ what: 'mark', pago })}
        />
      ) : null}
      <CancelAction pago={pago} onAsk={onAsk} />
    </>
  );
}

export function PagoActions(props: PagoActionsProps) {
  const { pago } = props;
  return (
    <>
      {pago.reciboId === null ? null : (
        <RowAction
          label={`Ver recibo ${pago.reciboId}: ${nameOf(pago)}`}
          icon={<IconEye size={SIZE} />}
          to={`/recibo/${pago.reciboId}`}
        />
      )}
      <ActionsByState {...props} />
    </>
  );
}

function ActionsByState({ pago, mayMark, onAsk, onInvoice, onUnmarked }: PagoActionsProps) {
  // It is all that its receipt did to the charge: no payment is there to be cancelled in its stead.
  if (pago.tipo === 'descuento' && pago.status === 'condonado') return <CancelAction pago={pago} onAsk={onAsk} />;
  // Only the reference is shown; for whoever may mark a payment it leads to taking the mark off.
  if (pago.isFacturado && mayMark && pago.status === 'recibido') {
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        maw="10rem"
        title="Quitar la marca de facturado en el sistema anterior"
        onClick={async () => {
          if (await unmark(pago)) onUnmarked();
        }}
      >
        {pago.refSistemaAnterior}
      </Button>
    );
  }
  if (pago.isFacturado) return <span className={classes.quiet}>{pago.refSistemaAnterior}</span>;
  return (
    <>
      {pago.status === 'en_cancelacion' ? <span className={classes.quiet}>Su cancelación está en proceso</span> : null}
      <InvoiceActions pago={pago} onAsk={onAsk} onInvoice={onInvoice} />
      {pago.status === 'recibido' ? <ReceivedActions pago={pago} mayMark={mayMark} onAsk={onAsk} /> : null}
    </>
  );
}

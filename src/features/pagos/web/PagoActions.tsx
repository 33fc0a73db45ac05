/** What can be done with a receipt and with its payments: it depends on their state, their invoice and the role. */
import { isInvoiceable, UNSTAMPED } from '#features/facturacion/rules.ts';
import { downloadFacturaPdf, loadFactura } from '#libro/web/factura-archivos.ts';
import { downloadNota, NOTA_LABELS } from '#libro/web/nota.ts';
import { ACTION_DONE } from '#platform/messages.ts';
import { call, messageOf } from '#platform/web/api.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { confirm } from '#platform/web/kit/confirm.tsx';
import { RowAction } from '#platform/web/kit/table/RowAction.tsx';
import { type RowAct, RowMenu } from '#platform/web/kit/table/RowMenu.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { formatMoney } from '#ui/format.ts';
import { type LotePago, pagosContract } from '../contract.ts';
import type { ReciboDeLote } from '../rules.ts';
import { MARK_FAILED } from './MarcarFacturadoModal.tsx';

/** What a dialog over the list is to ask about a payment. */
export type AskingOfPago =
  | { what: 'cancel' | 'mark' | 'correct'; pago: LotePago }
  | { what: 'mail'; facturaId: number };

export interface ActsOnPagos {
  /** The role may mark payments as invoiced in the system used before, and take the mark off. */
  mayMark: boolean;
  onAsk: (asking: AskingOfPago) => void;
  onInvoice: (pago: LotePago) => void;
  /** After the mark was taken off, or could not be. */
  onUnmarked: () => void;
}

/** 'Mantenimiento Mayo - 2026 de $2,500.00', which tells a payment's buttons from those of the others. */
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

/** In force, and not invoiced in the system used before, of which only the reference is shown. */
const isOurs = ({ status, isFacturado }: LotePago): boolean => status === 'recibido' && !isFacturado;

/** On the invoices that payments stand on, each of them once. */
function actsOnInvoices(pagos: readonly LotePago[], { onAsk }: ActsOnPagos): RowAct[] {
  const invoiced = new Map(pagos.filter((pago) => !pago.isFacturado).map((pago) => [pago.facturaId, pago]));
  return [...invoiced].flatMap(([facturaId, { folioFactura }]): RowAct[] => {
    if (facturaId === null) return [];
    const of = invoiced.size > 1 ? ` ${folioFactura}` : '';
    return [
      { label: `Descargar PDF de la factura${of}`, onClick: () => void invoicePdf(facturaId) },
      { label: `Enviar factura${of} por correo electrónico`, onClick: () => onAsk({ what: 'mail', facturaId }) },
    ];
  });
}

function actsOnPago(pago: LotePago, { mayMark, onAsk, onInvoice }: ActsOnPagos): RowAct[] {
  const cancel: RowAct = { label: 'Cancelar pago', danger: true, onClick: () => onAsk({ what: 'cancel', pago }) };
  // It is all that its receipt did to the charge: no payment is there to be cancelled in its stead.
  if (pago.tipo === 'descuento' && pago.status === 'condonado') return [cancel];
  if (pago.isFacturado) return [];
  const free = pago.facturaId === null;
  return [
    ...(free && isInvoiceable(pago) ? [{ label: 'Facturar', onClick: () => onInvoice(pago) }] : []),
    ...(mayMark && free && isOurs(pago) && pago.tipo !== 'fondo'
      ? [{ label: 'Facturado sistema anterior', onClick: () => onAsk({ what: 'mark', pago }) }]
      : []),
    ...(isOurs(pago) ? [cancel] : []),
  ];
}

/** The reference in the system used before; for whoever may mark a payment it leads to taking the mark off. */
function Marked({ pago, mayMark, onUnmarked }: ActsOnPagos & { pago: LotePago }) {
  if (!mayMark || !pago.isFacturado || pago.status !== 'recibido') return null;
  return (
    <RowAction
      label={`${pago.refSistemaAnterior}: quitar la marca de facturado en el sistema anterior`}
      text={pago.refSistemaAnterior}
      onClick={async () => {
        if (await unmark(pago)) onUnmarked();
      }}
    />
  );
}

export function PagoActions({ pago, ...acts }: ActsOnPagos & { pago: LotePago }) {
  return (
    <>
      <Marked pago={pago} {...acts} />
      <RowMenu label={`Más acciones de ${nameOf(pago)}`} acts={actsOnPago(pago, acts)} />
    </>
  );
}

interface ReciboActionsProps extends ActsOnPagos {
  recibo: ReciboDeLote;
  /** Opens the receipt to its payments. */
  onOpen: () => void;
}

/** The receipt's own acts, and those of its payment where there is only one; the others' stand beside them. */
export function ReciboActions({ recibo: { reciboId, aplicado, pagos }, onOpen, ...acts }: ReciboActionsProps) {
  const [first] = pagos;
  const [ours] = pagos.filter(isOurs);
  const only = pagos.length === 1 ? first : undefined;
  const name = reciboId === null ? aplicado : `recibo ${reciboId}`;
  const note = (format: keyof typeof NOTA_LABELS): RowAct[] =>
    ours && reciboId !== null
      ? [{ label: NOTA_LABELS[format], onClick: () => void downloadNota({ reciboId }, format) }]
      : [];
  const print = `/recibo/${reciboId}?imprimir=1`;
  const correct = () => ours && acts.onAsk({ what: 'correct', pago: ours });
  const menu: RowAct[] = [
    ...(ours && reciboId !== null
      ? [
          { label: 'Imprimir', narrow: true, to: print },
          { label: 'Corregir', narrow: true, onClick: correct },
        ]
      : []),
    ...note('carta'),
    ...note('ticket'),
    ...actsOnInvoices(pagos, acts),
    ...(only ? actsOnPago(only, acts) : []),
    ...(!only && pagos.some((pago) => actsOnPago(pago, acts).length > 0)
      ? [{ label: `Facturar o cancelar uno de sus ${pagos.length} pagos`, onClick: onOpen }]
      : []),
  ];
  return (
    <>
      {only ? <Marked pago={only} {...acts} /> : null}
      {ours && reciboId !== null ? (
        <>
          <RowAction label={`Imprimir ${name}`} text="Imprimir" wide to={print} />
          <RowAction label={`Corregir ${name}`} text="Corregir" wide onClick={correct} />
        </>
      ) : null}
      <RowMenu label={`Más acciones ${reciboId === null ? 'de' : 'del'} ${name}`} acts={menu} />
    </>
  );
}

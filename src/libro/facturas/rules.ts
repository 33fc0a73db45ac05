/** What is said of an invoice before it is made, and before it falls; pure. */
import { formatMoney } from '#ui/format.ts';
import type { Alcance } from './contract.ts';

/** c_FormaPago of an invoice that is paid later: 'por definir'. */
export const POR_DEFINIR = '99';

/**
 * The form of payment to start from: 'por definir' with PPD, else how it was really paid, which says more than what the tax
 * data usually expect.
 */
export function formaFor(usual: { metodoPagoCFDI: string; formaPagoCFDI: string }, paid: string): string {
  return usual.metodoPagoCFDI === 'PPD' ? POR_DEFINIR : paid || usual.formaPagoCFDI;
}

/** 'A-125': series and folio as people read them. */
export function folioOf(serie: string, folio: number | null): string {
  if (folio === null) return '';
  return serie === '' ? String(folio) : `${serie}-${folio}`;
}

const NOMBRES: Readonly<Record<string, string>> = { global: 'la factura global', pago: 'el complemento de pago' };

/**
 * What a cancellation destroys, said before it is asked for: of an invoice with payments, by one of them or by a receipt's
 * correction, or alone; undefined where it is no more than what is named anyway.
 * @param caen how many payments of the invoice fall with it; 0: none, the invoice alone
 */
export function avisoDeAlcance({ folio, tipo, pagos, total }: Alcance, caen: number): string | undefined {
  const name = `${NOMBRES[tipo] ?? 'la factura'} ${folio}`;
  if (pagos <= 1) return caen > 0 ? `Se cancela también ${name}, de ${formatMoney(total)}` : undefined;
  const all = `Se cancela toda ${name}: ${pagos} pagos por ${formatMoney(total)}`.replace('toda el', 'todo el');
  if (caen >= pagos) return `${all}, todos del recibo`;
  return caen > 0
    ? `${all}. Los pagos que siguen en pie se facturan solos en otra en cuanto el SAT lo confirme: es un timbre más`
    : `${all}, que quedan recibidos y sin factura hasta que se facturen de nuevo`;
}

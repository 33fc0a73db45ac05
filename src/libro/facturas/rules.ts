/** How an invoice says that it is paid; pure. */

/** c_FormaPago of an invoice that is paid later: 'por definir'. */
export const POR_DEFINIR = '99';

/**
 * The form of payment to start from: 'por definir' with PPD, else how it was really paid, which says more than what the tax
 * data usually expect.
 */
export function formaFor(usual: { metodoPagoCFDI: string; formaPagoCFDI: string }, paid: string): string {
  return usual.metodoPagoCFDI === 'PPD' ? POR_DEFINIR : paid || usual.formaPagoCFDI;
}

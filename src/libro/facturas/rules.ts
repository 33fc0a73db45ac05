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

/** 'A-125': series and folio as people read them. */
export function folioOf(serie: string, folio: number | null): string {
  if (folio === null) return '';
  return serie === '' ? String(folio) : `${serie}-${folio}`;
}

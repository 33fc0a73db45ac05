/** The list of invoices as a workbook; its title, its sheet and its columns are the specification's. */
import { withHours } from '#documents/lista.ts';
import { type ListingSheet, sheetOf } from '#platform/listing-sheet.ts';
import type { FacturaListada } from './contract.ts';
import { FACTURAS, NINGUNA } from './listings.ts';

const SHEET = 'Lista de Facturas';

export function facturasSheet(facturas: readonly FacturaListada[], title: string): ListingSheet {
  const sheet = { name: SHEET, heading: [title] };
  if (facturas.length === 0) return sheetOf(NINGUNA, sheet, [['No hay facturas para mostrar']]);
  return sheetOf(withHours(FACTURAS), sheet, [facturas]);
}

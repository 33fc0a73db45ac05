/** The list of invoices as a workbook. */
import { type Workbook, workbookOf } from '#platform/workbook-cells.ts';
import type { FacturaListada } from './contract.ts';
import { FACTURAS, NINGUNA } from './listings.ts';

const SHEET = 'Lista de Facturas';

export function facturasWorkbook(facturas: readonly FacturaListada[], title: string): Workbook {
  if (facturas.length === 0) return workbookOf(NINGUNA, SHEET, ['No hay facturas para mostrar'], title);
  return workbookOf(FACTURAS, SHEET, facturas, title);
}

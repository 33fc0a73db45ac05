/** The PDF of an invoice, for the thread that draws it. */
import { facturaDocument, facturaFileName } from '#documents/factura.ts';
import type { Factura } from '#libro/facturas/contract.ts';
import type { Pdf } from '#platform/server/pdf-draw.ts';

export function facturaPdf(factura: Factura, making: { codigo: string; residencial: string }): Pdf {
  return {
    name: facturaFileName(factura),
    definition: facturaDocument(factura, making),
  };
}

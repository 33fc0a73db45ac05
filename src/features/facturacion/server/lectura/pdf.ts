/** The PDF of an invoice, for the thread that draws it. */
import { importeEnLetras } from '#cfdi/letras.ts';
import { facturaDocument, facturaFileName } from '#documents/factura.ts';
import type { Pdf } from '#platform/server/pdf-draw.ts';
import type { Factura } from '../../contract.ts';

export function facturaPdf(factura: Factura, making: { codigo: string; residencial: string }): Pdf {
  return {
    name: facturaFileName(factura),
    definition: facturaDocument(factura, { ...making, enLetras: importeEnLetras }),
  };
}

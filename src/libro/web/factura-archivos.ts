/** An invoice's files, made or saved in the browser. */
import { facturaDocument, facturaFileName, xmlFileName } from '#documents/factura.ts';
import { type Factura, facturasContract } from '#libro/facturas/contract.ts';
import { call } from '#platform/web/api.ts';
import { residencialCode, residencialName } from '#platform/web/identity.ts';
import { downloadPdf } from '#platform/web/pdf.ts';

export function loadFactura(id: number): Promise<Factura> {
  return call(facturasContract.get, { params: { id } });
}

export async function downloadFacturaPdf(factura: Factura): Promise<void> {
  const making = { codigo: residencialCode, residencial: residencialName };
  await downloadPdf(facturaDocument(factura, making), facturaFileName(factura));
}

/** The provider's own document, unchanged. */
export function downloadFacturaXml(factura: Factura): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([factura.xml], { type: 'application/xml' }));
  link.download = xmlFileName(factura);
  link.click();
  URL.revokeObjectURL(link.href);
}

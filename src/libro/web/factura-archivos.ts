/** An invoice's files, made or saved in the browser. */
import { facturaDocument, facturaFileName, xmlFileName } from '#documents/factura.ts';
import { type Factura, facturasContract } from '#libro/facturas/contract.ts';
import { call } from '#platform/web/api.ts';
import { membrete } from '#platform/web/identity.ts';
import { downloadPdf } from '#platform/web/pdf.ts';

export function loadFactura(id: number): Promise<Factura> {
  return call(facturasContract.get, { params: { id } });
}

export async function downloadFacturaPdf(factura: Factura): Promise<void> {
  await downloadPdf(facturaDocument(factura, membrete()), facturaFileName(factura));
}

function downloadXml(xml: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([xml], { type: 'application/xml' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The provider's own document, unchanged. */
export const downloadFacturaXml = (factura: Factura): void => downloadXml(factura.xml, xmlFileName(factura));

/** The authority's acknowledgement of its cancellation, unchanged. */
export const downloadAcuse = (factura: Factura): void => downloadXml(factura.acuse, `Acuse_${xmlFileName(factura)}`);

/** What is done with several invoices of the list at once: their files in one, and each by mail to its receptor. */
import { fileName, fileSafe } from '#documents/definition.ts';
import { facturaDocument } from '#documents/factura.ts';
import { facturasContract } from '#libro/facturas/contract.ts';
import { loadFactura } from '#libro/web/factura-archivos.ts';
import { call, saveFile } from '#platform/web/api.ts';
import { membrete, residencialName } from '#platform/web/identity.ts';
import { type Choosing, eachOf } from '#platform/web/kit/table/choosing.tsx';
import { today } from '#platform/web/kit/today.ts';
import { renderPdf } from '#platform/web/pdf.ts';
import { formatFecha } from '#ui/format.ts';
import type { FacturaListada } from '../contract.ts';

const facturasOf = (count: number) => (count === 1 ? '1 factura' : `${count} facturas`);

const unstamped = ({ folioFiscal }: FacturaListada) => (folioFiscal === '' ? 'todavía sin timbrar' : undefined);

/** The PDF and the XML of each, in one ZIP: a browser asks before it saves many files. */
async function downloadZip(rows: readonly FacturaListada[]) {
  const { zipSync } = await import('fflate');
  const files: Record<string, Uint8Array> = {};
  const failures = await eachOf(rows, async ({ id }) => {
    const factura = await loadFactura(id);
    // The folio first: it is one document's alone.
    const stem = fileSafe(`${factura.folio} ${factura.nombreReceptor}`);
    const making = membrete();
    files[`${stem}.pdf`] = new Uint8Array(await renderPdf(facturaDocument(factura, making)));
    files[`${stem}.xml`] = new TextEncoder().encode(factura.xml);
  });
  if (failures.length < rows.length) {
    const zip = new Blob([zipSync(files)], { type: 'application/zip' });
    saveFile(zip, fileName('zip', 'Facturas', residencialName, formatFecha(today())));
  }
  return failures;
}

const sendEach = (rows: readonly FacturaListada[]) =>
  eachOf(rows, async ({ id }) => {
    const correoElectronico = await call(facturasContract.email, { params: { id } });
    await call(facturasContract.send, { body: { id, correoElectronico, correoAdicional: '' } });
  });

export const VARIAS: Choosing<FacturaListada> = {
  words: ['factura', 'facturas'],
  nameOf: ({ folio, nombreReceptor }) => (folio ? `la factura ${folio}` : `la factura de ${nombreReceptor}`),
  acts: [
    {
      label: 'Descargar en ZIP',
      refusal: unstamped,
      run: downloadZip,
      done: (count) => (count === 1 ? 'Se descargó 1 factura' : `Se descargaron ${count} facturas`),
    },
    {
      label: 'Enviar por correo',
      refusal: unstamped,
      ask: (rows) => ({
        title: `Enviar por correo ${facturasOf(rows.length)}`,
        text: <p>El PDF y el XML de cada una, al correo registrado de su receptor.</p>,
        confirmLabel: rows.length === 1 ? 'Enviar la factura' : `Enviar las ${rows.length}`,
      }),
      run: sendEach,
      done: (count) => (count === 1 ? 'Se envió 1 factura' : `Se enviaron ${count} facturas`),
    },
  ],
};

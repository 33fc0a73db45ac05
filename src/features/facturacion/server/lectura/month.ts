/** A month's invoices as one file: of each its XML as it was stamped, its PDF and, cancelled, the authority's acknowledgement. */
import { fileSafe } from '#documents/definition.ts';
import type { Factura } from '#libro/facturas/contract.ts';
import type { Before } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { drawingsOf, pdfThread } from '#platform/server/pdf-thread.ts';
import { findResidencial } from '#platform/server/residencial.ts';
import { type ZipEntry, zipOf } from '#platform/server/zip.ts';
import { facturaOf, loadFactura } from './factura.ts';
import { listOfMonth } from './repository.ts';

const drawing = drawingsOf<typeof import('./pdf.ts')>(new URL('./pdf.ts', import.meta.url));

/** Read at once: what is drawn meanwhile holds no connection. */
const BATCH = 10;

/** Reads which invoices there are; each is read again when its turn comes, outside of the request's own transaction. */
export async function prepareMonth({
  params: { MM, YYYY },
  before,
}: {
  params: { MM: number; YYYY: number };
  before: Before;
}): Promise<{ name: string; content: AsyncGenerator<Uint8Array> }> {
  const month = `${YYYY}-${String(MM).padStart(2, '0')}`;
  const { ids, making } = await before.read(async ({ tx, community }) => ({
    ids: await listOfMonth(tx, month),
    making: await findResidencial(tx, community),
  }));
  if (ids.length === 0) throw new Refusal('Ese mes no tiene facturas timbradas. Elija otro');
  const { code: codigo, name: residencial } = making;
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let at = 0; at < ids.length; at += BATCH) {
      const facturas = await before.read(async (reading) => {
        const read: Factura[] = [];
        for (const id of ids.slice(at, at + BATCH)) read.push(await facturaOf(reading, await loadFactura(reading, id)));
        return read;
      });
      for (const factura of facturas) {
        const name = fileSafe(`${factura.folio} ${factura.nombreReceptor}`);
        yield { name: `${name}.xml`, content: Buffer.from(factura.xml, 'utf8') };
        const { content } = await pdfThread.draw(drawing('facturaPdf', factura, { codigo, residencial }));
        yield { name: `${name}.pdf`, content };
        if (factura.acuse !== '') yield { name: `${name}_acuse.xml`, content: Buffer.from(factura.acuse, 'utf8') };
      }
    }
  }
  return { name: `Facturas ${fileSafe(residencial)} ${month}.zip`, content: zipOf(entries()) };
}

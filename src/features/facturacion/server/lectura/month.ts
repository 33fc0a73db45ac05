/** A month's invoices as one file: of each its XML as it was stamped, its PDF and, cancelled, the authority's acknowledgement. */
import { type Month, monthKey } from '#core/period.ts';
import { fileName, fileSafe } from '#documents/definition.ts';
import type { Factura } from '#libro/facturas/contract.ts';
import type { Before } from '#platform/server/context.ts';
import { whenClosed } from '#platform/server/deadline.ts';
import { Refusal } from '#platform/server/errors.ts';
import { drawingsOf, pdfThread } from '#platform/server/pdf-thread.ts';
import { findMembrete } from '#platform/server/residencial.ts';
import { entryName, type ZipEntry, zipOf } from '#platform/server/zip.ts';
import { facturaOf, loadFactura } from './factura.ts';
import { listOfMonth } from './repository.ts';

const drawing = drawingsOf<typeof import('./pdf.ts')>(new URL('./pdf.ts', import.meta.url));

/** Read at once: what is drawn meanwhile holds no connection. */
const BATCH = 10;

/** Who has one made now: many at once would be one person's, and everybody else would wait. */
const making = new Map<string, symbol>();

/** Reads which invoices there are; each is read again when its turn comes, outside of the request's own transaction. */
export async function prepareMonth({
  params: month,
  before,
}: {
  params: Month;
  before: Before;
}): Promise<{ name: string; content: AsyncGenerator<Uint8Array> }> {
  const { ids, residencial } = await before.read(async ({ tx, community }) => {
    return { ids: await listOfMonth(tx, month), residencial: await findMembrete(tx, community) };
  });
  if (ids.length === 0) throw new Refusal('Ese mes no tiene facturas timbradas. Elija otro');
  const { asker } = before;
  if (making.has(asker.key)) {
    throw new Refusal('Ya se está haciendo un ZIP que usted pidió. Espere a que termine e intente de nuevo');
  }
  const mine = Symbol();
  making.set(asker.key, mine);
  const done = () => {
    if (making.get(asker.key) === mine) making.delete(asker.key);
  };
  // Whoever goes before the first byte, or has gone already, has begun nothing that would end.
  whenClosed(asker.closed, done);
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let at = 0; at < ids.length; at += BATCH) {
      const facturas = await before.read(async (reading) => {
        const read: Factura[] = [];
        for (const id of ids.slice(at, at + BATCH)) read.push(await facturaOf(reading, await loadFactura(reading, id)));
        return read;
      });
      for (const factura of facturas) {
        // The folio first: it is one document's alone.
        const stem = fileSafe(`${factura.folio} ${factura.nombreReceptor}`);
        yield { name: entryName(stem, '.xml'), content: Buffer.from(factura.xml, 'utf8') };
        const drawn = await pdfThread.drawPatiently(drawing('facturaPdf', factura, residencial));
        yield { name: entryName(stem, '.pdf'), content: drawn.content };
        if (factura.acuse !== '') {
          yield { name: entryName(stem, '_acuse.xml'), content: Buffer.from(factura.acuse, 'utf8') };
        }
      }
    }
  }
  async function* content(): AsyncGenerator<Uint8Array> {
    try {
      yield* zipOf(entries());
    } finally {
      done();
    }
  }
  return { name: fileName('zip', 'Facturas', residencial.residencial, monthKey(month)), content: content() };
}

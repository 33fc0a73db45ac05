/** The documents that were stamped in a month, as they are frozen with it. */
import { toPesos } from '#core/money.ts';
import { monthKey, monthTitle } from '#core/period.ts';
import { fileName, fileSafe } from '#documents/definition.ts';
import { filesOf, type MonthPart } from '#libro/server/month-end.ts';
import { madeOf } from '#libro/server/report.ts';
import { entryName } from '#platform/server/zip.ts';
import { DOCUMENTOS, type DocumentoDelMes } from '../../listings.ts';
import { listDocumentosOf, listXml } from './repository.ts';

/** Read at once; what was stamped never changes. */
const BATCH = 100;

export const documentosPart: MonthPart<readonly (DocumentoDelMes & { id: number })[]> = {
  carpeta: 'Documentos',
  async read({ tx }, month) {
    return (await listDocumentosOf(tx, month)).map((row) => ({ ...row, total: toPesos(row.total) }));
  },
  async *files(rows, by) {
    const title = 'Documentos fiscales del mes';
    const report = { title, subtitle: monthTitle(by.month), list: DOCUMENTOS, rows, emptyText: 'No se timbró ninguno' };
    const name = fileName('pdf', 'Documentos', monthKey(by.month));
    yield* filesOf(madeOf({ name, report: { ...report, landscape: true } }), by);
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH);
      const xml = await by.read(({ tx }) =>
        listXml(
          tx,
          batch.map(({ id }) => id),
        ),
      );
      for (const { id, folio, receptor } of batch) {
        // The folio first: it is one document's alone.
        yield {
          name: entryName(`XML/${fileSafe(`${folio} ${receptor}`)}`, '.xml'),
          content: xml.get(id) ?? Buffer.of(),
        };
      }
    }
  },
};

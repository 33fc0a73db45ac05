/** Workbooks written while their rows are read: nothing but the batch at hand and the compressed bytes is ever in memory. */
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import { type SheetLogo, workbookParts, type XlsxPart, type XlsxSheet } from '../workbook-parts.ts';

/** The first day that an archive can tell: the same rows are the same bytes, whenever they are written. */
const NO_TIME = new Date(1980, 0, 1);

/** A part of the archive, deflated in the thread pool; `zip` writes what stands around it. */
async function* part(zip: Zip, filename: string, chunks: XlsxPart[1]): AsyncGenerator<undefined> {
  const file: ZipInputFile = { filename, size: 0, crc: 0, compression: 8, mtime: NO_TIME };
  zip.add(file);
  async function* counted() {
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk);
      file.crc = crc32(bytes, file.crc);
      file.size += bytes.length;
      yield bytes;
    }
  }
  // Half the processor of the usual level, for a twentieth more of bytes.
  const deflated = createDeflateRaw({ level: 3 });
  // A failure of either end destroys the other, and the loop below throws it.
  pipeline(Readable.from(counted()), deflated, () => undefined);
  for await (const chunk of deflated) {
    file.ondata?.(null, chunk as Uint8Array<ArrayBuffer>, false);
    yield;
  }
  file.ondata?.(null, new Uint8Array(0), true);
  yield;
}

/** The bytes of a workbook, sheet by sheet, each row read when its turn comes. */
export async function* writeWorkbook(sheets: readonly XlsxSheet[], logo: SheetLogo): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    if (chunk?.length) ready.push(chunk);
  });
  for (const [name, chunks] of workbookParts(sheets, logo)) {
    for await (const _ of part(zip, name, chunks)) {
      if (failure) throw failure;
      const written = ready;
      ready = [];
      yield* written;
    }
  }
  zip.end();
  if (failure) throw failure;
  yield* ready;
}

/** A ZIP that is sent while it is made. */
import { Zip, ZipDeflate } from 'fflate';

export interface ZipEntry {
  name: string;
  content: Uint8Array;
}

/** Of a name in most file systems. */
const NAME_BYTES_MAX = 255;

/** A name of so many bytes at most, its ending whole and no character cut in two. */
export function entryName(stem: string, ending: string): string {
  let room = NAME_BYTES_MAX - Buffer.byteLength(ending);
  let kept = '';
  for (const sign of stem) {
    room -= Buffer.byteLength(sign);
    if (room < 0) break;
    kept += sign;
  }
  return `${kept.trimEnd()}${ending}`;
}

/**
 * The ZIP of entries as they come: one of them, and what it makes, is in memory at a time.
 * @param at 'YYYY-MM-DDTHH:mm:ss' that all of them bear, so that the same entries are the same bytes; when they are made, unless told
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, at?: string): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else ready.push(chunk);
  });
  for await (const { name, content } of entries) {
    const entry = new ZipDeflate(name);
    // A ZIP has no zone: it is written as the host's clock would show it, which is what this text is read as.
    if (at !== undefined) entry.mtime = new Date(at);
    zip.add(entry);
    entry.push(content, true);
    if (failure) throw failure;
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}

/**
 * A TrueType file without the outlines of letters that a document does not have. The letters keep their numbers, so that nothing
 * of the file is made anew but its tables of outlines.
 */

interface Table {
  /** Where its entry in the file's head begins. */
  entry: number;
  bytes: Buffer;
}

const [HEAD, ENTRY] = [12, 16];
/** Of the table 'head': whether offsets of outlines are halved. */
const LOCA_FORMAT = 50;
/** Flags of a part of an outline that is put together from others. */
const [WORDS, SCALE, MORE, TWO_SCALES, MATRIX] = [0x01, 0x08, 0x20, 0x40, 0x80];

/** The letters that an outline is put together from. */
function partsOf(outline: Buffer): number[] {
  const parts: number[] = [];
  if (outline.length < 10 || outline.readInt16BE(0) >= 0) return parts;
  let at = 10;
  for (let flags = MORE; flags & MORE; ) {
    flags = outline.readUInt16BE(at);
    parts.push(outline.readUInt16BE(at + 2));
    const transform = flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & MATRIX ? 8 : 0;
    at += 4 + (flags & WORDS ? 4 : 2) + transform;
  }
  return parts;
}

export class OutlineFile {
  readonly #file: Buffer;
  readonly #tables = new Map<string, Table>();
  readonly #outlines: Buffer[] = [];

  constructor(file: Buffer) {
    this.#file = file;
    for (let at = 0; at < file.readUInt16BE(4); at += 1) {
      const entry = HEAD + at * ENTRY;
      const offset = file.readUInt32BE(entry + 8);
      const bytes = file.subarray(offset, offset + file.readUInt32BE(entry + 12));
      this.#tables.set(file.toString('latin1', entry, entry + 4), { entry, bytes });
    }
    const [glyf, loca, head] = ['glyf', 'loca', 'head'].map((name) => this.#tables.get(name)?.bytes);
    if (!glyf || !loca || !head) throw new Error('not a TrueType file');
    const long = head.readUInt16BE(LOCA_FORMAT) === 1;
    const offsetOf = (number: number) => (long ? loca.readUInt32BE(4 * number) : 2 * loca.readUInt16BE(2 * number));
    const count = loca.length / (long ? 4 : 2) - 1;
    for (let at = 0; at < count; at += 1) this.#outlines.push(glyf.subarray(offsetOf(at), offsetOf(at + 1)));
  }

  /** Those letters, and what they are put together from. */
  #withParts(letters: Iterable<number>): Set<number> {
    // A set goes on to what is added to it meanwhile.
    const wanted = new Set([0, ...letters]);
    for (const letter of wanted) {
      for (const part of partsOf(this.#outlines[letter] ?? Buffer.alloc(0))) wanted.add(part);
    }
    return wanted;
  }

  /** The file with the outlines of those letters alone. */
  of(letters: Iterable<number>): Buffer {
    const wanted = this.#withParts(letters);
    const outlines: Buffer[] = [];
    const loca = Buffer.alloc(4 * (this.#outlines.length + 1));
    let end = 0;
    for (const [letter, outline] of this.#outlines.entries()) {
      if (wanted.has(letter)) {
        outlines.push(outline);
        end += outline.length;
      }
      loca.writeUInt32BE(end, 4 * (letter + 1));
    }
    const head = Buffer.from(this.#tables.get('head')?.bytes ?? []);
    head.writeUInt16BE(1, LOCA_FORMAT);
    return this.#written({ glyf: Buffer.concat(outlines), loca, head });
  }

  #written(others: Readonly<Record<string, Buffer>>): Buffer {
    const start = Buffer.from(this.#file.subarray(0, HEAD + ENTRY * this.#tables.size));
    const written: Buffer[] = [start];
    let end = start.length;
    for (const [name, { entry, bytes: own }] of this.#tables) {
      const bytes = others[name] ?? own;
      start.writeUInt32BE(end, entry + 8);
      start.writeUInt32BE(bytes.length, entry + 12);
      const padding = Buffer.alloc(-bytes.length & 3);
      written.push(bytes, padding);
      end += bytes.length + padding.length;
    }
    return Buffer.concat(written);
  }
}

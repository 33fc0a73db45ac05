/**
 * PNG files, read whole and written anew: what a file has besides its pixels (texts, profiles, bytes behind its end) stays behind.
 * Read are those that are not interlaced, of any kind and depth; each chunk is checked, and the pixels are as many as its head says.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { Refusal } from '../errors.ts';
import { emptyPicture, type Picture } from './picture.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const SIDE_MAX = 4_000;
const PIXELS_MAX = 4_000_000;
/** Programs write some dozens, and the pixels in pieces of 8 KiB. */
const CHUNKS_MAX = 2_000;

const DAMAGED = 'El PNG está dañado o incompleto. Guárdelo de nuevo con su programa de dibujo y vuelva a subirlo';

/** Samples of a pixel by the kind of its colour: grey, colour, of a palette, and the first two with opacity. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Chunks {
  width: number;
  height: number;
  depth: number;
  kind: number;
  palette: Buffer;
  /** Opacities of the palette, or the one colour that is not seen. */
  clear: Buffer | undefined;
  pixels: Buffer;
}

export const isPng = (bytes: Uint8Array): boolean => SIGNATURE.every((byte, at) => bytes[at] === byte);

function* chunksOf(file: Buffer): Generator<{ type: string; data: Buffer }> {
  let at = SIGNATURE.length;
  for (let count = 0; at + 12 <= file.length && count < CHUNKS_MAX; count += 1) {
    const length = file.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > file.length) break;
    const type = file.toString('latin1', at + 4, at + 8);
    if (!/^[A-Za-z]{4}$/.test(type) || crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) break;
    yield { type, data: file.subarray(at + 8, end) };
    if (type === 'IEND') return;
    at = end + 4;
  }
  throw new Refusal(DAMAGED);
}

function headOf(data: Buffer): Pick<Chunks, 'width' | 'height' | 'depth' | 'kind'> {
  if (data.length !== 13) throw new Refusal(DAMAGED);
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth = 0, kind = 0, compression, filter, interlace] = data.subarray(8);
  const depths = kind === 0 ? [1, 2, 4, 8, 16] : kind === 3 ? [1, 2, 4, 8] : [8, 16];
  const isKnown = SAMPLES[kind] !== undefined && depths.includes(depth) && compression === 0 && filter === 0;
  if (!isKnown || width < 1 || height < 1) throw new Refusal(DAMAGED);
  if (interlace !== 0) throw new Refusal('El PNG está entrelazado. Guárdelo sin entrelazar y vuelva a subirlo');
  if (width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX) {
    throw new Refusal(
      `El PNG mide ${width} × ${height} pixeles, y un logotipo tiene hasta ${SIDE_MAX.toLocaleString('es-MX')} por lado y ${PIXELS_MAX / 1_000_000} millones en total. Redúzcalo y vuelva a subirlo`,
    );
  }
  return { width, height, depth, kind };
}

/** All that is needed of a file, and nothing else of it. */
function partsOf(file: Buffer): Chunks {
  let head: ReturnType<typeof headOf> | undefined;
  let palette = Buffer.alloc(0);
  let clear: Buffer | undefined;
  const pixels: Buffer[] = [];
  for (const { type, data } of chunksOf(file)) {
    if ((type === 'IHDR') !== (head === undefined)) throw new Refusal(DAMAGED);
    if (type === 'IHDR') head = headOf(data);
    else if (type === 'PLTE') palette = Buffer.from(data);
    else if (type === 'tRNS') clear = Buffer.from(data);
    else if (type === 'IDAT') pixels.push(data);
    // One that a reader must know, and that there is none of.
    else if (type !== 'IEND' && /^[A-Z]/.test(type)) throw new Refusal(DAMAGED);
  }
  if (!head || (head.kind === 3 && palette.length < 3)) throw new Refusal(DAMAGED);
  return { ...head, palette, clear, pixels: Buffer.concat(pixels) };
}

function unpacked(packed: Buffer, length: number): Buffer {
  try {
    const bytes = inflateSync(packed, { maxOutputLength: length });
    if (bytes.length === length) return bytes;
  } catch {
    // Broken, or more than its head says.
  }
  throw new Refusal(DAMAGED);
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const toLeft = Math.abs(guess - left);
  const toAbove = Math.abs(guess - above);
  const toCorner = Math.abs(guess - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Undoes in place what each row was written as the difference to. */
function unfilter(bytes: Buffer, row: number, pixel: number): void {
  for (let start = 0; start < bytes.length; start += row + 1) {
    const filter = bytes[start] ?? 0;
    if (filter > 4) throw new Refusal(DAMAGED);
    if (filter === 0) continue;
    for (let at = start + 1; at <= start + row; at += 1) {
      const left = at - start > pixel ? (bytes[at - pixel] ?? 0) : 0;
      const above = start > 0 ? (bytes[at - row - 1] ?? 0) : 0;
      let guess = above;
      if (filter === 1) guess = left;
      else if (filter === 3) guess = (left + above) >> 1;
      else if (filter === 4) {
        guess = paeth(left, above, start > 0 && at - start > pixel ? (bytes[at - row - 1 - pixel] ?? 0) : 0);
      }
      bytes[at] = ((bytes[at] ?? 0) + guess) & 255;
    }
  }
}

/** Each sample of a row, as it was written. */
function samplesOf(row: Buffer, depth: number, count: number): Uint16Array {
  const samples = new Uint16Array(count);
  for (let at = 0; at < count; at += 1) {
    if (depth === 16) samples[at] = row.readUInt16BE(at * 2);
    else if (depth === 8) samples[at] = row[at] ?? 0;
    else {
      const bit = at * depth;
      samples[at] = ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
    }
  }
  return samples;
}

const isColour = (kind: number): boolean => kind === 2 || kind === 6;

/** A row of what most files are: eight bits of each colour, and of the opacity. */
function plainRow(row: Buffer, picture: Picture, y: number, count: number, clear: Buffer | undefined): void {
  const { width, data } = picture;
  for (let x = 0; x < width; x += 1) {
    const at = x * count;
    const isClear = clear?.length === 6 && [1, 3, 5].every((byte, channel) => clear[byte] === row[at + channel]);
    const opacity = isClear ? 0 : count === 4 ? (row[at + 3] ?? 0) / 255 : 1;
    const into = (y * width + x) * 4;
    for (let channel = 0; channel < 3; channel += 1) data[into + channel] = ((row[at + channel] ?? 0) / 255) * opacity;
    data[into + 3] = opacity;
  }
}

/** Red, green, blue and opacity of a pixel, from 0 to 1. */
function colourOf(
  { kind, depth, palette, clear }: Chunks,
  sample: readonly number[],
): [number, number, number, number] {
  const [first = 0, second = 0, third = 0, fourth = 0] = sample;
  if (kind === 3) {
    if (first * 3 + 2 >= palette.length) throw new Refusal(DAMAGED);
    const [r = 0, g = 0, b = 0] = palette.subarray(first * 3, first * 3 + 3);
    return [r / 255, g / 255, b / 255, (clear?.[first] ?? 255) / 255];
  }
  const most = 2 ** depth - 1;
  const [r, g, b] = isColour(kind) ? [first, second, third] : [first, first, first];
  let opacity = kind === 6 ? fourth / most : kind === 4 ? second / most : 1;
  const samples = isColour(kind) ? 3 : 1;
  if (clear && clear.length >= samples * 2 && (kind === 0 || kind === 2)) {
    const isClear = [r, g, b].slice(0, samples).every((value, at) => value === clear.readUInt16BE(at * 2));
    if (isClear) opacity = 0;
  }
  return [r / most, g / most, b / most, opacity];
}

/** @throws Refusal with what to do, for what is no PNG, or is damaged or too large */
export function readPng(bytes: Uint8Array): Picture {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = partsOf(file);
  const { width, height, depth, kind } = parts;
  const count = SAMPLES[kind] ?? 1;
  const row = Math.ceil((width * count * depth) / 8);
  const rows = unpacked(parts.pixels, (row + 1) * height);
  unfilter(rows, row, Math.max(1, (count * depth) >> 3));
  const picture = emptyPicture(width, height);
  for (let y = 0; y < height; y += 1) {
    const start = y * (row + 1) + 1;
    if (depth === 8 && isColour(kind)) {
      plainRow(rows.subarray(start, start + row), picture, y, count, parts.clear);
      continue;
    }
    const samples = samplesOf(rows.subarray(start, start + row), depth, width * count);
    for (let x = 0; x < width; x += 1) {
      const [r, g, b, opacity] = colourOf(parts, [...samples.subarray(x * count, (x + 1) * count)]);
      picture.data.set([r * opacity, g * opacity, b * opacity, opacity], (y * width + x) * 4);
    }
  }
  return picture;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Eight bits of each sample: what is seen through has its opacity, what is not has none. */
export function bytesOf({ width, height, data }: Picture, withOpacity: boolean): Buffer {
  const count = withOpacity ? 4 : 3;
  const bytes = Buffer.alloc(width * height * count);
  for (let at = 0; at < width * height; at += 1) {
    const opacity = data[at * 4 + 3] ?? 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = data[at * 4 + channel] ?? 0;
      // On white where nothing says how much is seen through.
      const shown = withOpacity ? (opacity > 0 ? value / opacity : 0) : value + 1 - opacity;
      bytes[at * count + channel] = Math.round(255 * Math.min(1, Math.max(0, shown)));
    }
    if (withOpacity) bytes[at * count + 3] = Math.round(255 * Math.min(1, opacity));
  }
  return bytes;
}

const isOpaque = ({ data }: Picture): boolean => data.every((value, at) => at % 4 !== 3 || value > 0.998);

export function writePng(picture: Picture): Buffer {
  const { width, height } = picture;
  const opaque = isOpaque(picture);
  const count = opaque ? 3 : 4;
  const row = width * count;
  const bytes = bytesOf(picture, !opaque);
  const filtered = Buffer.alloc((row + 1) * height);
  for (let y = 0; y < height; y += 1) {
    // As the difference to the row above, which drawings are mostly like.
    filtered[y * (row + 1)] = 2;
    for (let at = 0; at < row; at += 1) {
      const above = y > 0 ? (bytes[(y - 1) * row + at] ?? 0) : 0;
      filtered[y * (row + 1) + 1 + at] = ((bytes[y * row + at] ?? 0) - above) & 255;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, opaque ? 2 : 6, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(filtered, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

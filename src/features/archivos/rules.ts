/** What may be uploaded: told by the bytes themselves, never by a name or a declared type. */

/** Of a file that was to be attached. */
export const NO_ARCHIVO = 'El archivo ya no está. Súbalo de nuevo';

export const IMAGE_BYTES_MAX = 10 * 1024 * 1024;
/** Side and area of a picture; a small file can claim to unpack to gigabytes. */
export const IMAGE_SIDE_MAX = 12_000;
const IMAGE_PIXELS_MAX = 60_000_000;

/** Of amenities and newsletters, which are shown in lists. */
export const PICTURE_BYTES_MAX = 5 * 1024 * 1024;
export const PICTURE_PIXELS_MAX = 40_000_000;

/** The types that the file field of a picture offers. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/jpg'] as const;

export interface ImageFacts {
  mime: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

const chunkName = (name: string): number => [...name].reduce((sum, sign) => sum * 256 + sign.charCodeAt(0), 0);
const [IHDR, IDAT, IEND] = [chunkName('IHDR'), chunkName('IDAT'), chunkName('IEND')];

/** Whether a PNG's chunks follow each other to its end, the picture among them: one that was cut off does not. */
function isWholePng(view: DataView): boolean {
  let drawn = false;
  for (let at = PNG.length; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const name = view.getUint32(at + 4);
    if (name === IEND) return drawn;
    drawn ||= name === IDAT && view.getUint32(at) > 0;
  }
  return false;
}

/** Whether a JPEG has a picture and its end; what cameras write behind that is theirs. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    at += bytes[at + 1] === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  if (bytes[at] !== 0xff || bytes[at + 1] !== 0xda) return false;
  for (at += 4; at < bytes.length; at += 1) if (bytes[at] === 0xd9 && bytes[at - 1] === 0xff) return true;
  return false;
}

function pngFacts(view: DataView): ImageFacts | undefined {
  // The first chunk is IHDR, of 13 bytes, and begins with width and height.
  if (view.byteLength < 33 || view.getUint32(8) !== 13 || view.getUint32(12) !== IHDR) return undefined;
  return { mime: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** Start of frame: C0 to CF but the tables C4, C8 and CC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Segments and bytes of filling that are looked at: a camera writes some dozens before the picture. */
const STEPS_MAX = 4_096;

function jpegFacts(view: DataView): ImageFacts | undefined {
  let at = 2;
  for (let step = 0; step < STEPS_MAX && at + 4 <= view.byteLength; step += 1) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Bytes of filling before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    if (length < 2) return undefined;
    if (isFrame(marker)) {
      if (at + 9 > view.byteLength) return undefined;
      return { mime: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    // The picture itself begins and no frame was declared.
    if (marker === 0xda || marker === 0xd9) return undefined;
    at += 2 + length;
  }
  return undefined;
}

/** Type and size of a PNG or JPEG picture; undefined for anything else, SVG included. */
export function imageFacts(bytes: Uint8Array): ImageFacts | undefined {
  if (startsWith(bytes, PNG)) return pngFacts(viewOf(bytes));
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return jpegFacts(viewOf(bytes));
  return undefined;
}

const DAMAGED_IMAGE = 'La imagen está dañada. Elija otra';
const NOT_AN_IMAGE = 'El archivo no es una imagen PNG o JPEG. Elija otro';
/** The specification's words of a newsletter's picture (002, section 5). */
export const NOT_A_NEWSLETTER_IMAGE = 'Archivo inválido. Solo archivo en formato JPG, JPEG, PNG permitido';

/** Why these bytes are not kept as a picture of at most so many pixels; undefined when they may be. */
export function refusalOfImage(
  bytes: Uint8Array,
  { pixelsMax = IMAGE_PIXELS_MAX, notAnImage = NOT_AN_IMAGE }: { pixelsMax?: number; notAnImage?: string } = {},
): string | undefined {
  const facts = imageFacts(bytes);
  if (!facts) return notAnImage;
  const { width, height } = facts;
  if (width < 1 || height < 1) return DAMAGED_IMAGE;
  if (width > IMAGE_SIDE_MAX || height > IMAGE_SIDE_MAX || width * height > pixelsMax) {
    return 'La imagen tiene demasiados pixeles. Redúzcala e intente de nuevo';
  }
  const whole = facts.mime === 'image/png' ? isWholePng(viewOf(bytes)) : isWholeJpeg(bytes);
  return whole ? undefined : DAMAGED_IMAGE;
}

export const PDF_BYTES_MAX = 10 * 1024 * 1024;
export const NOT_A_PDF = 'Archivo inválido. Solo archivo en formato PDF permitido';

const PDF = [...'%PDF-'].map((sign) => sign.charCodeAt(0));

const PDF_END = [...'%%EOF'].map((sign) => sign.charCodeAt(0));
/** How far from its end a reader looks for the end that a document says itself. */
const PDF_END_WITHIN = 4_096;

/** Why these bytes are not kept as a PDF document; undefined when they may be. */
export function refusalOfPdf(bytes: Uint8Array): string | undefined {
  if (!startsWith(bytes, PDF)) return NOT_A_PDF;
  const tail = bytes.subarray(-PDF_END_WITHIN);
  const whole = tail.some((_byte, at) => startsWith(tail.subarray(at, at + PDF_END.length), PDF_END));
  return whole ? undefined : 'El documento PDF está dañado o incompleto. Elija otro';
}

const NAME_CHARACTERS_MAX = 120;

/** What a name may end with, by what the file holds; the first is given to one that ends otherwise. */
const EXTENSIONS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'application/pdf': ['pdf'],
  'application/xml': ['xml'],
};

/** At most so many characters from the end, none of them cut in half. */
const lastOf = (text: string, characters: number): string => text.slice(-characters).replace(/^[\uDC00-\uDFFF]/, '');

/**
 * A file's own name, for showing and saving: its last part, without what is no character of a name, with the ending of what
 * the file holds. Whoever opens a picture must not start a program that calls itself one.
 */
export function shownName(name: string, mime: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = last
    .normalize('NFC')
    .replaceAll(/[\p{C}"<>|?*:]/gu, '')
    // Windows drops them, and with them what comes before would be the ending.
    .replace(/[. ]{1,100}$/, '')
    .trim();
  const [, stem = clean, ending = ''] = /^(.{0,300})\.(\w{1,5})$/su.exec(lastOf(clean, 300)) ?? [];
  const endings = EXTENSIONS[mime];
  if (!endings) return lastOf(clean, NAME_CHARACTERS_MAX) || 'archivo';
  const kept = endings.includes(ending.toLowerCase()) ? ending : endings[0];
  return `${lastOf(stem, NAME_CHARACTERS_MAX - kept.length - 1) || 'archivo'}.${kept}`;
}

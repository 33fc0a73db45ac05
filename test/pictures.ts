/** Small pictures for uploads: whole by their structure, of any size that they claim. */

const u32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

/** A PNG's head, up to where the picture begins. */
export const pngHead = (width: number, height: number): number[] => [
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  ...[...u32(13), 0x49, 0x48, 0x44, 0x52, ...u32(width), ...u32(height)],
  ...[8, 6, 0, 0, 0, 0, 0, 0, 0],
];
export const PNG_END: readonly number[] = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0, 0, 0, 0];

export const png = (width = 40, height = 30): Uint8Array =>
  Uint8Array.from([...pngHead(width, height), 0, 0, 0, 1, 0x49, 0x44, 0x41, 0x54, 7, 0, 0, 0, 0, ...PNG_END]);

/** A JPEG's head, with bytes of filling and a table that is no frame before its frame. */
export const jpegHead = (width: number, height: number, frame = 0xc0): number[] => [
  ...[0xff, 0xd8, 0xff, 0xe1, 0, 6, 1, 2, 3, 4],
  ...[0xff, 0xff, 0xc4, 0, 3, 9],
  ...[0xff, frame, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0],
];
export const JPEG_END: readonly number[] = [0xff, 0xd9];

export const jpeg = (width = 60, height = 40): Uint8Array =>
  Uint8Array.from([...jpegHead(width, height), 0xff, 0xda, 0, 4, 0, 0, 1, 2, 0xff, 0, 3, ...JPEG_END]);

/** The QR image of an invoice as a JPEG, which the contract sends in Base64. */
import { encode as encodeJpeg } from 'jpeg-js';
import { encode as encodeQr } from 'uqr';

/** Pixels of one module: a block of the JPEG, so that each is of one colour and no edge is blurred. */
const MODULE = 8;
/** White modules around, as ISO/IEC 18004 asks for. */
const BORDER = 4;

/** @param text what the code says; see `qrText` */
export function qrJpeg(text: string): Buffer {
  const { data, size } = encodeQr(text, { ecc: 'M', border: BORDER });
  const side = size * MODULE;
  // Black or white in all four channels; the encoder does not look at the last.
  const pixels = Buffer.alloc(side * side * 4, 0xff);
  const line = side * 4;
  data.forEach((row, y) => {
    const start = y * MODULE * line;
    row.forEach((dark, x) => {
      if (dark) pixels.fill(0, start + x * MODULE * 4, start + (x + 1) * MODULE * 4);
    });
    for (let copy = 1; copy < MODULE; copy += 1) pixels.copy(pixels, start + copy * line, start, start + line);
  });
  return encodeJpeg({ width: side, height: side, data: pixels }, 80).data;
}

/** The QR image of an invoice as a JPEG, which the contract sends in Base64. */
import { encode as encodeJpeg } from 'jpeg-js';
import { encode as encodeQr } from 'uqr';

/** Pixels of one module. Sharp on paper at 3 cm; a multiple of 8 keeps the JPEG's blocks on module edges. */
const MODULE = 8;
/** White modules around, as ISO/IEC 18004 asks for. */
const BORDER = 4;

/** @param text what the code says; see `qrText` */
export function qrJpeg(text: string): Buffer {
  const { data, size } = encodeQr(text, { ecc: 'M', border: BORDER });
  const side = size * MODULE;
  const pixels = Buffer.alloc(side * side * 4, 0xff);
  data.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (!dark) return;
      for (let line = y * MODULE; line < (y + 1) * MODULE; line += 1) {
        for (let column = x * MODULE; column < (x + 1) * MODULE; column += 1) {
          pixels.fill(0, (line * side + column) * 4, (line * side + column) * 4 + 3);
        }
      }
    });
  });
  return encodeJpeg({ width: side, height: side, data: pixels }, 80).data;
}

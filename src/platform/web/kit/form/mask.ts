/**
 * Masked text, pure: '0' and '9' stand for a digit, everything else for itself. The value kept is what was typed without
 * the signs; the signs are only shown.
 */

const SLOT = /[09]/;

export function maskLength(mask: string): number {
  return mask.split('').filter((sign) => SLOT.test(sign)).length;
}

/** The digits that fit into the mask. */
export function unmask(mask: string, text: string): string {
  return text.replace(/\D/g, '').slice(0, maskLength(mask));
}

/** Digits with the signs of the mask, as far as the digits reach: `applyMask('(000)-000-00-00', '55123')` is '(551)-23'. */
export function applyMask(mask: string, digits: string): string {
  const raw = unmask(mask, digits);
  let shown = '';
  let used = 0;
  for (const sign of mask) {
    if (used === raw.length) break;
    shown += SLOT.test(sign) ? raw[used++] : sign;
  }
  return shown;
}

/** Where the cursor belongs in the masked text, so many digits after its beginning. */
export function caretAfter(shown: string, digits: number): number {
  if (digits === 0) return 0;
  let seen = 0;
  for (let at = 0; at < shown.length; at++) {
    if (/\d/.test(shown[at] ?? '') && ++seen === digits) return at + 1;
  }
  return shown.length;
}

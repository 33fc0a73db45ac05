/** Telephone numbers as people write them, in the international form that networks and messengers take. */

const MEXICO = '52';

/** Ten digits, the first of which is never 0 or 1; the 1 of mobiles between the country and them went out of use in 2019. */
const ofMexico = (digits: string): string | undefined => {
  const national = digits.slice(MEXICO.length).replace(/^1(?=\d{10}$)/, '');
  return /^[2-9]\d{9}$/.test(national) ? `${MEXICO}${national}` : undefined;
};

/**
 * The number with its country and without a plus sign, as E.164 has it; undefined where it is none. Without a country it is of
 * Mexico, with or without the prefixes that were dialled before 2019.
 */
export function telefonoInternacional(escrito: string): string | undefined {
  const text = escrito.trim();
  if (!/^\+?[\d\s().-]+$/.test(text)) return undefined;
  const digits = text.replaceAll(/\D/g, '');
  const abroad = text.startsWith('+') ? digits : /^00/.test(digits) ? digits.slice(2) : undefined;
  if (abroad !== undefined && !abroad.startsWith(MEXICO)) return /^[1-9]\d{7,14}$/.test(abroad) ? abroad : undefined;
  const national = digits.replace(/^(?:044|045|01)(?=\d{10}$)/, '');
  if (abroad === undefined && national.length === 10) return ofMexico(`${MEXICO}${national}`);
  const whole = abroad ?? digits;
  return whole.startsWith(MEXICO) ? ofMexico(whole) : undefined;
}

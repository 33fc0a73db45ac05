/** How a session is told in words: by the browser that opened it, and by where its network address is. */

/** In the order in which they are looked for: most say that they are several. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:\bCriOS|Chrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const found = (known: readonly (readonly [RegExp, string])[], agent: string): string | undefined =>
  known.find(([sign]) => sign.test(agent))?.[1];

/** 'Chrome en Windows', of what a browser says it is; a program by its own name. */
export function browserWords(agent: string): string {
  const browser = found(BROWSERS, agent);
  const system = found(SYSTEMS, agent);
  if (browser) return system ? `${browser} en ${system}` : browser;
  const program = /^[A-Za-z][\w.-]{1,30}/.exec(agent)?.[0];
  if (program && program !== 'Mozilla') return `El programa ${program}`;
  return system ? `Un navegador en ${system}` : 'Un programa que no dice su nombre';
}

const OWN_MACHINE = /^(?:127\.|::1$|::ffff:127\.)/i;
/** Addresses that only networks of a house or an office have (RFC 1918, 6598, 3927, 4193, 4291). */
const INTERNAL =
  /^(?:::ffff:)?(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)|^f[cd][0-9a-f]{2}:|^fe[89ab][0-9a-f]:/i;

/** Where a network address is, seen from whoever asks. */
export function placeWords(ip: string, isOwnNetwork: boolean): string {
  if (isOwnNetwork) return 'La red desde la que entra ahora';
  if (OWN_MACHINE.test(ip)) return 'El equipo del servidor';
  return INTERNAL.test(ip) ? 'Otra red interna' : 'Otro lugar de internet';
}

/**
 * A community's own accent colour: the shades that the page is drawn with, derived from the one that was chosen, and why one cannot
 * be chosen. Lightness and hue are those of OKLab, in which equal steps look equal (https://bottosson.github.io/posts/oklab).
 */

/** Lightness from 0 to 1, and what there is of red and green, yellow and blue. */
type Lab = readonly [lightness: number, a: number, b: number];

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const gamma = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** WCAG relative luminance of a #rrggbb colour. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = channels(hex).map(linear);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** How two colours stand against each other: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function labOf(hex: string): Lab {
  const [r = 0, g = 0, b = 0] = channels(hex).map(linear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** The colour as #rrggbb; undefined where no screen has it. */
function exactHex([lightness, a, b]: Lab): string | undefined {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const values = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  if (values.some((value) => value < -0.002 || value > 1.002)) return undefined;
  const bytes = values.map((value) => Math.round(255 * gamma(Math.min(1, Math.max(0, value)))));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The colour, paler where no screen has it as strong. */
function hexOf([lightness, a, b]: Lab): string {
  for (let share = 1; share > 0; share -= 0.04) {
    const hex = exactHex([lightness, a * share, b * share]);
    if (hex !== undefined) return hex;
  }
  return exactHex([lightness, 0, 0]) ?? '#000000';
}

const difference = (one: Lab, other: Lab): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

/** Of letters, and of what is no letter: lines of fields and the ring of the focus. */
const LETTERS = 4.5;
const SHAPES = 3;
/** For the residents' page, which is read in the sun. */
const IN_THE_SUN = 7;

/** The darkest of the light surfaces, and the lightest of the dark ones, of the page and of the residents'. */
export const SURFACE = {
  light: '#f4f5f3',
  dark: '#2a302d',
  residentLight: '#f4f6f5',
  residentDark: '#182120',
} as const;
/** What the product has where a community chose none. */
export const OWN_ACCENT = '#0f5f4a';

/** Letters on the colour itself. */
export const ON_BRAND = { light: '#ffffff', dark: '#08120f' } as const;

/** Of the strip that tells a practice from its community; white letters stand 5:1 against it. */
export const PRACTICE_GROUND = '#b45309';

/** What means something by its colour: no accent looks like it, on light pages or on dark ones. */
export const TAKEN = [
  { what: 'el rojo de los errores y de lo que borra', light: '#b42318', dark: '#ff9a8f' },
  { what: 'el ámbar de los avisos', light: '#8a5300', dark: '#f2c26b' },
  { what: 'el color de las comunidades de práctica', light: PRACTICE_GROUND, dark: PRACTICE_GROUND },
] as const;
/** So far apart are two colours that nobody takes for each other. */
const APART = 0.07;

export interface Accent {
  /** From the palest to the chosen one, as the theme has them: the last for light pages, the fourth for dark ones. */
  shades: readonly string[];
  /** Behind what is chosen, on dark pages. */
  selected: string;
  /** Of links and buttons on the residents' page. */
  resident: { light: string; dark: string };
}

const BRIGHT = 0.76;

/** In steps to the lighter or the darker, until it stands so far against a surface. */
function until(lab: Lab, step: number, surface: string, least: number): string {
  let [lightness] = lab;
  const [, a, b] = lab;
  let hex = hexOf(lab);
  for (; contrast(hex, surface) < least && lightness > 0 && lightness < 1; hex = hexOf([lightness, a, b]))
    lightness += step;
  return hex;
}

const between = (one: Lab, other: Lab, share: number): Lab => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];

/** What the page is drawn with, of a colour that `faultOfAccent` finds nothing in. */
export function accentOf(hex: string): Accent {
  const chosen = labOf(hex);
  const [lightness, a, b] = chosen;
  const bright = labOf(until([BRIGHT, a, b], 0.01, SURFACE.dark, LETTERS));
  const pale = (towards: number, share: number): Lab => [towards, a * share, b * share];
  // Letters in the chosen colour stand on these, at rest and under the pointer.
  const grounds = [pale(0.9, 0.32), pale(0.83, 0.62)].map((ground) => until(ground, 0.01, hex, LETTERS));
  const shades = [
    ...[hexOf(pale(0.955, 0.16)), ...grounds, hexOf(bright)],
    until(between(bright, chosen, 0.25), 0.01, ON_BRAND.dark, LETTERS),
    hexOf(between(bright, chosen, 0.5)),
    until(between(bright, chosen, 0.6), -0.01, SURFACE.light, SHAPES),
    ...[0.75, 0.9].map((share) => hexOf(between(bright, chosen, share))),
    hex,
  ];
  return {
    shades,
    selected: hexOf([0.285, a * 0.4, b * 0.4]),
    resident: {
      light: until([Math.min(lightness, 0.45), a, b], -0.01, SURFACE.residentLight, IN_THE_SUN),
      dark: until([0.82, a, b], 0.01, SURFACE.residentDark, IN_THE_SUN),
    },
  };
}

/** As the page is told of an accent: its shades, and last what is chosen on dark pages. */
export function shadesOf(hex: string): string[] {
  const { shades, selected } = accentOf(hex);
  return [...shades, selected];
}

const ratio = (value: number): string => `${(Math.floor(value * 10) / 10).toFixed(1)}:1`;

/** Why a colour cannot be an accent, as the end of a sentence; undefined where it can. */
export function faultOfAccent(hex: string): string | undefined {
  const chosen = labOf(hex);
  const onLight = contrast(hex, SURFACE.light);
  if (onLight < LETTERS) return `contrasta ${ratio(onLight)} con el fondo claro, y las letras piden ${ratio(LETTERS)}`;
  const { shades, selected } = accentOf(hex);
  const [palest = hex] = shades;
  const onPalest = contrast(hex, palest);
  if (onPalest < LETTERS) {
    return `contrasta ${ratio(onPalest)} con el fondo de lo elegido, y las letras piden ${ratio(LETTERS)}`;
  }
  const bright = shades[3] ?? hex;
  for (const ground of [SURFACE.dark, selected, ON_BRAND.dark]) {
    const onDark = contrast(bright, ground);
    if (onDark < LETTERS) return `contrasta ${ratio(onDark)} con el fondo oscuro, y las letras piden ${ratio(LETTERS)}`;
  }
  const like = TAKEN.find(
    ({ light, dark }) => difference(chosen, labOf(light)) < APART || difference(labOf(bright), labOf(dark)) < APART,
  );
  return like && `se confunde con ${like.what}`;
}

const STEPS = 24;

/**
 * The colour nearest to another that can be an accent: a darker one of its hue, as who has a pale yellow means a yellow; where
 * that hue is taken, on spheres around it, from the smallest to the largest.
 */
export function nearestAccent(hex: string): string {
  const [lightness, a, b] = labOf(hex);
  for (let darker = lightness; darker > 0.3; darker -= 0.01) {
    const near = hexOf([darker, a, b]);
    if (faultOfAccent(near) === undefined) return near;
  }
  for (let radius = 0; radius <= 1; radius += 0.01) {
    for (let tilt = 0; tilt <= STEPS / 2; tilt += 1) {
      // Darker first: most are too light.
      const polar = Math.PI - (tilt / (STEPS / 2)) * Math.PI;
      for (let turn = 0; turn < STEPS; turn += 1) {
        const around = (turn / STEPS) * 2 * Math.PI;
        const flat = radius * Math.sin(polar);
        const near = exactHex([
          lightness + radius * Math.cos(polar),
          a + flat * Math.cos(around),
          b + flat * Math.sin(around),
        ]);
        if (near !== undefined && faultOfAccent(near) === undefined) return near;
      }
    }
  }
  return OWN_ACCENT;
}

/** A colour as it is kept: #rrggbb, in small letters; undefined where the text is none. */
export function colorOf(text: string): string | undefined {
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim()) ?? [];
  if (digits === '') return undefined;
  const full = digits.length === 3 ? digits.replace(/./g, (digit) => digit + digit) : digits;
  return `#${full.toLowerCase()}`;
}

/** Why what somebody wrote cannot be an accent, as a sentence with the nearest that can; undefined where it can. */
export function refusalOfAccent(text: string): { message: string; nearest?: string } | undefined {
  const color = colorOf(text);
  if (color === undefined) {
    return {
      message: `«${text.slice(0, 40)}» no es un color. Escríbalo con # y seis cifras de 0 a 9 y de la a a la f, como ${OWN_ACCENT}`,
    };
  }
  const fault = faultOfAccent(color);
  if (fault === undefined) return undefined;
  const nearest = nearestAccent(color);
  return { message: `El color ${color} ${fault}. El más cercano que sirve es ${nearest}`, nearest };
}

/**
 * The one source of every logo: path data and colours, without React, so that the page, the PDFs, the favicon and the
 * server draw the same thing.
 *
 * The family: a 48 × 48 grid, and one tile for all, a gateway (round arch on a straight base); each community is what one
 * sees through it. A drawing has three flat tones: `base` (the tile, its own hue, dark enough for the drawing and light
 * enough for a dark page), `tint` (light, same hue) and `ink` (near white). Lines are 3 wide with round ends (1.5 px
 * at 24 px); only the trunks of trees far away are thinner.
 */
import { CODIGO, RESIDENCIALES, type ResidencialCode } from '#core/residenciales.ts';

export type Tone = 'base' | 'tint' | 'ink';

/** A filled path, or, when `line` is set, an open line of that width with round ends and joints. */
export interface Shape {
  readonly tone: Tone;
  readonly d: string;
  readonly line?: number;
}

export interface Drawing {
  readonly name: string;
  readonly palette: Readonly<Record<Tone, string>>;
  readonly shapes: readonly Shape[];
}

export const LOGO_GRID = 48;

const TILE: Shape = { tone: 'base', d: 'M3 23a21 21 0 0 1 42 0v18a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5z' };

/** A full circle as path data. */
function disc(cx: number, cy: number, r: number): string {
  return `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** A poplar's crown as path data: pointed above, rounded below, widest in its lower half. */
function poplar(cx: number, top: number, halfWidth: number, height: number): string {
  const bottom = top + height;
  const wide = halfWidth * 1.45;
  return `M${cx} ${top}C${cx + wide} ${top + height * 0.45} ${cx + wide} ${bottom} ${cx} ${bottom}S${cx - wide} ${top + height * 0.45} ${cx} ${top}z`;
}

const SHAPES: Readonly<Record<ResidencialCode, readonly Shape[]>> = {
  // A broad oak: a crown of lobes, its branches cut out of it.
  ENCINOS: [
    { tone: 'ink', d: disc(24, 16, 8) },
    { tone: 'ink', d: disc(16.5, 18.5, 7) },
    { tone: 'ink', d: disc(31.5, 18.5, 7) },
    { tone: 'ink', d: disc(12.5, 24.5, 6) },
    { tone: 'ink', d: disc(35.5, 24.5, 6) },
    { tone: 'ink', d: 'M12.5 20h23v10.5h-23z' },
    { tone: 'ink', d: 'M21 29h6l1.5 11h-9z' },
    { tone: 'base', d: 'M24 32V20.5M24 28.5l-6-5M24 26l5.5-5', line: 3 },
    { tone: 'tint', d: 'M8.5 40.5h31', line: 3 },
  ],
  // A valley between two hills, and the lake in it.
  LAGOS: [
    {
      tone: 'tint',
      d: 'M3 23q.1-4.6 1.8-8.6C13 15.5 19.5 20.5 24 27.5C28.5 20.5 35 15.5 43.2 14.4Q44.9 18.4 45 23v4.5H3z',
    },
    { tone: 'ink', d: 'M8 33.5q4-4 8 0t8 0t8 0t8 0', line: 3 },
    { tone: 'ink', d: 'M8 40.5q4-4 8 0t8 0t8 0t8 0', line: 3 },
  ],
  // Two peaks, the higher one under snow.
  CUMBRES: [
    { tone: 'tint', d: 'M32 19.5L43 42H20z' },
    { tone: 'base', d: 'M18.5 10L31.5 42H5z', line: 3 },
    { tone: 'ink', d: 'M18.5 10L31.5 42H5z' },
    { tone: 'base', d: 'M10.5 24l3.8 3.5 4.2-4.5 4.2 4.5 3.8-3.5', line: 3 },
  ],
  // The sun over the rail of a viewpoint.
  MIRADOR: [
    { tone: 'tint', d: 'M13 28a11 11 0 0 1 22 0z' },
    { tone: 'tint', d: 'M24 12V8.5M13.4 17.4L11 15M34.6 17.4L37 15', line: 3 },
    { tone: 'ink', d: 'M8 31.5h32M8 40.5h32M11 31.5v9M19.7 31.5v9M28.3 31.5v9M37 31.5v9', line: 3 },
  ],
  // One jacaranda blossom from the front.
  JACARANDAS: [
    {
      tone: 'ink',
      d: 'M24 25.5L19.26 17.99A5.6 5.6 0 1 1 28.74 17.99zM24 25.5L29.68 18.67A5.6 5.6 0 1 1 32.61 27.68zM24 25.5L32.25 28.79A5.6 5.6 0 1 1 24.58 34.36zM24 25.5L23.42 34.36A5.6 5.6 0 1 1 15.75 28.79zM24 25.5L15.39 27.68A5.6 5.6 0 1 1 18.32 18.67z',
    },
    { tone: 'base', d: disc(24, 25.5, 5.5) },
    { tone: 'tint', d: disc(24, 25.5, 3) },
  ],
  // The front of a hacienda: three arches and a bell gable.
  HACIENDA: [
    {
      tone: 'ink',
      d: 'M8 39V24h9v-6a7 7 0 0 1 14 0v6h9v15h-3.5v-5a3 3 0 0 0-6 0v5H27v-7a3 3 0 0 0-6 0v7h-3.5v-5a3 3 0 0 0-6 0v5z',
    },
    { tone: 'base', d: disc(24, 18.5, 3) },
    { tone: 'tint', d: 'M8.5 40.5h31', line: 3 },
  ],
  // An avenue of poplars towards the horizon.
  ALAMEDA: [
    { tone: 'tint', d: 'M23 25h2l8.5 17h-19z' },
    { tone: 'ink', d: poplar(10.5, 11, 5, 22) },
    { tone: 'ink', d: poplar(37.5, 11, 5, 22) },
    { tone: 'ink', d: poplar(19, 12.5, 2.8, 12) },
    { tone: 'ink', d: poplar(29, 12.5, 2.8, 12) },
    { tone: 'ink', d: 'M10.5 32v8.5M37.5 32v8.5', line: 3 },
    { tone: 'ink', d: 'M19 24v4M29 24v4', line: 2 },
  ],
};

const PALETTES: Readonly<Record<ResidencialCode, Readonly<Record<Tone, string>>>> = {
  ENCINOS: { base: '#3f7d3a', tint: '#b9dfa6', ink: '#ffffff' },
  LAGOS: { base: '#2076b4', tint: '#a8dcf7', ink: '#ffffff' },
  CUMBRES: { base: '#5866bd', tint: '#c3cbf8', ink: '#ffffff' },
  MIRADOR: { base: '#b95a0e', tint: '#ffd591', ink: '#ffffff' },
  JACARANDAS: { base: '#8b4fc2', tint: '#e2c8fa', ink: '#ffffff' },
  HACIENDA: { base: '#b4463c', tint: '#f8c7b5', ink: '#ffffff' },
  ALAMEDA: { base: '#177d76', tint: '#a5e4d7', ink: '#ffffff' },
};

/** The product's own mark: the gate itself, two leaves on their hinges and the brass lock where they meet. */
const PORTON: Drawing = {
  name: 'Portón',
  palette: { base: '#56687c', tint: '#ffd479', ink: '#ffffff' },
  shapes: [
    TILE,
    { tone: 'ink', d: 'M22.5 8.08V41H9V23A15 15 0 0 1 22.5 8.08zM25.5 8.08V41H39V23A15 15 0 0 0 25.5 8.08z' },
    { tone: 'base', d: 'M9 20.5h4.5M9 34.5h4.5M39 20.5h-4.5M39 34.5h-4.5', line: 3 },
    { tone: 'base', d: disc(24, 27.5, 6.5) },
    { tone: 'tint', d: disc(24, 27.5, 4) },
  ],
};

const DRAWINGS: ReadonlyMap<string, Drawing> = new Map(
  RESIDENCIALES.map(({ code, name }) => [
    code,
    { name, palette: PALETTES[code], shapes: [TILE, ...SHAPES[code]] } satisfies Drawing,
  ]),
);

/** The letters as open lines, for communities that there is no drawing of. */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'M15 37L24 15l9 22M18.5 29.5h11',
  B: 'M17 26h7.5a5.5 5.5 0 0 0 0-11H17v22h8.5a5.5 5.5 0 0 0 0-11',
  C: 'M32 20A10 11 0 1 0 32 32',
  D: 'M17 15v22h4.5a11 11 0 0 0 0-22z',
  E: 'M32 15H17v22h15M17 26h12',
  F: 'M32 15H17v22M17 26h12',
  G: 'M32 20A10 11 0 1 0 33 27H26',
  H: 'M16 15v22M32 15v22M16 26h16',
  I: 'M24 15v22M19 15h10M19 37h10',
  J: 'M31 15v15a7 7 0 0 1-14 0',
  K: 'M17 15v22M32 15L17 28.5M22.5 23.5L32 37',
  L: 'M18 15v22h14',
  M: 'M14 37V15l10 13 10-13v22',
  N: 'M16 37V15l16 22V15',
  O: 'M24 15a10 11 0 1 0 0 22a10 11 0 1 0 0-22z',
  P: 'M17 37V15h8a6.5 6.5 0 0 1 0 13H17',
  Q: 'M24 15a10 11 0 1 0 0 22a10 11 0 1 0 0-22zM27 31l6 7',
  R: 'M17 37V15h8a6.5 6.5 0 0 1 0 13H17M24.5 28L32 37',
  S: 'M31 19C29.5 16.3 27 15 24 15C20 15 17 17.3 17 20.5C17 27.5 31.5 24.5 31.5 31.3C31.5 35 28 37 24 37C20.5 37 17.8 35.5 16.5 32.5',
  T: 'M15 15h18M24 15v22',
  U: 'M16 15v14a8 8 0 0 0 16 0V15',
  V: 'M15 15l9 22 9-22',
  W: 'M12.5 15l6 22L24 20l5.5 17 6-22',
  X: 'M16 15l16 22M32 15L16 37',
  Y: 'M15 15l9 12 9-12M24 27v10',
  Z: 'M16 15h16L16 37h16',
};

const HUES = Object.values(PALETTES);

/** The letter that a code begins with, in the gateway; its hue goes by the letter. */
const INITIALS: ReadonlyMap<string, Drawing> = new Map(
  Object.entries(LETTERS).map(([letter, d], at) => [
    letter,
    {
      name: letter,
      palette: HUES[at % HUES.length] ?? PORTON.palette,
      shapes: [TILE, { tone: 'ink', d, line: 4 }],
    } satisfies Drawing,
  ]),
);

/** What a logo is drawn as: a code that there is a drawing of, else the letter that it begins with; '' where none is chosen. */
export function motifOf(code: string): string {
  if (DRAWINGS.has(code)) return code;
  return CODIGO.test(code) ? code.charAt(0) : '';
}

export const MOTIFS: readonly string[] = ['', ...DRAWINGS.keys(), ...INITIALS.keys()];

/** The drawing of a community's code; the product's own mark where there is none (none chosen yet). */
export const drawingOf = (code: string): Drawing => drawingOfMotif(motifOf(code));

const drawingOfMotif = (motif: string): Drawing => DRAWINGS.get(motif) ?? INITIALS.get(motif) ?? PORTON;

/** The product's own mark. */
export function portonDrawing(): Drawing {
  return PORTON;
}

function pathMarkup({ tone, d, line }: Shape, palette: Drawing['palette']): string {
  return line === undefined
    ? `<path fill="${palette[tone]}" d="${d}"/>`
    : `<path fill="none" stroke="${palette[tone]}" stroke-width="${line}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;
}

function svgMarkup({ name, palette, shapes }: Drawing): string {
  const paths = shapes.map((shape) => pathMarkup(shape, palette)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LOGO_GRID} ${LOGO_GRID}" role="img"><title>${name}</title>${paths}</svg>`;
}

/** A community's logo as a whole SVG document, for PDFs, favicons and the server; scale it with width and height outside. */
export function logoSvg(code: string): string {
  return svgMarkup(drawingOf(code));
}

/** Of what `MOTIFS` names. */
export function motifSvg(motif: string): string {
  return svgMarkup(drawingOfMotif(motif));
}

/** The product's mark as a whole SVG document; `public/favicon.svg` is this string. */
export function portonSvg(): string {
  return svgMarkup(PORTON);
}

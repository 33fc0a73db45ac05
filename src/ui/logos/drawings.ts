/**
 * The one source of every logo: path data and colours, without React, so that the page, the PDFs, the favicon and the
 * server draw the same thing.
 *
 * The family: a 48 × 48 grid, and one tile for all, a gateway (round arch on a straight base); each community is what one
 * sees through it. A drawing has three flat tones: `base` (the tile, its own hue, dark enough for the drawing and light
 * enough for a dark page), `tint` (light, same hue) and `ink` (near white). Lines are 3 wide with round ends, and nothing
 * is thinner than 1.5 px at 24 px.
 */
import { RESIDENCIALES, type ResidencialCode } from '#core/residenciales.ts';

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

const SHAPES: Readonly<Record<ResidencialCode, readonly Shape[]>> = {
  // A broad oak: the crown of five lobes, its branches cut out of it.
  ENCINOS: [
    { tone: 'tint', d: 'M3 38.5h42V41a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5z' },
    { tone: 'ink', d: disc(24, 15.5, 8.5) + disc(15, 20.5, 7.5) + disc(33, 20.5, 7.5) + 'M15 20h18v8H15z' },
    { tone: 'ink', d: 'M21.5 26h5l1.5 13h-8z' },
    { tone: 'base', d: 'M24 30v-9M24 27.5l-5.5-4.5M24 25l5-4.5', line: 2.5 },
  ],
  // A valley between two hills, and the lake in it.
  LAGOS: [
    {
      tone: 'tint',
      d: 'M3 23C3 21.7 3.1 20.5 3.4 19.2C12 18 19 22 24 28C29 22 36 18 44.6 19.2C44.9 20.5 45 21.7 45 23V28H3z',
    },
    { tone: 'ink', d: 'M8 33q4-4 8 0t8 0t8 0t8 0', line: 3 },
    { tone: 'ink', d: 'M8 40q4-4 8 0t8 0t8 0t8 0', line: 3 },
  ],
  // Three peaks, the middle one under snow.
  CUMBRES: [
    { tone: 'tint', d: 'M3 37L13 23l9 12 4 0 9-12 10 14V41a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5z' },
    { tone: 'ink', d: 'M24 10L41 38H7z' },
    { tone: 'base', d: 'M17 24l3.5 3 3.5-4 3.5 4 3.5-3', line: 3 },
  ],
  // The sun over the rail of a viewpoint.
  MIRADOR: [
    { tone: 'tint', d: 'M13 28a11 11 0 0 1 22 0z' },
    { tone: 'tint', d: 'M24 12V8.5M13.4 17.4L11 15M34.6 17.4L37 15', line: 3 },
    { tone: 'ink', d: 'M8 31h32M8 41h32M11 31v10M19.7 31v10M28.3 31v10M37 31v10', line: 3 },
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
      d: 'M7 40V24h10v-6a7 7 0 0 1 14 0v6h10v16h-5.5v-6a3 3 0 0 0-6 0v6h-2v-8a3.5 3.5 0 0 0-7 0v8h-2v-6a3 3 0 0 0-6 0v6z',
    },
    { tone: 'base', d: disc(24, 19, 3) },
    { tone: 'tint', d: 'M3 40h42v1a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5z' },
  ],
  // An avenue of trees towards the horizon.
  ALAMEDA: [
    { tone: 'tint', d: 'M22.5 21h3L36 46H12z' },
    { tone: 'ink', d: disc(11.5, 25, 6.5) + disc(36.5, 25, 6.5) },
    { tone: 'ink', d: 'M10 28h3v11h-3zM35 28h3v11h-3z' },
    { tone: 'ink', d: disc(19, 17, 4) + disc(29, 17, 4) },
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

/** The product's own mark: the gate itself, its two leaves closed and the ring of brass where they meet. */
const PORTON: Drawing = {
  name: 'Portón',
  palette: { base: '#56687c', tint: '#ffd479', ink: '#ffffff' },
  shapes: [
    TILE,
    { tone: 'ink', d: 'M9.5 40V23a14.5 14.5 0 0 1 29 0V40', line: 3 },
    { tone: 'ink', d: 'M16 40V14M32 40V14M24 40V9', line: 3 },
    { tone: 'tint', d: disc(24, 27, 4) },
  ],
};

const DRAWINGS: ReadonlyMap<string, Drawing> = new Map(
  RESIDENCIALES.map(({ code, name }) => [
    code,
    { name, palette: PALETTES[code], shapes: [TILE, ...SHAPES[code]] } satisfies Drawing,
  ]),
);

/** The drawing of a residential code; the product's own mark where the code is not one of the seven (none chosen yet). */
export function drawingOf(code: string): Drawing {
  return DRAWINGS.get(code) ?? PORTON;
}

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

/** The product's mark as a whole SVG document; `public/favicon.svg` is this string. */
export function portonSvg(): string {
  return svgMarkup(PORTON);
}

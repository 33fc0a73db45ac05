/**
 * Draws an SVG file, of which nothing is kept but its pixels. Drawn are shapes of flat colour and lines; what else a file may have
 * (scripts, styles, letters, pictures, gradients, references to anything) is refused by its name, with what to do.
 */
import PDFDocument from 'pdfkit';
import { Refusal } from '../errors.ts';
import { scanXml, type XmlLimits, XmlRefused } from '../xml-scan.ts';
import { emptyPicture, type Picture } from './picture.ts';
import { fill, type Line, type Point, type Polygon, strokeOf } from './raster.ts';

const LIMITS: XmlLimits = { depth: 24, nodes: 20_000, attributes: 60, token: 256 * 1024 };
const POINTS_MAX = 200_000;
const VALUE_MAX = 200_000;

const AS_PNG = 'o guarde el logotipo como PNG';

/** What may be drawn, and what says nothing of how it looks. */
const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'];
const SILENT = ['title', 'desc', 'metadata', 'namedview', 'defs'];
/** Where they are known by another word. */
const SAID: Readonly<Record<string, string>> = {
  script: 'lleva un script («script»), que un logotipo no puede tener. Quítelo',
  style: 'lleva hojas de estilo («style»). Guárdelo con atributos de presentación',
  text: 'lleva letras («text»). Conviértalas en trazos',
  linearGradient: 'lleva degradados («linearGradient»). Use colores lisos',
  radialGradient: 'lleva degradados («radialGradient»). Use colores lisos',
};

/** Of how a shape looks. */
const LOOKS = [
  ...['fill', 'fill-rule', 'fill-opacity', 'opacity', 'color', 'display', 'visibility'],
  ...['stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit'],
];
const PLACES = ['d', 'points', 'x', 'y', 'width', 'height', 'rx', 'ry', 'cx', 'cy', 'r', 'x1', 'y1', 'x2', 'y2'];
const OTHERS = ['transform', 'style', 'viewBox'];
/** What does not change how anything looks here. */
const IDLE =
  /^(?:xmlns|id|class|version|baseProfile|role|lang|space|preserveAspectRatio|enable-background|clip-rule|overflow|stroke-dashoffset|paint-order|shape-rendering|fill-rule|data-[\w-]+|aria-[\w-]+|font-[\w-]+|letter-spacing|word-spacing|text-[\w-]+|line-height|isolation|vector-effect|writing-mode|white-space)$/;
/** Of programs that write SVG, in spaces of names of their own. */
const OF_PROGRAMS = /^(?:xmlns|xml|inkscape|sodipodi|serif|sketch|bx|i|x|figma|vectornator|rdf|cc|dc):/;

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  ...([a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j] as const),
  ...([a * k + c * l + e, b * k + d * l + f] as const),
];

const placed = ([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point => [a * x + c * y + e, b * x + d * y + f];

/** What an element has of its own and of all that it stands in. */
type Looks = Readonly<Record<string, string>>;
interface Around {
  looks: Looks;
  matrix: Matrix;
  /** All the groups' and its own, multiplied. */
  opacity: number;
  hidden: boolean;
}

const refused = (what: string): Refusal => new Refusal(`El SVG ${what}, ${AS_PNG}`);

const NAMED: Readonly<Record<string, string>> = {
  ...{ black: '#000000', white: '#ffffff', red: '#ff0000', green: '#008000', blue: '#0000ff', yellow: '#ffff00' },
  ...{ gray: '#808080', grey: '#808080', silver: '#c0c0c0', maroon: '#800000', navy: '#000080', teal: '#008080' },
  ...{ olive: '#808000', purple: '#800080', orange: '#ffa500', lime: '#00ff00', aqua: '#00ffff', gold: '#ffd700' },
};

/** A colour with its opacity; undefined for none. */
function colourOf(text: string, own: string): readonly [number, number, number] | undefined {
  const word = text.trim().toLowerCase();
  if (word === 'none' || word === 'transparent') return undefined;
  if (word === 'currentcolor') return own === 'currentcolor' ? [0, 0, 0] : colourOf(own, 'currentcolor');
  const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/.exec(NAMED[word] ?? word) ?? [];
  const hex = short ? [...short].map((digit) => digit + digit).join('') : long;
  if (hex) return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [number, number, number];
  const [, r, g, b] = /^rgb\( ?(\d{1,3})[ ,]{1,3}(\d{1,3})[ ,]{1,3}(\d{1,3}) ?\)$/.exec(word) ?? [];
  if (b !== undefined) return [Number(r) / 255, Number(g) / 255, Number(b) / 255];
  throw refused(`tiene el color «${text.slice(0, 40)}». Escríbalo como #1d4f91`);
}

function numberOf(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text.trim().replace(/px$/, ''));
  if (!Number.isFinite(value)) throw refused(`tiene la medida «${text.slice(0, 40)}». Mídalo en pixeles`);
  return value;
}

const share = (text: string | undefined): number => {
  const written = text?.trim() ?? '1';
  const value = written.endsWith('%') ? numberOf(written.slice(0, -1), 100) / 100 : numberOf(written, 1);
  return Math.min(1, Math.max(0, value));
};

const numbersOf = (text: string): number[] =>
  text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => numberOf(part, 0));

function turnedBy(degrees: number, x = 0, y = 0): Matrix {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return times(times([1, 0, 0, 1, x, y], [cos, sin, -sin, cos, 0, 0]), [1, 0, 0, 1, -x, -y]);
}

const TRANSFORMS: Readonly<Record<string, (values: readonly number[]) => Matrix>> = {
  matrix: ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]) => [a, b, c, d, e, f],
  translate: ([x = 0, y = 0]) => [1, 0, 0, 1, x, y],
  scale: ([x = 1, y = x]) => [x, 0, 0, y, 0, 0],
  rotate: ([degrees = 0, x, y]) => turnedBy(degrees, x, y),
  skewX: ([degrees = 0]) => [1, 0, Math.tan((degrees * Math.PI) / 180), 1, 0, 0],
  skewY: ([degrees = 0]) => [1, Math.tan((degrees * Math.PI) / 180), 0, 1, 0, 0],
};

function matrixOf(text: string | undefined): Matrix {
  let matrix = IDENTITY;
  for (const part of (text ?? '').split(')')) {
    const [name = '', values] = part.split('(');
    const word = name.replace(/[\s,]/g, '');
    if (word === '' && values === undefined) continue;
    const transform = TRANSFORMS[word];
    if (!transform || values === undefined) throw refused(`mueve sus figuras por «${word.slice(0, 40)}»`);
    matrix = times(matrix, transform(numbersOf(values)));
  }
  return matrix;
}

/** The points of a path, its curves cut into so many lines that none is seen. */
class Tracer {
  readonly lines: { points: Point[]; closed: boolean }[] = [];
  #points: Point[] = [];
  readonly #fineness: number;

  constructor(fineness: number) {
    this.#fineness = fineness;
  }

  #add(x: number, y: number): void {
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw refused('tiene un trazo que no se entiende');
    this.#points.push([x, y]);
  }

  moveTo(x: number, y: number): this {
    this.#points = [];
    this.lines.push({ points: this.#points, closed: false });
    this.#add(x, y);
    return this;
  }

  lineTo(x: number, y: number): this {
    // A path goes on from where it was closed.
    const last = this.lines.at(-1);
    if (!last || last.closed) this.moveTo(...(last?.points[0] ?? [0, 0]));
    this.#add(x, y);
    return this;
  }

  bezierCurveTo(ax: number, ay: number, bx: number, by: number, x: number, y: number): this {
    const [fromX, fromY] = this.#points.at(-1) ?? [0, 0];
    const length = Math.hypot(ax - fromX, ay - fromY) + Math.hypot(bx - ax, by - ay) + Math.hypot(x - bx, y - by);
    const steps = Math.max(4, Math.min(64, Math.ceil(Math.sqrt(length * this.#fineness) * 1.5)));
    for (let step = 1; step <= steps; step += 1) {
      const t = step / steps;
      const [u, v] = [1 - t, t];
      const of = (from: number, first: number, second: number, to: number) =>
        u * u * u * from + 3 * u * u * v * first + 3 * u * v * v * second + v * v * v * to;
      this.lineTo(of(fromX, ax, bx, x), of(fromY, ay, by, y));
    }
    return this;
  }

  quadraticCurveTo(cx: number, cy: number, x: number, y: number): this {
    const [fromX, fromY] = this.#points.at(-1) ?? [0, 0];
    const towards = (from: number, control: number) => from + ((control - from) * 2) / 3;
    return this.bezierCurveTo(towards(fromX, cx), towards(fromY, cy), towards(x, cx), towards(y, cy), x, y);
  }

  closePath(): this {
    const last = this.lines.at(-1);
    if (last) last.closed = true;
    return this;
  }
}

const ellipse = (cx: number, cy: number, rx: number, ry: number): string =>
  rx > 0 && ry > 0 ? `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z` : '';

function rectangle(at: (name: string) => number | undefined): string {
  const [x, y, width, height] = [at('x') ?? 0, at('y') ?? 0, at('width') ?? 0, at('height') ?? 0];
  if (width <= 0 || height <= 0) return '';
  const rx = Math.min(at('rx') ?? at('ry') ?? 0, width / 2);
  const ry = Math.min(at('ry') ?? at('rx') ?? 0, height / 2);
  if (rx <= 0 || ry <= 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const corner = (dx: number, dy: number) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
  return `M${x + rx} ${y}h${width - 2 * rx}${corner(rx, ry)}v${height - 2 * ry}${corner(-rx, ry)}h${2 * rx - width}${corner(-rx, -ry)}v${2 * ry - height}${corner(rx, -ry)}z`;
}

/** Of each shape the path that draws it. */
const PATHS: Readonly<Record<string, (own: Looks, at: (name: string) => number | undefined) => string>> = {
  path: ({ d = '' }) => d,
  rect: (_own, at) => rectangle(at),
  circle: (_own, at) => ellipse(at('cx') ?? 0, at('cy') ?? 0, at('r') ?? 0, at('r') ?? 0),
  ellipse: (_own, at) => ellipse(at('cx') ?? 0, at('cy') ?? 0, at('rx') ?? 0, at('ry') ?? 0),
  line: (_own, at) => `M${at('x1') ?? 0} ${at('y1') ?? 0}L${at('x2') ?? 0} ${at('y2') ?? 0}`,
  polyline: ({ points = '' }) => (points.trim() === '' ? '' : `M${numbersOf(points).join(' ')}`),
  polygon: ({ points = '' }) => (points.trim() === '' ? '' : `M${numbersOf(points).join(' ')}z`),
};

/** Attributes that act or lead anywhere are refused also where nothing is drawn. */
function refuseActing(names: readonly string[]): void {
  for (const name of names) {
    const plain = name.slice(name.indexOf(':') + 1);
    if (/^on/i.test(plain)) throw refused(`reacciona a lo que se hace con él («${plain.slice(0, 40)}»). Quítelo`);
    if (/^(?:href|src)$/i.test(plain)) throw refused(`enlaza a otra parte («${plain}»). Quítelo`);
  }
}

/** The attributes of an element, by the names that they are written with; what is none of a logo is refused. */
function ownOf(names: readonly string[], attribute: (name: string) => string | undefined): Record<string, string> {
  const own: Record<string, string> = {};
  for (const name of names) {
    if (OF_PROGRAMS.test(name)) continue;
    if (![...LOOKS, ...PLACES, ...OTHERS].includes(name)) {
      if (IDLE.test(name)) continue;
      throw refused(`tiene «${name.slice(0, 40)}», que aquí no se dibuja. Quítelo`);
    }
    own[name] = attribute(name) ?? '';
  }
  for (const declaration of (own.style ?? '').split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, colon)).trim();
    if (name === '' || name.startsWith('-') || IDLE.test(name)) continue;
    if (!LOOKS.includes(name)) {
      if (
        /^(?:stroke-dasharray|mix-blend-mode|filter|mask|clip-path)$/.test(name) &&
        /: ?(none|normal)$/.test(declaration)
      )
        continue;
      throw refused(`tiene «${name.slice(0, 40)}» en su estilo, que aquí no se dibuja. Quítelo`);
    }
    own[name] = declaration.slice(colon + 1).trim();
  }
  for (const value of Object.values(own)) {
    if (/url\s*\(|javascript:|@import|expression\s*\(/i.test(value)) {
      throw refused('toma un color o un dibujo de otra parte («url»), como los degradados. Use colores lisos');
    }
    if (value.length > VALUE_MAX || value.includes('&'))
      throw refused('tiene un trazo demasiado largo o que no se entiende');
  }
  return own;
}

function withOwn({ looks, matrix, opacity, hidden }: Around, own: Looks): Around {
  const inherited = Object.entries(own).filter(([name, value]) => LOOKS.includes(name) && value !== 'inherit');
  return {
    looks: { ...looks, ...Object.fromEntries(inherited) },
    matrix: times(matrix, matrixOf(own.transform)),
    opacity: opacity * share(own.opacity),
    hidden: hidden || own.display === 'none',
  };
}

interface Drawn {
  polygons: Polygon[];
  colour: readonly [number, number, number];
  opacity: number;
  rule: 'nonzero' | 'evenodd';
}

const lineOf = (looks: Looks): Line => ({
  width: numberOf(looks['stroke-width'], 1),
  cap: (['round', 'square'] as const).find((cap) => cap === looks['stroke-linecap']) ?? 'butt',
  join: (['round', 'bevel'] as const).find((join) => join === looks['stroke-linejoin']) ?? 'miter',
  miterLimit: numberOf(looks['stroke-miterlimit'], 4),
});

/** What a shape is drawn as, where it is seen. */
function drawnOf(name: string, own: Looks, around: Around): Drawn[] {
  const { looks, matrix, opacity, hidden } = around;
  if (hidden || looks.visibility === 'hidden' || looks.visibility === 'collapse') return [];
  const at = (place: string): number | undefined => (own[place] === undefined ? undefined : numberOf(own[place], 0));
  const fineness = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
  const tracer = new Tracer(fineness);
  PDFDocument.prototype.path.call(tracer as unknown as PDFKit.PDFDocument, PATHS[name]?.(own, at) ?? '');
  const lines = tracer.lines.filter(({ points }) => points.length > 0);
  const currentColour = looks.color ?? '#000000';
  const moved = (polygons: readonly Polygon[]) =>
    polygons.map((polygon) => polygon.map((point) => placed(matrix, point)));
  const made: Drawn[] = [];
  const filled = name === 'line' ? undefined : colourOf(looks.fill ?? '#000000', currentColour);
  if (filled) {
    const rule = looks['fill-rule'] === 'evenodd' ? 'evenodd' : 'nonzero';
    const polygons = moved(lines.map(({ points }) => points));
    made.push({ polygons, colour: filled, opacity: opacity * share(looks['fill-opacity']), rule });
  }
  const stroked = colourOf(looks.stroke ?? 'none', currentColour);
  const line = lineOf(looks);
  if (stroked && line.width > 0) {
    const polygons = moved(lines.flatMap(({ points, closed }) => strokeOf(points, closed, line)));
    made.push({ polygons, colour: stroked, opacity: opacity * share(looks['stroke-opacity']), rule: 'nonzero' });
  }
  return made;
}

interface Sheet {
  width: number;
  height: number;
  /** From the file's own measures to pixels. */
  matrix: Matrix;
}

/** The room of the drawing, as large as fits. */
function sheetOf({ viewBox, width, height }: Looks, most: { width: number; height: number }): Sheet {
  const isShare = [width, height].some((side) => side === undefined || /[^\d.px\s]/.test(side));
  const box =
    viewBox !== undefined ? numbersOf(viewBox) : isShare ? [] : [0, 0, numberOf(width, 0), numberOf(height, 0)];
  const [x = 0, y = 0, wide = 0, high = 0] = box;
  if (!(wide > 0 && high > 0)) throw refused('no dice qué tan grande es («viewBox»). Guárdelo de nuevo');
  const scale = Math.min(most.width / wide, most.height / high);
  return {
    ...{ width: Math.max(1, Math.round(wide * scale)), height: Math.max(1, Math.round(high * scale)) },
    matrix: [scale, 0, 0, scale, -x * scale, -y * scale],
  };
}

/** Collects what is drawn, element by element. */
class Reader {
  readonly drawn: Drawn[] = [];
  sheet: Sheet | undefined;
  #stack: Around[] = [];
  /** How deep it is in what says nothing. */
  #silent = 0;
  #points = 0;
  readonly #most: { width: number; height: number };

  constructor(most: { width: number; height: number }) {
    this.#most = most;
  }

  open(name: string, names: readonly string[], attribute: (name: string) => string | undefined): void {
    const isForbidden = SAID[name] !== undefined && !(this.#silent > 0 && /Gradient$/.test(name));
    if (isForbidden || /^(?:script|foreignObject|iframe|handler)$/i.test(name)) {
      throw refused(SAID[name] ?? `tiene «${name.slice(0, 40)}», que un logotipo no puede tener. Quítelo`);
    }
    // What would act says more than what it stands at.
    refuseActing(names);
    if (this.#silent > 0 || SILENT.includes(name)) {
      this.#silent += 1;
      return;
    }
    const isRoot = this.#stack.length === 0;
    if (isRoot !== (name === 'svg') || (!isRoot && name !== 'g' && !SHAPES.includes(name))) {
      throw refused(isRoot ? 'no comienza con «svg»' : `tiene «${name.slice(0, 40)}», que aquí no se dibuja. Quítelo`);
    }
    const own = ownOf(names, attribute);
    if (isRoot) this.sheet = sheetOf(own, this.#most);
    const within = this.#stack.at(-1) ?? {
      looks: {},
      matrix: this.sheet?.matrix ?? IDENTITY,
      opacity: 1,
      hidden: false,
    };
    const around = withOwn(within, isRoot ? { ...own, transform: '' } : own);
    this.#stack.push(around);
    if (SHAPES.includes(name)) this.#draw(drawnOf(name, own, around));
  }

  #draw(drawn: readonly Drawn[]): void {
    for (const { polygons } of drawn) for (const { length } of polygons) this.#points += length;
    if (this.#points > POINTS_MAX) throw refused('tiene demasiados trazos. Simplifíquelo');
    this.drawn.push(...drawn);
  }

  close(): void {
    if (this.#silent > 0) this.#silent -= 1;
    else this.#stack.pop();
  }
}

export const isSvg = (bytes: Uint8Array): boolean =>
  /^(?:\uFEFF)?\s{0,100}<(?:\?xml|!--|svg|!DOCTYPE)/i.test(Buffer.from(bytes.subarray(0, 300)).toString('utf8')) ||
  /<svg[\s>]/i.test(Buffer.from(bytes.subarray(0, 4_096)).toString('latin1'));

function told(error: unknown): never {
  if (!(error instanceof XmlRefused)) throw error;
  if (error.message === 'has a DTD') {
    throw refused('tiene un tipo de documento («DOCTYPE»), que un logotipo no necesita. Quítelo');
  }
  throw refused(
    error.excessive
      ? 'es demasiado grande o complicado. Simplifíquelo'
      : 'está dañado o no es XML en UTF-8. Guárdelo de nuevo con su programa de dibujo',
  );
}

/** @throws Refusal with what to do, for what is no drawing of flat shapes */
export function readSvg(bytes: Uint8Array, most: { width: number; height: number }): Picture {
  const reader = new Reader(most);
  try {
    scanXml(bytes, LIMITS, {
      open: (name, attribute, _from, names) => reader.open(name, names(), attribute),
      close: () => reader.close(),
    });
  } catch (error) {
    told(error);
  }
  const { sheet } = reader;
  if (!sheet) throw refused('no comienza con «svg»');
  const picture = emptyPicture(sheet.width, sheet.height);
  for (const { polygons, ...paint } of reader.drawn) fill(picture, polygons, paint);
  return picture;
}

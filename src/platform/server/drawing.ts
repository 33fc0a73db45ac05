/** Small pictures drawn in code, for the demo community: flat shapes with smooth edges and plain letters, kept as a JPEG. */
import { encode } from 'jpeg-js';

/** '#rrggbb' */
export type Colour = `#${string}`;
export type Point = readonly [x: number, y: number];

/** Letters of five by seven dots; a line of dots is five bits, the leftmost the highest. */
const LETTERS: Readonly<Record<string, readonly number[]>> = {
  A: [14, 17, 17, 31, 17, 17, 17],
  B: [30, 17, 17, 30, 17, 17, 30],
  C: [14, 17, 16, 16, 16, 17, 14],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  G: [14, 17, 16, 23, 17, 17, 15],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  J: [7, 2, 2, 2, 2, 18, 12],
  K: [17, 18, 20, 24, 20, 18, 17],
  L: [16, 16, 16, 16, 16, 16, 31],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 17, 25, 21, 19, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16],
  Q: [14, 17, 17, 17, 21, 18, 13],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  U: [17, 17, 17, 17, 17, 17, 14],
  V: [17, 17, 17, 17, 17, 10, 4],
  W: [17, 17, 17, 21, 21, 21, 10],
  X: [17, 17, 10, 4, 10, 17, 17],
  Y: [17, 17, 17, 10, 4, 4, 4],
  Z: [31, 1, 2, 4, 8, 16, 31],
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 2, 4, 8, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  '-': [0, 0, 0, 31, 0, 0, 0],
  ':': [0, 4, 4, 0, 4, 4, 0],
  ',': [0, 0, 0, 0, 0, 4, 8],
};
/** Above a letter: the tilde, the acute accent and the diaeresis, as Unicode takes them apart. */
const MARKS: Readonly<Record<string, readonly number[]>> = { '\u0303': [13, 18], '\u0301': [2, 4], '\u0308': [10, 0] };
const MARK_ABOVE = 3;
const LETTER_WIDTH = 5;
const LETTER_HEIGHT = 7;
const LETTER_STEP = LETTER_WIDTH + 1;

/** A line of pixels is looked at in so many lines of its own; across, what a shape covers is exact. */
const LINES = 3;
const QUALITY = 82;

const channels = (colour: Colour): [number, number, number] => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

/** The letters of a text, each with the marks that stand above it. */
const signsOf = (text: string): readonly string[] =>
  text
    .toUpperCase()
    .normalize('NFD')
    .match(/.\p{M}*/gu) ?? [];

/** From where to where a shape covers a line. */
type Span = readonly [from: number, to: number];

export class Drawing {
  readonly width: number;
  readonly height: number;
  private readonly pixels: Buffer;

  constructor(width: number, height: number, background: Colour) {
    this.width = width;
    this.height = height;
    this.pixels = Buffer.alloc(width * height * 4, Buffer.from([...channels(background), 255]));
  }

  private blend(at: number, [red, green, blue]: readonly [number, number, number], share: number): void {
    const { pixels } = this;
    const kept = 1 - share;
    // What is stored is cut off, so half is added.
    pixels[at] = (pixels[at] ?? 0) * kept + red * share + 0.5;
    pixels[at + 1] = (pixels[at + 1] ?? 0) * kept + green * share + 0.5;
    pixels[at + 2] = (pixels[at + 2] ?? 0) * kept + blue * share + 0.5;
  }

  private fill(from: number, to: number, spansAt: (y: number) => readonly Span[], colour: Colour, alpha: number): void {
    const rgb = channels(colour);
    const covered = new Float32Array(this.width);
    const last = Math.min(this.height, Math.ceil(to));
    for (let row = Math.max(0, Math.floor(from)); row < last; row += 1) {
      let [first, end] = [this.width, 0];
      for (let line = 0; line < LINES; line += 1) {
        for (const [left, right] of spansAt(row + (line + 0.5) / LINES)) {
          const x0 = Math.max(0, left);
          const x1 = Math.min(this.width, right);
          first = Math.min(first, Math.floor(x0));
          end = Math.max(end, Math.ceil(x1));
          for (let x = Math.floor(x0); x < x1; x += 1) {
            covered[x] = (covered[x] ?? 0) + Math.min(x + 1, x1) - Math.max(x, x0);
          }
        }
      }
      for (let x = first; x < end; x += 1) {
        const share = (covered[x] ?? 0) / LINES;
        if (share > 0) this.blend((row * this.width + x) * 4, rgb, alpha * Math.min(1, share));
        covered[x] = 0;
      }
    }
  }

  rect(x: number, y: number, width: number, height: number, colour: Colour, alpha = 1): this {
    const span: readonly Span[] = [[x, x + width]];
    this.fill(y, y + height, (at) => (at >= y && at < y + height ? span : []), colour, alpha);
    return this;
  }

  /** From one colour above to another below. */
  shade(x: number, y: number, width: number, height: number, above: Colour, below: Colour): this {
    const [from, to] = [channels(above), channels(below)];
    const [rows, columns] = [Math.min(this.height, y + height), Math.min(this.width, x + width)];
    for (let row = y; row < rows; row += 1) {
      const share = (row - y) / Math.max(1, height - 1);
      const mix = (channel: 0 | 1 | 2) => from[channel] * (1 - share) + to[channel] * share;
      const pixel = Buffer.from([mix(0), mix(1), mix(2), 255]);
      this.pixels.fill(pixel, (row * this.width + x) * 4, (row * this.width + columns) * 4);
    }
    return this;
  }

  /** @param rx half of its width */
  ellipse(cx: number, cy: number, rx: number, ry: number, colour: Colour, alpha = 1): this {
    const spansAt = (y: number): readonly Span[] => {
      const half = rx * Math.sqrt(Math.max(0, 1 - ((y - cy) / ry) ** 2));
      return half > 0 ? [[cx - half, cx + half]] : [];
    };
    this.fill(cy - ry, cy + ry, spansAt, colour, alpha);
    return this;
  }

  polygon(points: readonly Point[], colour: Colour, alpha = 1): this {
    const ys = points.map(([, y]) => y);
    const spansAt = (y: number): readonly Span[] => {
      const crossings: number[] = [];
      for (const [index, [ax, ay]] of points.entries()) {
        const [bx, by] = points[(index + 1) % points.length] ?? [ax, ay];
        if (ay > y !== by > y) crossings.push(((bx - ax) * (y - ay)) / (by - ay) + ax);
      }
      crossings.sort((one, other) => one - other);
      const spans: Span[] = [];
      for (let at = 0; at + 1 < crossings.length; at += 2) spans.push([crossings[at] ?? 0, crossings[at + 1] ?? 0]);
      return spans;
    };
    this.fill(Math.min(...ys), Math.max(...ys), spansAt, colour, alpha);
    return this;
  }

  line([ax, ay]: Point, [bx, by]: Point, thick: number, colour: Colour, alpha = 1): this {
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const [dx, dy] = [((by - ay) / length) * (thick / 2), ((ax - bx) / length) * (thick / 2)];
    const corners: Point[] = [
      [ax + dx, ay + dy],
      [bx + dx, by + dy],
      [bx - dx, by - dy],
      [ax - dx, ay - dy],
    ];
    return this.polygon(corners, colour, alpha);
  }

  /** Capitals around the middle `cx`, the dots of a letter `dot` pixels wide; what is no letter stays blank. */
  text(words: string, cx: number, y: number, dot: number, colour: Colour): this {
    const signs = signsOf(words);
    const left = cx - ((signs.length * LETTER_STEP - 1) * dot) / 2;
    for (const [at, [letter = '', ...marks]] of signs.entries()) {
      const lines = (rows: readonly number[], top: number) => {
        for (const [row, bits] of rows.entries()) {
          for (let column = 0; column < LETTER_WIDTH; column += 1) {
            if ((bits >> (LETTER_WIDTH - 1 - column)) & 1)
              this.rect(left + (at * LETTER_STEP + column) * dot, top + row * dot, dot, dot, colour);
          }
        }
      };
      lines(LETTERS[letter] ?? [], y);
      for (const mark of marks) lines(MARKS[mark] ?? [], y - MARK_ABOVE * dot);
    }
    return this;
  }

  jpeg(): Buffer {
    return encode({ width: this.width, height: this.height, data: this.pixels }, QUALITY).data;
  }
}

/** How wide the dots of a text may be so that it fits. */
export const dotFor = (words: string, width: number, height: number): number =>
  Math.max(1, Math.floor(Math.min(width / (words.length * LETTER_STEP - 1), height / LETTER_HEIGHT)));

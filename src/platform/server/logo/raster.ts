/** Draws shapes into a picture: areas and lines of one colour, with smooth edges. */
import type { Picture } from './picture.ts';

export type Point = readonly [x: number, y: number];
export type Polygon = readonly Point[];

/** A row of pixels is looked at in so many lines; across, what a shape covers is exact. */
const LINES = 5;

export interface Paint {
  /** From 0 to 1. */
  colour: readonly [red: number, green: number, blue: number];
  opacity: number;
  /** Where shapes lie over each other: all that is enclosed, or every other layer. */
  rule: 'nonzero' | 'evenodd';
}

interface Edge {
  top: number;
  bottom: number;
  /** Where it is at its top, and how it goes on by each unit down. */
  x: number;
  slope: number;
  turn: 1 | -1;
}

function edgesOf(polygons: readonly Polygon[]): Edge[] {
  const edges: Edge[] = [];
  for (const polygon of polygons) {
    for (const [at, [x, y]] of polygon.entries()) {
      const [nextX, nextY] = polygon[(at + 1) % polygon.length] ?? [x, y];
      if (y === nextY) continue;
      const slope = (nextX - x) / (nextY - y);
      edges.push(
        y < nextY ? { top: y, bottom: nextY, x, slope, turn: 1 } : { top: nextY, bottom: y, x: nextX, slope, turn: -1 },
      );
    }
  }
  return edges.sort((one, other) => one.top - other.top);
}

/** Adds to a row what lies between two places of it. */
function cover(row: Float32Array, from: number, to: number): void {
  const [begin, end] = [Math.max(0, from), Math.min(row.length, to)];
  for (let x = Math.floor(begin); x < end; x += 1) {
    row[x] = (row[x] ?? 0) + (Math.min(end, x + 1) - Math.max(begin, x)) / LINES;
  }
}

/** What the shapes cover of a line. */
function coverLine(row: Float32Array, edges: readonly Edge[], y: number, rule: Paint['rule']): void {
  const crossings = edges
    .map(({ x, top, slope, turn }) => ({ x: x + (y - top) * slope, turn }))
    .sort((one, other) => one.x - other.x);
  let winding = 0;
  for (const [at, { x, turn }] of crossings.entries()) {
    winding += rule === 'nonzero' ? turn : 1;
    const next = crossings[at + 1];
    if (next && (rule === 'nonzero' ? winding !== 0 : winding % 2 === 1)) cover(row, x, next.x);
  }
}

/** Fills the shapes, which close by themselves. */
export function fill(picture: Picture, polygons: readonly Polygon[], { colour, opacity, rule }: Paint): void {
  const { width, height, data } = picture;
  const edges = edgesOf(polygons);
  let waiting = 0;
  let open: Edge[] = [];
  const row = new Float32Array(width);
  for (let y = Math.max(0, Math.floor(edges[0]?.top ?? height)); y < height; y += 1) {
    row.fill(0);
    for (let line = 0; line < LINES; line += 1) {
      const at = y + (line + 0.5) / LINES;
      for (let edge = edges[waiting]; edge && edge.top <= at; edge = edges[waiting]) {
        open.push(edge);
        waiting += 1;
      }
      open = open.filter(({ bottom }) => bottom > at);
      if (open.length > 0) coverLine(row, open, at, rule);
    }
    for (let x = 0; x < width; x += 1) {
      const covered = row[x] ?? 0;
      if (covered === 0) continue;
      const share = Math.min(1, covered) * opacity;
      const into = (y * width + x) * 4;
      for (let channel = 0; channel < 4; channel += 1) {
        data[into + channel] = share * (colour[channel] ?? 1) + (1 - share) * (data[into + channel] ?? 0);
      }
    }
    if (open.length === 0 && waiting === edges.length) return;
  }
}

export interface Line {
  width: number;
  join: 'miter' | 'round' | 'bevel';
  cap: 'butt' | 'round' | 'square';
  miterLimit: number;
}

const ROUND = 24;

const disc = ([x, y]: Point, radius: number): Polygon =>
  Array.from({ length: ROUND }, (_, at): Point => {
    const angle = (at / ROUND) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });

/** Turned the same way as all others, so that what lies over each other is enclosed once. */
function turned(polygon: Polygon): Polygon {
  const area = polygon.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = polygon[(at + 1) % polygon.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
  return area < 0 ? polygon.toReversed() : polygon;
}

const directionOf = ([ax, ay]: Point, [bx, by]: Point): Point => {
  const length = Math.hypot(bx - ax, by - ay);
  return [(bx - ax) / length, (by - ay) / length];
};

/** What fills the corner where a line turns. */
function joint([x, y]: Point, before: Point, after: Point, { width, join, miterLimit }: Line): Polygon {
  const half = width / 2;
  if (join === 'round') return disc([x, y], half);
  const [ax, ay] = before;
  const [bx, by] = after;
  const outer = ax * by - ay * bx > 0 ? -half : half;
  const [first, second]: [Point, Point] = [
    [x - ay * outer, y + ax * outer],
    [x - by * outer, y + bx * outer],
  ];
  const cosine = ax * bx + ay * by;
  // Half of the angle between them: 1 over its sine is how far the tip stands out.
  const sine = Math.sqrt(Math.max(0, (1 + cosine) / 2));
  if (join === 'bevel' || sine < 1e-6 || 1 / sine > miterLimit) return [[x, y], first, second];
  const reach = outer / (sine * sine * 2);
  return [[x, y], first, [x - (ay + by) * reach, y + (ax + bx) * reach], second];
}

/** The shapes that a line along these points covers. */
export function strokeOf(points: Polygon, closed: boolean, line: Line): Polygon[] {
  const half = line.width / 2;
  const path = points.filter(([x, y], at) => at === 0 || x !== points[at - 1]?.[0] || y !== points[at - 1]?.[1]);
  const [start] = path;
  const end = path.at(-1);
  if (!start || !end) return [];
  if (closed && (start[0] !== end[0] || start[1] !== end[1])) path.push(start);
  if (path.length === 1) return line.cap === 'round' ? [disc(start, half)] : [];
  const ways = path.slice(1).map((point, at) => directionOf(path[at] ?? point, point));
  const made: Polygon[] = [];
  for (const [at, [dx, dy]] of ways.entries()) {
    const [from, to] = [path[at] ?? start, path[at + 1] ?? start];
    const reach = !closed && line.cap === 'square' ? half : 0;
    const [back, on] = [at === 0 ? reach : 0, at === ways.length - 1 ? reach : 0];
    const [ax, ay] = [from[0] - dx * back, from[1] - dy * back];
    const [bx, by] = [to[0] + dx * on, to[1] + dy * on];
    const [nx, ny] = [-dy * half, dx * half];
    made.push([
      [ax + nx, ay + ny],
      [bx + nx, by + ny],
      [bx - nx, by - ny],
      [ax - nx, ay - ny],
    ]);
    const next = ways[at + 1] ?? (closed ? ways[0] : undefined);
    if (next) made.push(joint(to, [dx, dy], next, line));
  }
  if (!closed && line.cap === 'round') made.push(disc(start, half), disc(end, half));
  return made.map(turned);
}

/** A picture in memory, and what is done to one: trimmed, made smaller, laid over another. */

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel, from 0 to 1; the colours are multiplied by the opacity. */
  readonly data: Float32Array;
}

export const emptyPicture = (width: number, height: number): Picture => ({
  ...{ width, height },
  data: new Float32Array(width * height * 4),
});

/** Less opaque than this nobody sees. */
const SEEN = 0.02;

/** Without the empty edges; undefined where nothing is drawn. */
export function trimmed({ width, height, data }: Picture): Picture | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) < SEEN) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < left) return undefined;
  const cut = emptyPicture(right - left + 1, bottom - top + 1);
  for (let y = 0; y < cut.height; y += 1) {
    const from = ((top + y) * width + left) * 4;
    cut.data.set(data.subarray(from, from + cut.width * 4), y * cut.width * 4);
  }
  return cut;
}

/** The picture, smaller in one direction: each pixel is the mean of what it covers. `step` between pixels, `row` between lines. */
function narrowed(
  from: Float32Array,
  { length, to, lines, step, row }: { length: number; to: number; lines: number; step: number; row: number },
  into: { data: Float32Array; step: number; row: number },
): void {
  const ratio = length / to;
  for (let place = 0; place < to; place += 1) {
    const [begin, end] = [place * ratio, Math.min(length, (place + 1) * ratio)];
    for (let at = Math.floor(begin); at < end; at += 1) {
      const share = (Math.min(end, at + 1) - Math.max(begin, at)) / ratio;
      for (let line = 0; line < lines; line += 1) {
        const source = line * row + at * step;
        const target = line * into.row + place * into.step;
        for (let channel = 0; channel < 4; channel += 1) {
          into.data[target + channel] = (into.data[target + channel] ?? 0) + share * (from[source + channel] ?? 0);
        }
      }
    }
  }
}

/** The picture, smaller. */
export function scaledDown({ width, height, data }: Picture, to: { width: number; height: number }): Picture {
  const row = to.width * 4;
  const narrow = { data: new Float32Array(row * height), step: 4, row };
  narrowed(data, { length: width, to: to.width, lines: height, step: 4, row: width * 4 }, narrow);
  const made = emptyPicture(to.width, to.height);
  const flat = { data: made.data, step: row, row: 4 };
  narrowed(narrow.data, { length: height, to: to.height, lines: to.width, step: row, row: 4 }, flat);
  return made;
}

/** Lays a picture over another one, which is changed. */
export function layOver(ground: Picture, { width, height, data }: Picture, left: number, top: number): void {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4;
      const into = ((top + y) * ground.width + left + x) * 4;
      const through = 1 - (data[from + 3] ?? 0);
      for (let channel = 0; channel < 4; channel += 1) {
        ground.data[into + channel] = (data[from + channel] ?? 0) + through * (ground.data[into + channel] ?? 0);
      }
    }
  }
}

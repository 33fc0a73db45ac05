/**
 * A community's logo, made of the file that somebody sent: one PNG of pixels that were drawn here, for the page, papers and
 * workbooks alike. Runs in a thread (docs/adr/0020-files-from-outside.md).
 */
import { createHash } from 'node:crypto';
import { contrast } from '#core/acento.ts';
import { LOGO_BYTES_MAX } from '#core/membrete.ts';
import { Refusal } from '../errors.ts';
import { emptyPicture, layOver, type Picture, scaledDown, trimmed } from './picture.ts';
import { isPng, readPng, writePng } from './png.ts';
import { fill, type Polygon } from './raster.ts';
import { isSvg, readSvg } from './svg.ts';

/** As large as papers print it sharply, and as many bytes as each of them may take. */
const BOX = { width: 960, height: 320 };
const KEPT_BYTES_MAX = 96 * 1024;
/** An SVG is drawn larger, since its empty edges go. */
const DRAWN = { width: 1_440, height: 480 };

const SIDE_MIN = 48;
const WIDEST = 8;
const TALLEST = 3;

/** What it stands on: nothing, or a ground that it brings where it would not be seen on white or on a dark page. */
export type Ground = 'ninguno' | 'claro' | 'oscuro';

export interface Logo {
  png: Uint8Array;
  /** SHA-256 of it, in hex. */
  huella: string;
  width: number;
  height: number;
  ground: Ground;
}

const GROUND = { claro: '#ffffff', oscuro: '#1c2421' } as const;
/** Of the page that the logo stands on; paper is white. */
const PAGE = { light: '#ffffff', dark: '#171b19' } as const;
/** Less and a shape is hardly there. */
const SEEN = 2;
/** Of the outline of letters and shapes so much has to be seen. */
const MOST = 0.8;
const HALF = 0.5;
/** What fills so much of its room is a tile: what is on it is enough to be seen. */
const TILE = 0.7;
const ENOUGH = 0.1;
const OPAQUE = 0.995;

function pictureOf(bytes: Uint8Array): Picture {
  if (bytes.length > LOGO_BYTES_MAX) throw new Refusal('El archivo pasa de 2 MB. Redúzcalo y vuelva a subirlo');
  if (isPng(bytes)) return readPng(bytes);
  if (isSvg(bytes)) return readSvg(bytes, DRAWN);
  throw new Refusal('El archivo no es SVG ni PNG. Guarde el logotipo como PNG y vuelva a subirlo');
}

const hexOf = (channels: readonly number[]): string =>
  `#${channels
    .map((value) =>
      Math.round(255 * Math.min(1, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** How near to a pixel what is seen through makes it one of the outline. */
const NEAR = 2;

interface Counted {
  all: number;
  light: number;
  dark: number;
}

/** Of all that is drawn, and of its outline, how much is seen on each page. */
function seenOf({ width, height, data }: Picture): { share: number; all: Counted; outline: Counted } {
  const [all, outline]: [Counted, Counted] = [
    { all: 0, light: 0, dark: 0 },
    { all: 0, light: 0, dark: 0 },
  ];
  const isDrawn = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && (data[(y * width + x) * 4 + 3] ?? 0) >= HALF;
  // So many are looked at; the others are like them.
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 15_000)));
  let looked = 0;
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      looked += 1;
      if (!isDrawn(x, y)) continue;
      const at = (y * width + x) * 4;
      const colour = hexOf([0, 1, 2].map((channel) => (data[at + channel] ?? 0) / (data[at + 3] ?? 1)));
      const around = [isDrawn(x - NEAR, y), isDrawn(x + NEAR, y), isDrawn(x, y - NEAR), isDrawn(x, y + NEAR)];
      for (const counted of around.includes(false) ? [all, outline] : [all]) {
        counted.all += 1;
        if (contrast(colour, PAGE.light) >= SEEN) counted.light += 1;
        if (contrast(colour, PAGE.dark) >= SEEN) counted.dark += 1;
      }
    }
  }
  return { share: all.all / looked, all, outline };
}

/** The ground that it needs; one that fills its whole room has its own. */
function groundOf(picture: Picture): Ground {
  const { share, all, outline } = seenOf(picture);
  const [counted, least] = share >= TILE ? [all, ENOUGH] : [outline, MOST];
  const light = counted.light / Math.max(1, counted.all);
  const dark = counted.dark / Math.max(1, counted.all);
  if (share > OPAQUE || (light >= least && dark >= least)) return 'ninguno';
  return light >= Math.min(least, HALF) ? 'claro' : 'oscuro';
}

/** A rectangle with round corners. */
function rounded(width: number, height: number, radius: number): Polygon {
  const corners = [
    [width - radius, radius, -0.5],
    [width - radius, height - radius, 0],
    [radius, height - radius, 0.5],
    [radius, radius, 1],
  ] as const;
  return corners.flatMap(([x, y, from]) =>
    Array.from({ length: 9 }, (_, at): [number, number] => {
      const angle = (from + (at / 8) * 0.5) * Math.PI;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    }),
  );
}

const channelsOf = (hex: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [number, number, number];

function onGround(picture: Picture, ground: Ground): Picture {
  if (ground === 'ninguno') return picture;
  const edge = Math.round(Math.min(picture.width, picture.height) * 0.14);
  const [width, height] = [picture.width + 2 * edge, picture.height + 2 * edge];
  const made = emptyPicture(width, height);
  fill(made, [rounded(width, height, edge)], { colour: channelsOf(GROUND[ground]), opacity: 1, rule: 'nonzero' });
  layOver(made, picture, edge, edge);
  return made;
}

/** Within the box, and never larger than it is. */
function fitted(picture: Picture, box: { width: number; height: number }): Picture {
  const scale = Math.min(1, box.width / picture.width, box.height / picture.height);
  if (scale === 1) return picture;
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return scaledDown(picture, { width: side(picture.width), height: side(picture.height) });
}

function checked(picture: Picture | undefined): Picture {
  if (!picture)
    throw new Refusal('El logotipo está vacío: no tiene nada dibujado. Revise el archivo y vuelva a subirlo');
  const { width, height } = picture;
  if (Math.max(width, height) < SIDE_MIN) {
    throw new Refusal(
      `El logotipo mide ${width} × ${height} pixeles y se vería borroso. Súbalo de ${SIDE_MIN} pixeles o más, o como SVG`,
    );
  }
  if (width > WIDEST * height || height > TALLEST * width) {
    throw new Refusal(
      `El logotipo mide ${width} × ${height}: es demasiado alargado para verse. Use uno de hasta ${WIDEST} veces más ancho que alto, o ${TALLEST} veces más alto que ancho`,
    );
  }
  return picture;
}

/** @throws Refusal with what to do */
export function readLogo(bytes: Uint8Array): Logo {
  const whole = checked(trimmed(pictureOf(bytes)));
  const ground = groundOf(whole);
  for (let share = 1; ; share *= 0.8) {
    // What stands on a ground is as much smaller as its edge is wide.
    const box = { width: BOX.width * share, height: BOX.height * share };
    const picture = onGround(fitted(whole, box), ground);
    const png = writePng(picture);
    if (png.length > KEPT_BYTES_MAX) continue;
    const huella = createHash('sha256').update(png).digest('hex');
    return { png, huella, width: picture.width, height: picture.height, ground };
  }
}

import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../errors.ts';
import { readLogo } from './logo.ts';
import { emptyPicture } from './picture.ts';
import { readPng, writePng } from './png.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const svg = (shapes: string, attributes = 'viewBox="0 0 120 80"'): Uint8Array =>
  bytes(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${shapes}</svg>`);
const TILE = '<rect width="120" height="80" fill="#1d4f91"/>';

/** A pixel as #rrggbbaa, in shares of width and height. */
function pixelOf(png: Uint8Array, across: number, down: number): string {
  const { width, height, data } = readPng(png);
  const at = (Math.floor(height * down) * width + Math.floor(width * across)) * 4;
  const opacity = data[at + 3] ?? 0;
  const values = [0, 1, 2].map((channel) => (opacity > 0 ? (data[at + channel] ?? 0) / opacity : 0));
  return `#${[...values, opacity]
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG as other programs write it. */
function png(
  head: { width: number; height: number; depth: number; kind: number; interlace?: number },
  rows: Uint8Array,
  more: Buffer[] = [],
): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(head.width, 0);
  data.writeUInt32BE(head.height, 4);
  data.set([head.depth, head.kind, 0, 0, head.interlace ?? 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', data),
    ...more,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const sentenceOf = (file: Uint8Array): string => {
  try {
    const { width, height } = readLogo(file);
    return `taken, ${width} × ${height}`;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
};

describe('an SVG', () => {
  it('is drawn: shapes, lines, groups, what they are moved by, and what lies over them', () => {
    const logo = readLogo(
      svg(
        `${TILE}<g transform="translate(60 40) scale(2)" fill="none" stroke="#fff" stroke-width="4"><path d="M-15 0H15"/></g>
         <circle cx="100" cy="10" r="8" style="fill:#f00;fill-opacity:.5"/><path fill-rule="evenodd" fill="#0f0" d="M5 50h24v24H5zM11 56h12v12H11z"/>`,
      ),
    );
    expect([logo.width, logo.height, logo.ground]).toEqual([480, 320, 'ninguno']);
    expect(pixelOf(logo.png, 0.02, 0.02)).toBe('#1d4f91ff');
    expect(pixelOf(logo.png, 0.5, 0.5)).toBe('#ffffffff');
    expect(pixelOf(logo.png, 100 / 120, 10 / 80)).toMatch(/^#8e2[78]4[89]ff$/);
    expect(pixelOf(logo.png, 8 / 120, 53 / 80)).toBe('#00ff00ff');
    expect(pixelOf(logo.png, 17 / 120, 62 / 80)).toBe('#1d4f91ff');
  });

  it('of our own family is drawn as it is', () => {
    expect(readLogo(readFileSync('public/favicon.svg'))).toMatchObject({ width: 305, height: 320, ground: 'ninguno' });
  });

  it.each([
    ['<script>alert(1)</script>', /lleva un script/],
    ['<defs><script>alert(1)</script></defs>', /lleva un script/],
    ['<path d="M0 0h9v9z" onclick="alert(1)"/>', /reacciona .*«onclick»/],
    ['<metadata><x onload="alert(1)"/></metadata>', /reacciona .*«onload»/],
    ['<image href="https://example.com/a.png"/>', /enlaza a otra parte/],
    ['<use xlink:href="#a"/>', /enlaza a otra parte/],
    ['<a xlink:href="javascript:alert(1)"><path d="M0 0h9v9z"/></a>', /enlaza a otra parte/],
    ['<foreignObject><body/></foreignObject>', /«foreignObject»/],
    ['<style>@import url(https://example.com)</style>', /hojas de estilo/],
    ['<path d="M0 0h9v9z" style="fill:url(https://example.com#a)"/>', /«url»/],
    ['<path d="M0 0h9v9z" fill="url(#a)"/>', /«url»/],
    ['<path d="M0 0h9v9z" filter="url(#a)"/>', /«filter»/],
    ['<animate attributeName="d"/>', /«animate»/],
    ['<text>Lagos</text>', /Conviértalas en trazos/],
    ['<svg><path d="M0 0h9v9z"/></svg>', /«svg»/],
    ['<path d="M0 0h9v9z" fill="rebeccapurple"/>', /el color «rebeccapurple»/],
    ['<g>'.repeat(30) + '</g>'.repeat(30), /demasiado grande o complicado/],
    ['<path d="M0 0h9v9z"/>'.repeat(20_000), /demasiado grande o complicado/],
    ['<g>', /dañado/],
    ['', /no tiene nada dibujado/],
  ])('%s is refused with what to do', (shapes, sentence) => {
    expect(sentenceOf(svg(shapes))).toMatch(sentence);
  });

  it('with a document type, of entities or without one, is not read', () => {
    const bomb =
      '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg viewBox="0 0 9 9"><title>&b;</title></svg>';
    expect(sentenceOf(bytes(bomb))).toMatch(/«DOCTYPE»/);
    expect(sentenceOf(svg(TILE, ''))).toMatch(/no dice qué tan grande es/);
    expect(sentenceOf(bytes('<html><body>svg</body></html>'))).toMatch(/no es SVG ni PNG/);
    expect(sentenceOf(bytes('hola'))).toMatch(/^El archivo no es SVG ni PNG\. Guarde el logotipo como PNG/);
  });

  it('of any text is drawn or refused, and never fails otherwise', () => {
    const piece = fc.constantFrom(
      'M',
      'a',
      'q',
      '1e9',
      '-',
      '.5',
      ' ',
      'z',
      '9 9',
      'C',
      '#f00',
      'url(',
      '&amp;',
      'NaN',
      '1 1 0 0 1 5 5',
    );
    const shapes = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(' '));
    fc.assert(
      fc.property(shapes, shapes, (d, transform) => {
        expect(typeof sentenceOf(svg(`<path d="${d}" transform="${transform}" stroke="#000"/>`))).toBe('string');
      }),
      { numRuns: 20 },
    );
  });
});

describe('a PNG', () => {
  const square = (paint: (x: number, y: number) => [number, number, number, number], side = 64): Buffer => {
    const picture = emptyPicture(side, side);
    for (let y = 0; y < side; y += 1)
      for (let x = 0; x < side; x += 1) {
        const [r, g, b, opacity] = paint(x, y);
        picture.data.set([r * opacity, g * opacity, b * opacity, opacity], (y * side + x) * 4);
      }
    return writePng(picture);
  };

  it('is kept by its pixels alone: what else the file has stays behind, and its empty edges', () => {
    const drawn = square((x, y) => [0, 0.4, 0.4, x >= 8 && x < 56 && y >= 4 && y < 60 ? 1 : 0]);
    const withMore = Buffer.concat([
      drawn.subarray(0, 33),
      chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
      drawn.subarray(33),
      Buffer.from('<?php system($_GET[0]);'),
    ]);
    const logo = readLogo(withMore);
    expect([logo.width, logo.height]).toEqual([48, 56]);
    expect(Buffer.from(logo.png).toString('latin1')).not.toMatch(/script|php|tEXt/);
    expect(pixelOf(logo.png, 0.5, 0.5)).toBe('#006666ff');
  });

  it.each([
    [{ kind: 0, depth: 1 }, (row: Buffer) => row.fill(0b10101010), []],
    [{ kind: 0, depth: 16 }, (row: Buffer) => row.fill(0x40), []],
    [{ kind: 2, depth: 16 }, (row: Buffer) => row.fill(0x40), []],
    [
      { kind: 3, depth: 4 },
      (row: Buffer) => row.fill(0x11),
      [chunk('PLTE', Buffer.from([0, 0, 0, 200, 0, 0])), chunk('tRNS', Buffer.from([0, 255]))],
    ],
    [{ kind: 4, depth: 8 }, (row: Buffer) => row.fill(0xff), []],
  ] as const)('of kind %o is read', ({ kind, depth }, paint, more) => {
    const samples = { 0: 1, 2: 3, 3: 1, 4: 2 }[kind];
    const row = Math.ceil((64 * samples * depth) / 8);
    const rows = Buffer.concat(
      Array.from({ length: 64 }, () => Buffer.concat([Buffer.from([0]), paint(Buffer.alloc(row))])),
    );
    expect(readLogo(png({ width: 64, height: 64, depth, kind }, rows, [...more])).height).toBeGreaterThanOrEqual(64);
  });

  const rows = (side: number) => Buffer.alloc((side * 4 + 1) * side, 0x55);
  it.each([
    ['cut', square(() => [0, 0.4, 0.4, 1]).subarray(0, 90), /dañado o incompleto/],
    [
      'of another sum',
      (() => {
        const file = Buffer.from(square(() => [0, 0.4, 0.4, 1]));
        file[50] = (file[50] ?? 0) ^ 1;
        return file;
      })(),
      /dañado/,
    ],
    [
      'that unpacks to more than it says',
      png({ width: 64, height: 64, depth: 8, kind: 6 }, Buffer.alloc(40_000_000)),
      /dañado/,
    ],
    ['that unpacks to less', png({ width: 64, height: 64, depth: 8, kind: 6 }, Buffer.alloc(10)), /dañado/],
    [
      'of four thousand million pixels',
      png({ width: 0xffffffff, height: 0xffffffff, depth: 8, kind: 6 }, Buffer.alloc(10)),
      /demasiado|mide 4294967295/,
    ],
    [
      'that is interlaced',
      png({ width: 64, height: 64, depth: 8, kind: 6, interlace: 1 }, Buffer.alloc(64)),
      /entrelazado/,
    ],
    ['of an unknown kind', png({ width: 64, height: 64, depth: 8, kind: 5 }, Buffer.alloc(64)), /dañado/],
    ['of another filter', png({ width: 64, height: 64, depth: 8, kind: 6 }, rows(64)), /dañado/],
    ['of nothing', square(() => [0, 0, 0, 0]), /no tiene nada dibujado/],
    ['of a few pixels', square(() => [0, 0.4, 0.4, 1], 20), /mide 20 × 20 pixeles y se vería borroso/],
    ['that is a line', square((_x, y) => [0, 0.4, 0.4, y < 3 ? 1 : 0], 120), /demasiado alargado/],
    ['of too many bytes', new Uint8Array(2 * 1024 * 1024 + 1), /pasa de 2 MB/],
  ])('%s is refused with what to do', (_what, file, sentence) => {
    expect(sentenceOf(file)).toMatch(sentence);
  });
});

describe('what it stands on', () => {
  const letters = (colour: string) =>
    svg(`<path d="M10 10h10v60H10zM30 10h10v60H30zM50 10h60v10H50z" fill="${colour}"/>`);
  it.each([
    ['#ffffff', 'oscuro'],
    ['#111111', 'claro'],
    ['#0f8a6a', 'ninguno'],
  ])('letters of %s: %s', (colour, ground) => {
    const logo = readLogo(letters(colour));
    expect(logo.ground).toBe(ground);
    // What it was given is its own from then on.
    expect(readLogo(logo.png).ground).toBe('ninguno');
  });

  it('a tile needs none, dark or light, for what is on it', () => {
    const onIt = '<circle cx="60" cy="40" r="30" fill="#c33"/>';
    expect(readLogo(svg(`<rect width="120" height="80" rx="6" fill="#fff"/>${onIt}`)).ground).toBe('ninguno');
    expect(readLogo(svg(`<rect width="120" height="80" rx="6" fill="#171b19"/>${onIt}`)).ground).toBe('ninguno');
  });

  it('takes no more bytes than papers may, whatever is drawn', () => {
    const side = 500;
    const picture = emptyPicture(side, side);
    for (let at = 0; at < side * side; at += 1)
      picture.data.set([((at * 7919) % 251) / 251, ((at * 104729) % 241) / 241, 0.5, 1], at * 4);
    const logo = readLogo(writePng(picture));
    expect(logo.png.length).toBeLessThanOrEqual(96 * 1024);
    expect(logo.height).toBeLessThan(320);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast } from '#core/acento.ts';
import { RESIDENCIALES } from '#core/residenciales.ts';
import { drawingOf, logoSvg, portonDrawing, portonSvg } from './drawings.ts';

const all = [...RESIDENCIALES.map(({ code }) => drawingOf(code)), portonDrawing()];

describe('logos', () => {
  it('draws each community differently, under its own name', () => {
    expect(RESIDENCIALES.map(({ code }) => drawingOf(code).name)).toEqual(RESIDENCIALES.map(({ name }) => name));
    expect(new Set(all.map((drawing) => drawing.palette.base)).size).toBe(all.length);
    expect(new Set(RESIDENCIALES.map(({ code }) => logoSvg(code))).size).toBe(RESIDENCIALES.length);
  });

  it('draws the letter of a code that there is no drawing of, and each letter differently', () => {
    const codes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `${letter}1`);
    expect(new Set(codes.map(logoSvg)).size).toBe(codes.length);
    expect(drawingOf('NOGALES')).toBe(drawingOf('NARANJOS'));
    expect(drawingOf('NOGALES').name).toBe('N');
  });

  it('draws the product where no community is chosen', () => {
    expect(logoSvg('')).toBe(portonSvg());
    expect(logoSvg('constructor')).toBe(portonSvg());
  });

  it('has nothing in the markup that could clash or be blocked: no ids, no style, no script', () => {
    for (const svg of [...RESIDENCIALES.map(({ code }) => logoSvg(code)), portonSvg()]) {
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*role="img"><title>[^<&]+<\/title>/);
      expect(svg).not.toMatch(/\b(id|class|style|href)=|<(style|script|use|defs)|NaN|undefined|url\(/);
    }
  });

  it.each(all)('$name stands out on light and dark pages, and its drawing on the tile', ({ palette }) => {
    expect(contrast(palette.base, '#ffffff')).toBeGreaterThanOrEqual(3);
    expect(contrast(palette.base, '#1a1b1e')).toBeGreaterThanOrEqual(3);
    expect(contrast(palette.base, palette.tint)).toBeGreaterThanOrEqual(3);
  });

  it('is what public/favicon.svg holds', () => {
    expect(readFileSync(new URL('../../../public/favicon.svg', import.meta.url), 'utf8').trim()).toBe(portonSvg());
  });
});

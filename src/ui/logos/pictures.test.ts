import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { RESIDENCIALES } from '#core/residenciales.ts';
import { logoSvg } from './drawings.ts';
import { logoPng, PICTURES } from './pictures.ts';

it('has a picture of each logo as it is drawn now: else run node scripts/logos.ts', () => {
  const codes = ['', ...RESIDENCIALES.map(({ code }) => code)];
  expect(Object.keys(PICTURES)).toEqual(codes);
  for (const code of codes) {
    expect([code, PICTURES[code]?.of]).toEqual([code, createHash('sha256').update(logoSvg(code)).digest('hex')]);
    expect(Buffer.from(logoPng(code)).subarray(1, 4).toString()).toBe('PNG');
  }
  expect(logoPng('constructor')).toEqual(logoPng(''));
});

import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { MOTIFS, motifSvg } from './drawings.ts';
import { logoPng, PICTURES } from './pictures.ts';

it('has a picture of each logo as it is drawn now: else run node scripts/logos.ts', () => {
  expect(Object.keys(PICTURES)).toEqual(MOTIFS);
  for (const motif of MOTIFS) {
    expect([motif, PICTURES[motif]?.of]).toEqual([motif, createHash('sha256').update(motifSvg(motif)).digest('hex')]);
  }
  for (const code of ['', 'ENCINOS', 'NOGALES']) {
    expect(Buffer.from(logoPng(code)).subarray(1, 4).toString()).toBe('PNG');
  }
  expect(logoPng('NOGALES')).not.toEqual(logoPng('OTRA'));
  expect(logoPng('constructor')).toEqual(logoPng(''));
});

/**
 * `node scripts/logos.ts`, after a drawing has changed: the logos as small PNGs, since workbooks take no SVG alone. Drawn by the
 * browser of the tests, so that nothing that draws is shipped.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { MOTIFS, motifSvg } from '../src/ui/logos/drawings.ts';

/** Twice as large as it is shown, for screens that are dense; a letter has fewer lines, and there are many. */
const PIXELS = 80;
const PIXELS_OF_LETTER = 48;

const browser = await chromium.launch({
  executablePath: process.env.PORTON_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: PIXELS, height: PIXELS } });
const entries: string[] = [];
for (const motif of MOTIFS) {
  const svg = motifSvg(motif);
  const side = motif.length === 1 ? PIXELS_OF_LETTER : PIXELS;
  await page.setViewportSize({ width: side, height: side });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${svg}`);
  const png = (await page.screenshot({ omitBackground: true })).toString('base64');
  const hash = createHash('sha256').update(svg).digest('hex');
  entries.push(`  ${motif === '' ? "''" : motif}: {\n    of: '${hash}',\n    png: '${png}',\n  },`);
}
await browser.close();
writeFileSync(
  new URL('../src/ui/logos/pictures.ts', import.meta.url),
  `/** Written by scripts/logos.ts: each logo as a PNG of ${PIXELS} pixels, letters of ${PIXELS_OF_LETTER}, with the SHA-256 of the drawing that it was made of. */
import { motifOf } from './drawings.ts';

interface Picture {
  of: string;
  /** In base64. */
  png: string;
}

export const PICTURES: Readonly<Record<string, Picture>> = {
${entries.join('\n')}
};

/** A community's logo, or the product's mark, as a PNG. */
export function logoPng(code: string): Uint8Array {
  const { png } = PICTURES[motifOf(code)] ?? { png: '' };
  return Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
}
`,
);

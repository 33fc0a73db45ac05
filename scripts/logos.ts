/**
 * `node scripts/logos.ts`, after a drawing has changed: the logos as small PNGs, since workbooks take no SVG alone. Drawn by the
 * browser of the tests, so that nothing that draws is shipped.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { RESIDENCIALES } from '../src/core/residenciales.ts';
import { logoSvg } from '../src/ui/logos/drawings.ts';

/** Twice as large as it is shown, for screens that are dense. */
const PIXELS = 80;

const browser = await chromium.launch({
  executablePath: process.env.PORTON_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: PIXELS, height: PIXELS } });
const entries: string[] = [];
for (const code of ['', ...RESIDENCIALES.map((known) => known.code)]) {
  const svg = logoSvg(code);
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${svg}`);
  const png = (await page.screenshot({ omitBackground: true })).toString('base64');
  const hash = createHash('sha256').update(svg).digest('hex');
  entries.push(`  ${code === '' ? "''" : code}: {\n    of: '${hash}',\n    png: '${png}',\n  },`);
}
await browser.close();
writeFileSync(
  new URL('../src/ui/logos/pictures.ts', import.meta.url),
  `/** Written by scripts/logos.ts: each logo as a PNG of ${PIXELS} pixels, with the SHA-256 of the drawing that it was made of. */
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
  const { png } = (Object.hasOwn(PICTURES, code) ? PICTURES[code] : undefined) ?? PICTURES[''] ?? { png: '' };
  return Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
}
`,
);

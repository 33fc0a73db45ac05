/** What the browser loads before the first screen: the JavaScript of the sign-in page and of the shell, gzipped. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Measure } from './run.ts';

const DIST = new URL('../dist/', import.meta.url);

export default async function pagina(): Promise<Measure[]> {
  const html = readFileSync(new URL('index.html', DIST), 'utf8');
  // Sign-in and shell are in the entry itself: all scripts and module preloads of the document, and nothing lazy.
  const scripts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '');
  const bytes = scripts.reduce(
    (sum, name) => sum + gzipSync(readFileSync(new URL(name, DIST)), { level: 9 }).length,
    0,
  );
  return [{ name: 'JavaScript inicial (gzip)', value: bytes / 1000, unit: 'kB', limit: 165 }];
}

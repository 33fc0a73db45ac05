/** What the browser loads before the first screen: the JavaScript and the styles of the sign-in page and of the shell, gzipped. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Measure } from './run.ts';

const DIST = new URL('../dist/', import.meta.url);

export default async function pagina(): Promise<Measure[]> {
  const html = readFileSync(new URL('index.html', DIST), 'utf8');
  // Sign-in and shell are in the entry itself: all scripts, preloads and styles of the document, and nothing lazy.
  const sizeOf = (kind: string) =>
    [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)]
      .flatMap(([, name]) => (name?.endsWith(kind) ? [name] : []))
      .reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, DIST)), { level: 9 }).length / 1000, 0);
  return [
    { name: 'JavaScript inicial (gzip)', value: sizeOf('.js'), unit: 'kB', limit: 165 },
    { name: 'Estilos iniciales (gzip)', value: sizeOf('.css'), unit: 'kB', limit: 25 },
  ];
}

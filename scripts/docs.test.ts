/** What the documents for people say about files, commands and settings is true. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { settingsMarkdown } from '../src/platform/server/config.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const DOCUMENTS = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].sort();

/** A document without its blocks and spans of code, in which brackets are no links. */
const prose = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

test("the README's table of settings is that of the configuration", () => {
  const [table] = matches(read('README.md'), /<!-- configuración -->\n([\s\S]*?)\n<!-- \/configuración -->/g);
  expect(table).toBe(settingsMarkdown());
});

test.each(DOCUMENTS)('%s: its links and images exist', (document) => {
  const targets = matches(prose(read(document)), /\]\(([^)\s]+)\)/g).filter((target) => !/^[a-z]+:/.test(target));
  const missing = targets.filter((target) => {
    const [path = '', heading] = target.split('#');
    if (path === '') return heading === undefined;
    return !existsSync(join(ROOT, dirname(document), path));
  });
  expect(missing).toEqual([]);
});

test.each(DOCUMENTS)('%s: its npm scripts exist', (document) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = matches(read(document), /npm run ([a-z][\w:-]*)/g);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('every path of the map of ARCHITECTURE.md exists', () => {
  const [map = ''] = matches(read('ARCHITECTURE.md'), /^## Map\n+```\n([\s\S]*?)^```/gm);
  const paths = matches(map, /^(\S+) {2,}\S/gm);
  expect(paths).toHaveLength(map.trim().split('\n').length);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('every feature path that a document names exists, but for the example of the recipes', () => {
  const missing = DOCUMENTS.flatMap((document) =>
    matches(read(document), /`((?:src|test|scripts|migrations|bench|docs)\/[\w./-]+)`/g)
      .filter((path) => !/recado|NNNN/.test(path) && !existsSync(join(ROOT, path)))
      .map((path) => `${document}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('what a document quotes from a file stands there', () => {
  const quotes = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/From `(src\/[^`]+)`:\n+```\w+\n([\s\S]*?)```/g)].map(([, file = '', code = '']) => ({
      file,
      code,
    })),
  );
  expect(quotes.length).toBeGreaterThan(1);
  expect(quotes.filter(({ file, code }) => !read(file).includes(code.trim())).map(({ file }) => file)).toEqual([]);
});

/** Words of a document's own example, and of other programs. */
const NOT_OURS = /recado|NNNN|npx|npm |^-- /i;

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/plataforma.md'])(
  '%s: what it calls by name exists',
  (document) => {
    const sources = ['src', 'test', 'scripts', 'migrations', 'bench'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(tsx?|mjs|sql)$/.test(name))
        .map((name) => `${folder}/${name}\n${read(`${folder}/${name}`)}`),
    );
    const known = sources.join('\n') + read('package.json');
    const spans = matches(read(document).replace(/^```[\s\S]*?^```/gm, ''), /`([^`\n]+)`/g);
    const words = spans.filter((span) => !NOT_OURS.test(span)).flatMap((span) => span.match(/[A-Za-z_]\w{2,}/g) ?? []);
    expect([...new Set(words)].filter((word) => !known.includes(word))).toEqual([]);
  },
);

test('every decision is numbered without a gap', () => {
  const numbers = DOCUMENTS.filter((name) => name.startsWith('docs/adr/')).map((name) => Number(name.slice(9, 13)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

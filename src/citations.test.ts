/** What a comment or a page cites is there: documents of `docs`, and their sections. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const PAGES = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
const sections = new Map(
  PAGES.map((name) => [
    name,
    new Set(
      [...readFileSync(join('docs', name), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading)),
    ),
  ]),
);

const filesIn = (folder: string, ends: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ends.test(name))
    .map((name) => join(folder, name));

it('documents and sections that comments cite', () => {
  const sources = ['src', 'test', 'bench', 'scripts', 'migrations'].flatMap((folder) =>
    filesIn(folder, /\.(tsx?|mjs|sql|css)$/),
  );
  const missing = sources.flatMap((file) => {
    const text = readFileSync(file, 'utf8').replaceAll(/\n\s*\* /g, ' ');
    const cited = text.matchAll(/\b(?:docs\/)?((?:adr\/)?[A-Za-z0-9-]+)\.md(?![.\w])((?:(?:, | and )?#[a-z-]+)*)/g);
    return [...cited].flatMap(([, name = '', anchors = '']) => {
      const found = sections.get(`${name}.md`);
      if (!found) return existsSync(`${name}.md`) ? [] : [`${file}: ${name}.md`];
      return (anchors.match(/#[a-z-]+/g) ?? [])
        .filter((anchor) => !found.has(anchor.slice(1)))
        .map((anchor) => `${file}: ${name}.md${anchor}`);
    });
  });
  expect(missing).toEqual([]);
});

it('files and sections that pages link to', () => {
  const pages = [...PAGES.map((name) => join('docs', name)), 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];
  const missing = pages.flatMap((page) => {
    const links = readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)(#[^)]+)?\)/g);
    return [...links].flatMap(([, path = '', anchor]) => {
      const target = normalize(join(dirname(page), decodeURI(path)));
      if (!existsSync(target)) return [`${page}: ${path}`];
      const found = sections.get(target.replace(/^docs\//, ''));
      return anchor && found && !found.has(anchor.slice(1)) ? [`${page}: ${path}${anchor}`] : [];
    });
  });
  expect(missing).toEqual([]);
});

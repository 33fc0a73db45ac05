/** What no other file names is exported by none: read from the sources. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const EXPORTED = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;

/** Exports of these files whose names stand in no other one. */
function namedByNobody(sources: ReadonlyMap<string, string>): string[] {
  const files = new Map<string, number>();
  for (const source of sources.values()) {
    for (const word of new Set(source.match(/\w+/g))) files.set(word, (files.get(word) ?? 0) + 1);
  }
  return [...sources].flatMap(([file, source]) =>
    [...source.matchAll(EXPORTED)]
      .map(([, name = '']) => name)
      // A file may name its own by a text: a thread calls them.
      .filter((name) => files.get(name) === 1 && !source.includes(`'${name}'`))
      .map((name) => `${file}: ${name}`),
  );
}

it('finds an export that nobody imports, and none that somebody does', () => {
  const sources = new Map([
    ['a.ts', 'export const ONE = 1;\nexport function two() {}\nexport class Three {}\nconst own = 4;'],
    ['b.ts', "import { two } from './a.ts';\ntwo();"],
  ]);
  expect(namedByNobody(sources)).toEqual(['a.ts: ONE', 'a.ts: Three']);
});

it('finds none in the product', () => {
  const files = globSync('{src,test,bench,scripts}/**/*.{ts,tsx,mjs}');
  expect(files.length).toBeGreaterThan(1_500);
  const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  expect(namedByNobody(sources).filter((found) => found.startsWith('src/'))).toEqual([]);
});

/** The help says what there is: every screen has its text, short, in the screen's own words. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, withoutComments } from '../scripts/arrows.ts';
import { HELPS } from './help.tsx';
import { SCREENS, SECTIONS } from './navigation.ts';
import type { Screen } from './platform/screen.ts';

const WORDS_MAX = 90;
const ACTS_MAX = 4;

const entries = Object.entries(HELPS);
const textOf = ({ title, purpose, acts }: (typeof HELPS)[string]) => [title, purpose, ...acts].join(' ');
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

const sources = new Map<string, string>();
function sourceOf(file: string): string {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const read = readFileSync(join(import.meta.dirname, file), 'utf8');
  sources.set(file, read);
  return read;
}

/** A file below src, with all that it draws and shows. */
function drawnBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { target } of importsOf(file, sourceOf(file)))
    if (target !== undefined && /\.tsx?$/.test(target) && !target.startsWith('..')) drawnBy(target, seen);
  return seen;
}

/** The files that a screen's declaration loads. */
const loadedBy = ({ load }: Screen) =>
  [...String(load).matchAll(/"(?:\/src\/|\.\/)([^"]+\.tsx)"/g)].map(([, file = '']) =>
    file.includes('/') ? file : `platform/web/catalogue/${file}`,
  );

/** What stands around every screen, and what screens, cards and catalogues are called. */
const EVERYWHERE = [
  ...drawnBy('platform/web/shell/Shell.tsx'),
  'navigation.ts',
  ...readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\/(web\/screens|definitions)\.ts$/.test(file),
  ),
];

/** A word of the screen is a text of its own: a label, what stands in a tag, the fixed beginning or end of one. */
const standsIn = (code: string, words: string) => {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+');
  return new RegExp(`['"\`>}]\\s*${escaped}(?: ?[#:…]?\\s*['"\`<{]| \\$\\{)`).test(code);
};

const codeOf = (files: Iterable<string>) => [...files].map((file) => withoutComments(sourceOf(file))).join('\n');

describe('the help', () => {
  it('has a text for every screen and section, and none for another', () => {
    const declared = [...SCREENS, ...SECTIONS].map(({ path }) => path);
    expect(Object.keys(HELPS).toSorted()).toEqual(declared.toSorted());
  });

  it('asks a question of its own in each title', () => {
    for (const [path, { title }] of entries) expect(title, path).toMatch(/^¿.+\?$/);
    const titles = entries.map(([, { title }]) => title);
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  });

  it('is short, and tells one to four acts', () => {
    for (const [path, help] of entries) {
      expect(wordsOf(textOf(help)).length, path).toBeLessThanOrEqual(WORDS_MAX);
      expect(help.acts.length, path).toBeGreaterThanOrEqual(1);
      expect(help.acts.length, path).toBeLessThanOrEqual(ACTS_MAX);
    }
  });

  it('quotes the words of its screen as they stand there', { timeout: 60_000 }, () => {
    const wrong = SCREENS.flatMap((screen) => {
      const help = HELPS[screen.path];
      if (!help) return [];
      const code = codeOf(new Set([...loadedBy(screen).flatMap((file) => [...drawnBy(file)]), ...EVERYWHERE]));
      return [...textOf(help).matchAll(/«([^»]+)»/g)]
        .filter(([, words = '']) => !standsIn(code, words))
        .map(([words]) => `${screen.path}: ${words}`);
    });
    expect(wrong).toEqual([]);
  });

  it('opens from a screen that there is, where its own has no address', () => {
    const paths = new Set([...SCREENS, ...SECTIONS].map(({ path }) => path));
    for (const [path, { from }] of entries) {
      if (path.includes('{')) expect(from, path).toBeDefined();
      if (from !== undefined) expect([path, paths.has(from), from.includes('{')]).toEqual([path, true, false]);
    }
  });

  it('speaks as the product does', () => {
    // Nobody is told by 'tú', and what has a Spanish word is called by it.
    const informal = /(?<!\p{L})(tú|tus?|contigo|puedes|debes|quieres|tienes)(?!\p{L})/iu;
    const commanded = /(?:^|[.;:] |, y )(haz|elige|escribe|pulsa|marca|busca|abre|guarda|revisa|selecciona)(?!\p{L})/iu;
    const foreign =
      /(?<!\p{L})(e-?mail|link|clicks?|modal|checkbox|dropdown|login|token|backend|default|presione|oprima|teclee|haga clic)(?!\p{L})/iu;
    const own = (text: string) => text.replace(/«[^»]*»/g, '«»');
    for (const [path, help] of entries) {
      expect(own(textOf(help)), path).not.toMatch(informal);
      expect(own(textOf(help)), path).not.toMatch(foreign);
      for (const act of help.acts) expect(own(act), path).not.toMatch(commanded);
    }
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What gives tokens and palettes; the rest takes them. The residents' page loads nothing of the kit. */
const SOURCES = ['src/platform/web/kit/theme.css', 'src/residente/web/pagina.css'];
const RAW = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/gi;

it('are tokens of kit/theme.css in styles, and of ui/colours.ts in components', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', name))
    .filter((name) => /\.(css|tsx)$/.test(name) && !SOURCES.includes(name));
  const raw = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        /^import |from '#|href=/.test(line) || /\.md#/.test(line)
          ? []
          : [...line.matchAll(RAW)].map(([colour]) => `${file}:${index + 1}: ${colour}`),
      ),
  );
  expect(raw).toEqual([]);
});

it('and no token is taken that nobody gives', () => {
  const texts = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(css|tsx?)$/.test(name))
    .map((name) => readFileSync(join('src', name), 'utf8'));
  const found = (pattern: RegExp) =>
    new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name)));
  const given = found(/(--kit-[a-z0-9-]+)['"]?(?: as [a-z]+)?\]?\s*:/g);
  expect([...found(/var\((--kit-[a-z0-9-]+)/g)].filter((name) => !given.has(name))).toEqual([]);
});

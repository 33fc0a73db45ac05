/** Who waits for a signal hears of it also where it was aborted before: only `whenClosed()` of deadline.ts listens to one. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withoutComments } from '../../scripts/arrows.ts';

const HELPER = 'src/platform/server/deadline.ts';
/** A listener, and the ways of Node's own events to be one. */
const LISTENS = /addEventListener\(\s*['"`]abort|\bonabort\b|\baddAbortListener\b|\bonce\([^)]*['"`]abort/;

it('no server code listens to a signal by itself', () => {
  const sources = globSync('src/**/*.ts')
    .filter((path) => !/\.test\.ts$|\/web\//.test(path))
    .sort();
  expect(sources.filter((path) => LISTENS.test(withoutComments(readFileSync(path, 'utf8'))))).toEqual([HELPER]);
});

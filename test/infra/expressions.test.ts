/**
 * No expression of the server takes longer than its text: one that looks to the end of the text from each place of it holds
 * everybody with a text of some hundred kilobytes. Every literal of the sources is run over texts that are made to have it do
 * so; a bounded one is done with all of them in milliseconds, and one that is not is broken off.
 */
import { globSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

/** Those that are slow over long texts and never meet one, each with what bounds its text. */
const BOUNDED: Readonly<Record<string, string>> = {
  '/^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$/': 'a cell of at most 200 characters',
  '/=+$/': 'base64 that this product wrote',
  '/\\/+$/': 'an address of the configuration',
  '/<(\\/?)(\\w+)([^>]*?)\\/?>/g': 'the logo of a community, which this product draws',
};

const CHARACTERS = 120_000;
const BROKEN_OFF_MS = 1_500;
const UNITS = [
  'a',
  '1',
  ' ',
  '<',
  '<a',
  '<br',
  '.',
  'a.',
  '@',
  '-',
  '/',
  ',',
  '1,',
  '"',
  '(',
  '{{',
  '\n',
  ' \n',
  '=',
  '&',
  '_',
  'é',
];
const TEXTS = UNITS.flatMap((unit) => {
  const long = unit.repeat(CHARACTERS / unit.length);
  return [`${long}\u0001`, `a@${long}@`];
});

/** The literals of a source: what stands between slashes after a sign that no operand can end with, and is an expression. */
function* literalsIn(source: string): Generator<RegExp> {
  for (const line of source.split('\n')) {
    if (/^\s*(\*|\/\/|\/\*)/.test(line)) continue;
    for (const [, body = '', flags = ''] of line.matchAll(
      /[(=,:[!&|?{} ]\/((?![*/])(?:\\.|\[(?:\\.|[^\]\\]){0,200}\]|[^/\\[]){1,300})\/([dgimsuvy]{0,8})(?=[).,;\]} ]|$)/g,
    )) {
      try {
        yield new RegExp(body, flags.replace('y', ''));
      } catch {
        // A division, or two paths in a text.
      }
    }
  }
}

it('no expression takes longer than its text', () => {
  const expressions = new Map<string, string>();
  for (const path of globSync('src/**/*.ts').sort()) {
    if (/\.(test|testing|d)\.ts$|\/web\/|\/cli\/|\/demo\.ts$|embedded|config\.ts$/.test(path)) continue;
    for (const literal of literalsIn(readFileSync(path, 'utf8'))) expressions.set(String(literal), path);
  }
  expect(expressions.size).toBeGreaterThan(80);
  expect(Object.keys(BOUNDED).filter((known) => !expressions.has(known))).toEqual([]);
  const slow: string[] = [];
  for (const [literal, path] of expressions) {
    if (literal in BOUNDED) continue;
    try {
      runInNewContext(
        `for (const text of texts) text.replace(${literal}, '')`,
        { texts: TEXTS },
        { timeout: BROKEN_OFF_MS },
      );
    } catch {
      slow.push(`${path}: ${literal}`);
    }
  }
  expect(slow).toEqual([]);
});

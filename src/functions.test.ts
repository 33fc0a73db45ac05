/**
 * A function fits a screen: from its first line to its last, with all that stands in it. What is declared, such as a contract or
 * the columns of a list, is an object and may be as long as it must.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';

const LONGEST = 70;

const TO_DO = 'name its steps, or the parts that it draws, and give each a function of its own';

const linesOf = (text: string): number => text.split('\n').length;

function longFunctionsIn(file: string, source: string): string[] {
  const found: string[] = [];
  if (linesOf(source) <= LONGEST) return found;
  const look = ({ start, end }: ESTree.Node) => {
    const lines = linesOf(source.slice(start, end));
    if (lines > LONGEST)
      found.push(`${file}:${linesOf(source.slice(0, start))}: ${lines} lines, at most ${LONGEST}: ${TO_DO}`);
  };
  new Visitor({ FunctionDeclaration: look, FunctionExpression: look, ArrowFunctionExpression: look }).visit(
    parseSync(file, source).program,
  );
  return found;
}

it('finds a function that is too long, and what holds it', () => {
  const body = (lines: number) => 'x;\n'.repeat(lines - 2);
  const source = `
function fits() {\n${body(70)}}
const A = listing([\n${body(100).replaceAll(';', ',')}]);
const arrow = () => {\n${body(71)}};
class Holder { method() {\n${body(71)}} }
function holds() {\n  return function () {\n${body(71)}};\n}
`;
  const at = longFunctionsIn('a.tsx', source).map((line) => line.replace(/, at most.*/, ''));
  expect(at).toEqual(['a.tsx:172: 71 lines', 'a.tsx:243: 71 lines', 'a.tsx:314: 73 lines', 'a.tsx:315: 71 lines']);
});

it('finds no function too long in the product', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(500);
  expect(
    sources.flatMap((file) => longFunctionsIn(`src/${file}`, readFileSync(join(import.meta.dirname, file), 'utf8'))),
  ).toEqual([]);
});

/**
 * The columns of a list stand once: two lists whose columns are all but the same are one declaration, or pick from one, and so
 * are a catalogue's fields and its columns. Read from the source, for a screen's columns are known to nobody but the screen.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';

/** The share of a list's columns that stand in another one. */
const ALIKE = 0.8;

interface Columns {
  at: string;
  columns: readonly { key: string; header: string }[];
}

const literal = (node: ESTree.Node): string => (node.type === 'Literal' ? String(node.value) : '');

/** Its key and its heading where an object declares a column or a catalogue's field. */
function columnOf(node: ESTree.ArrayExpressionElement): { key: string; header: string } | undefined {
  if (node?.type !== 'ObjectExpression') return undefined;
  const said = new Map<string, string>();
  for (const property of node.properties)
    if (property.type === 'Property' && property.key.type === 'Identifier')
      said.set(property.key.name, literal(property.value));
  const field = said.has('column') ? said.get('name') : undefined;
  const key = said.get('key') ?? said.get('field') ?? field;
  const header = said.get('header') ?? (field === undefined ? undefined : said.get('label'));
  return key && header ? { key, header } : undefined;
}

function columnsIn(file: string, source: string): Columns[] {
  const found: Columns[] = [];
  new Visitor({
    ArrayExpression({ elements, start }) {
      const columns = elements.map(columnOf).filter((column) => column !== undefined);
      const line = source.slice(0, start).split('\n').length;
      if (columns.length > 1) found.push({ at: `${file}:${line}`, columns });
    },
  }).visit(parseSync(file, source).program);
  return found;
}

type Naming = (column: Columns['columns'][number]) => string;

function shared(one: Columns, other: Columns, naming: Naming): number {
  const names = new Set(other.columns.map(naming));
  return one.columns.filter((column) => names.has(naming(column))).length;
}

/** By fields or by headings the same columns, or some of them by both. */
function alike(one: Columns, other: Columns): boolean {
  const [shorter = 0, longer = 0] = [one.columns.length, other.columns.length].toSorted((a, b) => a - b);
  const some = shared(one, other, ({ key, header }) => `${key} ${header}`);
  const all = Math.max(
    shared(one, other, ({ key }) => key),
    shared(one, other, ({ header }) => header),
  );
  return all >= ALIKE * longer || (shorter > 2 && some >= ALIKE * shorter);
}

function twins(lists: readonly Columns[]): string[] {
  return lists.flatMap((one, index) =>
    lists
      .slice(index + 1)
      .filter((other) => alike(one, other))
      .map((other) => `${one.at} ~ ${other.at}`),
  );
}

it('finds columns that stand twice', () => {
  const [one, two, other] = columnsIn(
    'a.ts',
    `const A = [{ key: 'a', header: 'A' }, { key: 'b', header: 'B' }, { key: 'c', header: 'C', kind: 'money' }];
     const B = listing([{ key: 'b', header: 'B' }, { key: 'a', header: 'A' }, { key: 'x', header: 'C' }, ...MORE]);
     const C = catalogue({ fields: [{ name: 'a', column: 'a', label: 'A' }, { name: 'z', column: 'z', label: 'Z' }] });`,
  );
  expect(twins([one, two, other].filter((list) => list !== undefined))).toEqual(['a.ts:1 ~ a.ts:2']);
});

/** What people fill in is no list that is shown; it names what comes of it as lists do. */
const FILLED_IN = 'features/importacion/layout.ts';

it('finds no columns twice in the product', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== FILLED_IN);
  const lists = sources.flatMap((file) => {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8');
    return source.includes('header: ') || source.includes('catalogue(') ? columnsIn(file, source) : [];
  });
  expect(lists.length).toBeGreaterThan(50);
  expect(twins(lists)).toEqual([]);
});

/**
 * Holds SQL in its place: a repository (repository.ts, repository-….ts, …-repository.ts), the rows of the demo, the platform's
 * own machinery, and what UNSETTLED still lists. Prints each offending line and exits with 1; an entry of the list that nothing
 * needs any more is told too, so that it only shrinks.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { withoutComments } from './arrows.ts';

const SRC = join(import.meta.dirname, '../src');

/** A statement, a piece of one, or rows written by one. */
const SQL =
  /\bsql(?:[<`]|\.\w+[(`])|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\b(?:(?:rows|row|ids|count|any)From|insert(?:Rows|Families))\(/;

const AT_HOME =
  /(?:^|\/)(?:repository(?:-[\w-]+)?|[\w-]+-repository|demo(?:-[\w-]+)?|contents)\.ts$|\.test\.ts$|^platform\/server\//;

/**
 * Files and folders whose SQL stands beside what it is for. The ledger is one: what it decides and what it books is a statement
 * each, which the laws of its tables hold together.
 */
export const UNSETTLED: readonly string[] = ['libro/server'];

/**
 * The lines of a file that hold SQL and may not.
 * @param file path below src, with slashes
 */
export function strayLinesOf(file: string, source: string): number[] {
  if (AT_HOME.test(file)) return [];
  return withoutComments(source)
    .split('\n')
    .flatMap((line, index) => (SQL.test(line) ? [index + 1] : []));
}

if (import.meta.main) {
  const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(SRC, join(entry.parentPath, entry.name)));
  const stray = files
    .map((file) => ({ file, lines: strayLinesOf(file, readFileSync(join(SRC, file), 'utf8')) }))
    .filter(({ lines }) => lines.length > 0);
  const entryOf = (file: string) => UNSETTLED.find((entry) => file === entry || file.startsWith(`${entry}/`));
  const refused = stray.filter(({ file }) => entryOf(file) === undefined);
  const settled = UNSETTLED.filter((entry) => !stray.some(({ file }) => entryOf(file) === entry));
  for (const { file, lines } of refused) {
    for (const line of lines) console.error(`src/${file}:${line}: el SQL va en un repository.ts, que sólo recibe tx`);
  }
  for (const entry of settled) console.error(`scripts/sql.ts: ${entry} ya no tiene SQL suelto; quítelo de UNSETTLED`);
  if (refused.length + settled.length > 0) process.exitCode = 1;
  else console.log(`${files.length} archivos tienen su SQL en su sitio.`);
}

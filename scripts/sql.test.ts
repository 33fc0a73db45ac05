import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { strayLinesOf } from './sql.ts';

const SOURCE = [
  '// sql`SELECT 1` in a comment is none',
  "import { sql } from 'kysely';",
  'const { rows } = await sql<{ id: number }>`SELECT id FROM lote`.execute(tx);',
  "await tx.selectFrom('lote').select('id').execute();",
  'const fragment = sql.join(ids);',
  "await insertRows(tx, 'factura', rows);",
  'return rowsFrom(tx)<{ id: number }>`SELECT id FROM lote`;',
].join('\n');

test.each([
  ['features/pagos/server/pay.ts', [3, 4, 5, 6, 7]],
  ['features/pagos/rules.ts', [3, 4, 5, 6, 7]],
  ['features/pagos/server/repository.ts', []],
  ['features/facturacion/server/borrador/repository-receptor.ts', []],
  ['features/reportes/server/tableros-repository.ts', []],
  ['features/pagos/server/myrepository.ts', [3, 4, 5, 6, 7]],
  ['features/pagos/demo.ts', []],
  ['platform/server/audit.ts', []],
  ['libro/server/interest.test.ts', []],
])('%s: SQL in lines %j may not stand there', (file, lines) => {
  expect(strayLinesOf(file, SOURCE)).toEqual(lines);
});

test('what only answers with its rows is asked by a function of rows.ts', () => {
  const written =
    /`\.execute\(\s*[\w.]+,?\s*\);\n\s*return rows(?:\[0\]|\.map\(\(\{ id \}\) => id\)|\[0\]\?\.n \?\? 0|\.length > 0)?;/;
  expect('const { rows } = await sql<Row>`SELECT 1`.execute(tx);\n  return rows;').toMatch(written);
  expect(globSync('src/**/*.ts').filter((file) => written.test(readFileSync(file, 'utf8')))).toEqual([]);
});

import { expect, test } from 'vitest';
import { strayLinesOf } from './sql.ts';

const SOURCE = [
  '// sql`SELECT 1` in a comment is none',
  "import { sql } from 'kysely';",
  'const { rows } = await sql<{ id: number }>`SELECT id FROM lote`.execute(tx);',
  "await tx.selectFrom('lote').select('id').execute();",
  'const fragment = sql.join(ids);',
  "await insertRows(tx, 'factura', rows);",
].join('\n');

test.each([
  ['features/pagos/server/pay.ts', [3, 4, 5, 6]],
  ['features/pagos/rules.ts', [3, 4, 5, 6]],
  ['features/pagos/server/repository.ts', []],
  ['features/facturacion/server/borrador/repository-receptor.ts', []],
  ['features/reportes/server/tableros-repository.ts', []],
  ['features/pagos/server/myrepository.ts', [3, 4, 5, 6]],
  ['features/pagos/demo.ts', []],
  ['platform/server/audit.ts', []],
  ['libro/server/interest.test.ts', []],
])('%s: SQL in lines %j may not stand there', (file, lines) => {
  expect(strayLinesOf(file, SOURCE)).toEqual(lines);
});

/**
 * Writes the files that are made from others: the database types, from a migrated database. `--check` compares instead
 * and fails when a file is out of date.
 */
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCommunity } from '../src/platform/server/communities.ts';
import { asOwner, migrateInstallation } from '../src/platform/server/migrate.ts';
import { startScratchPostgres } from '../test/scratch-postgres.ts';

const TYPES = new URL('../src/platform/server/database-types.ts', import.meta.url);
const SCHEMA = 'c_encinos';

/** bigint columns hold ids and centavos, which db.ts reads as exact numbers; bytea is a Buffer. */
const TYPE_MAPPING = JSON.stringify({ int8: 'number', xid8: 'string' });

/** Columns of money are of the type that pesos do not pass for. */
const withCentavos = (types: string): string =>
  types
    .replace(/(_centavos: .*)\bnumber\b/g, '$1Centavos')
    .replace(/^(import type .* from "kysely";)$/m, '$1\nimport type { Centavos } from "#core/money.ts";');

async function generateTypes(): Promise<string> {
  const postgres = await startScratchPostgres();
  try {
    await asOwner(postgres.ownerUrl, async (client) => {
      await migrateInstallation(client);
      await createCommunity(client, { codigo: 'ENCINOS', host: null });
    });
    const out = join(postgres.folder, 'types.ts');
    const run = spawnSync(
      process.execPath,
      [
        'node_modules/kysely-codegen/dist/cli/bin.js',
        ...[
          '--dialect',
          'postgres',
          '--url',
          postgres.ownerUrl,
          '--default-schema',
          SCHEMA,
          '--include-pattern',
          `${SCHEMA}.*`,
        ],
        ...['--date-parser', 'string', '--type-mapping', TYPE_MAPPING, '--out-file', out],
      ],
      { encoding: 'utf8' },
    );
    if (run.status !== 0) throw new Error(run.stderr || run.stdout);
    return withCentavos(await readFile(out, 'utf8'));
  } finally {
    await postgres.stop();
  }
}

const generated = await generateTypes();
if (process.argv.includes('--check')) {
  const current = await readFile(TYPES, 'utf8').catch(() => '');
  if (current !== generated) {
    console.error('src/platform/server/database-types.ts no corresponde a las migraciones: ejecute npm run generate');
    process.exit(1);
  }
} else {
  await writeFile(TYPES, generated);
}

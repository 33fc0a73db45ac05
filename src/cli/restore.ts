/** npm run restore -- ARCHIVO: fills an empty installation with a backup. */

import { resolve } from 'node:path';
import { restoreBackup } from '#platform/server/backup.ts';
import { installKey } from '#platform/server/key.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { orden } from '#platform/server/orden.ts';
import { sealHeadsIn } from '#platform/server/seal-heads.ts';
import { countsOf, noteSeals, secretFor } from './respaldo.ts';
import { runTool, UsageError } from './tool.ts';

await runTool(async (config, database) => {
  const [name, ...rest] = process.argv.slice(2);
  if (!name || rest.length > 0 || name.startsWith('-')) throw new UsageError(`Uso: ${orden('restore ARCHIVO')}`);
  const heads = sealHeadsIn(database.dataDir);
  const restored = await restoreBackup({
    ownerUrl: database.urls.owner,
    dataDir: database.dataDir,
    file: resolve(name),
    key: config.key,
    keepKey(key) {
      // With the embedded database the key lives in the data folder, and the restored data need theirs.
      if (config.database.kind === 'embedded') installKey(database.dataDir, key);
      if (heads.forget()) {
        console.log(
          'Los sellos de la bitácora que estaban anotados en la carpeta de datos se olvidaron: desde ahora cuentan los del respaldo.',
        );
      }
    },
    secretFor: (kind) => secretFor(config, database, kind),
  });
  const { rows } = await asOwner(database.urls.owner, (owner) =>
    owner.query<{ codigo: string; schema: string }>(
      'SELECT codigo, esquema AS schema FROM porton.comunidad ORDER BY codigo',
    ),
  );
  await noteSeals(database.urls.owner, { key: restored.key, heads }, rows);
  console.log(`Restaurado el respaldo del ${restored.created}: ${countsOf(restored)}, todo comprobado.`);
});

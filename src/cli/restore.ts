/** npm run restore -- ARCHIVO: fills an empty installation with a backup. */

import { resolve } from 'node:path';
import { counted } from '#core/counted.ts';
import { createSeals, SealFault } from '#platform/server/audit-seal.ts';
import { BackupError, restoreBackup } from '#platform/server/backup.ts';
import { installKey, loadKey } from '#platform/server/key.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { orden } from '#platform/server/orden.ts';
import { sealHeadsIn } from '#platform/server/seal-heads.ts';
import { createSecrets } from '#platform/server/secrets.ts';
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
    secretFor(kind) {
      if (kind === 'frase') {
        if (config.backupPassphrase) return { kind, phrase: config.backupPassphrase };
        throw new BackupError('El respaldo está cifrado con una frase: indíquela en PORTON_RESPALDO_CLAVE.');
      }
      const key = config.key ?? loadKey(database.dataDir);
      if (key) return { kind, key };
      throw new BackupError(
        'El respaldo está cifrado con la llave de su instalación: indíquela en PORTON_LLAVE (es el contenido del archivo llave de aquella carpeta de datos).',
      );
    },
  });
  const seals = createSeals({ secrets: createSecrets({ current: restored.key }), heads });
  await asOwner(database.urls.owner, async (owner) => {
    const { rows } = await owner.query<{ codigo: string; esquema: string }>(
      'SELECT codigo, esquema FROM porton.comunidad ORDER BY codigo',
    );
    for (const { codigo, esquema } of rows) {
      try {
        await seals.noteRestored(owner, esquema);
      } catch (error) {
        if (!(error instanceof SealFault)) throw error;
        heads.begin(esquema);
        console.log(`El último sello de la bitácora de ${codigo} no se anotó: ${error.message}.`);
      }
    }
  });
  const { created, communities, tables, rows, files } = restored;
  console.log(
    `Restaurado el respaldo del ${created}: ${counted(communities, 'comunidad', 'comunidades')}, ${counted(tables, 'tabla')}, ${counted(rows, 'fila')}, ${counted(files, 'archivo')}, todo comprobado.`,
  );
});

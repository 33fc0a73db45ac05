/** npm run backup -- [ARCHIVO]: one encrypted file with database, stored files and keys, from the running product. */

import { resolve } from 'node:path';
import { writeBackup } from '#platform/server/backup.ts';
import { orden } from '#platform/server/orden.ts';
import { VERSION } from '#platform/version.ts';
import { backupName, keyForBackup, secretOf, tellBackup, tellSecret } from './respaldo.ts';
import { runTool, UsageError } from './tool.ts';

await runTool(
  async (config, database) => {
    const [name, ...rest] = process.argv.slice(2);
    if (rest.length > 0 || name?.startsWith('-')) throw new UsageError(`Uso: ${orden('backup [ARCHIVO]')}`);
    const file = resolve(name ?? backupName('porton', new Date()));
    const key = await keyForBackup(config, database);
    const summary = await writeBackup({
      ownerUrl: database.urls.owner,
      dataDir: database.dataDir,
      key,
      secret: secretOf(config, key),
      version: VERSION,
      file,
      ...(config.database.kind === 'embedded' && { reserveBytes: config.diskReserveBytes }),
    });
    await tellBackup(file, summary);
    console.log(tellSecret(config, database));
  },
  { needsData: true },
);

/** npm run backup -- [ARCHIVO]: one encrypted file with database, stored files and keys, from the running product. */

import { resolve } from 'node:path';
import { orden } from '#platform/server/orden.ts';
import { backUp, backupName, tellSecret } from './respaldo.ts';
import { runTool, UsageError } from './tool.ts';

await runTool(
  async (config, database) => {
    const [name, ...rest] = process.argv.slice(2);
    if (rest.length > 0 || name?.startsWith('-')) throw new UsageError(`Uso: ${orden('backup [ARCHIVO]')}`);
    const file = resolve(name ?? backupName('porton', new Date()));
    await backUp(config, database, file);
    console.log(tellSecret(config, database));
  },
  { needsData: true },
);

/** npm run cuenta -- quitar-factor CODE USERNAME --razon 'Perdió el teléfono' */

import { parseArgs } from 'node:util';
import { migrateDatabase } from '#platform/server/database.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { orden } from '#platform/server/orden.ts';
import { removeFactorOf } from './factor.ts';
import { runTool, UsageError } from './tool.ts';

const USAGE = `Uso:
  ${orden("cuenta quitar-factor CODIGO USUARIO --razon 'Perdió el teléfono'")}`;

function readArguments() {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { razon: { type: 'string' } } });
    const [action, codigo, username, ...rest] = positionals;
    const razon = values.razon?.trim() ?? '';
    if (action !== 'quitar-factor' || !codigo || !username || razon === '' || rest.length > 0) throw new Error(USAGE);
    return { codigo: codigo.toUpperCase(), username, razon };
  } catch {
    throw new UsageError(USAGE);
  }
}

await runTool(
  async (_config, database) => {
    const asked = readArguments();
    await migrateDatabase(database.urls.owner);
    console.log(await asOwner(database.urls.owner, (client) => removeFactorOf(client, asked)));
  },
  { needsData: true },
);

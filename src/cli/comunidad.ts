/**
 * npm run comunidad -- lista
 * npm run comunidad -- crear CODE [--host HOST] [--zona AREA/CIUDAD]
 * npm run comunidad -- host CODE HOST
 */
import { parseArgs } from 'node:util';
import { CommunityRefused, createCommunity } from '#platform/server/communities.ts';
import type { Config } from '#platform/server/config.ts';
import { migrateDatabase } from '#platform/server/database.ts';
import { openFiles } from '#platform/server/files.ts';
import { loadOrCreateKey } from '#platform/server/key.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { createSecrets } from '#platform/server/secrets.ts';
import { type Contents, demoContents, fillCommunity } from '../contents.ts';
import { runTool, UsageError } from './tool.ts';

const USAGE = `Uso:
  npm run comunidad -- lista
  npm run comunidad -- crear CODIGO --host HOST [--zona America/Tijuana]
  npm run comunidad -- host CODIGO HOST`;

async function contentsFor(config: Config, dataDir: string): Promise<Contents> {
  if (config.database.kind === 'embedded') {
    const secrets = createSecrets({ current: config.key ?? loadOrCreateKey(dataDir), previous: config.previousKey });
    const files = await openFiles(config.bucket, dataDir);
    return demoContents({ lotes: config.demoLotes, secrets, files }, console.error);
  }
  if (!config.adminPassword) {
    throw new UsageError(
      'Defina PORTON_ADMIN_PASSWORD con la contraseña del superadministrador de la comunidad nueva.',
    );
  }
  return { kind: 'production', adminPassword: config.adminPassword };
}

await runTool(async (config, database) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { host: { type: 'string' }, zona: { type: 'string' } },
  });
  const [action, code = '', newHost = ''] = positionals;
  const codigo = code.toUpperCase();
  const { host, zona } = values as { host?: string; zona?: string };
  await migrateDatabase(database.urls.owner);
  await asOwner(database.urls.owner, async (client) => {
    if (action === 'lista') {
      const { rows } = await client.query<{ codigo: string; host: string | null; zona_horaria: string }>(
        'SELECT codigo, host, zona_horaria FROM porton.comunidad ORDER BY codigo',
      );
      for (const row of rows)
        console.log(`${row.codigo.padEnd(12)} ${(row.host ?? 'cualquier host').padEnd(32)} ${row.zona_horaria}`);
      if (rows.length === 0) console.log('No hay comunidades.');
      return;
    }
    if (action === 'crear' && codigo) {
      const contents = await contentsFor(config, database.dataDir);
      await createCommunity(client, {
        codigo,
        host: host ?? null,
        ...(zona && { timeZone: zona }),
        fill: (tx) => fillCommunity(tx, contents, codigo),
      });
      console.log(`La comunidad ${codigo} está lista${host ? ` en http://${host}` : ''}.`);
      return;
    }
    if (action === 'host' && codigo && newHost) {
      const { rowCount } = await client.query('UPDATE porton.comunidad SET host = $2 WHERE codigo = $1', [
        codigo,
        newHost.toLowerCase(),
      ]);
      if (rowCount === 0) throw new CommunityRefused(`No existe la comunidad ${codigo}.`);
      console.log(`La comunidad ${codigo} responde ahora en ${newHost.toLowerCase()}.`);
      return;
    }
    throw new UsageError(USAGE);
  });
});

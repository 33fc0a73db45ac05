/** npm run backup -- [ARCHIVO]: one encrypted file with database, stored files and keys, from the running product. */

import { resolve } from 'node:path';
import { counted } from '#core/counted.ts';
import { BackupError, type BackupSecret, sizeOf, writeBackup } from '#platform/server/backup.ts';
import { masterKey } from '#platform/server/key.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { orden } from '#platform/server/orden.ts';
import { communitiesUnderOtherKeys } from '#platform/server/secrets.ts';
import { VERSION } from '#platform/version.ts';
import { formatBytes, runTool, UsageError } from './tool.ts';

await runTool(
  async (config, database) => {
    const [name, ...rest] = process.argv.slice(2);
    if (rest.length > 0 || name?.startsWith('-')) throw new UsageError(`Uso: ${orden('backup [ARCHIVO]')}`);
    const file = resolve(name ?? defaultName(new Date()));
    const key = await masterKey({ key: config.key, dataDir: database.dataDir, ownerUrl: database.urls.owner });
    // The backup carries this key alone, and everything in it must open with it.
    const others = await asOwner(database.urls.owner, (client) => communitiesUnderOtherKeys(client, { current: key }));
    if (others.length > 0) {
      throw new BackupError(
        `Los datos de ${others.join(', ')} están guardados con otra llave. Si la está cambiando, corra antes: ${orden('llave rotar')}`,
      );
    }
    const secret: BackupSecret = config.backupPassphrase
      ? { kind: 'frase', phrase: config.backupPassphrase }
      : { kind: 'llave', key };
    const { communities, tables, rows, files } = await writeBackup({
      ownerUrl: database.urls.owner,
      dataDir: database.dataDir,
      key,
      secret,
      version: VERSION,
      file,
      ...(config.database.kind === 'embedded' && { reserveBytes: config.diskReserveBytes }),
    });
    console.log(
      `Respaldo en ${file} (${formatBytes(await sizeOf(file))}): ${counted(communities, 'comunidad', 'comunidades')}, ${counted(tables, 'tabla')}, ${counted(rows, 'fila')}, ${counted(files, 'archivo')}.`,
    );
    console.log(
      secret.kind === 'frase'
        ? 'Está cifrado con la frase de PORTON_RESPALDO_CLAVE; sin ella no se puede restaurar.'
        : config.key
          ? 'Está cifrado con PORTON_LLAVE; guárdela aparte, sin ella no se puede restaurar.'
          : `Está cifrado con la llave de ${database.dataDir}/llave; guarde una copia aparte, sin ella no se puede restaurar.`,
    );
  },
  { needsData: true },
);

/** porton-2026-11-21-1830.respaldo, in the current folder. */
function defaultName(now: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
  return `porton-${day}-${pad(now.getHours())}${pad(now.getMinutes())}.respaldo`;
}

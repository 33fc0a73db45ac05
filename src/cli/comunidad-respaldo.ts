/** The backup of one community, or of each by itself, and its restoration beside others: parts of `npm run comunidad`. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BackupError } from '#platform/server/backup.ts';
import { restoreCommunity } from '#platform/server/backup-community.ts';
import type { Config } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database.ts';
import { masterKey } from '#platform/server/key.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { sentenceOf } from '#platform/server/obstacles.ts';
import { sealHeadsIn } from '#platform/server/seal-heads.ts';
import { backUp, backupName, countsOf, noteSeals, secretFor, tellSecret } from './respaldo.ts';

/** respaldar CODE [FILE]. */
export async function backUpOne(config: Config, database: Database, codigo: string, file = ''): Promise<void> {
  await backUp(config, database, resolve(file || backupName(codigo, new Date())), codigo);
  console.log(tellSecret(config, database));
}

/** respaldar --todas [--en FOLDER]: a file and a moment for each. One that fails is told, and the others are written. */
export async function backUpEach(config: Config, database: Database, folder = '.'): Promise<void> {
  const into = resolve(folder);
  if (!statSync(into, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BackupError(`No existe la carpeta ${into}. Créela, o monte su disco, e intente de nuevo.`);
  }
  const now = new Date();
  const { rows } = await asOwner(database.urls.owner, (client) =>
    client.query<{ codigo: string }>('SELECT codigo FROM porton.comunidad WHERE practica_de IS NULL ORDER BY codigo'),
  );
  const failed: string[] = [];
  for (const { codigo } of rows) {
    try {
      await backUp(config, database, join(into, backupName(codigo, now)), codigo);
    } catch (error) {
      const sentence = sentenceOf(error);
      if (sentence === undefined) throw error;
      console.error(`${codigo}: ${sentence}`);
      failed.push(codigo);
    }
  }
  if (failed.length > 0) {
    throw new BackupError(
      `No se respaldaron ${failed.length} de ${rows.length} comunidades: ${failed.join(', ')}. Corrija lo que se dijo de cada una y repita la orden.`,
    );
  }
  if (rows.length === 0) throw new BackupError('No hay nada que respaldar: esta instalación no tiene comunidades.');
  console.log(tellSecret(config, database));
}

/** restaurar FILE [--codigo CODE] [--host HOST]. */
export async function restoreOne(
  config: Config,
  database: Database,
  file: string,
  { codigo, host }: { codigo?: string; host?: string },
): Promise<void> {
  const { dataDir, urls } = database;
  const key = await masterKey({ key: config.key, dataDir, ownerUrl: urls.owner });
  const restored = await restoreCommunity({
    ...{ ownerUrl: urls.owner, dataDir, file: resolve(file), key },
    ...(codigo !== undefined && { codigo: codigo.toUpperCase() }),
    ...(host !== undefined && { host }),
    secretFor: (kind) => secretFor(config, database, kind),
    filesElsewhere: config.bucket !== undefined,
  });
  const heads = sealHeadsIn(dataDir);
  // What was noted of one of its name that is no more.
  heads.drop(restored.schema);
  await noteSeals(urls.owner, { key, heads }, [restored]);
  console.log(
    `La comunidad ${restored.codigo} está restaurada${restored.host ? ` en http://${restored.host}` : ''}, del respaldo del ${restored.created}: ${countsOf(restored)}, todo comprobado.`,
  );
  if (restored.from) {
    console.log(
      `Es una copia de ${restored.from}: timbra con el simulador, no envía lo que esperaba ni sus reportes de cada mes, y nadie tiene sesión en ella.`,
    );
  }
}

/** What backups and restorations have in common, of all of an installation or of one community: their secret, their names, their words. */
import { counted } from '#core/counted.ts';
import { createSeals, SealFault } from '#platform/server/audit-seal.ts';
import { BackupError, type BackupSecret, type BackupSummary, sizeOf, writeBackup } from '#platform/server/backup.ts';
import type { Config } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database.ts';
import { loadKey, masterKey } from '#platform/server/key.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { orden } from '#platform/server/orden.ts';
import type { SealHeads } from '#platform/server/seal-heads.ts';
import { communitiesUnderOtherKeys, createSecrets } from '#platform/server/secrets.ts';
import { VERSION } from '#platform/version.ts';
import { formatBytes } from './tool.ts';

/**
 * The master key, which a backup carries alone: everything in it must open with it.
 * @throws BackupError where that is not so, of the community of this code or of any
 */
async function keyForBackup(config: Config, { dataDir, urls }: Database, codigo?: string): Promise<Buffer> {
  const key = await masterKey({ key: config.key, dataDir, ownerUrl: urls.owner });
  const all = await asOwner(urls.owner, (client) => communitiesUnderOtherKeys(client, { current: key }));
  const others = all.filter((other) => codigo === undefined || other === codigo);
  if (others.length > 0) {
    throw new BackupError(
      `Los datos de ${others.join(', ')} están guardados con otra llave. Si la está cambiando, corra antes: ${orden('llave rotar')}`,
    );
  }
  return key;
}

const secretOf = ({ backupPassphrase }: Config, key: Buffer): BackupSecret =>
  backupPassphrase ? { kind: 'frase', phrase: backupPassphrase } : { kind: 'llave', key };

/** How to keep what opens a backup. */
export function tellSecret({ backupPassphrase, key }: Config, { dataDir }: Database): string {
  if (backupPassphrase) return 'Está cifrado con la frase de PORTON_RESPALDO_CLAVE; sin ella no se puede restaurar.';
  return key
    ? 'Está cifrado con PORTON_LLAVE; guárdela aparte, sin ella no se puede restaurar.'
    : `Está cifrado con la llave de ${dataDir}/llave; guarde una copia aparte, sin ella no se puede restaurar.`;
}

/** What opens a backup of this kind. */
export function secretFor(config: Config, { dataDir }: Database, kind: BackupSecret['kind']): BackupSecret {
  if (kind === 'frase') {
    if (config.backupPassphrase) return { kind, phrase: config.backupPassphrase };
    throw new BackupError('El respaldo está cifrado con una frase: indíquela en PORTON_RESPALDO_CLAVE.');
  }
  const key = config.key ?? loadKey(dataDir);
  if (key) return { kind, key };
  throw new BackupError(
    'El respaldo está cifrado con la llave de su instalación: indíquela en PORTON_LLAVE (es el contenido del archivo llave de aquella carpeta de datos).',
  );
}

/** porton-2026-11-21-1830.respaldo. */
export function backupName(what: string, now: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
  return `${what}-${day}-${pad(now.getHours())}${pad(now.getMinutes())}.respaldo`;
}

/** '2 comunidades, 300 tablas, 1200 filas, 3 archivos'. */
export const countsOf = ({ communities, tables, rows, files }: BackupSummary): string =>
  `${counted(communities, 'comunidad', 'comunidades')}, ${counted(tables, 'tabla')}, ${counted(rows, 'fila')}, ${counted(files, 'archivo')}`;

async function tellBackup(file: string, summary: BackupSummary): Promise<void> {
  console.log(`Respaldo en ${file} (${formatBytes(await sizeOf(file))}): ${countsOf(summary)}.`);
}

/** Writes a backup, of all of an installation or of the community of a code, and tells of it. */
export async function backUp(config: Config, database: Database, file: string, codigo?: string): Promise<void> {
  const key = await keyForBackup(config, database, codigo);
  const summary = await writeBackup({
    ownerUrl: database.urls.owner,
    dataDir: database.dataDir,
    key,
    secret: secretOf(config, key),
    version: VERSION,
    file,
    ...(codigo !== undefined && { codigo }),
    ...(config.database.kind === 'embedded' && { reserveBytes: config.diskReserveBytes }),
  });
  await tellBackup(file, summary);
}

/** Notes the last seal of what was restored, outside the database. */
export async function noteSeals(
  ownerUrl: string,
  { key, heads }: { key: Buffer; heads: SealHeads },
  communities: readonly { codigo: string; schema: string }[],
): Promise<void> {
  const seals = createSeals({ secrets: createSecrets({ current: key }), heads });
  await asOwner(ownerUrl, async (owner) => {
    for (const { codigo, schema } of communities) {
      try {
        await seals.noteRestored(owner, schema);
      } catch (error) {
        if (!(error instanceof SealFault)) throw error;
        heads.begin(schema);
        console.log(`El último sello de la bitácora de ${codigo} no se anotó: ${error.message}.`);
      }
    }
  });
}

/**
 * The restoration of one community beside others, from a backup of it alone: under its own code where it moves, or under another one,
 * as a copy. Its keys are wrapped by this installation's master key, and its chain of seals goes on under its new name. A copy
 * sends nothing: what waited to leave stays, and whoever was signed in is no more.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { knownName } from '#core/residenciales.ts';
import { SealFault, underNewName } from './audit-seal.ts';
import {
  type BackupSummary,
  damaged,
  filesOf,
  load,
  type Manifest,
  makeSchema,
  readFrames,
  readManifest,
  requireAlone,
  requireVersion,
} from './backup.ts';
import { BackupError, type BackupSecret } from './backup-file.ts';
import { COPY_SETTINGS, quote } from './backup-tables.ts';
import { addCommunity, checkPlace, schemaOf } from './communities.ts';
import { kyselyOn } from './db.ts';
import { asOwner, migrateCommunity, migrateInstallation } from './migrate.ts';
import { orden } from './orden.ts';
import { giveToOwner } from './process-identity.ts';
import { createSecrets, rewrapFor } from './secrets.ts';

export type RestoreCommunityOptions = Readonly<{
  ownerUrl: string;
  dataDir: string;
  file: string;
  /** Gives the secret of the kind that the file asks for, or throws a BackupError that says how to give it. */
  secretFor: (kind: BackupSecret['kind']) => BackupSecret;
  /** This installation's master key. */
  key: Buffer;
  /** Another code and host than the backup's. */
  codigo?: string;
  host?: string;
  /** Whether stored files are somewhere else than in the data folder, under the code that they were kept with. */
  filesElsewhere: boolean;
}>;

export type RestoredCommunity = BackupSummary & {
  codigo: string;
  host: string | null;
  schema: string;
  /** The code that it had, where that is another. */
  from?: string;
};

type Comunidad = NonNullable<Manifest['comunidad']>;

/** A copy of one that has the name of its code has no such code. */
const nameOf = ({ nombre, codigo }: Comunidad): string => nombre ?? knownName(codigo);

/** Below the stored files while they are restored. */
const draftOf = (files: string, schema: string): string => join(files, `.${schema}`);

/**
 * Restores it in one transaction, which ends once its files are in their place; after any error before that the installation is as
 * it was, and a restoration that was killed can be repeated.
 * @throws BackupError or CommunityRefused with a Spanish message
 */
export async function restoreCommunity(options: RestoreCommunityOptions): Promise<RestoredCommunity> {
  const { ownerUrl, dataDir, file, secretFor } = options;
  const frames = readFrames(file, secretFor);
  try {
    const manifest = await readManifest(frames);
    const { comunidad } = manifest;
    if (!comunidad) {
      throw new BackupError(`El respaldo es de una instalación entera. Restáurelo con: ${orden('restore ARCHIVO')}`);
    }
    await requireVersion(manifest);
    return await asOwner(ownerUrl, async (client) => {
      client.on('error', () => undefined);
      await requireAlone(client);
      await migrateInstallation(client);
      const place = await checkPlace(client, {
        codigo: options.codigo ?? comunidad.codigo,
        host: options.host ?? comunidad.host,
        nombre: nameOf(comunidad),
      });
      const schema = schemaOf(place.codigo);
      const from = place.codigo === comunidad.codigo ? undefined : comunidad.codigo;
      await prepare(client, filesOf(dataDir), schema);
      const counts = await bring(client, { ...options, manifest, frames, comunidad, schema, place });
      await client.query('ANALYZE');
      return { communities: 1, ...counts, created: manifest.creado, ...place, schema, ...(from && { from }) };
    });
  } catch (error) {
    // What does not unpack was not written by this program, or not wholly.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) throw damaged();
    throw error;
  } finally {
    await frames.return(undefined);
  }
}

/** An empty schema and no files of the community: what a restoration of it that did not end left goes. */
async function prepare(client: pg.Client, files: string, schema: string): Promise<void> {
  const { rows } = await client.query('SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1', [schema]);
  const kept = join(files, schema);
  if (rows.length === 0 && existsSync(kept) && (await readdir(kept)).length > 0) {
    throw new BackupError(
      `La carpeta ${kept} tiene archivos de una comunidad que ya no está. Muévala a otro lugar y repita la orden.`,
    );
  }
  // Refuses a schema that no restoration of before made.
  await makeSchema(client, schema);
  await migrateCommunity(client, schema);
  await rm(kept, { recursive: true, force: true });
  await rm(draftOf(files, schema), { recursive: true, force: true });
}

interface Bringing extends RestoreCommunityOptions {
  manifest: Manifest;
  frames: ReturnType<typeof readFrames>;
  comunidad: Comunidad;
  schema: string;
  place: { codigo: string; host: string | null };
}

/** Rows, files, and last the row that makes it answer. */
async function bring(client: pg.Client, about: Bringing) {
  const { dataDir, manifest, frames, comunidad, schema, place } = about;
  const files = filesOf(dataDir);
  const draft = draftOf(files, schema);
  const own = schemaOf(comunidad.codigo);
  const made = await mkdir(draft, { recursive: true, mode: 0o700 });
  if (made !== undefined) giveToOwner(draft, { made });
  try {
    await client.query(`BEGIN; ${COPY_SETTINGS}`);
    const { counts, settle } = await load(client, manifest, frames, {
      draft,
      schemaOf(nombre) {
        if (nombre !== own) throw damaged();
        return schema;
      },
    });
    await client.query(`SET LOCAL search_path TO ${quote(schema)}, ext`);
    await takeOver(client, about);
    await settle();
    const nombre = schema === own ? comunidad.nombre : nameOf(comunidad);
    await addCommunity(client, { ...place, nombre, schema, timeZone: comunidad.zonaHoraria });
    if (existsSync(join(draft, schema))) await rename(join(draft, schema), join(files, schema));
    await client.query('COMMIT').catch((error: unknown) => {
      throw new BackupError(
        `Se perdió la base de datos en el último paso (${error instanceof Error ? error.message : error}). Vea con «${orden('comunidad lista')}» si quedó; si no, repita la orden.`,
      );
    });
    return counts;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Makes what came another installation's or another community's own, where it is. */
async function takeOver(client: pg.Client, { manifest, comunidad, schema, place, key, filesElsewhere }: Bringing) {
  const own = schemaOf(comunidad.codigo);
  const backupKey = Buffer.from(manifest.llave, 'base64');
  await rewrapFor(client, { schema, from: own, keys: { current: key, previous: backupKey } });
  if (schema === own) return;
  const { rowCount } = await client.query('SELECT 1 FROM archivo LIMIT 1');
  if (filesElsewhere && rowCount) {
    throw new BackupError(
      `Los archivos de ${comunidad.codigo} están en la cubeta bajo su código, y una copia los compartiría. Restáurela con su código.`,
    );
  }
  for (const table of ['archivo', 'archivo_olvidado']) {
    await client.query(
      `UPDATE ${quote(table)} SET clave = $2 || substr(clave, length($1) + 1) WHERE starts_with(clave, $1)`,
      [`${own}/`, `${schema}/`],
    );
  }
  await client.query('UPDATE configuracion_residencial SET residencial = $1', [place.codigo]);
  for (const statement of QUIETED) await client.query(statement);
  const nota = `Se restauró de un respaldo de ${comunidad.codigo} del ${manifest.creado}, con el código ${place.codigo}`;
  try {
    await underNewName(kyselyOn(client), createSecrets({ current: key }), { schema, from: own, nota });
  } catch (error) {
    // Its chain was not whole before: the verification goes on telling so.
    if (!(error instanceof SealFault)) throw error;
  }
}

const NOT_SENT = 'No se envió: esperaba cuando la comunidad se copió de un respaldo';

/** A copy has nothing of its own to tell anybody: the community that it is of does. */
const QUIETED = [
  `UPDATE correo_saliente SET estado = 'fallido', ultimo_error = ${pg.escapeLiteral(NOT_SENT)} WHERE estado = 'pendiente'`,
  `UPDATE notificacion_push SET estado = 'fallida', ultimo_error = ${pg.escapeLiteral(NOT_SENT)} WHERE estado = 'pendiente'`,
  "UPDATE timbrado SET proveedor = 'simulador', usuario = '', contrasena = NULL",
  'UPDATE reporte_envio SET activo = false',
  'DELETE FROM periodo_destinatario',
  'DELETE FROM proveedor_avisos',
  'DELETE FROM sesion',
  'DELETE FROM sesion_a_medias',
  'DELETE FROM residente_codigo',
  'DELETE FROM residente_sesion',
];

/**
 * npm run claves -- catCFDI.xlsx [--forzar]: loads the keys that the tax authority publishes, which the communities' are checked
 * against.
 * npm run claves -- quitar [CATALOGUE]: empties one catalogue again, or all.
 */

import { parseArgs } from 'node:util';
import { counted } from '#core/counted.ts';
import { migrateDatabase } from '#platform/server/database.ts';
import { Refusal } from '#platform/server/errors.ts';
import { catalogueThread } from '#platform/server/file-threads.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { Obstacle } from '#platform/server/obstacles.ts';
import {
  type LoadedKey,
  OFFICIAL_CATALOGUES,
  removeOfficialKeys,
  replaceOfficialKeys,
} from '#platform/server/official-keys.ts';
import { orden } from '#platform/server/orden.ts';
import { callsOf } from '#platform/server/thread.ts';
import { readGiven, runTool, UsageError } from './tool.ts';

const USAGE = `Uso:
  ${orden('claves catCFDI.xlsx [--forzar]')}
    carga el catálogo del CFDI 4.0 que publica el SAT en Factura electrónica, guardado como .xlsx;
    --forzar lo carga aunque parezca incompleto
  ${orden('claves quitar [CATALOGO]')}
    quita lo cargado, o sólo un catálogo: ${OFFICIAL_CATALOGUES.join(', ')}`;

/** The authority's has some 5 MB. */
const BYTES_MAX = 32 * 1024 * 1024;

const reading = callsOf<typeof import('./claves-sat.ts')>(new URL('./claves-sat.ts', import.meta.url));

async function keysOf(path: string): Promise<LoadedKey[]> {
  try {
    return await catalogueThread.read(reading('keysOfWorkbook', readGiven(path, BYTES_MAX)));
  } catch (error) {
    if (error instanceof Refusal) throw new Obstacle(`${error.message}.`);
    throw error;
  } finally {
    catalogueThread.end();
  }
}

async function load(ownerUrl: string, path: string, force: boolean): Promise<void> {
  const keys = await keysOf(path);
  await migrateDatabase(ownerUrl);
  const missing = await asOwner(ownerUrl, (client) => replaceOfficialKeys(client, keys, force));
  for (const catalogo of OFFICIAL_CATALOGUES) {
    console.log(`${catalogo}: ${counted(keys.filter((key) => key.catalogo === catalogo).length, 'clave')}`);
  }
  for (const { codigo, catalogo, clave } of missing) {
    console.log(`${codigo}: el SAT no tiene la clave «${clave}» (${catalogo}). Corríjala en Catálogos.`);
  }
}

async function remove(ownerUrl: string, named: string | undefined): Promise<void> {
  const catalogo = OFFICIAL_CATALOGUES.find((one) => one.toLowerCase() === named?.toLowerCase());
  if (named !== undefined && catalogo === undefined) throw new UsageError(`No hay un catálogo ${named}.\n${USAGE}`);
  await migrateDatabase(ownerUrl);
  const removed = await asOwner(ownerUrl, (client) => removeOfficialKeys(client, catalogo));
  console.log(
    `Se quitaron ${counted(removed, 'clave')}. Las de las comunidades se revisan por su forma hasta que se cargue ${catalogo ?? 'el catálogo'} de nuevo.`,
  );
}

await runTool(
  async (_config, database) => {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      strict: false,
      options: { forzar: { type: 'boolean' } },
    });
    const [path, further, ...rest] = positionals;
    const { forzar = false, ...unknown } = values;
    const loads = path !== 'quitar';
    if (!path || rest.length > 0 || Object.keys(unknown).length > 0 || typeof forzar !== 'boolean') {
      throw new UsageError(USAGE);
    }
    if (loads ? further !== undefined : forzar) throw new UsageError(USAGE);
    if (loads) await load(database.urls.owner, path, forzar);
    else await remove(database.urls.owner, further);
  },
  { needsData: true },
);

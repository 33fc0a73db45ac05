/**
 * npm run verificar -- CODE|ADDRESS [--llaves FILE]: whether a community signed what a paper says. With a file of published keys it
 * asks nobody; without one it takes the keys of this installation.
 * npm run verificar -- llaves COMMUNITY: the public keys, as they are published.
 * npm run verificar -- rotar COMMUNITY: from now on papers are signed by a new key; those of before stay valid.
 */

import { parseArgs } from 'node:util';
import type pg from 'pg';
import { dichoDe } from '#features/verificacion/rules.ts';
import { esAutentico, listLlaves, makeVerificacionKey, nextKeyId } from '#libro/server/verificacion.ts';
import {
  type Codigo,
  codigoEn,
  DOCUMENTOS,
  type LlavePublica,
  type LlavesPublicas,
  leerCodigo,
  MONTOS,
} from '#libro/verificacion/codigo.ts';
import { systemClock } from '#platform/server/clock.ts';
import { inCommunity } from '#platform/server/communities.ts';
import type { Config } from '#platform/server/config.ts';
import { type Database, migrateDatabase } from '#platform/server/database.ts';
import { masterKey } from '#platform/server/key.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { sentenceOf } from '#platform/server/obstacles.ts';
import { orden } from '#platform/server/orden.ts';
import { createSecrets } from '#platform/server/secrets.ts';
import { readGiven, runTool, UsageError } from './tool.ts';

const USAGE = `Uso:
  ${orden('verificar CODIGO_O_DIRECCION [--llaves ARCHIVO]')}
    dice si una comunidad firmó lo que dice un documento; con el archivo de sus llaves públicas no pregunta a nadie
  ${orden('verificar llaves COMUNIDAD')}
    escribe las llaves públicas, como se publican
  ${orden('verificar rotar COMUNIDAD')}
    firma desde ahora con una llave nueva; lo que ya se firmó sigue siendo válido`;

const KEYS_BYTES_MAX = 1024 * 1024;

async function llavesDe(client: pg.Client, codigo?: string): Promise<(LlavesPublicas & { esquema: string })[]> {
  const { rows } = await client.query<{ codigo: string; nombre: string | null; esquema: string }>(
    'SELECT codigo, nombre, esquema FROM porton.comunidad WHERE $1::text IS NULL OR codigo = $1 ORDER BY codigo',
    [codigo ?? null],
  );
  if (rows.length === 0 && codigo) throw new UsageError(`No existe la comunidad ${codigo}.`);
  const found: (LlavesPublicas & { esquema: string })[] = [];
  for (const { codigo: comunidad, nombre, esquema } of rows) {
    const llaves = await inCommunity(client, esquema, listLlaves);
    found.push({ comunidad, nombre: nombre ?? comunidad, algoritmo: 'Ed25519', llaves, esquema });
  }
  return found;
}

function llavesEn(path: string): LlavesPublicas[] {
  try {
    const read = JSON.parse(readGiven(path, KEYS_BYTES_MAX).toString('utf8')) as LlavesPublicas;
    const isKey = (llave?: Partial<LlavePublica> | null) =>
      typeof llave?.id === 'number' && typeof llave.publica === 'string';
    if (typeof read?.comunidad !== 'string' || !Array.isArray(read.llaves) || !read.llaves.every(isKey))
      throw new SyntaxError();
    return [read];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`${path} no es un archivo de llaves públicas. Guarde el que publica la comunidad.`);
  }
}

/** Says whether it is true, line by line; the exit code says it too. */
function decir(codigo: Codigo | undefined, de: LlavesPublicas | undefined): void {
  if (!codigo || !de) {
    console.log('NO ES AUTÉNTICO: no lo firmó la comunidad, o le cambiaron algo.');
    process.exitCode = 1;
    return;
  }
  console.log(`AUTÉNTICO: lo firmó ${de.nombre} (${de.comunidad}) con su llave ${codigo.llave}.`);
  const names = { documento: DOCUMENTOS[codigo.tipo], monto: MONTOS[codigo.tipo] };
  for (const [label, value] of dichoDe(codigo, names)) console.log(`  ${label}: ${value}`);
  console.log('Si después se canceló o se sustituyó lo dice la página de la comunidad, en /v/.');
}

/** The community among those whose key signed it. */
const firmoEntre = (codigo: Codigo | undefined, todas: readonly LlavesPublicas[]): LlavesPublicas | undefined =>
  codigo &&
  todas.find(({ comunidad, llaves }) =>
    llaves.some((llave) => llave.id === codigo.llave && esAutentico(codigo, comunidad, llave)),
  );

async function rotar(client: pg.Client, config: Config, { dataDir, urls }: Database, codigo: string): Promise<void> {
  const [of] = await llavesDe(client, codigo);
  if (!of) return;
  const secrets = createSecrets({
    current: await masterKey({ key: config.key, dataDir, ownerUrl: urls.owner }),
    previous: config.previousKey,
  });
  const id = await inCommunity(client, of.esquema, async (tx) =>
    makeVerificacionKey(tx, {
      ...{ secrets, now: systemClock.now(), id: await nextKeyId(tx) },
      why: 'Se cambió la llave con que se firman recibos, estados de cuenta y constancias',
    }),
  );
  console.log(`${codigo} firma desde ahora con la llave ${id}. Lo que ya se firmó sigue siendo válido.`);
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { llaves: { type: 'string' } } });
    const [what, codigo, ...rest] = positionals;
    const acts = what === 'llaves' || what === 'rotar';
    if (!what || rest.length > 0 || acts !== (codigo !== undefined) || (acts && values.llaves !== undefined)) {
      throw new Error(USAGE);
    }
    return { what, codigo: codigo?.toUpperCase() ?? '', archivo: values.llaves };
  } catch {
    throw new UsageError(USAGE);
  }
}

async function onDatabase(
  { what, codigo }: ReturnType<typeof readArguments>,
  config: Config,
  database: Database,
): Promise<void> {
  const { owner } = database.urls;
  await migrateDatabase(owner);
  await asOwner(owner, async (client) => {
    if (what === 'rotar') return rotar(client, config, database, codigo);
    if (what === 'llaves') {
      const [of] = await llavesDe(client, codigo);
      const { esquema: _, ...published } = of ?? { esquema: '' };
      return console.log(JSON.stringify(published, null, 2));
    }
    const leido = leerCodigo(codigoEn(what));
    return decir(leido, firmoEntre(leido, await llavesDe(client)));
  });
}

try {
  const asked = readArguments();
  if (asked.archivo === undefined) {
    await runTool((config, database) => onDatabase(asked, config, database), { needsData: true });
  } else {
    const leido = leerCodigo(codigoEn(asked.what));
    decir(leido, firmoEntre(leido, llavesEn(asked.archivo)));
  }
} catch (error) {
  console.error(sentenceOf(error) ?? error);
  process.exitCode = 1;
}

/**
 * npm run comunidad -- lista
 * npm run comunidad -- crear CODE [--nombre NAME] [--host HOST] [--zona AREA/CIUDAD] [--color RRGGBB] [--logo FILE]
 * npm run comunidad -- nombre CODE NAME
 * npm run comunidad -- host CODE HOST
 * npm run comunidad -- zona CODE AREA/CIUDAD [--confirmar]
 * npm run comunidad -- color CODE RRGGBB | --quitar
 * npm run comunidad -- logo CODE FILE | --quitar
 * npm run comunidad -- practica CODE [--host HOST] [--quitar]
 * npm run comunidad -- empresa lista | crear NAME | agregar NAME CODE | quitar CODE
 * npm run comunidad -- respaldar CODE [FILE] | respaldar --todas [--en FOLDER]
 * npm run comunidad -- restaurar FILE [--codigo CODE] [--host HOST]
 */

import { parseArgs } from 'node:util';
import type pg from 'pg';
import { knownName } from '#core/residenciales.ts';
import { createCommunity, listKnown, setHost, setName } from '#platform/server/communities.ts';
import type { Config } from '#platform/server/config.ts';
import { type Database, migrateDatabase } from '#platform/server/database.ts';
import { openFiles } from '#platform/server/files.ts';
import { masterKey } from '#platform/server/key.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { orden } from '#platform/server/orden.ts';
import { makePractice, removePractice } from '#platform/server/practice.ts';
import { sealHeadsIn } from '#platform/server/seal-heads.ts';
import { createSecrets } from '#platform/server/secrets.ts';
import { weaknessOf } from '#platform/server/weak-password.ts';
import { type Contents, demoContents, fillCommunity, practiceTools } from '../contents.ts';
import { backUpEach, backUpOne, restoreOne } from './comunidad-respaldo.ts';
import { addToEmpresa, createEmpresa, listEmpresas, takeFromEmpresa } from './empresa.ts';
import { checkColor, colored, readLogoFile, setColor, setLogo, withLogo } from './marca.ts';
import { runTool, UsageError } from './tool.ts';
import { changeZone } from './zona.ts';

const USAGE = `Uso:
  ${orden('comunidad lista')}
  ${orden('comunidad crear CODIGO --nombre "Privada Los Nogales" --host HOST [--zona America/Tijuana] [--color 1d4f91] [--logo ARCHIVO]')}
  ${orden('comunidad nombre CODIGO "Privada Los Nogales"')}
  ${orden('comunidad host CODIGO HOST')}
  ${orden('comunidad zona CODIGO America/Tijuana [--confirmar]')}
  ${orden('comunidad color CODIGO 1d4f91')}
  ${orden('comunidad color CODIGO --quitar')}
  ${orden('comunidad logo CODIGO ARCHIVO')}
  ${orden('comunidad logo CODIGO --quitar')}
  ${orden('comunidad practica CODIGO [--host HOST] [--quitar]')}
  ${orden('comunidad empresa lista')}
  ${orden('comunidad empresa crear "Administradora del Bajío"')}
  ${orden('comunidad empresa agregar "Administradora del Bajío" CODIGO')}
  ${orden('comunidad empresa quitar CODIGO')}
  ${orden('comunidad respaldar CODIGO [ARCHIVO]')}
  ${orden('comunidad respaldar --todas [--en CARPETA]')}
  ${orden('comunidad restaurar ARCHIVO [--codigo CODIGO] [--host HOST]')}`;

const OPTIONS_OF: Readonly<Record<string, readonly string[]>> = {
  crear: ['nombre', 'host', 'zona', 'color', 'logo'],
  color: ['quitar'],
  logo: ['quitar'],
  zona: ['confirmar'],
  practica: ['host', 'quitar'],
  respaldar: ['todas', 'en'],
  restaurar: ['codigo', 'host'],
};

async function contentsFor(config: Config, { dataDir, urls }: Database, codigo: string): Promise<Contents> {
  if (config.database.kind === 'embedded') {
    const current = await masterKey({ key: config.key, dataDir, ownerUrl: urls.owner });
    const secrets = createSecrets({ current, previous: config.previousKey });
    const files = await openFiles(config.bucket, dataDir);
    return demoContents({ lotes: config.demoLotes, secrets, files }, console.error);
  }
  if (!config.adminPassword) {
    throw new UsageError(
      'Defina PORTON_ADMIN_PASSWORD con la contraseña del superadministrador de la comunidad nueva.',
    );
  }
  const weakness = weaknessOf(config.adminPassword, [codigo]);
  if (weakness) throw new UsageError(`PORTON_ADMIN_PASSWORD no sirve. ${weakness}.`);
  return { kind: 'production', adminPassword: config.adminPassword };
}

/** Makes a community's practice, or takes it away; gives what is told. */
async function practica(
  config: Config,
  { dataDir, urls }: Database,
  { codigo, host, quitar }: { codigo: string; host: string | undefined; quitar: boolean },
): Promise<string> {
  const current = await masterKey({ key: config.key, dataDir, ownerUrl: urls.owner });
  const secrets = createSecrets({ current, previous: config.previousKey });
  const files = await openFiles(config.bucket, dataDir);
  const tools = practiceTools({ ownerUrl: urls.owner, dataDir, files, secrets });
  const asked = { codigo, author: { usuarioId: null, usuario: 'sistema' }, ...(host !== undefined && { host }) };
  if (quitar) return `Se quitó la práctica ${await removePractice(tools, asked)}.`;
  const made = await makePractice(tools, asked);
  return `La práctica ${made.codigo} está lista en http://${made.host}: ${made.rows} registros y ${made.files} archivos en ${made.seconds} s.`;
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        nombre: { type: 'string' },
        host: { type: 'string' },
        zona: { type: 'string' },
        color: { type: 'string' },
        logo: { type: 'string' },
        confirmar: { type: 'boolean', default: false },
        quitar: { type: 'boolean', default: false },
        todas: { type: 'boolean', default: false },
        en: { type: 'string' },
        codigo: { type: 'string' },
      },
    });
  } catch {
    throw new UsageError(USAGE);
  }
}

interface Created {
  config: Config;
  database: Database;
  codigo: string;
  nombre?: string | undefined;
  host?: string | undefined;
  zona?: string | undefined;
  color?: string | undefined;
  logo?: string | undefined;
}

/** Makes a community, with all that was said of it; what is refused is refused before anything is made. */
async function create(client: pg.Client, asked: Created): Promise<void> {
  const { config, database, codigo, nombre, host, zona, color, logo: file } = asked;
  if (color !== undefined) checkColor(color);
  const logo = file === undefined ? undefined : await readLogoFile(file);
  const contents = await contentsFor(config, database, codigo);
  const schema = await createCommunity(client, {
    codigo,
    ...(nombre !== undefined && { nombre }),
    host: host ?? null,
    ...(zona && { timeZone: zona }),
    fill: async (tx) => {
      await fillCommunity(tx, contents, codigo);
      if (color !== undefined) await colored(tx, codigo, color);
      if (logo !== undefined) await withLogo(tx, codigo, logo);
    },
  });
  sealHeadsIn(database.dataDir).begin(schema);
  console.log(`La comunidad ${codigo} está lista${host ? ` en http://${host}` : ''}.`);
}

/** What is asked of administration companies. */
async function empresa(
  client: pg.Client,
  [act, first = '', second = '', ...more]: readonly string[],
): Promise<string[]> {
  if (act === 'lista' && first === '') return listEmpresas(client);
  if (act === 'crear' && first && second === '') return [await createEmpresa(client, first)];
  if (act === 'agregar' && first && second && more.length === 0)
    return [await addToEmpresa(client, first, second.toUpperCase())];
  if (act === 'quitar' && first && second === '') return [await takeFromEmpresa(client, first.toUpperCase())];
  throw new UsageError(USAGE);
}

/** How many words an action takes, itself included. */
const WORDS_MAX: Readonly<Record<string, number>> = {
  ...{ lista: 1, crear: 2, nombre: 3, host: 3, zona: 3, color: 3, logo: 3, practica: 2 },
  ...{ empresa: 4, respaldar: 3, restaurar: 2 },
};

async function list(client: pg.Client): Promise<void> {
  const rows = await listKnown(client);
  for (const row of rows)
    console.log(
      `${row.codigo.padEnd(12)} ${(row.host ?? 'cualquier host').padEnd(32)} ${row.zona_horaria.padEnd(20)} ${row.nombre ?? knownName(row.codigo)}`,
    );
  if (rows.length === 0) console.log('No hay comunidades.');
}

await runTool(async (config, database) => {
  const { positionals, values } = readArguments();
  const [action = '', code = '', changed = ''] = positionals;
  // A word too many was meant for something.
  if (positionals.length > (WORDS_MAX[action] ?? 0)) throw new UsageError(USAGE);
  // And so was an option that the action does not have.
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [name],
  );
  if (given.some((name) => !(OPTIONS_OF[action] ?? []).includes(name))) throw new UsageError(USAGE);
  const codigo = code.toUpperCase();
  const { host } = values;
  await migrateDatabase(database.urls.owner);
  if (action === 'respaldar' && codigo && !values.todas && values.en === undefined)
    return backUpOne(config, database, codigo, changed);
  if (action === 'respaldar' && !codigo && values.todas) return backUpEach(config, database, values.en);
  if (action === 'restaurar' && code)
    return restoreOne(config, database, code, {
      ...(values.codigo !== undefined && { codigo: values.codigo }),
      ...(host !== undefined && { host }),
    });
  await asOwner(database.urls.owner, async (client) => {
    if (action === 'lista') return list(client);
    if (action === 'crear' && codigo) return create(client, { config, database, codigo, ...values });
    if (action === 'empresa') {
      for (const line of await empresa(client, positionals.slice(1))) console.log(line);
      return;
    }
    if (action === 'nombre' && codigo && changed) {
      console.log(`La comunidad ${codigo} se llama ahora «${await setName(client, codigo, changed)}».`);
      return;
    }
    if (action === 'host' && codigo && changed) {
      console.log(`La comunidad ${codigo} responde ahora en ${await setHost(client, codigo, changed)}.`);
      return;
    }
    if (action === 'zona' && codigo && changed) {
      await changeZone(client, { codigo, zone: changed, ask: !values.confirmar });
      return;
    }
    // An empty one would take it away, which is asked for by its word.
    if ((action === 'color' || action === 'logo') && codigo && values.quitar !== (changed !== '')) {
      const set = action === 'color' ? setColor(client, codigo, changed) : setLogo(client, codigo, changed || null);
      console.log(await set);
      return;
    }
    if (action === 'practica' && codigo) {
      console.log(await practica(config, database, { codigo, host, quitar: values.quitar }));
      return;
    }
    throw new UsageError(USAGE);
  });
});

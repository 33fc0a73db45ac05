/** The backup of one community, and its restoration beside others: what is its own comes along, and nothing of the others is touched. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { checkLaws } from '#libro/server/laws.ts';
import { createSeals } from '#platform/server/audit-seal.ts';
import { type BackupSecret, restoreBackup, writeBackup } from '#platform/server/backup.ts';
import { type RestoreCommunityOptions, restoreCommunity } from '#platform/server/backup-community.ts';
import { createPool, inTx } from '#platform/server/db.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { sealHeadsIn } from '#platform/server/seal-heads.ts';
import { createSecrets } from '#platform/server/secrets.ts';
import { startApp, type TestApp } from '../app.ts';
import { MASTER_KEY } from '../master-key.ts';

const root = mkdtempSync(join(tmpdir(), 'porton-respaldo-de-una-'));
const SECRET: BackupSecret = { kind: 'llave', key: MASTER_KEY };
const FILE_KEY = 'constancia/0b1c9f6e-7d5f-4a3e-9f57-2d1a4b6c8e90';
const FILE_BYTES = randomBytes(300_000);

let app: TestApp;
let dataDir: string;
let file: string;
const databases: string[] = [];

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Every row of every table of a schema as text, but for the transactions' numbers. */
async function rowsOf(url: string, schema: string): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    url,
    `SELECT relname::text AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = '${schema}'::regnamespace AND relname <> 'migracion' ORDER BY 1`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const found = await query<{ row: string }>(
      url,
      `SELECT (to_jsonb(t) - 'xid')::text AS row FROM ${schema}.${name} t ORDER BY (to_jsonb(t) - 'xid')::text COLLATE "C"`,
    );
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

const without = (rows: Record<string, string[]>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(rows).filter(([name]) => !names.includes(name)));

/** How the log of a community is, with a key of the installation. */
async function verified(jobsUrl: string, schema: string, folder: string, key = MASTER_KEY) {
  const seals = createSeals({ secrets: createSecrets({ current: key }), heads: sealHeadsIn(folder) });
  const pool = createPool(jobsUrl, 1, () => undefined);
  try {
    while (await seals.seal(pool, schema));
    return await inTx(pool, { schema, role: 'porton_jobs', readOnly: true }, (tx) =>
      seals.verify(tx, { schema, now: new Date() }),
    );
  } finally {
    await pool.end();
  }
}

const restore = (more: Partial<RestoreCommunityOptions> = {}) =>
  restoreCommunity({
    ...{ ownerUrl: app.urls.owner, dataDir, file, key: MASTER_KEY, filesElsewhere: false },
    secretFor: () => SECRET,
    ...more,
  });

/** An installation of its own, empty. */
async function elsewhere(): Promise<{ ownerUrl: string; jobsUrl: string; dataDir: string }> {
  const name = `r_${randomBytes(6).toString('hex')}`;
  const { superUrl, ownerUrl, jobsUrl } = inject('postgres');
  await query(superUrl, `CREATE DATABASE ${name} TEMPLATE template0 OWNER porton_owner`);
  databases.push(name);
  mkdirSync(join(root, name));
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).toString();
  return { ownerUrl: at(ownerUrl), jobsUrl: at(jobsUrl), dataDir: join(root, name) };
}

beforeAll(async () => {
  app = await startApp();
  dataDir = app.folder;
  mkdirSync(join(dataDir, 'archivos/c_encinos/constancia'), { recursive: true });
  mkdirSync(join(dataDir, 'archivos/c_lagos/constancia'), { recursive: true });
  writeFileSync(join(dataDir, 'archivos/c_encinos', FILE_KEY), FILE_BYTES);
  writeFileSync(join(dataDir, 'archivos/c_lagos', FILE_KEY), 'de otra comunidad');
  await app.query(
    `INSERT INTO c_encinos.archivo (uso, clave, nombre, mime, bytes, huella, created_at)
     VALUES ('constancia', $1, 'a.pdf', 'application/pdf', 300000, '\\x00', now())`,
    [`c_encinos/${FILE_KEY}`],
  );
  await app.query(
    `INSERT INTO c_encinos.correo_saliente (para, asunto, html, texto, proximo_intento, created_at)
     VALUES ('{a@prueba.mx}', 'Aviso', '<p>x</p>', 'x', now(), now())`,
  );
  const account = { id: '', proveedor: 'sw_pruebas', usuario: 'pac@prueba.mx', contrasena: 'Clave-del-PAC-1' };
  await app.query(`UPDATE c_encinos.timbrado SET proveedor = $1, usuario = $2, contrasena = '\\x01'`, [
    account.proveedor,
    account.usuario,
  ]);
  await app.tokenOf('director');
  await app.call('POST', '/banco/save', { as: 'director', body: { id: '', name: 'Banco de la prueba' } });
  const jobs = createPool(app.urls.jobs, 1, () => undefined);
  while (await app.seals.seal(jobs, 'c_encinos'));
  await jobs.end();
  file = join(root, 'encinos.respaldo');
  const summary = await writeBackup({
    ...{ ownerUrl: app.urls.owner, dataDir, key: MASTER_KEY, secret: SECRET, version: '2.2.24', file },
    codigo: 'ENCINOS',
  });
  expect(summary).toMatchObject({ communities: 1, files: 1 });
});

afterAll(async () => {
  await app.close();
  for (const name of databases) await query(inject('postgres').superUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  rmSync(root, { recursive: true, force: true });
});

/** What a copy has otherwise than what it is of. */
const OTHERWISE = [
  ...['llave_datos', 'bitacora_corte', 'bitacora', 'archivo', 'configuracion_residencial', 'correo_saliente'],
  ...['notificacion_push', 'timbrado', 'reporte_envio', 'periodo_destinatario', 'proveedor_avisos'],
  ...['sesion', 'sesion_a_medias', 'residente_sesion', 'residente_codigo'],
];

it('stands beside the one that it is of, under another code and host, with all that was its own', {
  timeout: 90_000,
}, async () => {
  const before = await rowsOf(app.urls.super, 'c_encinos');
  const lagos = await rowsOf(app.urls.super, 'c_lagos');
  expect(await restore({ codigo: 'PRUEBA', host: 'prueba.example.mx' })).toMatchObject({
    ...{ codigo: 'PRUEBA', host: 'prueba.example.mx', schema: 'c_prueba', from: 'ENCINOS', files: 1 },
  });
  const copy = await rowsOf(app.urls.super, 'c_prueba');
  expect(without(copy, OTHERWISE)).toEqual(without(before, OTHERWISE));
  expect(Object.keys(without(copy, OTHERWISE)).length).toBeGreaterThan(100);
  expect(copy.bitacora).toHaveLength((before.bitacora?.length ?? 0) + 1);
  for (const table of ['sesion', 'residente_sesion', 'proveedor_avisos', 'periodo_destinatario'])
    expect(copy[table]).toEqual([]);
  expect(await app.query(`SELECT 1 FROM c_prueba.correo_saliente WHERE estado = 'pendiente'`)).toEqual([]);
  expect(await app.query('SELECT proveedor, usuario FROM c_prueba.timbrado')).toEqual([
    { proveedor: 'simulador', usuario: '' },
  ]);
  expect(await app.query('SELECT residencial FROM c_prueba.configuracion_residencial')).toEqual([
    { residencial: 'PRUEBA' },
  ]);
  // No value of it names the other's files.
  expect(JSON.stringify(without(copy, ['bitacora']))).not.toMatch(/c_encinos\/[a-z]+\/[0-9a-f]{8}-/);
  expect(readFileSync(join(dataDir, 'archivos/c_prueba', FILE_KEY)).equals(FILE_BYTES)).toBe(true);
  expect(readdirSync(join(dataDir, 'archivos')).sort()).toEqual(['c_encinos', 'c_lagos', 'c_prueba']);

  // The others are as they were, and nobody's chain is broken.
  expect(await rowsOf(app.urls.super, 'c_lagos')).toEqual(lagos);
  expect(without(await rowsOf(app.urls.super, 'c_encinos'), [])).toEqual(before);
  await asOwner(app.urls.owner, (owner) =>
    createSeals({ secrets: app.secrets, heads: sealHeadsIn(dataDir) }).noteRestored(owner, 'c_prueba'),
  );
  for (const schema of ['c_prueba', 'c_encinos'])
    expect(await verified(app.urls.jobs, schema, dataDir)).toMatchObject({ ok: true, unsealed: 0, avisos: [] });
  const pool = createPool(app.urls.app, 1, () => undefined);
  expect(await inTx(pool, { schema: 'c_prueba', readOnly: true }, (tx) => checkLaws(tx))).toEqual([]);
  await pool.end();

  // And it is a community like any other, for the people that it had.
  await app.pools.communities.refresh();
  const banks = await app.call('GET', '/banco/all', { as: 'director', host: 'prueba.example.mx' });
  expect(JSON.stringify(banks.body)).toContain('Banco de la prueba');
});

it('moves to another installation under its own code, whose master key opens what it sealed', {
  timeout: 90_000,
}, async () => {
  const target = await elsewhere();
  const key = randomBytes(32);
  const moved = await restore({ ...target, key });
  expect(moved).toMatchObject({ codigo: 'ENCINOS', schema: 'c_encinos' });
  expect(moved).not.toHaveProperty('from');
  const [there, here] = [await rowsOf(target.ownerUrl, 'c_encinos'), await rowsOf(app.urls.super, 'c_encinos')];
  const sealed = ['llave_datos', 'bitacora_corte'];
  expect(without(there, [...sealed, 'bitacora', 'bitacora_sello', 'sesion'])).toEqual(
    without(here, [...sealed, 'bitacora', 'bitacora_sello', 'sesion']),
  );
  const seals = createSeals({ secrets: createSecrets({ current: key }), heads: sealHeadsIn(target.dataDir) });
  await asOwner(target.ownerUrl, (owner) => seals.noteRestored(owner, 'c_encinos'));
  expect(await verified(target.jobsUrl, 'c_encinos', target.dataDir, key)).toMatchObject({ ok: true, unsealed: 0 });
  expect(readFileSync(join(target.dataDir, 'archivos/c_encinos', FILE_KEY)).equals(FILE_BYTES)).toBe(true);
  const tarjetas = (url: string, current: Buffer) =>
    asOwner(url, async (client) => {
      await client.query('BEGIN; SET LOCAL search_path TO c_encinos, ext');
      const { kyselyOn } = await import('#platform/server/db.ts');
      const tx = kyselyOn(client);
      const { rows } = await client.query<{ numero: Buffer }>('SELECT numero FROM tarjeta ORDER BY id LIMIT 3');
      const open = await createSecrets({ current }).openAll(
        tx,
        'tarjeta',
        rows.map(({ numero }) => numero),
      );
      await client.query('ROLLBACK');
      return open.map(String);
    });
  expect(await tarjetas(target.ownerUrl, key)).toEqual(await tarjetas(app.urls.owner, MASTER_KEY));
});

it('is refused over what is there, in a sentence, and leaves nothing', { timeout: 90_000 }, async () => {
  const refused = (more: Partial<RestoreCommunityOptions>) =>
    restore(more).then(
      () => 'restored',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  expect(await refused({})).toBe('La comunidad ENCINOS ya existe.');
  expect(await refused({ codigo: 'OTRA' })).toMatch(/^El host «encinos.*» ya es de la comunidad ENCINOS\.$/);
  expect(await refused({ codigo: 'OTRA', host: 'lagos.test' })).toMatch(/ya es de la comunidad LAGOS/);
  expect(await refused({ codigo: '9x', host: 'otra.example.mx' })).toContain('«9x» no sirve de código');
  const other = { codigo: 'OTRA', host: 'otra.example.mx' };
  expect(await refused({ ...other, filesElsewhere: true })).toContain('están en la cubeta bajo su código');
  const bytes = readFileSync(file);
  const altered = join(root, 'alterado.respaldo');
  bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
  writeFileSync(altered, bytes);
  expect(await refused({ ...other, file: altered })).toBe(
    'El respaldo está dañado o fue alterado. Cópielo otra vez o use otro.',
  );
  expect(await app.query("SELECT 1 FROM porton.comunidad WHERE codigo = 'OTRA'")).toEqual([]);
  expect(readdirSync(join(dataDir, 'archivos')).filter((name) => name.includes('otra'))).toEqual([]);

  const whole = join(root, 'todo.respaldo');
  await writeBackup({
    ownerUrl: app.urls.owner,
    dataDir,
    key: MASTER_KEY,
    secret: SECRET,
    version: '2.2.24',
    file: whole,
  });
  expect(await refused({ ...other, file: whole })).toContain(
    'es de una instalación entera. Restáurelo con: npm run restore',
  );
  const target = await elsewhere();
  await expect(restoreBackup({ ...target, file, secretFor: () => SECRET, keepKey: () => undefined })).rejects.toThrow(
    'El respaldo es de la comunidad ENCINOS sola. Restáurelo con: npm run comunidad -- restaurar',
  );
  await expect(
    writeBackup({
      ...{ ownerUrl: app.urls.owner, dataDir, key: MASTER_KEY, secret: SECRET, version: '2.2.24' },
      ...{ file: join(root, 'ninguna.respaldo'), codigo: 'NINGUNA' },
    }),
  ).rejects.toThrow('No existe la comunidad NINGUNA. Hay: ENCINOS, LAGOS');
  // By itself a practice would come back as a community like any other.
  const practise = (of: string) =>
    asOwner(app.urls.owner, (client) =>
      client.query(`UPDATE porton.comunidad SET practica_de = ${of} WHERE codigo = 'LAGOS'`),
    );
  await practise("'ENCINOS'");
  await expect(
    writeBackup({
      ...{ ownerUrl: app.urls.owner, dataDir, key: MASTER_KEY, secret: SECRET, version: '2.2.24' },
      ...{ file: join(root, 'practica.respaldo'), codigo: 'LAGOS' },
    }),
  ).rejects.toThrow('LAGOS es una práctica: no se respalda sola');
  await practise('NULL');

  // Files of a community that went are nobody's to overwrite.
  mkdirSync(join(dataDir, 'archivos/c_suelta'));
  writeFileSync(join(dataDir, 'archivos/c_suelta/x'), 'x');
  expect(await refused({ codigo: 'SUELTA', host: 'suelta.example.mx' })).toContain(
    'archivos de una comunidad que ya no está',
  );
  // What a restoration that was killed left is taken over by the next: the schema bears its mark.
  expect(await restore(other)).toMatchObject({ schema: 'c_otra', files: 1 });
});

/** A command as a person runs it, on the test's database. */
function run(args: readonly string[]): Promise<{ status: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/cli/comunidad.ts'), ...args], {
      env: {
        ...process.env,
        ...{ DATABASE_URL: app.urls.owner, PORTON_LLAVE: MASTER_KEY.toString('base64'), PORTON_DATA: dataDir },
      },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += String(bytes)));
    child.once('exit', (status) => resolve({ status, said }));
  });
}

it('by command: each of all by itself, and one of them back', { timeout: 120_000 }, async () => {
  const folder = join(root, 'todas');
  mkdirSync(folder);
  const all = await run(['respaldar', '--todas', '--en', folder]);
  expect(all).toMatchObject({ status: 0, said: expect.stringContaining('Está cifrado con PORTON_LLAVE') });
  const names = readdirSync(folder).sort();
  expect(names.map((name) => name.split('-')[0])).toEqual(expect.arrayContaining(['ENCINOS', 'LAGOS']));
  // A second time in the same minute nothing is written over, and each that was not is named.
  const lagos = names.find((name) => name.startsWith('LAGOS')) ?? '';
  const again = await run(['restaurar', join(folder, lagos), '--codigo', 'ribera', '--host', 'ribera.example.mx']);
  expect(again).toMatchObject({
    status: 0,
    said: expect.stringContaining('La comunidad RIBERA está restaurada en http://ribera.example.mx'),
  });
  expect(again.said).toContain('Es una copia de LAGOS');
  expect(await verified(app.urls.jobs, 'c_ribera', dataDir)).toMatchObject({ ok: true, avisos: [] });
  const wrong = await run(['respaldar', 'LAGOS', '--todas']);
  expect(wrong).toMatchObject({ status: 1, said: expect.stringMatching(/^Uso:/) });
  const missing = await run(['respaldar', '--todas', '--en', join(root, 'no-hay')]);
  expect(missing).toMatchObject({ status: 1, said: expect.stringContaining('No existe la carpeta') });
  expect(existsSync(join(root, 'no-hay'))).toBe(false);
});

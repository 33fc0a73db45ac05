import { randomBytes } from 'node:crypto';
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createSeals } from '#platform/server/audit-seal.ts';
import { type BackupSecret, endRestoration, restoreBackup, writeBackup } from '#platform/server/backup.ts';
import { open, seal as sealFile } from '#platform/server/backup-file.ts';
import { createPool, inTx } from '#platform/server/db.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { sealHeadsIn } from '#platform/server/seal-heads.ts';
import { startApp, type TestApp } from '#test/app.ts';

const root = mkdtempSync(join(tmpdir(), 'porton-respaldo-'));
const KEY = randomBytes(32);
const SECRET: BackupSecret = { kind: 'llave', key: KEY };
const LARGE = randomBytes(700_000);

let app: TestApp;
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

function onDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}

/** An empty database and data folder, as a first start finds them. */
async function emptyTarget(): Promise<{ ownerUrl: string; jobsUrl: string; dataDir: string }> {
  const name = `r_${randomBytes(6).toString('hex')}`;
  const { superUrl, ownerUrl, jobsUrl } = inject('postgres');
  await query(superUrl, `CREATE DATABASE ${name} TEMPLATE template0 OWNER porton_owner`);
  databases.push(name);
  const dataDir = join(root, name);
  mkdirSync(dataDir);
  return { ownerUrl: onDatabase(ownerUrl, name), jobsUrl: onDatabase(jobsUrl, name), dataDir };
}

/** Every row of every table as text, but for the transaction numbers, which are another cluster's. */
async function dump(url: string): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    url,
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND (n.nspname = 'porton' OR n.nspname LIKE 'c\\_%') AND c.relname NOT IN ('migracion', 'bitacora_corte') ORDER BY 1`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const found = await query<{ row: string }>(
      url,
      `SELECT (to_jsonb(t) - 'xid')::text AS row FROM ${name} t ORDER BY (to_jsonb(t) - 'xid')::text COLLATE "C"`,
    );
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

const keepKey = () => undefined;

async function restore(path: string, secret: BackupSecret = SECRET) {
  const target = await emptyTarget();
  const summary = await restoreBackup({ ...target, file: path, secretFor: () => secret, keepKey });
  return { target, summary };
}

async function refusal(path: string, secret: BackupSecret = SECRET, retry = false): Promise<string> {
  const target = await emptyTarget();
  const error = await restoreBackup({ ...target, file: path, secretFor: () => secret, keepKey }).catch(
    (reason: unknown) => reason,
  );
  // Whatever was wrong, the target is as empty as before, and would take the right backup.
  const made = await query<{ found: boolean }>(
    target.ownerUrl,
    "SELECT to_regclass('porton.comunidad') IS NOT NULL AS found",
  );
  if (made[0]?.found) expect(await query(target.ownerUrl, 'SELECT * FROM porton.comunidad')).toEqual([]);
  expect(existsSync(join(target.dataDir, 'archivos'))).toBe(false);
  if (retry) await restoreBackup({ ...target, file, secretFor: () => SECRET, keepKey });
  return error instanceof Error ? error.message : 'restored';
}

beforeAll(async () => {
  app = await startApp();
  await app.query("INSERT INTO c_encinos.banco (name) VALUES (E'Banco \"raro\" \\\\ con\\ttab ñ'), ('\\N'), ('NULL')");
  // Enough rows that a cut file ends in the middle of a table.
  await app.query(
    'INSERT INTO c_encinos.banco (name) SELECT md5(n::text) || md5((-n)::text) FROM generate_series(1, 8000) AS n',
  );
  const jobs = createPool(app.urls.jobs, 1, () => undefined);
  await app.seals.seal(jobs, 'c_encinos');
  await jobs.end();
  // A row that is not sealed yet, and values that a careless copy would spoil.
  await app.query(
    `INSERT INTO c_encinos.bitacora (created_at, usuario, entidad, status, nota, antes) VALUES
       (now(), 'prueba', 'banco', 'creado', E'tab\\t salto\\n barra \\\\ \\\\N comilla "', '{"b": [1.50, null]}'), (now() + interval '123456 microseconds', '', '', 'creado', '', NULL)`,
  );
  await app.query('SELECT setval(pg_get_serial_sequence($1, $2), 4321)', ['c_lagos.banco', 'id']);
  const dataDir = join(root, 'origen');
  mkdirSync(join(dataDir, 'archivos/2026'), { recursive: true });
  writeFileSync(join(dataDir, 'archivos/2026/ab12.bin'), LARGE);
  writeFileSync(join(dataDir, 'archivos/vacio'), '');
  mkdirSync(join(root, 'copias'));
  file = join(root, 'copias', 'uno.respaldo');
  const summary = await writeBackup({
    ownerUrl: app.urls.owner,
    dataDir,
    key: KEY,
    secret: SECRET,
    version: '2.2.24',
    file,
  });
  expect(summary).toMatchObject({ communities: 2, files: 2 });
});

afterAll(async () => {
  await app.close();
  for (const name of databases) await query(inject('postgres').superUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  rmSync(root, { recursive: true, force: true });
});

// Two whole restorations in one test: what starts and loads a database takes its time on a busy machine.
describe('backup and restoration', { timeout: 90_000 }, () => {
  test('a restored installation has every row, sequence and file, and its audit chain goes on', async () => {
    const { target, summary } = await restore(file);
    const before = await dump(app.urls.super);
    expect(Object.keys(before).length).toBeGreaterThan(40);
    expect(await dump(target.ownerUrl)).toEqual(before);
    expect(summary.rows).toBe(Object.values(before).flat().length + 2);
    expect(summary.key.equals(KEY)).toBe(true);
    expect(await query(target.ownerUrl, "SELECT nextval(pg_get_serial_sequence('c_lagos.banco', 'id')) AS id")).toEqual(
      [{ id: 4322 }],
    );
    const constraints = `SELECT conrelid::regclass::text AS owner, conname, pg_get_constraintdef(oid) AS definition, convalidated
                           FROM pg_constraint WHERE connamespace IN ('c_encinos'::regnamespace, 'c_lagos'::regnamespace) ORDER BY 1, 2`;
    expect(await query(target.ownerUrl, constraints)).toEqual(await query(app.urls.super, constraints));
    expect(readFileSync(join(target.dataDir, 'archivos/2026/ab12.bin')).equals(LARGE)).toBe(true);
    expect(statSync(join(target.dataDir, 'archivos/vacio')).size).toBe(0);

    const jobs = createPool(target.jobsUrl, 1, () => undefined);
    const seals = createSeals({ secrets: app.secrets, heads: sealHeadsIn(target.dataDir) });
    const unsealed = () =>
      inTx(jobs, { schema: 'c_encinos', role: 'porton_jobs' }, (tx) =>
        seals.verify(tx, { schema: 'c_encinos', now: new Date() }),
      );
    expect(await unsealed()).toMatchObject({ avisos: [expect.stringContaining('falta el sello anotado')] });
    await asOwner(target.ownerUrl, (owner) => seals.noteRestored(owner, 'c_encinos'));
    expect(await unsealed()).toMatchObject({ ok: true, unsealed: 2, avisos: [] });
    await seals.seal(jobs, 'c_encinos');
    expect(await unsealed()).toMatchObject({ ok: true, unsealed: 0 });
    expect(await seals.seal(jobs, 'c_encinos')).toBeUndefined();
    await jobs.end();
  });

  test('a phrase instead of the key, and a backup of the restored installation equals the first', async () => {
    const phrase: BackupSecret = { kind: 'frase', phrase: 'una frase larga y propia' };
    const { target } = await restore(file);
    const second = join(root, 'dos.respaldo');
    await writeBackup({ ...target, key: KEY, secret: phrase, version: '2.2.24', file: second });
    const again = await restore(second, phrase);
    expect(again.summary.key.equals(KEY)).toBe(true);
    expect(await dump(again.target.ownerUrl)).toEqual(await dump(app.urls.super));
    expect(await refusal(second, { kind: 'frase', phrase: 'otra frase larga' })).toBe(
      'La frase de PORTON_RESPALDO_CLAVE no es la de este respaldo.',
    );
  });

  test('the snapshot does not move while others write', async () => {
    const path = join(root, 'movido.respaldo');
    const writing = writeBackup({
      ownerUrl: app.urls.owner,
      dataDir: root,
      key: KEY,
      secret: SECRET,
      version: '2.2.24',
      file: path,
    });
    const writes = Array.from({ length: 20 }, (_, index) =>
      app.query(
        `WITH t AS (INSERT INTO c_encinos.tipo_comprobante (tipo_comprobante, name) VALUES ('X${index}', 'x') RETURNING id)
         INSERT INTO c_encinos.tipo_documento (name, tipo_comprobante_id) SELECT 'y${index}', id FROM t`,
      ),
    );
    await Promise.all([writing, ...writes]);
    // A row without the one that it refers to would break its foreign key here.
    await restore(path);
  });

  test('a used installation is refused', async () => {
    const { target } = await restore(file);
    await expect(
      restoreBackup({ ...target, dataDir: join(root, 'nada'), file, secretFor: () => SECRET, keepKey }),
    ).rejects.toThrow('La instalación de destino ya tiene datos (ENCINOS, LAGOS). Restaure en una base de datos vacía');
  });

  test('another key, and another PORTON_LLAVE than the data were kept under', async () => {
    expect(await refusal(file, { kind: 'llave', key: randomBytes(32) })).toBe(
      'La llave no es la de este respaldo. Indique en PORTON_LLAVE la de la instalación en que se hizo.',
    );
    const target = await emptyTarget();
    await expect(
      restoreBackup({ ...target, file, key: randomBytes(32), secretFor: () => SECRET, keepKey }),
    ).rejects.toThrow('PORTON_LLAVE no es la llave con que se guardaron los datos');
  });

  test('a truncated, an altered, a lengthened and a foreign file', async () => {
    const whole = readFileSync(file);
    const variant = (name: string, bytes: Buffer) => {
      writeFileSync(join(root, name), bytes);
      return join(root, name);
    };
    const incomplete = 'El respaldo está incompleto: el archivo termina antes de tiempo. Cópielo otra vez o use otro.';
    const altered = 'El respaldo está dañado o fue alterado. Cópielo otra vez o use otro.';
    expect(await refusal(variant('corto', whole.subarray(0, -1)), SECRET, true)).toBe(incomplete);
    for (const share of [0.05, 0.2, 0.5]) {
      expect(
        await refusal(variant('corto', whole.subarray(0, Math.floor(whole.length * share))), SECRET, share === 0.2),
      ).toBe(incomplete);
    }
    expect(await refusal(variant('largo', Buffer.concat([whole, Buffer.from('x')])))).toBe(altered);
    const flipped = Buffer.from(whole);
    flipped[whole.length - 100] = (flipped[whole.length - 100] ?? 0) ^ 1;
    expect(await refusal(variant('volteado', flipped))).toBe(altered);
    expect(await refusal(variant('ajeno', Buffer.from('%PDF-1.7 no es un respaldo')))).toBe(
      'El archivo no es un respaldo de Portón.',
    );
    expect(await refusal(variant('vacio', Buffer.alloc(0)))).toBe('El archivo no es un respaldo de Portón.');
    expect(await refusal(join(root, 'no-existe'))).toBe(`No existe el respaldo ${join(root, 'no-existe')}.`);
  });

  test('files and key are in their places before the rows are kept, and a restoration that was killed is repeated', async () => {
    const target = await emptyTarget();
    const files = join(target.dataDir, 'archivos');
    // It may be a disk of its own, which can be filled and not replaced.
    mkdirSync(files, { mode: 0o700 });
    const { ino } = statSync(files);
    const killed = join(root, 'muerta');
    let keptBefore = false;
    const looking = {
      ...target,
      file,
      secretFor: () => SECRET,
      keepKey(key: Buffer) {
        keptBefore = key.equals(KEY) && readFileSync(join(files, '2026/ab12.bin')).equals(LARGE);
        cpSync(target.dataDir, killed, { recursive: true });
      },
    };
    await restoreBackup(looking);
    expect(keptBefore).toBe(true);
    expect(statSync(files).ino).toBe(ino);
    expect(readdirSync(files).sort()).toEqual(['2026', 'vacio']);
    expect(statSync(join(files, '2026')).mode & 0o777).toBe(0o700);
    expect(await endRestoration(target.dataDir, true)).toBe(false);

    // As a kill before the last step leaves it: no start takes it for an installation, and the order can be repeated.
    const again = { ...(await emptyTarget()), dataDir: killed };
    await expect(endRestoration(killed, false)).rejects.toThrow(/no terminó.*npm run restore/);
    // Two at once would share the folder.
    const once = () => restoreBackup({ ...again, file, secretFor: () => SECRET, keepKey });
    const both = await Promise.allSettled([once(), once()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(statSync(join(killed, 'archivos/2026/ab12.bin')).size).toBe(LARGE.length);
    expect(readdirSync(join(killed, 'archivos')).sort()).toEqual(['2026', 'vacio']);
    // And after it: the rows are there, and so is everything else.
    mkdirSync(join(killed, 'archivos', '.restauracion'));
    expect(await endRestoration(killed, true)).toBe(true);
    expect(readdirSync(join(killed, 'archivos')).sort()).toEqual(['2026', 'vacio']);
  });

  test('of backups at once under one name one is whole, and the others are refused', async () => {
    const folder = join(root, 'dos');
    mkdirSync(folder);
    const name = join(folder, 'x.respaldo');
    const options = {
      ownerUrl: app.urls.owner,
      dataDir: root,
      key: KEY,
      secret: SECRET,
      version: '2.2.24',
      file: name,
    };
    const written = await Promise.allSettled([writeBackup(options), writeBackup(options), writeBackup(options)]);
    const refused = written.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const { reason } of refused) expect(String(reason)).toContain(`Ya existe ${name}`);
    expect(readdirSync(folder)).toEqual(['x.respaldo']);
    let bytes = 0;
    for await (const part of open(createReadStream(name), () => SECRET)) bytes += part.length;
    expect(bytes).toBeGreaterThan(0);
  });

  test('a backup is not written over another, and an unfinished one leaves nothing', async () => {
    const options = { ownerUrl: app.urls.owner, dataDir: root, key: KEY, secret: SECRET, version: '2.2.24' };
    await expect(writeBackup({ ...options, file })).rejects.toThrow(`Ya existe ${file}`);
    const empty = await emptyTarget();
    const none = join(root, 'ninguno.respaldo');
    await expect(writeBackup({ ...options, ownerUrl: empty.ownerUrl, file: none })).rejects.toThrow(
      'No hay nada que respaldar',
    );
    await expect(writeBackup({ ...options, file: none, reserveBytes: 1e18 })).rejects.toThrow(
      /^El respaldo dejaría el disco de .* que la base de datos necesita\. Indique un archivo en otro disco/,
    );
    const unmounted = join(root, 'sin-montar', 'x.respaldo');
    await expect(writeBackup({ ...options, file: unmounted })).rejects.toThrow(
      `No existe la carpeta ${join(root, 'sin-montar')}. Créela, o monte su disco, e intente de nuevo.`,
    );
    expect(existsSync(join(root, 'sin-montar'))).toBe(false);
    expect(readdirSync(root).filter((name) => name.startsWith('ninguno'))).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

test('the container: blocks of every size come back, and blocks cannot change places', async () => {
  const collect = async (parts: AsyncIterable<Uint8Array>) => {
    const found: Uint8Array[] = [];
    for await (const part of parts) found.push(part);
    return Buffer.concat(found);
  };
  const once = async function* (...parts: Uint8Array[]) {
    yield* parts;
  };
  const BLOCK = 256 * 1024;
  for (const size of [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, 3 * BLOCK + 5]) {
    const content = randomBytes(size);
    const sealed = await collect(sealFile(once(content.subarray(0, size >> 1), content.subarray(size >> 1)), SECRET));
    expect((await collect(open(once(sealed), () => SECRET))).equals(content)).toBe(true);
  }
  const sealed = await collect(sealFile(once(randomBytes(3 * BLOCK)), SECRET));
  const start = 16 + 4 + sealed.readUInt32BE(16);
  const length = 4 + BLOCK + 16;
  const swapped = Buffer.concat([
    sealed.subarray(0, start),
    sealed.subarray(start + length, start + 2 * length),
    sealed.subarray(start, start + length),
    sealed.subarray(start + 2 * length),
  ]);
  await expect(collect(open(once(swapped), () => SECRET))).rejects.toThrow('está dañado o fue alterado');
  await expect(collect(open(once(sealed.subarray(0, start + 2 * length)), () => SECRET))).rejects.toThrow(
    'está incompleto',
  );
});

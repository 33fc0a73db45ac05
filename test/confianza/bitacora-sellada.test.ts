/**
 * Whoever owns the database but not the master key can change nothing of the audit log unseen; and nothing that an operator
 * does with the database (move, back up, restore, change the master key, stop it anywhere) is taken for a forgery.
 */
import { createHash, randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { beforeEach, expect, it, vi } from 'vitest';
import { recordAudit } from '../../src/platform/server/audit.ts';
import { createSeals, type SealHead, sealWhatWaits, type Verification } from '../../src/platform/server/audit-seal.ts';
import { createPool, inTx, kyselyOn } from '../../src/platform/server/db.ts';
import { Jobs, type JobsOptions } from '../../src/platform/server/jobs.ts';
import { asOwner, migrateCommunity, migrateInstallation } from '../../src/platform/server/migrate.ts';
import { sealHeadsIn } from '../../src/platform/server/seal-heads.ts';
import { createSecrets, rewrapDataKeys } from '../../src/platform/server/secrets.ts';
import { appOfFile } from '../app.ts';
import { MASTER_KEY } from '../master-key.ts';
import { startScratchPostgres } from '../scratch-postgres.ts';
import { FULL, TRUST_TIMEOUT_MS, tell, tries } from '../trust.ts';

const SCHEMA = 'c_encinos';
const TABLES = ['bitacora', 'bitacora_sello', 'bitacora_corte', 'llave_datos'];

const app = await appOfFile({ now: new Date().toISOString() });
const seals = app.seals;

/** A chain of its own for each test. */
beforeEach(async () => {
  rmSync(join(app.folder, 'sellos'), { recursive: true, force: true });
  sealHeadsIn(app.folder).begin(SCHEMA);
  await app.query(`
    ${TABLES.map((table) => `DROP TABLE IF EXISTS ${SCHEMA}.antes_${table};`).join('')}
    DELETE FROM ${SCHEMA}.bitacora; DELETE FROM ${SCHEMA}.bitacora_sello;
    DELETE FROM ${SCHEMA}.bitacora_corte; INSERT INTO ${SCHEMA}.bitacora_corte (xid) VALUES ('0');
    DELETE FROM ${SCHEMA}.llave_datos WHERE uso = 'sello'`);
  for (let n = 0; n < 6; n += 1) await insert();
});

/** A row as the product writes it; `set` are columns in other than its ways. */
const insert = (set = '', values = '') =>
  app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.bitacora (created_at, usuario, status, entidad, nota${set && `, ${set}`}) ${set.startsWith('id') ? 'OVERRIDING SYSTEM VALUE' : ''}
     VALUES (now(), 'director', 'creado', 'banco', 'Banco «${randomBytes(4).toString('hex')}»'${values && `, ${values}`}) RETURNING id`,
  );

const check = (expected?: SealHead, by = seals): Promise<Verification> =>
  inTx(app.pools.jobsPool, { schema: SCHEMA, role: 'porton_jobs', readOnly: true }, (tx) =>
    by.verify(tx, { schema: SCHEMA, now: new Date(), expected }),
  );

/** Seals until nothing is left: transactions of other tests on the same server may hold the newest rows back. */
async function sealAll(by = seals): Promise<SealHead> {
  await sealUntilNothing(by);
  const { head } = await check(undefined, by);
  if (!head) throw new Error('nothing was sealed');
  return head;
}

async function sealUntilNothing(by = seals): Promise<void> {
  for (;;) {
    await by.seal(app.pools.jobsPool, SCHEMA);
    const [left] = await app.query<{ n: number }>(
      `SELECT (SELECT count(*) FROM ${SCHEMA}.bitacora)::int - (SELECT count(*) FROM ${SCHEMA}.bitacora_sello)::int AS n`,
    );
    if (left?.n === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Makes every seal from `first` on anew as before there were keys, which needs none. */
async function resealWithoutKey(first: number, llave: 'kept' | 'none'): Promise<void> {
  const rows = await app.query<{ orden: number; texto: string }>(
    `SELECT s.orden, jsonb_build_array(b.id, extract(epoch FROM b.created_at)::text, b.usuario_id, b.usuario, b.referencia, b.status, b.nota, b.entidad, b.entidad_id, b.antes, b.despues, b.request_id)::text AS texto
     FROM ${SCHEMA}.bitacora_sello s JOIN ${SCHEMA}.bitacora b ON b.id = s.bitacora_id ORDER BY s.orden`,
  );
  let previous: Buffer = Buffer.alloc(32);
  for (const { orden, texto } of rows) {
    previous = createHash('sha256').update(previous).update(texto).digest();
    if (orden < first) continue;
    await app.query(
      `UPDATE ${SCHEMA}.bitacora_sello SET huella = $1 ${llave === 'none' ? ', llave_id = NULL' : ''} WHERE orden = $2`,
      [previous, orden],
    );
  }
}

/** What the owner of the database may try; `n` is some sealed place of the chain, `last` its end. */
const ATTACKS: readonly [string, (n: number, last: number) => Promise<unknown>][] = [
  ...['nota', 'usuario', 'referencia', 'request_id'].map(
    (column) =>
      [
        `edits ${column}`,
        (n: number) =>
          app.query(
            `UPDATE ${SCHEMA}.bitacora SET ${column} = coalesce(${column}, '') || 'x' WHERE id = (SELECT bitacora_id FROM ${SCHEMA}.bitacora_sello WHERE orden = $1)`,
            [n],
          ),
      ] as [string, (n: number, last: number) => Promise<unknown>],
  ),
  ['deletes a row', (n) => deleteRow(n)],
  [
    'deletes a row, its seal, and closes the gap',
    async (n) => {
      await deleteRow(n);
      await app.query(`DELETE FROM ${SCHEMA}.bitacora_sello WHERE orden = $1`, [n]);
      await app.query(`UPDATE ${SCHEMA}.bitacora_sello SET orden = -orden WHERE orden > $1`, [n]);
      await app.query(`UPDATE ${SCHEMA}.bitacora_sello SET orden = -orden - 1 WHERE orden < 0`);
    },
  ],
  [
    'deletes a row and makes the rest of the chain anew',
    async (n) => {
      await deleteRow(n);
      await app.query(`DELETE FROM ${SCHEMA}.bitacora_sello WHERE orden = $1`, [n]);
      await app.query(`UPDATE ${SCHEMA}.bitacora_sello SET orden = -orden WHERE orden > $1`, [n]);
      await app.query(`UPDATE ${SCHEMA}.bitacora_sello SET orden = -orden - 1 WHERE orden < 0`);
      await resealWithoutKey(n, 'kept');
    },
  ],
  [
    'cuts the end',
    (n) =>
      app.query(`
        DELETE FROM ${SCHEMA}.bitacora b USING ${SCHEMA}.bitacora_sello s WHERE s.bitacora_id = b.id AND s.orden >= ${n};
        DELETE FROM ${SCHEMA}.bitacora_sello WHERE orden >= ${n}`),
  ],
  ['unseals the end', (n) => app.query(`DELETE FROM ${SCHEMA}.bitacora_sello WHERE orden >= $1`, [n])],
  [
    'empties it all, as if new',
    () =>
      app.query(`
        DELETE FROM ${SCHEMA}.bitacora; DELETE FROM ${SCHEMA}.bitacora_sello; DELETE FROM ${SCHEMA}.llave_datos WHERE uso = 'sello';
        UPDATE ${SCHEMA}.bitacora_corte SET xid = '0', sistema = NULL, huella = NULL, sin_llave_hasta = 0`),
  ],
  [
    'claims that nothing had a key yet',
    async (n, last) => {
      await app.query(
        `UPDATE ${SCHEMA}.bitacora SET nota = 'otra' WHERE id = (SELECT bitacora_id FROM ${SCHEMA}.bitacora_sello WHERE orden = $1)`,
        [n],
      );
      await resealWithoutKey(1, 'none');
      await app.query(`
        DELETE FROM ${SCHEMA}.llave_datos WHERE uso = 'sello';
        UPDATE ${SCHEMA}.bitacora_corte SET sistema = NULL, huella = NULL, sin_llave_hasta = ${last}`);
    },
  ],
  [
    'moves the end of the part without a key',
    async (n) => {
      await resealWithoutKey(1, 'kept');
      await app.query(`UPDATE ${SCHEMA}.bitacora_sello SET llave_id = NULL WHERE orden <= ${n}`);
      await app.query(`UPDATE ${SCHEMA}.bitacora_corte SET sin_llave_hasta = ${n}`);
    },
  ],
  ['adds a row behind the mark', () => insert('xid', "'5'")],
  ['adds a row behind the mark at a free id', (n) => insert('id, xid', `-${n}, '5'`)],
  ['adds a row with a far number', () => insert('xid', "'900000000000'")],
  [
    'adds a row and moves the mark beyond it',
    async () => {
      await insert();
      await app.query(`UPDATE ${SCHEMA}.bitacora_corte SET xid = (pg_current_xact_id()::text::bigint + 1)::text::xid8`);
    },
  ],
  [
    'adds a row behind the mark and tells of a move',
    async () => {
      await insert('xid', "'5'");
      await app.query(`UPDATE ${SCHEMA}.bitacora_corte SET sistema = '1'`);
      await seals.seal(app.pools.jobsPool, SCHEMA).catch(() => undefined);
    },
  ],
  [
    'adds a row behind the mark and moves the mark beyond every number',
    async () => {
      await insert('xid', "'5'");
      await app.query(`UPDATE ${SCHEMA}.bitacora_corte SET xid = '900000000000'`);
      await seals.seal(app.pools.jobsPool, SCHEMA).catch(() => undefined);
    },
  ],
  ['takes the mark away', () => app.query(`DELETE FROM ${SCHEMA}.bitacora_corte`)],
  ['takes the key away', () => app.query(`DELETE FROM ${SCHEMA}.llave_datos WHERE uso = 'sello'`)],
  [
    'puts a key of its own in place',
    () => app.query(`UPDATE ${SCHEMA}.llave_datos SET envoltura = decode(repeat('ab', 60), 'hex') WHERE uso = 'sello'`),
  ],
  [
    'puts a data key in place of it',
    () =>
      app.query(
        `UPDATE ${SCHEMA}.llave_datos SET envoltura = coalesce((SELECT envoltura FROM ${SCHEMA}.llave_datos WHERE uso = 'datos' LIMIT 1), '') WHERE uso = 'sello'`,
      ),
  ],
  ['tells a key of another number', () => app.query(`UPDATE ${SCHEMA}.bitacora_sello SET llave_id = llave_id + 1`)],
];

/** Ways that change no row but what a question about them is answered; each with what undoes it. */
const DISGUISES: readonly [string, string, string][] = [
  [
    'a view in place of the rows',
    `ALTER TABLE ${SCHEMA}.bitacora RENAME TO verdadera;
     CREATE VIEW ${SCHEMA}.bitacora AS SELECT id, xid, created_at, usuario_id, usuario, referencia, status,
       CASE WHEN pg_catalog.current_query() LIKE '%jsonb_build_array%' THEN nota ELSE 'otra' END AS nota,
       entidad, entidad_id, antes, despues, request_id FROM ${SCHEMA}.verdadera;
     GRANT SELECT ON ${SCHEMA}.bitacora, ${SCHEMA}.verdadera TO porton_jobs`,
    `DROP VIEW ${SCHEMA}.bitacora; ALTER TABLE ${SCHEMA}.verdadera RENAME TO bitacora`,
  ],
  [
    'a filter of rows',
    `ALTER TABLE ${SCHEMA}.bitacora ENABLE ROW LEVEL SECURITY; CREATE POLICY todo ON ${SCHEMA}.bitacora USING (true)`,
    `DROP POLICY todo ON ${SCHEMA}.bitacora; ALTER TABLE ${SCHEMA}.bitacora DISABLE ROW LEVEL SECURITY`,
  ],
  [
    'a trigger on the seals',
    `CREATE FUNCTION ${SCHEMA}.nada() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
     CREATE TRIGGER nada BEFORE INSERT ON ${SCHEMA}.bitacora_sello FOR EACH ROW EXECUTE FUNCTION ${SCHEMA}.nada()`,
    `DROP TRIGGER nada ON ${SCHEMA}.bitacora_sello; DROP FUNCTION ${SCHEMA}.nada`,
  ],
  [
    'rows of an heir',
    `CREATE TABLE ${SCHEMA}.heredera () INHERITS (${SCHEMA}.bitacora_corte)`,
    `DROP TABLE ${SCHEMA}.heredera`,
  ],
];

it('a chain that begins anew under another name is told, and so is one that begins where no community did', async () => {
  await sealAll();
  const inNew = (): Promise<Verification> =>
    inTx(app.pools.jobsPool, { schema: 'c_encinosb', role: 'porton_jobs', readOnly: true }, (tx) =>
      seals.verify(tx, { schema: 'c_encinosb', now: new Date() }),
    );
  await app.query(`
    UPDATE porton.comunidad SET esquema = 'c_encinosb' WHERE codigo = 'ENCINOS'; ALTER SCHEMA c_encinos RENAME TO c_encinosb;
    DELETE FROM c_encinosb.bitacora_sello; DELETE FROM c_encinosb.llave_datos WHERE uso = 'sello';
    UPDATE c_encinosb.bitacora_corte SET xid = '0', sistema = NULL, huella = NULL, sin_llave_hasta = 0;
    DELETE FROM c_encinosb.bitacora WHERE id = (SELECT min(id) FROM c_encinosb.bitacora)`);
  const [renamed, otherCode] = [[] as Verification[], [] as Verification[]];
  try {
    await seals.seal(app.pools.jobsPool, 'c_encinosb');
    renamed.push(await inNew());
    await app.pools.communities.refresh();
    expect((await app.call('GET', '/security/session')).status).toBe(503);
    // By a code that the schema fits, what was noted of the old one is left over.
    await app.query(`UPDATE porton.comunidad SET codigo = 'ENCINOSB' WHERE codigo = 'ENCINOS'`);
    otherCode.push(await inNew());
  } finally {
    await app.query(`
      ALTER SCHEMA c_encinosb RENAME TO c_encinos;
      UPDATE porton.comunidad SET esquema = 'c_encinos', codigo = 'ENCINOS' WHERE esquema = 'c_encinosb'`);
    await app.pools.communities.refresh();
  }
  expect(renamed).toMatchObject([{ ok: false, fault: { reason: expect.stringContaining('no es el de su código') } }]);
  expect(otherCode).toMatchObject([
    { ok: false, fault: { reason: expect.stringContaining('hay un sello anotado de c_encinos') } },
  ]);
});

it('a chain that begins where no community did is told until somebody accepts it, and so is what was noted of one that is gone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'porton-sellos-'));
  try {
    const other = createSeals({ secrets: app.secrets, heads: sealHeadsIn(folder) });
    await sealUntilNothing(other);
    const missing = expect.stringContaining('faltaba');
    expect(await check(undefined, other)).toMatchObject({ ok: true, avisos: [missing] });
    copyFileSync(join(folder, 'sellos', `${SCHEMA}.json`), join(folder, 'sellos', 'c_ida.json'));
    expect(await check(undefined, other)).toMatchObject({
      ok: false,
      fault: { reason: expect.stringContaining('c_ida') },
    });
    await asOwner(app.urls.owner, (client) => other.accept(client, SCHEMA));
    expect(await check(undefined, other)).toMatchObject({ ok: true, avisos: [] });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** What a table's own definition can hide without another table in its place; each with what undoes it. */
const COLUMNS: readonly [string, string, string][] = [
  [
    'a type with a cast of its own',
    `CREATE TYPE ${SCHEMA}.quien AS ENUM ('director', 'sistema');
     CREATE FUNCTION ${SCHEMA}.quien_json(q ${SCHEMA}.quien) RETURNS json LANGUAGE sql IMMUTABLE AS $$ SELECT to_json('director'::text) $$;
     CREATE CAST (${SCHEMA}.quien AS json) WITH FUNCTION ${SCHEMA}.quien_json(${SCHEMA}.quien);
     GRANT USAGE ON TYPE ${SCHEMA}.quien TO public;
     ALTER TABLE ${SCHEMA}.bitacora ALTER COLUMN usuario TYPE ${SCHEMA}.quien USING usuario::${SCHEMA}.quien`,
    `ALTER TABLE ${SCHEMA}.bitacora ALTER COLUMN usuario TYPE text; DROP CAST (${SCHEMA}.quien AS json);
     DROP FUNCTION ${SCHEMA}.quien_json; DROP TYPE ${SCHEMA}.quien`,
  ],
  [
    'a domain',
    `CREATE DOMAIN ${SCHEMA}.texto AS text; ALTER TABLE ${SCHEMA}.bitacora ALTER COLUMN nota TYPE ${SCHEMA}.texto`,
    `ALTER TABLE ${SCHEMA}.bitacora ALTER COLUMN nota TYPE text; DROP DOMAIN ${SCHEMA}.texto`,
  ],
  [
    'another type of PostgreSQL’s own',
    `ALTER TABLE ${SCHEMA}.bitacora_sello ALTER COLUMN orden TYPE integer`,
    `ALTER TABLE ${SCHEMA}.bitacora_sello ALTER COLUMN orden TYPE bigint`,
  ],
  [
    'a column that is computed',
    `ALTER TABLE ${SCHEMA}.bitacora RENAME COLUMN request_id TO guardada;
     ALTER TABLE ${SCHEMA}.bitacora ADD COLUMN request_id text GENERATED ALWAYS AS (guardada) STORED`,
    `ALTER TABLE ${SCHEMA}.bitacora DROP COLUMN request_id;
     ALTER TABLE ${SCHEMA}.bitacora RENAME COLUMN guardada TO request_id`,
  ],
  [
    'another collation',
    `ALTER TABLE ${SCHEMA}.bitacora ALTER COLUMN usuario TYPE text COLLATE "C"`,
    `ALTER TABLE ${SCHEMA}.bitacora ALTER COLUMN usuario TYPE text COLLATE "default"`,
  ],
];

it('a column that is not as the migrations made it is told, and so is another way to search', async () => {
  await sealAll();
  // Whoever changes a column takes what stands on it away first.
  await app.query(`DROP VIEW ${SCHEMA}_residente.bitacora`);
  const unseen: string[] = [];
  for (const [name, attack, undo] of COLUMNS) {
    await app.query(attack);
    const { ok, fault } = await check();
    if (ok || !fault?.reason.includes('columnas')) unseen.push(`${name}: ${fault?.reason}`);
    await app.query(undo);
    expect(await check(), name).toMatchObject({ ok: true });
  }
  tell('columnas cambiadas de la bitácora que nadie nota', unseen, COLUMNS.length);
  const body = "pg_catalog.lower(ext.unaccent('ext.unaccent'::pg_catalog.regdictionary, pg_catalog.btrim(value)))";
  const begin =
    'CREATE OR REPLACE FUNCTION ext.clave(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE';
  await app.query(`${begin} AS $$ SELECT CASE WHEN value = 'M01-L13' THEN 'zzz' ELSE ${body} END $$`);
  const searched = await check();
  await app.query(`${begin} RETURN ${body}`);
  expect(searched).toMatchObject({ ok: false, fault: { reason: expect.stringContaining('se busca') } });
  expect(await check()).toMatchObject({ ok: true });
});

it('a table that could show one thing here and another on the screen is told', async () => {
  await sealAll();
  for (const [name, attack, undo] of DISGUISES) {
    await app.query(attack);
    expect(await check(), name).toMatchObject({ ok: false, fault: { reason: expect.stringContaining('las tablas') } });
    await app.query(undo);
    expect(await check(), name).toMatchObject({ ok: true });
  }
});

it('a function of the community’s own takes no part in what is sealed', async () => {
  await sealAll();
  await app.query(
    `CREATE FUNCTION ${SCHEMA}.jsonb_build_array(bigint, text, int, text, text, text, text, text, text, jsonb, jsonb, text)
     RETURNS jsonb LANGUAGE sql AS $$ SELECT '[]'::jsonb $$`,
  );
  const result = await check();
  await app.query(
    `DROP FUNCTION ${SCHEMA}.jsonb_build_array(bigint, text, int, text, text, text, text, text, text, jsonb, jsonb, text)`,
  );
  expect(result).toMatchObject({ ok: true });
});

it('a sealed row of the future is a fault, and makes no true row look late; what else is wrong comes first', async () => {
  await sealAll();
  const [future] = await app.query<{ id: number }>(
    `INSERT INTO ${SCHEMA}.bitacora (created_at, usuario, status, entidad) VALUES ('2190-01-01', 'director', 'creado', 'banco') RETURNING id`,
  );
  await sealUntilNothing();
  await insert();
  await sealUntilNothing();
  expect(await check()).toMatchObject({
    ok: false,
    unsealed: 0,
    avisos: [],
    fault: { bitacoraId: future?.id, reason: 'el registro tiene una fecha que todavía no llega' },
  });
  await app.query(
    `UPDATE ${SCHEMA}.bitacora SET nota = 'otra' WHERE id = (SELECT max(bitacora_id) FROM ${SCHEMA}.bitacora_sello)`,
  );
  expect(await check()).toMatchObject({ ok: false, fault: { reason: 'el registro o su orden fueron alterados' } });
});

it('a noted head that goes missing is told, by the log too, until somebody accepts the chain', async () => {
  await sealAll();
  const [mark] = await app.query<{ xid: string; sistema: string; huella: Buffer }>(
    `SELECT xid::text AS xid, sistema, huella FROM ${SCHEMA}.bitacora_corte`,
  );
  const before = await app.query<{ n: number }>(`SELECT max(orden)::int AS n FROM ${SCHEMA}.bitacora_sello`);
  await insert();
  await sealAll();
  // The end is cut back to a mark that was genuine once, and what was noted is taken away.
  await app.query(`
    DELETE FROM ${SCHEMA}.bitacora WHERE id IN (SELECT bitacora_id FROM ${SCHEMA}.bitacora_sello WHERE orden > ${before[0]?.n});
    DELETE FROM ${SCHEMA}.bitacora_sello WHERE orden > ${before[0]?.n}`);
  await app.query(`UPDATE ${SCHEMA}.bitacora_corte SET xid = $1::xid8, sistema = $2, huella = $3`, [
    mark?.xid,
    mark?.sistema,
    mark?.huella,
  ]);
  rmSync(join(app.folder, 'sellos'), { recursive: true });
  expect(await check()).toMatchObject({ avisos: [expect.stringContaining('falta el sello anotado')] });
  for (let n = 0; n < 2; n += 1) {
    await insert();
    await sealAll();
    expect(await check()).toMatchObject({ avisos: [expect.stringContaining('faltaba y se volvió a anotar')] });
  }
  const told = () => app.query(`SELECT usuario FROM ${SCHEMA}.bitacora WHERE nota LIKE 'Faltaba el sello anotado%'`);
  expect(await told()).toEqual([{ usuario: 'sistema' }]);
  await asOwner(app.urls.owner, (owner) => seals.accept(owner, SCHEMA));
  await sealAll();
  expect(await check()).toMatchObject({ ok: true, avisos: [] });
  expect(await told()).toHaveLength(1);
});

it('whoever keeps the sealer off is told in the server’s log, once, and nothing once it is over', async () => {
  const lines: Record<string, unknown>[] = [];
  const note = (details: object) => lines.push({ ...details });
  const jobs = () =>
    new Jobs({
      connectionString: app.urls.jobs,
      jobsPool: app.pools.jobsPool,
      seals,
      communities: app.pools.communities,
      log: { info: note, warn: note, error: note },
    } as unknown as JobsOptions);
  const told = () => lines.filter(({ evento, comunidad }) => evento === 'sello detenido' && comunidad === 'ENCINOS');
  const running = jobs();
  let passed = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => passed);
  const lookAfter = async (seconds: number) => {
    passed += seconds * 1000;
    await running.sealAll();
  };
  await sealAll();
  await lookAfter(6);
  const holder = new pg.Client({ connectionString: app.urls.owner });
  await holder.connect();
  await holder.query(`SELECT pg_advisory_lock(7202612, hashtext('${SCHEMA}'))`);
  const insertOf = (age: string) =>
    app.query(
      `INSERT INTO ${SCHEMA}.bitacora (created_at, usuario, status, entidad) VALUES (now() - interval '${age}', 'director', 'creado', 'banco')`,
    );
  await insertOf('0 minutes');
  try {
    await lookAfter(6);
    expect(told()).toEqual([]);
    // Behind a transaction that another test has open, it may wait for two minutes.
    await lookAfter(150);
    await lookAfter(6);
    expect(lines.filter((line) => 'err' in line)).toEqual([]);
    expect(told()).toEqual([
      {
        evento: 'sello detenido',
        comunidad: 'ENCINOS',
        seconds: 150,
        holders: [{ pid: expect.any(Number), usuario: expect.any(String) }],
      },
    ]);
  } finally {
    await holder.end();
  }
  await sealUntilNothing();
  await lookAfter(6);
  expect(told()).toHaveLength(2);
  // Rows that tell of days long gone, as the demo's do, wait since they were written, and so does what a stop left.
  lines.length = 0;
  for (let n = 0; n < 3; n += 1) {
    await insertOf('20 days');
    await lookAfter(60);
    await sealUntilNothing();
  }
  await insertOf('20 days');
  await jobs().sealAll();
  expect(told()).toEqual([]);
  clock.mockRestore();
});

const NOBODY = { usuarioId: null, usuario: 'sistema', requestId: null };
const ENTRY = { status: 'creado', entidad: 'banco', nota: '' } as const;

it('a mark stays until all that was written with it is sealed, whatever is committed or runs on meanwhile', async () => {
  const marked = async () =>
    (await app.query("SELECT FROM porton.por_hacer WHERE esquema = $1 AND clase = 'bitacora'", [SCHEMA])).length > 0;
  const settle = () => seals.settle(app.pools.jobsPool, SCHEMA);
  const settled = () =>
    vi.waitFor(
      async () => {
        await sealUntilNothing();
        await settle();
        expect(await marked()).toBe(false);
      },
      { timeout: 20_000, interval: 20 },
    );
  await settled();
  const other = new pg.Client({ connectionString: app.urls.owner });
  await other.connect();
  try {
    const write = async (meanwhile: () => Promise<void>) => {
      await other.query(`BEGIN; SET LOCAL search_path TO ${SCHEMA}, ext`);
      await recordAudit(kyselyOn(other), NOBODY, ENTRY, app.clock.now());
      await meanwhile();
      await other.query('COMMIT');
    };
    // Written, and not committed when it is looked.
    await write(settle);
    expect(await marked()).toBe(true);
    await settle();
    expect(await marked()).toBe(true);
    await settled();
    // Committed, and not to be sealed before an older transaction has ended.
    await other.query('BEGIN; SELECT pg_current_xact_id()');
    await inTx(app.pools.pool, { schema: SCHEMA }, (tx) => recordAudit(tx, NOBODY, ENTRY, app.clock.now()));
    await seals.seal(app.pools.jobsPool, SCHEMA);
    await settle();
    expect(await marked()).toBe(true);
    await other.query('ROLLBACK');
    await settled();
  } finally {
    await other.end();
  }
});

it('what a process that died left unsealed is sealed before it is verified; what is altered stays told', async () => {
  await sealAll();
  await app.query(
    `INSERT INTO ${SCHEMA}.bitacora (created_at, usuario, status, entidad) VALUES (now() - interval '3 minutes', 'director', 'creado', 'banco')`,
  );
  // Held back as long as a transaction that began before it is open anywhere in the cluster, also those of other tests.
  const soon = { timeout: 20_000, interval: 20 };
  await vi.waitFor(async () => expect(await check()).toMatchObject({ ok: false }), soon);
  await vi.waitFor(async () => {
    await sealWhatWaits(seals, app.pools.jobsPool, SCHEMA);
    expect(await check()).toMatchObject({ ok: true, unsealed: 0 });
  }, soon);
  await app.query(`DELETE FROM ${SCHEMA}.bitacora_corte`);
  await insert();
  await sealWhatWaits(seals, app.pools.jobsPool, SCHEMA);
  expect(await check()).toMatchObject({ ok: false });
});

const deleteRow = (n: number) =>
  app.query(
    `DELETE FROM ${SCHEMA}.bitacora WHERE id = (SELECT bitacora_id FROM ${SCHEMA}.bitacora_sello WHERE orden = $1)`,
    [n],
  );

const copyTables = () =>
  app.query(TABLES.map((table) => `CREATE TABLE ${SCHEMA}.antes_${table} AS TABLE ${SCHEMA}.${table}`).join(';'));
const putBackTables = () =>
  app.query(
    TABLES.map(
      (table) =>
        `DELETE FROM ${SCHEMA}.${table}; INSERT INTO ${SCHEMA}.${table} ${table === 'bitacora' ? 'OVERRIDING SYSTEM VALUE' : ''} TABLE ${SCHEMA}.antes_${table}`,
    ).join(';'),
  );

it('each of many ways to change the log, at any place of the chain, is found', {
  timeout: TRUST_TIMEOUT_MS,
}, async () => {
  const head = await sealAll();
  expect(await check()).toMatchObject({ ok: true, unsealed: 0, anotado: head.orden });
  await copyTables();
  const noted = readFileSync(join(app.folder, 'sellos', `${SCHEMA}.json`));
  const putBack = async () => {
    await putBackTables();
    writeFileSync(join(app.folder, 'sellos', `${SCHEMA}.json`), noted);
  };
  const violations: string[] = [];
  let trials = 0;
  // Every way once, and then at random.
  const plan = ATTACKS.map((_, index) => [index, 3] as const);
  const random = fc.sample(
    fc.tuple(fc.nat(ATTACKS.length - 1), fc.integer({ min: 1, max: head.orden - 1 })),
    tries(1, 1_000),
  );
  for (const [which, place] of [...plan, ...random]) {
    const [name, attack] = ATTACKS[which] ?? ['', () => Promise.resolve()];
    await attack(place, head.orden);
    trials += 1;
    const found = await check();
    if (found.ok) violations.push(`${name} at ${place}`);
    // Nor does the sealer heal what it meets.
    await insert();
    await seals.seal(app.pools.jobsPool, SCHEMA).catch(() => undefined);
    if ((await check()).ok) violations.push(`${name} at ${place}, sealed over`);
    await putBack();
  }
  expect(await check()).toMatchObject({ ok: true });
  tell('alteraciones de la bitácora que nadie nota', violations, 2 * trials);
});

it('a noted head that was altered, of another key or unreadable is told, and stays until somebody accepts the chain', async () => {
  const head = await sealAll();
  const file = join(app.folder, 'sellos', `${SCHEMA}.json`);
  const genuine = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  for (const [change, reason] of [
    [{ ...genuine, orden: head.orden - 1 }, 'fue alterado'],
    [{ ...genuine, llave: 'otra' }, 'no es la que se anotó'],
    [{ ...genuine, sinLlaveHasta: 1 }, 'fue alterado'],
    [{}, 'no se puede leer'],
  ] as const) {
    writeFileSync(file, JSON.stringify(change));
    expect(await check()).toMatchObject({ ok: false, fault: { reason: expect.stringContaining(reason) } });
  }
  // What cannot be read at all, as a file of another user's, was not altered for that.
  rmSync(file);
  mkdirSync(file);
  expect(await check()).toMatchObject({ ok: true, avisos: [expect.stringMatching(/no se puede leer .*chown/)] });
  rmSync(file, { recursive: true });
  writeFileSync(file, JSON.stringify(genuine));
  // The end is lost, as with a copy of the database from before.
  await copyTables();
  await insert();
  await sealAll();
  await putBackTables();
  await insert();
  await sealAll();
  // The chain goes on; the noted head stays where it was.
  expect(await check()).toMatchObject({ ok: false, fault: { reason: 'la cadena no es la que se anotó' } });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ orden: head.orden + 1 });
  await asOwner(app.urls.owner, (owner) => seals.accept(owner, SCHEMA));
  await sealAll();
  expect(await check()).toMatchObject({ ok: true });
});

it('a head that could not be noted leaves the one before, as true as it, until the next', async () => {
  const first = await sealAll();
  const heads = sealHeadsIn(app.folder);
  const full = createSeals({
    secrets: app.secrets,
    heads: {
      ...heads,
      write: () => {
        throw new Error('no space left');
      },
    },
  });
  await insert();
  await sealAll(full);
  expect(await check()).toMatchObject({ ok: true, checked: first.orden + 1, anotado: first.orden });
  await insert();
  const last = await sealAll();
  expect(await check()).toMatchObject({ ok: true, anotado: last.orden });
});

it('a database that moves, whatever its numbers then are, goes on being sealed without an alarm', {
  timeout: TRUST_TIMEOUT_MS,
}, async () => {
  const violations: string[] = [];
  const moves = tries(3, 60);
  for (let n = 0; n < moves; n += 1) {
    await insert();
    await sealAll();
    // Rows that were written, and not sealed, when the copy was taken.
    for (let i = 0; i <= n % 3; i += 1) await insert();
    // As a copy comes to another cluster: every number of before, far above, about, or far below the numbers there.
    const shift = ['+ 5000000000', '+ 30', '- 100', '* 0'][n % 4] ?? '';
    await app.query(`UPDATE ${SCHEMA}.bitacora SET xid = greatest(0, xid::text::bigint ${shift})::text::xid8`);
    await app.query(`UPDATE ${SCHEMA}.bitacora_corte SET xid = greatest(0, xid::text::bigint ${shift})::text::xid8`);
    // The other cluster, as this one sees it: the mark was made, keyed, where the server had another name.
    await asIfMarkedElsewhere();
    const before = await check();
    if (!before.ok) violations.push(`move ${n}: ${before.fault?.reason} before it was sealed`);
    await insert();
    await sealAll();
    const after = await check();
    if (!after.ok) violations.push(`move ${n}: ${after.fault?.reason}`);
    const [told] = await app.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${SCHEMA}.bitacora WHERE entidad = 'bitacora'`,
    );
    if (told?.n !== n + 1) violations.push(`move ${n} is told ${told?.n} times`);
    // From there on the numbers are those of here again.
    await app.query(`UPDATE ${SCHEMA}.bitacora SET xid = '3'`);
    const forged = await insert('xid', "'5'");
    if ((await check()).ok) violations.push(`move ${n}: a row behind the mark is not told`);
    await app.query(`DELETE FROM ${SCHEMA}.bitacora WHERE id = $1`, [forged[0]?.id]);
  }
  tell('falsas alarmas o registros sin sello tras una mudanza', violations, moves);
});

/** Has the mark be as another server would have made it: with the community's key, under its own name. */
async function asIfMarkedElsewhere(): Promise<void> {
  await asOwner(app.urls.owner, async (owner) => {
    await owner.query(`UPDATE ${SCHEMA}.bitacora_corte SET sistema = '42'`);
    await seals.accept(owner, SCHEMA);
    await owner.query(`DELETE FROM ${SCHEMA}.bitacora WHERE nota LIKE 'La cadena de sellos se aceptó%'`);
  });
}

it.runIf(FULL)(
  'in a real second cluster, whose numbers begin anew, the chain goes on',
  {
    timeout: TRUST_TIMEOUT_MS,
  },
  async () => {
    await sealAll();
    await insert();
    const other = await startScratchPostgres();
    try {
      await asOwner(other.ownerUrl, async (owner) => {
        await migrateInstallation(owner);
        await owner.query(`CREATE SCHEMA ${SCHEMA}`);
        await migrateCommunity(owner, SCHEMA);
        // As pg_dump writes them: every column, the numbers of the other cluster's transactions among them.
        for (const table of TABLES) {
          const rows = await app.query<{ row: string }>(`SELECT t::text AS row FROM ${SCHEMA}.${table} t`);
          await owner.query(`TRUNCATE ${SCHEMA}.${table}`);
          for (const { row } of rows) {
            await owner.query(
              `INSERT INTO ${SCHEMA}.${table} ${table === 'bitacora' ? 'OVERRIDING SYSTEM VALUE' : ''} SELECT ($1::${SCHEMA}.${table}).*`,
              [row],
            );
          }
        }
        await owner.query(`SELECT setval(pg_get_serial_sequence('${SCHEMA}.bitacora', 'id'), 100000)`);
        const communities = await app.query<{ row: string }>('SELECT t::text AS row FROM porton.comunidad t');
        for (const { row } of communities) {
          await owner.query('INSERT INTO porton.comunidad SELECT ($1::porton.comunidad).*', [row]);
        }
      });
      const pool = createPool(other.jobsUrl, 2, () => undefined);
      const verify = () =>
        inTx(pool, { schema: SCHEMA, role: 'porton_jobs', readOnly: true }, (tx) =>
          seals.verify(tx, { schema: SCHEMA, now: new Date() }),
        );
      const violations: string[] = [];
      const told = async (when: string, unsealed: number) => {
        const result = await verify();
        if (!result.ok || result.unsealed !== unsealed) violations.push(`${when}: ${JSON.stringify(result)}`);
      };
      await told('as it arrives', 1);
      await seals.seal(pool, SCHEMA);
      await told('sealed there', 1);
      await seals.seal(pool, SCHEMA);
      await told('with the row that tells of the move', 0);
      await pool.end();
      tell('falsas alarmas en otro servidor de PostgreSQL', violations, 3);
    } finally {
      await other.stop();
    }
  },
);

it('another master key touches no seal, and a start with it verifies the same chain', async () => {
  const head = await sealAll();
  const seal = () => app.query(`SELECT * FROM ${SCHEMA}.bitacora_sello ORDER BY orden`);
  const [before, mark] = [await seal(), await app.query(`SELECT * FROM ${SCHEMA}.bitacora_corte`)];
  const current = randomBytes(32);
  await asOwner(app.urls.owner, (client) => rewrapDataKeys(client, { current, previous: MASTER_KEY }));
  expect(await seal()).toEqual(before);
  expect(await app.query(`SELECT * FROM ${SCHEMA}.bitacora_corte`)).toEqual(mark);
  const heads = sealHeadsIn(app.folder);
  const later = createSeals({ secrets: createSecrets({ current }), heads });
  expect(await check(undefined, later)).toMatchObject({ ok: true, anotado: head.orden, head });
  await insert();
  await sealAll(later);
  expect(await check(head, later)).toMatchObject({ ok: true, checked: head.orden + 1 });
  expect(await check()).toMatchObject({
    ok: false,
    fault: { reason: 'la llave de sello no abre con la llave maestra' },
  });
});

it('a chain from before there were keys goes on with one: its part is told, and nobody can move where it ends', async () => {
  // As the former version left it.
  await app.query(`
    INSERT INTO ${SCHEMA}.bitacora_sello (orden, bitacora_id, huella)
    SELECT row_number() OVER (ORDER BY id), id, '' FROM ${SCHEMA}.bitacora;
    UPDATE ${SCHEMA}.bitacora_corte SET sin_llave_hasta = (SELECT count(*) FROM ${SCHEMA}.bitacora), xid = '900000000000'`);
  await resealWithoutKey(1, 'none');
  const former = await check();
  expect(former).toMatchObject({ ok: true, sinLlaveHasta: former.checked, anotado: null });
  await insert();
  const head = await sealAll();
  expect(await check()).toMatchObject({ ok: true, sinLlaveHasta: former.checked, anotado: head.orden });
  await app.query(`UPDATE ${SCHEMA}.bitacora SET nota = 'otra' WHERE id = (SELECT min(id) FROM ${SCHEMA}.bitacora)`);
  await resealWithoutKey(1, 'kept');
  expect((await check()).ok).toBe(false);
});

it('a row that tells of long ago is told, whoever put it there', async () => {
  await sealAll();
  await app.query(
    `INSERT INTO ${SCHEMA}.bitacora (created_at, usuario, status, entidad) VALUES (now() - interval '3 days', 'director', 'creado', 'banco')`,
  );
  expect(await check()).toMatchObject({ ok: false, fault: { reason: expect.stringContaining('sigue sin sello') } });
  await sealAll();
  expect(await check()).toMatchObject({ ok: true, avisos: [expect.stringContaining('1 registro tiene una fecha')] });
});

it('sealers at once, each cut off now and then, lose and double nothing', { timeout: TRUST_TIMEOUT_MS }, async () => {
  const violations: string[] = [];
  const rounds = tries(2, 40);
  const folder = mkdtempSync(join(tmpdir(), 'porton-sellos-'));
  for (let round = 0; round < rounds; round += 1) {
    // Two processes with data folders of their own; one dies amid its work.
    const otherHeads = sealHeadsIn(folder);
    otherHeads.begin(SCHEMA);
    const other = createSeals({ secrets: app.secrets, heads: otherHeads });
    const dying = createPool(app.urls.jobs, 1, () => undefined);
    const writers = Array.from({ length: 4 }, async () => {
      for (let n = 0; n < 5; n += 1) await insert();
    });
    const sealing = [seals, other, seals].map((by) => by.seal(app.pools.jobsPool, SCHEMA).catch(() => undefined));
    const cut = other.seal(dying, SCHEMA).catch(() => undefined);
    await app.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'porton_jobs' AND query LIKE '%bitacora_sello%' LIMIT 1",
    );
    await Promise.all([...writers, ...sealing, cut]);
    await dying.end();
    await sealAll();
    for (const by of [seals, other]) {
      const result = await check(undefined, by);
      if (!result.ok || result.unsealed > 0) violations.push(`round ${round}: ${JSON.stringify(result)}`);
    }
  }
  rmSync(folder, { recursive: true, force: true });
  tell('sellos perdidos o repetidos entre procesos que mueren', violations, rounds);
});

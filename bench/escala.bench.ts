/**
 * Many communities on one embedded database: what they cost when nobody asks for anything, the first request of one that nobody
 * asked for, one migration over all, and what each of them adds, from which docs/escala.md draws the curve.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { migrateAll } from '../src/platform/server/communities.ts';
import { startEmbedded } from '../src/platform/server/embedded-postgres.ts';
import { asOwner, migrationsOfCommunity } from '../src/platform/server/migrate.ts';
import { send } from './client.ts';
import { codeOf, hostOf, schemaOf, withCommunities } from './communities.ts';
import { type Product, productOn } from './product.ts';
import type { Measure } from './run.ts';
import { median, quantile } from './stats.ts';

const COUNT = Number(process.env.PORTON_BANCO_COMUNIDADES ?? 300);
/** The first rounds, which visit everybody, are over by then. */
const SETTLE_MS = 75_000;
const IDLE_MS = 10_000;
const IDLE_LOOKS = 12;
/** Of one home. */
const ADMINISTERED = Math.min(30, COUNT);
const SUMS = 20;
const WARM = 200;
/** What a cashier's home asks for. */
const PATHS = ['/security/session', '/inicio/pendientes'];

/** A session of the superadministrator in each community, without what a sign-in costs. */
async function sessionsIn(client: pg.Client, count: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest();
  for (let n = 1; n <= count; n += 1) {
    await client.query(
      `INSERT INTO ${schemaOf(n)}.sesion (token_hash, usuario_id, created_at, last_seen_at, ip, con_factor)
       SELECT $1, min(id), now(), now(), '127.0.0.1', true FROM ${schemaOf(n)}.usuario WHERE username = 'superadmin'`,
      [hash],
    );
  }
  return token;
}

/** How long the home of a community takes to have its answers, in ms. */
async function homeOf({ base }: Product, token: string, n: number): Promise<number> {
  const began = performance.now();
  for (const path of PATHS) {
    const { status } = await send(`${base}${path}`, { host: hostOf(n), authorization: `Bearer ${token}` });
    if (status !== 200) throw new Error(`${path} of ${codeOf(n)} answers ${status}`);
  }
  return (performance.now() - began) / PATHS.length;
}

/** The accounts of a person in so many communities of one company. */
async function joinedIn(client: pg.Client, count: number): Promise<void> {
  await client.query(`
    WITH empresa AS (INSERT INTO porton.empresa (nombre) VALUES ('Administradora') RETURNING id)
    UPDATE porton.comunidad SET empresa_id = (SELECT id FROM empresa) WHERE codigo <= '${codeOf(count)}';
    INSERT INTO porton.persona (creada) VALUES (now());`);
  for (let n = 1; n <= count; n += 1) {
    await client.query(`
      INSERT INTO porton.cuenta_unida (persona_id, esquema, usuario_id, usuario, unida_at)
      SELECT max(p.id), '${schemaOf(n)}', min(u.id), 'superadmin', now()
      FROM porton.persona p, ${schemaOf(n)}.usuario u WHERE u.username = 'superadmin'`);
  }
}

/** How long the one home of several communities takes, again and again, in ms. */
async function sumsOf({ base }: Product, token: string, count: number): Promise<number[]> {
  const samples: number[] = [];
  for (let run = 0; run < SUMS; run += 1) {
    const began = performance.now();
    const { body } = await send<{ data: { estado: string }[] }>(`${base}/empresa/resumen`, {
      ...{ host: hostOf(1), authorization: `Bearer ${token}` },
    });
    samples.push(performance.now() - began);
    const told = body.data.filter(({ estado }) => estado === 'lista').length;
    if (told !== count) throw new Error(`${told} of ${count} communities tell their sums`);
  }
  return samples;
}

async function warmOf(product: Product, token: string, n: number): Promise<number> {
  const samples: number[] = [];
  for (let run = 0; run < WARM; run += 1) samples.push(await homeOf(product, token, n));
  return median(samples.slice(WARM / 10));
}

/** Memory that is PostgreSQL's alone, shared buffers counted once, in MB. */
function databaseMemory(dataDir: string): number {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  const proportional = (pid: string): number => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      if (Number(pid) !== postmaster && Number(stat[1]) !== postmaster) return 0;
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1000;
    } catch {
      // It ended meanwhile.
      return 0;
    }
  };
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .reduce((sum, pid) => sum + proportional(pid), 0);
}

/** What one community is to the catalogue and on the disk. */
async function weightOf(client: pg.Client): Promise<{ relations: number; bytes: number }> {
  const { rows } = await client.query<{ relations: number; bytes: number }>(
    `SELECT count(*) + count(*) FILTER (WHERE reltoastrelid <> 0) * 2 AS relations,
      sum(CASE relkind WHEN 'r' THEN pg_total_relation_size(c.oid) WHEN 'S' THEN pg_relation_size(c.oid) ELSE 0 END)::bigint AS bytes
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ($1::text, $1::text || '_residente')`,
    [schemaOf(2)],
  );
  return rows[0] ?? { relations: 0, bytes: 0 };
}

/** The program's migrations, and one more. */
async function withNext() {
  const migrations = await migrationsOfCommunity();
  const sql =
    'CREATE TABLE de_banco (id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, lote_id integer REFERENCES lote (id)); CREATE INDEX de_banco_lote ON de_banco (lote_id)';
  return [...migrations, { version: migrations.length + 1, name: 'de_banco.sql', sql, huella: 'de_banco' }];
}

/** One new migration over all, of which one fails. */
async function migrated(dataDir: string): Promise<Measure[]> {
  const database = await startEmbedded({ dataDir, log: () => undefined });
  try {
    await asOwner(database.ownerUrl, (client) => client.query(`CREATE TABLE ${schemaOf(2)}.de_banco ()`));
    const told: string[] = [];
    const migrations = await withNext();
    const began = performance.now();
    await migrateAll(database.ownerUrl, { tell: (codigo) => told.push(codigo), migrations });
    const seconds = (performance.now() - began) / 1000;
    const { rows } = await asOwner(database.ownerUrl, (client) =>
      client.query<{ left: number }>('SELECT count(*) AS left FROM porton.comunidad WHERE version < $1', [
        migrations.length,
      ]),
    );
    const left = rows[0]?.left;
    if (told.join() !== codeOf(2) || left !== 1) throw new Error(`told of ${told.join()}, ${left} are left`);
    return [
      {
        name: `una migración nueva en ${COUNT} comunidades, una de las cuales falla`,
        value: seconds,
        unit: 's',
        limit: 60,
      },
    ];
  } finally {
    await database.stop();
  }
}

async function alone(): Promise<number> {
  return withCommunities(1, (dataDir) =>
    productOn(dataDir, async (product) => {
      const token = await asOwner(product.ownerUrl, (client) => sessionsIn(client, 1));
      await homeOf(product, token, 1);
      return warmOf(product, token, 1);
    }),
  );
}

async function measured(product: Product, dataDir: string, warmAlone: number): Promise<Measure[]> {
  const token = await asOwner(product.ownerUrl, (client) => sessionsIn(client, COUNT));
  await sleep(SETTLE_MS);
  // The first turn that each kind of work has after a start comes by everywhere, within seconds: which of these meets one depends on
  // the minute of the hour, and is not rest. What it all comes to is told beside it.
  const idles: number[] = [];
  for (let look = 0; look < IDLE_LOOKS; look += 1) {
    const before = product.processor();
    const began = performance.now();
    await sleep(IDLE_MS);
    idles.push((100 * (product.processor() - before)) / (performance.now() - began));
  }
  const idle = median(idles);
  const firstTurns = idles.reduce((sum, one) => sum + one, 0) / idles.length;
  const idleMemory = { server: product.memory(), database: databaseMemory(dataDir) };
  const cold: number[] = [];
  for (let n = 1; n <= COUNT; n += 1) cold.push(await homeOf(product, token, n));
  const warm = await warmOf(product, token, COUNT);
  await asOwner(product.ownerUrl, (client) => joinedIn(client, ADMINISTERED));
  const [first = 0, ...sums] = await sumsOf(product, token, ADMINISTERED);
  const usedMemory = { server: product.memory(), database: databaseMemory(dataDir) };
  const { relations, bytes } = await asOwner(product.ownerUrl, weightOf);
  return [
    { name: 'procesador en reposo, servidor y base de datos', value: idle, unit: '% de un núcleo', limit: 3 },
    { name: 'lo mismo con las primeras vueltas de cada trabajo', value: firstTurns, unit: '% de un núcleo' },
    { name: 'memoria del servidor en reposo', value: idleMemory.server, unit: 'MB', limit: 400 },
    { name: 'memoria de la base de datos en reposo', value: idleMemory.database, unit: 'MB' },
    { name: 'primera petición de una comunidad, mediana', value: median(cold), unit: 'ms' },
    { name: 'primera petición de una comunidad, p95', value: quantile(cold, 0.95), unit: 'ms', limit: 60 },
    {
      name: 'petición siguiente, mediana',
      value: warm,
      unit: 'ms',
      baseline: warmAlone,
      limit: 1.25 * warmAlone + 0.5,
    },
    { name: `«Mis comunidades» de ${ADMINISTERED}, la primera vez`, value: first, unit: 'ms', limit: 1_000 },
    { name: `«Mis comunidades» de ${ADMINISTERED}, p95`, value: quantile(sums, 0.95), unit: 'ms', limit: 1_000 },
    { name: 'memoria del servidor tras pedir de todas', value: usedMemory.server, unit: 'MB', limit: 400 },
    { name: 'memoria de la base de datos tras pedir de todas', value: usedMemory.database, unit: 'MB' },
    { name: 'relaciones de una comunidad', value: relations, unit: '' },
    { name: 'tamaño de una comunidad', value: bytes / 1_000_000, unit: 'MB' },
  ];
}

export default async function escala(): Promise<Measure[]> {
  const warmAlone = await alone();
  return withCommunities(COUNT, async (dataDir) => {
    const began = performance.now();
    let started = 0;
    const figures = await productOn(dataDir, (product) => {
      started = (performance.now() - began) / 1000;
      return measured(product, dataDir, warmAlone);
    });
    return [
      { name: `arranque con ${COUNT} comunidades`, value: started, unit: 's' },
      ...figures,
      ...(await migrated(dataDir)),
    ];
  });
}

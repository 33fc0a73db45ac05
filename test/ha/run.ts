/**
 * npm run ha: the product on PostgreSQL under Patroni, as docs/operacion.md has it, and its primary killed again and again while
 * several cash desks take a thousand payments: nothing that was acknowledged is lost, nothing is there twice, and it answers again
 * within 30 s. Source: confianza.md#failover.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { checkLaws } from '#libro/server/laws.ts';
import { createPool, type DbPool, inTx } from '#platform/server/db.ts';
import { Cluster } from './cluster.ts';
import { AMOUNT, Desk, PASSWORD, Replica, type Troubles } from './office.ts';

const PACKAGES = ['patroni', 'etcd-server', 'haproxy', 'postgresql'];
const KILLS = Number(process.argv[2] ?? 10);
/** Besides, so many times the primary's node stands still and goes on later, as if nothing had been. */
const FREEZES = 2;
const PAYMENTS = 1_000;
const DESKS = 8;
const REPLICAS = 2;
const ANSWERS_WITHIN_MS = 30_000;
const SCHEMA = 'c_encinos';
const BITACORA = fileURLToPath(new URL('../../src/cli/bitacora.ts', import.meta.url));

/** Why the drill cannot be held here, or undefined when it can. */
function obstacle(): string | undefined {
  if (process.getuid?.() !== 0) return 'hace falta root';
  const missing = PACKAGES.filter((name) => spawnSync('dpkg', ['-s', name]).status !== 0);
  if (missing.length === 0) return undefined;
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const { status } = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...missing], options);
  return status === 0 ? undefined : `no se pudo instalar ${missing.join(', ')}`;
}

/** Where Debian keeps the newest server's programs. */
function binDir(): string {
  const root = '/usr/lib/postgresql';
  const [newest] = readdirSync(root).sort((one, other) => Number(other) - Number(one));
  return join(root, newest ?? '', 'bin');
}

type Kind = 'PostgreSQL y Patroni' | 'el nodo entero' | 'congelado';

interface Fall {
  kind: Kind;
  from: string;
  to: string;
  /** Until a payment that was asked for after it was acknowledged. */
  answeredMs: number;
  unavailable: number;
  /** Until three nodes were together again. */
  wholeMs: number;
}

interface Drill {
  cluster: Cluster;
  replicas: Replica[];
  desks: Desk[];
  violations: string[];
}

/** One fall of the primary in the midst of a batch of payments; ends with the batch paid and the cluster whole. */
async function fall(
  { cluster, replicas, desks, violations }: Drill,
  turn: number,
  kind: Kind,
  batch: number,
): Promise<Fall> {
  const troubles: Troubles = { violations, unavailable: 0 };
  const primary = await cluster.primary();
  let sent = 0;
  let paid = 0;
  let fell = Number.POSITIVE_INFINITY;
  let answered: number | undefined;
  let thaw: (() => void) | undefined;
  const strike = () => {
    fell = Date.now();
    if (kind === 'congelado') thaw = primary.freeze();
    else primary.kill({ etcd: kind === 'el nodo entero' });
  };
  const work = async (desk: Desk) => {
    while (sent < batch) {
      sent += 1;
      const asked = await desk.take(`caida-${turn}-${sent}-abcdef`, replicas, troubles);
      paid += 1;
      if (asked > fell) answered ??= Date.now();
      if (paid > batch / 3 && fell === Number.POSITIVE_INFINITY) strike();
    }
  };
  await Promise.all(desks.map(work));
  const answeredMs = (answered ?? Number.POSITIVE_INFINITY) - fell;
  if (answeredMs > ANSWERS_WITHIN_MS) violations.push(`caída ${turn}: contestó a los ${answeredMs} ms`);
  // It wakes up as the primary that it was, and must not be believed.
  thaw?.();
  primary.start();
  await cluster.whole(primary);
  const to = (await cluster.primary(primary)).name;
  return { kind, from: primary.name, to, answeredMs, unavailable: troubles.unavailable, wholeMs: Date.now() - fell };
}

/** What the books say of a desk against what its cashier was told. */
async function account(pool: DbPool, desk: Desk): Promise<string[]> {
  const { cargoId, cajaId, acknowledged } = desk;
  const receipts = await inTx(pool, { schema: SCHEMA, readOnly: true }, async (tx) => {
    const { rows } = await sql<{ id: number; pagos: number; suma: number; avisos: number }>`
      SELECT r.id, count(p.id)::int AS pagos, sum(p.monto_centavos)::int AS suma,
        (SELECT count(*) FROM bitacora b WHERE b.entidad = 'recibo' AND b.entidad_id = r.id::text)::int AS avisos
      FROM recibo r JOIN pago p ON p.recibo_id = r.id WHERE r.caja_id = ${cajaId} AND p.cargo_id = ${cargoId} GROUP BY r.id`.execute(
      tx,
    );
    return rows;
  });
  const present = new Set(receipts.map(({ id }) => id));
  const lost = [...acknowledged]
    .filter(([, id]) => !present.has(id))
    .map(([key, id]) => `${key}: se perdió el recibo ${id}`);
  const distinct = new Set(acknowledged.values()).size;
  return [
    ...lost,
    ...(receipts.length === distinct && distinct === acknowledged.size
      ? []
      : [`ventanilla ${cajaId}: ${receipts.length} recibos de ${acknowledged.size} cobros confirmados`]),
    ...receipts
      .filter(({ pagos, suma, avisos }) => pagos !== 1 || suma !== AMOUNT * 100 || avisos !== 1)
      .map(({ id }) => `el recibo ${id} está a medias`),
  ];
}

/** All that has to be true at the end. */
async function judge({ replicas, desks, violations }: Drill, env: Record<string, string>, since: Date): Promise<void> {
  const pool = createPool(env.DATABASE_APP_URL ?? '', 2, () => undefined);
  const jobs = createPool(env.DATABASE_JOBS_URL ?? '', 1, () => undefined);
  try {
    for (const desk of desks) violations.push(...(await account(pool, desk)));
    const laws = await inTx(pool, { schema: SCHEMA, readOnly: true }, (tx) => checkLaws(tx));
    violations.push(...laws.map((law) => `ley del libro: ${JSON.stringify(law)}`));
    const later = "SELECT count(*)::int AS n FROM pgboss.job WHERE state = 'completed' AND completed_on > $1";
    const ended = () => jobs.query<{ n: number }>(later, [since]).then(({ rows }) => rows[0]?.n ?? 0);
    for (let tries = 0; (await ended()) === 0; tries += 1) {
      if (tries > 120) throw new Error('no job ended after the last fall');
      await sleep(1_000);
    }
  } finally {
    await Promise.all([pool.end(), jobs.end()]);
  }
  for (const { lives, port } of replicas) if (!lives) violations.push(`la réplica ${port} terminó`);
  const { status, stdout } = spawnSync(process.execPath, [BITACORA, 'verificar'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  console.log(stdout.trim());
  if (status !== 0) violations.push('la bitácora no está íntegra');
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

function tell(falls: readonly Fall[], { desks, violations }: Drill): void {
  console.log(
    '\n| Caída | Qué cayó | De | A | Cobró de nuevo a los | Respuestas 503 | Tres nodos de nuevo a los |\n|---|---|---|---|---|---|---|',
  );
  for (const [index, { kind, from, to, answeredMs, unavailable, wholeMs }] of falls.entries())
    console.log(
      `| ${index + 1} | ${kind} | ${from} | ${to} | ${seconds(answeredMs)} | ${unavailable} | ${seconds(wholeMs)} |`,
    );
  const acknowledged = desks.reduce((sum, desk) => sum + desk.acknowledged.size, 0);
  const slowest = Math.max(...falls.map(({ answeredMs }) => answeredMs));
  console.log(`\n${acknowledged} cobros confirmados, ${falls.length} caídas, la más larga ${seconds(slowest)}`);
  console.log(`primario caído: ${violations.length} violaciones / ${acknowledged} intentos`);
  for (const violation of violations.slice(0, 20)) console.log(`  ${violation}`);
}

/** The operator's three users and the database, by docs/operacion.md. */
const ROLES = `
CREATE ROLE porton_owner LOGIN PASSWORD 'dueno';
CREATE ROLE porton_app LOGIN PASSWORD 'aplicacion';
CREATE ROLE porton_jobs LOGIN PASSWORD 'tareas';
CREATE ROLE porton_residente NOLOGIN;
GRANT porton_residente TO porton_owner, porton_app;
ALTER ROLE porton_app SET search_path = '';
ALTER ROLE porton_jobs SET search_path = '';
CREATE DATABASE porton OWNER porton_owner ENCODING 'UTF8' TEMPLATE template0;
`;

function settings(folder: string, { proxyHost, proxyPort }: Cluster): Record<string, string> {
  const url = (user: string, password: string) => `postgres://${user}:${password}@${proxyHost}:${proxyPort}/porton`;
  return {
    DATABASE_URL: url('porton_owner', 'dueno'),
    DATABASE_APP_URL: url('porton_app', 'aplicacion'),
    DATABASE_JOBS_URL: url('porton_jobs', 'tareas'),
    PORTON_LLAVE: randomBytes(32).toString('base64'),
    PORTON_ADMIN_PASSWORD: PASSWORD,
    PORTON_DATA: join(folder, 'datos'),
  };
}

/** The measures that the operator's alarms name are those that Patroni gives. */
async function checkAlarms({ cluster, violations }: Drill): Promise<void> {
  const rules = readFileSync(new URL('../../despliegue/patroni/alertas.prometheus.yml', import.meta.url), 'utf8');
  const [node] = cluster.nodes;
  const given = (await node?.ask<string>('/metrics')) ?? '';
  for (const [name] of rules.matchAll(/\bpatroni_[a-z_]+/g))
    if (!given.includes(`# TYPE ${name} `)) violations.push(`Patroni no da ${name}`);
}

async function main(folder: string, cluster: Cluster): Promise<void> {
  const drill: Drill = { cluster, replicas: [], desks: [], violations: [] };
  await cluster.start();
  await cluster.sql(ROLES);
  const env = settings(folder, cluster);
  try {
    for (let n = 1; n <= REPLICAS; n += 1) drill.replicas.push(await Replica.start(folder, `replica${n}`, env));
    const [first] = drill.replicas;
    if (!first) throw new Error('no replica');
    drill.desks.push(...(await Desk.open(first, DESKS)));
    await checkAlarms(drill);
    const kinds: Kind[] = Array.from({ length: KILLS }, (_, n) =>
      n % 2 === 0 ? 'PostgreSQL y Patroni' : 'el nodo entero',
    );
    kinds.push(...Array.from({ length: FREEZES }, (): Kind => 'congelado'));
    const falls: Fall[] = [];
    for (const [turn, kind] of kinds.entries()) {
      const done = await fall(drill, turn, kind, Math.ceil(PAYMENTS / kinds.length));
      falls.push(done);
      console.log(`${turn + 1}/${kinds.length} ${kind}: ${done.from} → ${done.to}, ${seconds(done.answeredMs)}`);
    }
    await judge(drill, env, new Date());
    tell(falls, drill);
    if (drill.violations.length > 0) process.exitCode = 1;
  } finally {
    await Promise.all(drill.replicas.map((replica) => replica.stop()));
  }
}

const why = obstacle();
if (why) {
  console.log(`El ensayo con Patroni se omite: ${why}. Corre como root en Debian, con ${PACKAGES.join(', ')}.`);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'porton-ha-'));
  chmodSync(folder, 0o755);
  const cluster = new Cluster(folder, binDir());
  const end = () => cluster.stop();
  process.once('SIGINT', () => {
    end();
    process.exit(130);
  });
  let kept = false;
  try {
    await main(folder, cluster);
  } catch (error) {
    kept = true;
    console.error(error, `\nLos registros quedan en ${folder}`);
    process.exitCode = 1;
  } finally {
    end();
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
}

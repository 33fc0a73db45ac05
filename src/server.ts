/** The composition root of the server: configuration, database, jobs, HTTP; and a clean end to all of it. */
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Contents, demoContents, fillCommunity } from './contents.ts';
import { fechaInZone } from './core/fecha.ts';
import { DEMO_USER } from './features/catalogos/demo-data.ts';
import { invoiceDemo } from './features/facturacion/demo.ts';
import { createInvoicing, pacsIn } from './features/facturacion/server/invoicing.ts';
import { DEMO_PASSWORD } from './features/usuarios/demo.ts';
import { COMMUNITY_JOBS, REGISTRATIONS } from './features.ts';
import { roleLabel } from './platform/roles.ts';
import { buildApp } from './platform/server/app.ts';
import { createSeals } from './platform/server/audit-seal.ts';
import { systemClock } from './platform/server/clock.ts';
import { CommunityRefused, createCommunity } from './platform/server/communities.ts';
import { type Config, ConfigError, loadConfig } from './platform/server/config.ts';
import type { ProcessStatus } from './platform/server/context.ts';
import { type Database, migrateDatabase, openDatabase, openPools } from './platform/server/database.ts';
import { EmbeddedPostgresError } from './platform/server/embedded-postgres.ts';
import { fcmSender } from './platform/server/fcm.ts';
import { type FileStore, openFiles } from './platform/server/files.ts';
import { emptyForgotten } from './platform/server/files-kept.ts';
import { Jobs } from './platform/server/jobs.ts';
import { loadOrCreateKey } from './platform/server/key.ts';
import { localMail } from './platform/server/mail.ts';
import { asOwner, WrongVersion } from './platform/server/migrate.ts';
import { localOutbox } from './platform/server/push.ts';
import { sealHeadsIn } from './platform/server/seal-heads.ts';
import { communitiesUnderOtherKeys, createSecrets, type MasterKeys, type Secrets } from './platform/server/secrets.ts';
import { smtpSender } from './platform/server/smtp.ts';
import { VERSION } from './platform/version.ts';

const PAGE_FOLDER = fileURLToPath(new URL('../dist', import.meta.url));

/** Below the data folder: what the simulator of a community has stamped. */
const SIMULATOR_FOLDER = 'simulador';
const INVOICING_ERRAND = 'facturas';
const FORGOTTEN_ERRAND = 'archivos-olvidados';

/** A start that cannot go on; the message says what to do. */
class StartRefused extends Error {}

async function firstContents(
  config: Config,
  secrets: Secrets,
  files: FileStore,
  say: (line: string) => void,
): Promise<Contents> {
  if (config.database.kind === 'embedded') return demoContents({ lotes: config.demoLotes, secrets, files }, say);
  if (!config.adminPassword) {
    throw new StartRefused(
      'Es el primer arranque con esta base de datos: defina PORTON_ADMIN_PASSWORD (de 8 a 50 caracteres) con la contraseña del superadministrador.',
    );
  }
  return { kind: 'production', adminPassword: config.adminPassword };
}

/** Data that this start could not read are told at once, not when somebody needs them. */
async function refuseOtherKey(config: Config, database: Database, keys: MasterKeys): Promise<void> {
  const others = await asOwner(database.urls.owner, (client) => communitiesUnderOtherKeys(client, keys));
  if (others.length === 0) return;
  const whose = `no es la llave con que se guardaron los datos de ${others.join(', ')}.`;
  throw new StartRefused(
    config.key
      ? `PORTON_LLAVE ${whose} Indique aquélla; si la está cambiando, ponga la de antes en PORTON_LLAVE_ANTERIOR.`
      : `El archivo ${join(database.dataDir, 'llave')} ${whose} Ponga aquélla en PORTON_LLAVE.`,
  );
}

/** @returns whether the demo community was just made */
async function prepare(
  config: Config,
  database: Database,
  keys: MasterKeys,
  files: FileStore,
  say: (line: string) => void,
): Promise<boolean> {
  const communities = await migrateDatabase(database.urls.owner);
  if (communities > 0) {
    await refuseOtherKey(config, database, keys);
    return false;
  }
  const secrets = createSecrets(keys);
  const contents = await firstContents(config, secrets, files, say);
  say(contents.kind === 'demo' ? 'Se carga la comunidad de demostración…' : 'Se crea la comunidad…');
  await asOwner(database.urls.owner, (client) =>
    createCommunity(client, {
      codigo: config.firstCommunity,
      host: null,
      fill: (tx) => fillCommunity(tx, contents, config.firstCommunity),
    }),
  );
  return contents.kind === 'demo';
}

/** Where the JSON lines go: to the terminal in production, to a file where a person watches the terminal. */
function logStream(config: Config, dataDir: string): NodeJS.WritableStream {
  if (config.database.kind === 'external') return process.stdout;
  const folder = join(dataDir, 'log');
  mkdirSync(folder, { recursive: true });
  return createWriteStream(join(folder, 'porton.jsonl'), { flags: 'a' });
}

function greeting(config: Config, address: string): string {
  const lines = [`Portón ${VERSION} está listo: ${address}`];
  if (config.database.kind === 'embedded') {
    lines.push('', `Cuentas de demostración (contraseña ${DEMO_PASSWORD}):`);
    for (const { username, role } of DEMO_USER) lines.push(`  ${username.padEnd(14)} ${roleLabel(role)}`);
    lines.push('', 'Ctrl+C detiene todo.');
  }
  return lines.join('\n');
}

async function main(): Promise<void> {
  const startedAt = new Date();
  const config = loadConfig(process.env);
  const say = (line: string) => console.log(line);
  const address = `http://${config.host === '0.0.0.0' || config.host === '127.0.0.1' ? 'localhost' : config.host}:${config.port}`;
  const database = await openDatabase(config, say, { address });

  // From here on something runs that has to be stopped, in the opposite order, whatever happens.
  const closers: (() => Promise<unknown>)[] = [() => database.stop()];
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= (async () => {
      for (const closer of closers.reverse()) {
        await closer().catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
      }
    })();
    return closing;
  };
  const onSignal = (): void => {
    // The launcher forwards what the terminal has already sent: the second one of a pair is not impatience.
    if (closing) return;
    say('Portón se detiene…');
    void close().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);

  try {
    const keys = { current: config.key ?? loadOrCreateKey(database.dataDir), previous: config.previousKey };
    const files = await openFiles(config.bucket, database.dataDir);
    const isNewDemo = await prepare(config, database, keys, files, say);
    const stream = logStream(config, database.dataDir);
    const pools = openPools(database.urls, config.dbConnections, (error) =>
      app.log.warn({ evento: 'conexión perdida', err: error }, 'conexión perdida'),
    );
    closers.push(() => pools.end());
    const secrets = createSecrets(keys);
    const seals = createSeals({ secrets, heads: sealHeadsIn(database.dataDir) });
    const mailSender = config.mail ? smtpSender(config.mail) : localMail;
    const sessionLimits = { idleMinutes: config.sessionIdleMinutes, maxHours: config.sessionMaxHours };

    const status = async (): Promise<ProcessStatus> => ({
      version: VERSION,
      node: process.version,
      startedAt: startedAt.toISOString(),
      memoryMiB: Math.round(process.memoryUsage.rss() / 1024 / 1024),
      poolTotal: pools.pool.totalCount,
      poolIdle: pools.pool.idleCount,
      poolWaiting: pools.turnstile.waiting + pools.pool.waitingCount,
      jobs: await jobs.queues(),
      jobsRunning: jobs.running,
    });

    const simulators = join(database.dataDir, SIMULATOR_FOLDER);
    if (isNewDemo) {
      // The demo is whole without its invoices: whatever stops them stops no start.
      for (const community of await pools.communities.all()) {
        const hoy = fechaInZone(startedAt, community.timeZone);
        await invoiceDemo({ pool: pools.pool, community, secrets, folder: simulators, hoy }).catch((error: unknown) =>
          say(`No se hicieron las facturas de la demostración: ${error instanceof Error ? error.message : error}`),
        );
      }
    }
    const invoicing = createInvoicing({
      pool: pools.pool,
      clock: systemClock,
      secrets,
      pacsOf: pacsIn(simulators, systemClock),
      log: {
        info: (details, message) => app.log.info(details, message),
        warn: (details, message) => app.log.warn(details, message),
        error: (details, message) => app.log.error(details, message),
      },
      wake: () => jobs.wakeErrand(INVOICING_ERRAND),
    });
    closers.push(() => invoicing.stop());

    const app = await buildApp({
      ...pools,
      clock: systemClock,
      sessionLimits,
      settleMs: config.stampingWaitMs,
      services: {
        status,
        push: { wake: () => jobs.wakePush() },
        mail: { leaves: mailSender.leaves, wake: () => jobs.wakeMail() },
        invoicing,
        files,
        forgottenFiles: { wake: () => jobs.wakeErrand(FORGOTTEN_ERRAND) },
        secrets,
        seals,
        dashboards: config.dashboards,
      },
      registrations: REGISTRATIONS,
      logger: { level: config.logLevel, stream, redact: ['req.headers.authorization'] },
      pageFolder: PAGE_FOLDER,
      trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
      ...(config.mapTiles !== undefined && { mapTiles: config.mapTiles }),
      ...(config.metricsToken !== undefined && { metricsToken: config.metricsToken }),
    });
    const jobs = new Jobs({
      connectionString: database.urls.jobs,
      jobsPool: pools.jobsPool,
      seals,
      communities: pools.communities,
      clock: systemClock,
      sessionLimits,
      pushSender: config.fcmAccount ? fcmSender(config.fcmAccount) : localOutbox,
      mailSender,
      communityJobs: COMMUNITY_JOBS,
      errands: [
        {
          name: INVOICING_ERRAND,
          cron: '* * * * *',
          async run(community) {
            const done = await invoicing.sweep(community);
            return done.facturas + done.cancelaciones > 0 ? { ...done } : undefined;
          },
        },
        {
          name: FORGOTTEN_ERRAND,
          // Who lets a file go wakes it; this turn takes what a failing store left.
          cron: '11 * * * *',
          async run({ schema }) {
            const borrados = await emptyForgotten(pools.jobsPool, schema, files);
            return borrados > 0 ? { borrados } : undefined;
          },
        },
      ],
      log: app.log,
    });
    closers.push(() => jobs.stop());
    closers.push(() => app.close());
    await app.listen({ port: config.port, host: config.host });
    say(greeting(config, address));
    // The page answers before the queues are ready: they are not needed for it.
    await jobs.start();
  } catch (error) {
    await close();
    throw error;
  }
}

/** Faults that a person can mend are told in one sentence; anything else shows its stack. */
function explain(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError || error instanceof StartRefused)
    return error.message;
  if (error instanceof WrongVersion || error instanceof CommunityRefused) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'El puerto ya está en uso. Detenga el otro programa o elija otro con PORT=3001 npm start';
  }
  return error;
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});

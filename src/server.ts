/** The composition root of the server: configuration, database, jobs, HTTP; and a clean end to all of it. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { orden } from '#platform/server/orden.ts';
import { type Contents, demoContents, fillCommunity, practiceTools } from './contents.ts';
import { fechaInZone } from './core/fecha.ts';
import { reconcileNotices, takeNotices } from './features/bancos/server/avisos.ts';
import { noticesWait } from './features/bancos/server/repository-avisos.ts';
import { createSpei } from './features/bancos/server/spei.ts';
import { DEMO_USER } from './features/catalogos/demo-data.ts';
import { closeDemo } from './features/cierres/demo.ts';
import { MonthFreezing } from './features/cierres/server/freezing.ts';
import { freezingWaits } from './features/cierres/server/repository-month-end.ts';
import { issueDemo } from './features/expediente/demo.ts';
import { invoiceDemo } from './features/facturacion/demo.ts';
import { createInvoicing, pacsIn, SIMULATOR_FOLDER } from './features/facturacion/server/invoicing.ts';
import { invoicesWait } from './features/facturacion/server/repository.ts';
import { makeAsked } from './features/practica/server/making.ts';
import { practiceWaits } from './features/practica/server/repository.ts';
import { sellDemo } from './features/propietarios/demo.ts';
import { HORA_DE_ENVIO } from './features/reportes/rules.ts';
import { ReportSending } from './features/reportes/server/sending.ts';
import { DEMO_PASSWORD } from './features/usuarios/demo.ts';
import {
  COLLECTOR,
  COMMUNITY_JOBS,
  MONTH_END,
  OWNER_CHANGE,
  PAGES,
  publicPages,
  REGISTRATIONS,
  REPORT_SOURCES,
} from './features.ts';
import { roleLabel } from './platform/roles.ts';
import { buildApp } from './platform/server/app.ts';
import { createSeals, type Seals } from './platform/server/audit-seal.ts';
import { endRestoration } from './platform/server/backup.ts';
import { calmly } from './platform/server/calmly.ts';
import { systemClock } from './platform/server/clock.ts';
import { createCommunity, schemaOf } from './platform/server/communities.ts';
import { type Config, loadConfig } from './platform/server/config.ts';
import type { Outside, ProcessStatus, Services } from './platform/server/context.ts';
import {
  type Database,
  migrateDatabase,
  openDatabase,
  openPools,
  requireSameDatabase,
} from './platform/server/database.ts';
import { type DiskWatch, watchDisk } from './platform/server/disk.ts';
import { defaultDataDir, requireFreePort } from './platform/server/embedded-postgres.ts';
import { fcmSender } from './platform/server/fcm.ts';
import type { FileStore } from './platform/server/file-store.ts';
import { openFiles } from './platform/server/files.ts';
import { emptyForgotten, filesWait } from './platform/server/files-kept.ts';
import { type CommunityErrand, Jobs, type Log } from './platform/server/jobs.ts';
import { masterKey } from './platform/server/key.ts';
import { type LogStream, logFile, logTo } from './platform/server/log-file.ts';
import { localMail, type MailSender } from './platform/server/mail.ts';
import { asOwner } from './platform/server/migrate.ts';
import { Obstacle, requireUsableFolder, sentenceOf } from './platform/server/obstacles.ts';
import { type Asked, asked } from './platform/server/outside.ts';
import { localOutbox } from './platform/server/push.ts';
import { sealHeadsIn } from './platform/server/seal-heads.ts';
import { communitiesUnderOtherKeys, createSecrets, type MasterKeys, type Secrets } from './platform/server/secrets.ts';
import { smtpSender } from './platform/server/smtp.ts';
import { systemWork } from './platform/server/system-context.ts';
import { weaknessOf } from './platform/server/weak-password.ts';
import { VERSION } from './platform/version.ts';

const PAGE_FOLDER = fileURLToPath(new URL('../dist', import.meta.url));

const INVOICING_ERRAND = 'facturas';
const FORGOTTEN_ERRAND = 'archivos-olvidados';
const WATCH_ERRAND = 'estado-sat';
const NOTICES_ERRAND = 'avisos-de-deposito';
const MONTH_END_ERRAND = 'fin-de-mes';
const PRACTICE_ERRAND = 'practica';
/** Each is answered at once; what a storm of them tells is applied when it is over, or has lasted. */
const NOTICES_CALM = { quietMs: 300, latestMs: 120_000 };

/** How long the product takes leave once its database is gone for good. */
const LAST_MOMENTS_MS = 15_000;

/** A start that cannot go on; the message says what to do. */
class StartRefused extends Obstacle {}

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
  const weakness = weaknessOf(config.adminPassword, [config.firstCommunity]);
  if (weakness) throw new StartRefused(`PORTON_ADMIN_PASSWORD no sirve. ${weakness}.`);
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

/** A zone that was told too late: nothing else would show that it does nothing any more. */
async function tellOtherZone(
  { firstCommunity, firstTimeZone }: Config,
  database: Database,
  say: (line: string) => void,
): Promise<void> {
  if (!firstTimeZone) return;
  const { rows } = await asOwner(database.urls.owner, (client) =>
    client.query<{ zona: string }>(
      'SELECT zona_horaria AS zona FROM porton.comunidad WHERE codigo = $1 AND zona_horaria <> $2',
      [firstCommunity, firstTimeZone],
    ),
  );
  for (const { zona } of rows) {
    say(
      `PORTON_ZONA sólo cuenta en el primer arranque: ${firstCommunity} sigue en ${zona}. Para cambiarla: ${orden(`comunidad zona ${firstCommunity} ${firstTimeZone}`)}`,
    );
  }
}

/** Before anything is made: of an installation that is there already, another start has better words for it. */
async function refusePortInUse({ database, dataDir = defaultDataDir(), ...address }: Config): Promise<void> {
  if (database.kind === 'embedded' && !existsSync(join(dataDir, 'postgres.json'))) await requireFreePort(address);
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
  await requireSameDatabase(config);
  if (await endRestoration(database.dataDir, communities > 0)) {
    say(
      `La restauración de antes se interrumpió al final; sus datos están completos. Si «${orden('bitacora verificar')}» avisa de que falta el sello anotado, acepte la cadena.`,
    );
  }
  if (communities > 0) {
    await refuseOtherKey(config, database, keys);
    await tellOtherZone(config, database, say);
    return false;
  }
  const secrets = createSecrets(keys);
  const contents = await firstContents(config, secrets, files, say);
  say(contents.kind === 'demo' ? 'Se carga la comunidad de demostración…' : 'Se crea la comunidad…');
  await asOwner(database.urls.owner, (client) =>
    createCommunity(client, {
      codigo: config.firstCommunity,
      host: null,
      ...(config.firstName && { nombre: config.firstName }),
      ...(config.firstTimeZone && { timeZone: config.firstTimeZone }),
      fill: (tx) => fillCommunity(tx, contents, config.firstCommunity),
    }),
  );
  sealHeadsIn(database.dataDir).begin(schemaOf(config.firstCommunity));
  return contents.kind === 'demo';
}

/** Where the JSON lines go: to the terminal in production, to a file where a person watches the terminal. */
function logStream(config: Config, dataDir: string): LogStream {
  if (config.database.kind === 'external') return logTo(process.stdout.fd);
  return logFile(join(dataDir, 'log', 'porton.jsonl'));
}

/** With the embedded database the data folder's disk is the database's too; another one's is its operator's to watch. */
async function watchOwnDisk({ database, diskReserveBytes }: Config, folder: string, log: Log): Promise<DiskWatch> {
  const reserveBytes = database.kind === 'embedded' ? diskReserveBytes : 0;
  return watchDisk({
    folder,
    reserveBytes,
    onChange(low, free) {
      const libres = Math.floor(free / 1_000_000);
      console.error(
        low
          ? `Queda poco espacio en el disco de ${folder} (${libres} MB; la reserva es de ${reserveBytes / 1_000_000}): no se guarda nada nuevo hasta que haya más. Libere espacio.`
          : `Vuelve a haber espacio en el disco de ${folder} (${libres} MB): se guarda de nuevo.`,
      );
      log.warn({ evento: 'disco', libres, escaso: low }, low ? 'poco espacio en el disco' : 'hay espacio en el disco');
    },
  });
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

/** What runs and has to be stopped, in the opposite order, whatever happens. */
class Closing {
  readonly #closers: (() => Promise<unknown>)[] = [];
  #closing: Promise<void> | undefined;

  get begun(): boolean {
    return this.#closing !== undefined;
  }

  add(closer: () => Promise<unknown>): void {
    this.#closers.push(closer);
  }

  close(): Promise<void> {
    this.#closing ??= (async () => {
      for (const closer of this.#closers.reverse()) {
        await closer().catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
      }
    })();
    return this.#closing;
  }
}

/** A log for what begins before the server whose log it is: silent until then, which is told on the terminal. */
class EarlyLog implements Log {
  server: Log | undefined;
  info = (details: object, message: string) => this.server?.info(details, message);
  warn = (details: object, message: string) => this.server?.warn(details, message);
  error = (details: object, message: string) => this.server?.error(details, message);
}

/** What the product is put together from. */
interface Parts {
  config: Config;
  database: Database;
  startedAt: Date;
  say: (line: string) => void;
  files: Asked<FileStore>;
  stream: LogStream;
  log: EarlyLog;
  pools: ReturnType<typeof openPools>;
  disk: DiskWatch;
  secrets: Secrets;
  seals: Seals;
  mailSender: Asked<MailSender>;
  sessionLimits: { idleMinutes: number; maxHours: number };
}

/** Opens what the product stands on; whatever has to be stopped is told to `closing` as soon as it runs. */
async function openParts(
  config: Config,
  database: Database,
  closing: Closing,
  say: (line: string) => void,
): Promise<{ parts: Parts; isNewDemo: boolean }> {
  const { dataDir, urls } = database;
  const startedAt = new Date();
  for (const name of [...(config.bucket ? [] : ['archivos']), 'sellos']) requireUsableFolder(join(dataDir, name));
  const current = await masterKey({ key: config.key, dataDir, ownerUrl: urls.owner });
  const keys = { current, previous: config.previousKey };
  const files = await openFiles(config.bucket, dataDir);
  const isNewDemo = await prepare(config, database, keys, files, say);
  const stream = logStream(config, dataDir);
  closing.add(() => stream.end());
  const log = new EarlyLog();
  const pools = openPools(urls, {
    connections: config.dbConnections,
    onError: (error) => log.warn({ evento: 'conexión perdida', err: error }, 'conexión perdida'),
    onPulse: (alive) =>
      alive
        ? log.info({ evento: 'base de datos' }, 'la base de datos responde de nuevo')
        : log.error({ evento: 'base de datos' }, 'la base de datos no responde'),
  });
  closing.add(() => pools.end());
  const disk = await watchOwnDisk(config, dataDir, log);
  closing.add(async () => disk.stop());
  const secrets = createSecrets(keys);
  const parts = {
    ...{ config, database, startedAt, say, files, stream, log, pools, disk, secrets },
    seals: createSeals({ secrets, heads: sealHeadsIn(dataDir) }),
    mailSender: config.mail ? smtpSender(config.mail) : localMail,
    sessionLimits: { idleMinutes: config.sessionIdleMinutes, maxHours: config.sessionMaxHours },
  };
  return { parts, isNewDemo };
}

/** The demo is whole without its invoices: whatever stops them stops no start. */
async function invoiceNewDemo({ pools, secrets, startedAt, say }: Parts, simulators: string): Promise<void> {
  for (const community of await pools.communities.all()) {
    const hoy = fechaInZone(startedAt, community.timeZone);
    await invoiceDemo({ pool: pools.pool, community, secrets, folder: simulators, hoy }).catch((error: unknown) =>
      say(`No se hicieron las facturas de la demostración: ${error instanceof Error ? error.message : error}`),
    );
  }
}

/** Its last but one month is closed, with its invoices, one of its houses is sold, and one has its packet: whatever stops that stops no start. */
async function closeNewDemo(
  { pools, startedAt, sessionLimits, files, log, say }: Parts,
  services: Services,
  origin: string,
) {
  for (const community of await pools.communities.all()) {
    await closeDemo({
      systemOn: (clock) => systemWork({ ...pools, clock, sessionLimits, services, log }),
      ...{ jobsPool: pools.jobsPool, community, monthEnd: MONTH_END, log, origin },
      hoy: fechaInZone(startedAt, community.timeZone),
    }).catch((error: unknown) =>
      say(`No se cerró el mes de la demostración: ${error instanceof Error ? error.message : error}`),
    );
    await sellDemo({
      systemOn: (clock) => systemWork({ ...pools, clock, sessionLimits, services, log }),
      ...{ community, parts: OWNER_CHANGE, now: startedAt },
    }).catch((error: unknown) =>
      say(`No se vendió la casa de la demostración: ${error instanceof Error ? error.message : error}`),
    );
    await issueDemo({
      systemOn: (clock) => systemWork({ ...pools, clock, sessionLimits, services, log }),
      ...{ community, outside: { files }, now: startedAt },
    }).catch((error: unknown) =>
      say(`No se expidió el expediente de la demostración: ${error instanceof Error ? error.message : error}`),
    );
  }
}

type InvoicingService = ReturnType<typeof createInvoicing>;

const statusOf =
  ({ pools, startedAt }: Parts, jobs: () => Jobs) =>
  async (): Promise<ProcessStatus> => ({
    version: VERSION,
    node: process.version,
    startedAt: startedAt.toISOString(),
    memoryMiB: Math.round(process.memoryUsage.rss() / 1024 / 1024),
    poolTotal: pools.pool.totalCount,
    poolIdle: pools.pool.idleCount,
    poolWaiting: pools.turnstile.waiting + pools.pool.waitingCount,
    jobs: await jobs().queues(),
    jobsRunning: jobs().running,
  });

/** @param jobs asked for when something is to be woken: they begin after the server */
function servicesOf(parts: Parts, invoicing: InvoicingService, jobs: () => Jobs): Services {
  const { config, mailSender, secrets, seals } = parts;
  const notices = calmly(() => jobs().wakeErrand(NOTICES_ERRAND), NOTICES_CALM);
  return {
    status: statusOf(parts, jobs),
    push: { wake: () => jobs().wakePush() },
    mail: { leaves: mailSender.leaves, wake: () => jobs().wakeMail() },
    invoicing,
    forgottenFiles: { wake: () => jobs().wakeErrand(FORGOTTEN_ERRAND) },
    monthEnd: { wake: () => jobs().wakeErrand(MONTH_END_ERRAND) },
    practice: { wake: () => jobs().wakeErrand(PRACTICE_ERRAND) },
    depositNotices: { wake: notices.ask, arriving: notices.isAsked },
    secrets,
    seals,
    dashboards: config.dashboards,
    cepCertificates: config.cepCertificates ?? new Map(),
  };
}

function appOf(parts: Parts, services: Services, outside: Outside): ReturnType<typeof buildApp> {
  const { config, pools, sessionLimits, disk, stream } = parts;
  return buildApp({
    ...pools,
    clock: systemClock,
    sessionLimits,
    settleMs: config.stampingWaitMs,
    disk,
    services,
    outside,
    registrations: REGISTRATIONS,
    pages: PAGES,
    publicPages: publicPages(),
    logger: { level: config.logLevel, stream, redact: ['req.headers.authorization'] },
    pageFolder: PAGE_FOLDER,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    apiDocs: config.apiDocs,
    ...(config.mapTiles !== undefined && { mapTiles: config.mapTiles }),
    openMetrics: config.database.kind === 'embedded',
    ...(config.metricsToken !== undefined && { metricsToken: config.metricsToken }),
  });
}

/** Taking what providers told of deposits, and holding it against their lists at night. */
function noticeErrands(parts: Parts, services: Services, { spei }: Outside): CommunityErrand[] {
  const { pools, sessionLimits, log } = parts;
  const system = systemWork({ ...pools, clock: systemClock, sessionLimits, services, log });
  return [
    {
      name: NOTICES_ERRAND,
      // Whatever is told wakes it; this turn takes what a process left that died.
      cron: '* * * * *',
      isWoken: true,
      waiting: noticesWait,
      run: async (community) => {
        if (services.depositNotices.arriving()) return undefined;
        const done = await system(community, (ctx) => takeNotices(ctx, COLLECTOR));
        return done && { ...done };
      },
    },
    {
      name: 'conciliacion-de-avisos',
      // At night, in every zone of the country.
      cron: '47 8 * * *',
      run: async (community) => {
        const done = await reconcileNotices({ system, spei }, community);
        if (done && done.faltaban > 0) services.depositNotices.wake();
        return done && { ...done };
      },
    },
  ];
}

/** Making the files of closed months. */
function monthEndErrand({ pools, log }: Parts, services: Services): CommunityErrand {
  const freezing = new MonthFreezing({
    ...{ pool: pools.jobsPool, clock: systemClock, partes: MONTH_END.partes, log },
    wake: () => services.mail.wake(),
  });
  return {
    name: MONTH_END_ERRAND,
    // Whoever closes wakes it; this turn takes what a process left that died, and what is tried again.
    cron: '* * * * *',
    isWoken: true,
    waiting: freezingWaits,
    async run(community) {
      const done = await freezing.sweep(community);
      return done.hechos + done.fallidos > 0 ? { ...done } : undefined;
    },
  };
}

/** Making a community's practice, and taking it away. */
function practiceErrand({ pools, database, files, secrets, log }: Parts): CommunityErrand {
  const tools = practiceTools({ ownerUrl: database.urls.owner, dataDir: database.dataDir, files, secrets });
  return {
    name: PRACTICE_ERRAND,
    // Whoever asks wakes it; this turn takes what a process left that died.
    cron: '* * * * *',
    isWoken: true,
    waiting: practiceWaits,
    run: (community) => makeAsked({ pool: pools.jobsPool, tools, clock: systemClock, log }, community),
  };
}

function jobsOf(parts: Parts, invoicing: InvoicingService, services: Services, outside: Outside): Jobs {
  const { config, database, pools, seals, disk, sessionLimits, mailSender, files, log } = parts;
  const sending = new ReportSending({
    pool: pools.jobsPool,
    clock: systemClock,
    sources: REPORT_SOURCES,
    log,
    wake: () => jobs.wakeMail(),
  });
  const jobs: Jobs = new Jobs({
    connectionString: database.urls.jobs,
    jobsPool: pools.jobsPool,
    seals,
    communities: pools.communities,
    disk,
    clock: systemClock,
    sessionLimits,
    pushSender: config.fcmAccount ? fcmSender(config.fcmAccount) : localOutbox,
    mailSender,
    communityJobs: COMMUNITY_JOBS,
    errands: [
      ...noticeErrands(parts, services, outside),
      monthEndErrand(parts, services),
      practiceErrand(parts),
      {
        name: INVOICING_ERRAND,
        cron: '* * * * *',
        isWoken: true,
        waiting: invoicesWait,
        async run(community) {
          const done = await invoicing.sweep(community);
          return done.facturas + done.cancelaciones > 0 ? { ...done } : undefined;
        },
      },
      {
        name: WATCH_ERRAND,
        // Early in the morning, in every zone of the country.
        cron: '23 9 * * *',
        async run(community) {
          const done = await invoicing.watch(community);
          return done.consultadas > 0 ? done : undefined;
        },
      },
      {
        name: 'reportes-mensuales',
        // It decides by itself what is due, on each community's clock.
        cron: '*/10 * * * *',
        comesUp: HORA_DE_ENVIO,
        async run(community) {
          const done = await sending.sweep(community);
          return done.enviados + done.fallidos + done.esperan > 0 ? done : undefined;
        },
      },
      {
        name: FORGOTTEN_ERRAND,
        evenWithDiskShort: true,
        isWoken: true,
        // Who lets a file go wakes it; this turn takes what a failing store left.
        cron: '11 * * * *',
        waiting: filesWait,
        async run({ schema }) {
          const borrados = await emptyForgotten(pools.jobsPool, schema, files);
          return borrados > 0 ? { borrados } : undefined;
        },
      },
    ],
    log,
  });
  return jobs;
}

/** Puts the parts together, listens, and only then begins the jobs: the page needs none of them. */
async function serve({ parts, isNewDemo }: Awaited<ReturnType<typeof openParts>>, closing: Closing, address: string) {
  const { config, database, pools, secrets, log, say } = parts;
  const simulators = join(database.dataDir, SIMULATOR_FOLDER);
  if (isNewDemo) await invoiceNewDemo(parts, simulators);
  const invoicing = createInvoicing({
    pool: pools.pool,
    clock: systemClock,
    secrets,
    pacsOf: pacsIn(simulators, systemClock, {}, pools.pool),
    log,
    wake: () => jobs.wakeErrand(INVOICING_ERRAND),
  });
  closing.add(() => invoicing.stop());
  const services = servicesOf(parts, invoicing, () => jobs);
  const spei = asked(createSpei({ clock: systemClock }));
  const outside: Outside = { files: parts.files, stamping: asked(invoicing), spei };
  const app = await appOf(parts, services, outside);
  log.server = app.log;
  const jobs = jobsOf(parts, invoicing, services, outside);
  if (isNewDemo) await closeNewDemo(parts, services, address);
  closing.add(() => jobs.stop());
  closing.add(() => app.close());
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    if (!(error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo')) throw error;
    throw new StartRefused(
      `PORTON_HOST nombra «${config.host}», que no es una dirección de este equipo. Use 127.0.0.1, 0.0.0.0 o una del equipo.`,
    );
  });
  say(greeting(config, address));
  await jobs.start();
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const say = (line: string) => console.log(line);
  const address = `http://${config.host === '0.0.0.0' || config.host === '127.0.0.1' ? 'localhost' : config.host}:${config.port}`;
  const closing = new Closing();
  await refusePortInUse(config);
  const onLost = (message: string): void => {
    console.error(message);
    setTimeout(() => process.exit(1), LAST_MOMENTS_MS).unref();
    void closing.close().then(() => process.exit(1));
  };
  const database = await openDatabase(config, say, { address, onLost });
  closing.add(() => database.stop());
  const onSignal = (): void => {
    // The launcher forwards what the terminal has already sent: the second one of a pair is not impatience.
    if (closing.begun) return;
    say('Portón se detiene…');
    void closing.close().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  try {
    await serve(await openParts(config, database, closing, say), closing, address);
  } catch (error) {
    await closing.close();
    throw error;
  }
}

main().catch((error: unknown) => {
  console.error(sentenceOf(error) ?? error);
  process.exit(1);
});

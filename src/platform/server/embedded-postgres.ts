/**
 * The PostgreSQL that the product brings along: a real server with a data folder of its own, used when
 * DATABASE_URL is not set. It listens on the loopback address and on a socket in its own folder, with generated passwords,
 * and outlives a killed product: the next start attaches to it.
 *
 * The data folder holds:
 *   postgres/        the cluster
 *   postgres.json    port and passwords, readable by the owner only
 *   porton.lock      the product that serves this folder
 *   porton.mutex     held by whoever starts or stops the server
 *   postgres-arranque.log   what the server said before its own log under postgres/log took over
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from '../zod.ts';
import { sqlState } from './db.ts';
import {
  asUser,
  chooseRunAs,
  EmbeddedPostgresError,
  prepareBinaries,
  prepareDataDir,
  type RunAs,
  requireReach,
} from './embedded-binaries.ts';
import { keepNewest } from './log-file.ts';
import { databaseFault, reason } from './obstacles.ts';
import { orden } from './orden.ts';
import {
  createAtomically,
  FolderBusy,
  giveToOwner,
  isErrno,
  lockHolder,
  type MutexOptions,
  processIdentity,
  readRegular,
  releaseLock,
  takeLock,
  withFolderMutex,
  writeAtomically,
} from './process-identity.ts';
import { supervise } from './supervisor.ts';

export { defaultDataDir, EmbeddedPostgresError } from './embedded-binaries.ts';

export type EmbeddedOptions = Readonly<{
  /** The data folder; made when missing. */
  dataDir: string;
  /** Takes Spanish sentences for the person who watches the start. */
  log: (message: string) => void;
  /** Off only for throw-away databases of tests. */
  fsync?: boolean;
  /** A fixed port; else a free one is chosen and remembered. */
  port?: number;
  /**
   * 'own' (the product): refuses when another product serves the folder, and stop() stops the server.
   * 'attach' (command line tools): uses a running server, and stop() stops it only when nobody else uses it.
   */
  mode?: 'own' | 'attach';
  /** Where the product answers, for the message to a second one. */
  address?: string;
  /** In mode 'own': told with a Spanish sentence when the server went and could not be started again. */
  onLost?: (message: string) => void;
  /** Before each try to start a server again that went; the usual ones unless told. */
  pausesMs?: readonly number[];
}>;

export type EmbeddedPostgres = Readonly<{
  /** Superuser on database `postgres`. */
  superUrl: string;
  /** Owner of database `porton`, may create databases and roles. */
  ownerUrl: string;
  appUrl: string;
  jobsUrl: string;
  port: number;
  /** True when the server was already running. */
  attached: boolean;
  /** Shuts down (mode 'own'), or leaves (mode 'attach'); waits for it. A second call does nothing. */
  stop(): Promise<void>;
}>;

const MAJOR = '18';
const WRONG_PASSWORD = '28P01';
const DATABASE = 'porton';
const START_LIMIT_MS = 600_000;
const STOP_LIMIT_MS = 60_000;
/** How long an end waits for whoever prepares the folder at that moment. */
const STOP_MUTEX_MS = 2_000;
const DEPARTURE_MS = 3_000;
/** How long a creation waits for what an interrupted one still writes. */
const SWEEP_MS = 5_000;
/** How long the processes of a killed server get to leave by themselves, once told. */
const LEFTOVER_MS = 3_000;
const TIDY_EVERY_MS = 60_000;
const SERVER_LOGS_MAX = 7;

/** Fixed at creation in postgresql.conf, where the installation's owner may tune them afterwards. */
const CLUSTER_SETTINGS = {
  shared_buffers: '128MB',
  max_connections: '200',
  random_page_cost: '1.1',
  jit: 'off',
  // Whoever looks for what to clean looks at every relation, of which a community has more than a thousand.
  autovacuum_naptime: '5min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_line_prefix: '%m [%p] %q%u@%d ',
  // Terse: the details of an error repeat the row's values, and those are people's data.
  log_error_verbosity: 'terse',
} as const;

/**
 * Given at every start, to clusters of before too: the server's own log is its owner's alone and bounded, since a full disk
 * stops everything. The files beyond SERVER_LOGS_MAX are removed by the product.
 */
const LOG_SETTINGS = {
  logging_collector: 'on',
  log_destination: 'stderr',
  log_directory: 'log',
  log_filename: 'postgres-%Y-%m-%d_%H%M%S.log',
  log_file_mode: '0600',
  log_rotation_age: '1d',
  log_rotation_size: '20MB',
} as const;

const secretsSchema = z
  .object({
    port: z.int().min(1).max(65_535),
    superuser: z.string().min(1),
    owner: z.string().min(1),
    app: z.string().min(1),
    jobs: z.string().min(1),
  })
  .readonly();
type Secrets = z.output<typeof secretsSchema>;

type Folder = Readonly<{ path: string; cluster: string; secrets: string; lock: string; startLog: string }>;

/** `socketFolder` is empty where it answers on its port alone. */
type Server = Readonly<{ pid: number; port: number; socketFolder: string; ready: boolean; stopping: boolean }>;

/**
 * Starts the embedded server, or attaches to the one that runs on the data folder. The first start creates
 * the cluster, the roles porton_owner, porton_app and porton_jobs, and the database `porton`.
 * @throws EmbeddedPostgresError with a Spanish message for every obstacle that a person can remove
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, mode = 'own', address = '' } = options;
  const folder = folderAt(prepareDataDir(options.dataDir));
  if (mode === 'own') await awaitDeparture(folder);
  const onWait = () => log('Otro proceso de Portón prepara la misma carpeta de datos; se espera a que termine…');
  return withMutex(folder, { waitMs: START_LIMIT_MS, onWait }, async () => {
    if (mode === 'own') refuseSecondProduct(folder, address);
    try {
      return await start(folder, options);
    } catch (error) {
      if (mode === 'own') releaseLock(folder.lock);
      throw error;
    }
  });
}

/** As withFolderMutex, with what keeps the folder from being used as a sentence. */
function withMutex<T>(folder: Folder, options: MutexOptions, work: () => Promise<T>): Promise<T> {
  return withFolderMutex(folder.path, options, work).catch((error: unknown) => {
    throw told(error, folder);
  });
}

/** A file of the data folder that is missing, damaged or somebody else's, as a sentence. */
function told(error: unknown, folder: Folder): unknown {
  if (error instanceof EmbeddedPostgresError) return error;
  if (error instanceof FolderBusy) return new EmbeddedPostgresError(error.message);
  const fault =
    isErrno(error) && error.path !== undefined ? `No se puede usar ${error.path}: ${reason(error)}` : undefined;
  if (fault) return new EmbeddedPostgresError(`${fault} ${REMEDY}`);
  const refused = databaseFault(error);
  return refused ? new EmbeddedPostgresError(`La base de datos de ${folder.cluster} ${refused} ${REMEDY}`) : error;
}

const REMEDY = `Devuelva a su lugar una copia de la carpeta de datos, o restaure un respaldo en otra: PORTON_DATA=/otra/carpeta ${orden('restore ARCHIVO')}.`;

/** The server that runs over the folder, or one that is started; throws with a sentence where there can be none. */
async function reach(
  folder: Folder,
  user: RunAs | undefined,
  options: EmbeddedOptions,
): Promise<{ secrets: Secrets; attached: boolean }> {
  const { log } = options;
  if (runningServer(folder)?.stopping) await shutDown(folder);
  const running = runningServer(folder);
  let secrets = loadSecrets(folder);
  if (running) {
    letGoOn(folder);
    await ready(folder, running.pid, log, () => undefined);
    secrets = { ...secrets, port: runningServer(folder)?.port ?? running.port };
    await requireSameServer(folder, secrets);
  } else {
    requireReach(folder.path, user);
    const bin = prepareBinaries(folder.path, user, log);
    if (!existsSync(folder.cluster)) await createCluster(folder, bin, user, secrets, options);
    secrets = await launch(folder, bin, user, secrets, options);
  }
  try {
    await ensureDatabase(secrets);
    await requirePasswords(secrets);
  } catch (error) {
    if (!running) await shutDown(folder);
    if (sqlState(error) !== WRONG_PASSWORD) throw error;
    throw new EmbeddedPostgresError(`Las contraseñas de ${folder.secrets} no son las de esta base de datos. ${REMEDY}`);
  }
  return { secrets, attached: running !== undefined };
}

/** A server that this process has, or is attached to, until it is stopped. */
class Held {
  readonly #folder: Folder;
  readonly #user: RunAs | undefined;
  readonly #secrets: Secrets;
  readonly #options: EmbeddedOptions;
  readonly #tidying: NodeJS.Timeout;
  readonly #endWatch: () => Promise<void>;
  #pid: number | undefined;
  #stopping: Promise<void> | undefined;

  constructor(folder: Folder, user: RunAs | undefined, secrets: Secrets, options: EmbeddedOptions) {
    this.#folder = folder;
    this.#user = user;
    this.#secrets = secrets;
    this.#options = options;
    this.#pid = runningServer(folder)?.pid;
    const tidy = () => keepNewest(join(folder.cluster, 'log'), /^postgres-.*\.log$/, SERVER_LOGS_MAX);
    tidy();
    this.#tidying = setInterval(tidy, TIDY_EVERY_MS).unref();
    this.#endWatch = options.mode === 'attach' ? async () => undefined : this.#watch();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#end();
    return this.#stopping;
  }

  #watch(): () => Promise<void> {
    const { log, onLost, pausesMs } = this.#options;
    const folder = this.#folder;
    return supervise(
      {
        alive: () => !canLook() || isServing(folder),
        revive: () => this.#revive(),
        reason: () => tail(folder),
        log,
        onGivenUp: (message) => onLost?.(message),
      },
      pausesMs,
    );
  }

  async #revive(): Promise<void> {
    const folder = this.#folder;
    const options = this.#options;
    const { port } = this.#secrets;
    const abandoned = () => (this.#stopping ? ABANDONED : undefined);
    const onWait = () => options.log(`Otro proceso de Portón ocupa la carpeta de datos ${folder.path}; se espera…`);
    await withMutex(folder, { waitMs: START_LIMIT_MS, onWait, abandoned }, async () => {
      // Its address stands in the pools' connection strings, so it is started on the same one.
      await revive(folder, this.#user, this.#secrets, { ...options, port }, () => this.#stopping !== undefined);
      this.#pid = runningServer(folder)?.pid ?? this.#pid;
    });
  }

  async #end(): Promise<void> {
    const folder = this.#folder;
    clearInterval(this.#tidying);
    await this.#endWatch();
    if (this.#options.mode === 'attach') {
      await withMutex(folder, { waitMs: STOP_LIMIT_MS }, async () => {
        if (!lockHolder(folder.lock) && !(await inUse(this.#secrets))) await shutDown(folder, this.#pid);
      });
      return;
    }
    const end = async () => {
      await shutDown(folder, this.#pid);
      releaseLock(folder.lock);
    };
    // The server that this product has does not go on without it, whoever holds the folder or wherever its disk is gone.
    let ended: Promise<void> | undefined;
    await withMutex(folder, { waitMs: STOP_MUTEX_MS }, () => (ended = end())).catch((error: unknown) => {
      if (ended) throw error;
      return end();
    });
  }
}

async function start(folder: Folder, options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  requireCluster(folder);
  const user = chooseRunAs(folder.cluster);
  const { secrets, attached } = await reach(folder, user, options);
  const socketFolder = runningServer(folder)?.socketFolder ?? '';
  const urlOf = (login: string, password: string) => url(login, password, secrets.port, DATABASE, socketFolder);
  const held = new Held(folder, user, secrets, options);
  return {
    superUrl: url('postgres', secrets.superuser, secrets.port, 'postgres'),
    ownerUrl: urlOf('porton_owner', secrets.owner),
    appUrl: urlOf('porton_app', secrets.app),
    jobsUrl: urlOf('porton_jobs', secrets.jobs),
    port: secrets.port,
    attached,
    stop: () => held.stop(),
  };
}

/** Where no more files can be opened, a server that lives looks like one that went. */
function canLook(): boolean {
  try {
    closeSync(openSync('/proc/self/stat', 'r'));
    return true;
  } catch {
    return false;
  }
}

/** Starts a server that went; a tool may have started it meanwhile. */
async function revive(
  folder: Folder,
  user: RunAs | undefined,
  secrets: Secrets,
  options: EmbeddedOptions,
  abandoned: () => boolean,
): Promise<void> {
  if (!canLook()) throw new EmbeddedPostgresError('El sistema no deja abrir más archivos.');
  const found = runningServer(folder);
  if (found) await ready(folder, found.pid, options.log, () => (abandoned() ? ABANDONED : undefined));
  else {
    const bin = prepareBinaries(folder.path, user, options.log);
    await launch(folder, bin, user, secrets, options, abandoned);
  }
}

function folderAt(path: string): Folder {
  return {
    path,
    cluster: join(path, 'postgres'),
    secrets: join(path, 'postgres.json'),
    lock: join(path, 'porton.lock'),
    startLog: join(path, 'postgres-arranque.log'),
  };
}

/** A product that was just told to stop, or whose launcher was killed, gets a moment to leave before it counts. */
async function awaitDeparture(folder: Folder): Promise<void> {
  const deadline = Date.now() + DEPARTURE_MS;
  while (Date.now() < deadline) {
    const holder = lockHolder(folder.lock);
    if (!holder || holder.pid === process.pid) return;
    await sleep(50);
  }
}

function refuseSecondProduct(folder: Folder, address: string): void {
  const holder = takeLock(folder.lock, address);
  if (!holder) return;
  const where = holder.address === '' ? '' : `, en ${holder.address}`;
  throw new EmbeddedPostgresError(
    `Portón ya está en marcha con la carpeta de datos ${folder.path} (proceso ${holder.pid}${where}). Deténgalo antes de iniciar otro, o indique otra carpeta en PORTON_DATA.`,
  );
}

/** Passwords come before the cluster, so that an interrupted creation finds the same ones again. */
function loadSecrets(folder: Folder): Secrets {
  if (!existsSync(folder.secrets)) {
    if (existsSync(folder.cluster)) {
      throw new EmbeddedPostgresError(
        `Falta ${folder.secrets}, con las contraseñas de la base de datos. Devuélvalo a su lugar, o restaure un respaldo en otra carpeta.`,
      );
    }
    const password = () => randomBytes(24).toString('base64url');
    const fresh: Secrets = {
      port: randomInt(20_000, 30_000),
      superuser: password(),
      owner: password(),
      app: password(),
      jobs: password(),
    };
    createAtomically(folder.secrets, `${JSON.stringify(fresh, null, 2)}\n`, 0o600);
  }
  try {
    return secretsSchema.parse(JSON.parse(readRegular(folder.secrets)));
  } catch (error) {
    if (isErrno(error) && error.code !== 'EFTYPE') throw error;
    throw new EmbeddedPostgresError(`El archivo ${folder.secrets} está dañado. ${REMEDY}`);
  }
}

/**
 * Creates the cluster in a neighbouring folder and renames it into place, so that a creation that was killed
 * or ran out of disk leaves nothing that looks like a database.
 */
async function createCluster(
  folder: Folder,
  bin: string,
  user: RunAs | undefined,
  secrets: Secrets,
  { log, fsync = true }: EmbeddedOptions,
): Promise<void> {
  log('Creando la base de datos…');
  await sweepDrafts(folder.path);
  const draft = join(folder.path, `postgres.nuevo-${process.pid}-${randomBytes(3).toString('hex')}`);
  const passwordFile = `${draft}.clave`;
  try {
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordFile, secrets.superuser, { mode: 0o600, flag: 'wx' });
    if (user) for (const path of [draft, passwordFile]) chownSync(path, user.uid, user.gid);
    const settings = Object.entries(CLUSTER_SETTINGS).map(([name, value]) => `--set=${name}=${value}`);
    await runInitdb(
      join(bin, 'initdb'),
      [
        `--pgdata=${draft}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth-host=scram-sha-256',
        '--auth-local=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=icu',
        '--icu-locale=es-MX',
        '--locale=C.UTF-8',
        '--data-checksums',
        '--no-instructions',
        ...(fsync ? [] : ['--no-sync']),
        ...settings,
      ],
      user,
    );
    rmSync(passwordFile);
    renameSync(draft, folder.cluster);
    syncFolder(folder.path);
    await sweepDrafts(folder.path);
  } catch (error) {
    removeQuietly(passwordFile);
    removeQuietly(draft);
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(`No se pudo crear la base de datos en ${folder.cluster}: ${reason(error)}`);
  }
}

function runInitdb(program: string, args: string[], user: RunAs | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...asUser(user), env: serverEnv(), stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) return resolve();
      const said = lastLines(Buffer.concat(output).toString());
      reject(
        new EmbeddedPostgresError(`No se pudo crear la base de datos (initdb ${signal ?? code}). ${explain(said)}`),
      );
    });
  });
}

/** What stands where the cluster does has to be one, of this version. */
function requireCluster(folder: Folder): void {
  if (!existsSync(folder.cluster)) return;
  const path = join(folder.cluster, 'PG_VERSION');
  const version = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (version === MAJOR) return;
  if (!/^\d+(\.\d+)?$/.test(version)) {
    throw new EmbeddedPostgresError(
      readdirSync(folder.cluster).length === 0
        ? `La carpeta ${folder.cluster} está vacía, y ahí debe estar la base de datos. ${REMEDY} Si nunca hubo datos, borre ${folder.path} e inicie de nuevo.`
        : `La base de datos de ${folder.cluster} está dañada: ${version === '' ? 'le falta' : 'no se entiende'} el archivo PG_VERSION. ${REMEDY}`,
    );
  }
  throw new EmbeddedPostgresError(
    `La base de datos de ${folder.cluster} es de PostgreSQL ${version} y este Portón trae el ${MAJOR}. Haga un respaldo con el Portón anterior («${orden('backup')}») y restáurelo en una carpeta nueva («${orden('restore')}»).`,
  );
}

const ABANDONED = 'Portón se detiene.';

/** Starts the server on a free port, and gives the secrets with that port; tries another one when the port is taken in between. */
async function launch(
  folder: Folder,
  bin: string,
  user: RunAs | undefined,
  remembered: Secrets,
  options: EmbeddedOptions,
  abandoned: () => boolean = () => false,
): Promise<Secrets> {
  await endLeftovers(folder);
  dropStalePidFile(folder);
  dropStaleSockets(folder);
  acceptOnSocket(folder);
  let secrets = remembered;
  const deadline = Date.now() + START_LIMIT_MS;
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort(secrets.port));
    if (port !== secrets.port) {
      secrets = { ...secrets, port };
      writeAtomically(folder.secrets, `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
    }
    const child = spawnServer(folder, bin, user, port, options.fsync ?? true);
    let exited = false;
    child.once('exit', () => {
      exited = true;
    });
    let failure: Error | undefined;
    child.once('error', (error) => {
      failure = error;
    });
    try {
      await ready(folder, child.pid ?? 0, options.log, () =>
        abandoned() ? ABANDONED : failure ? reason(failure) : exited ? tail(folder) : undefined,
      );
      return secrets;
    } catch (error) {
      if (abandoned()) {
        // Nobody is going to use it, and it may not have told yet under which number it can be found.
        for (child.kill('SIGQUIT'); !exited && !failure; ) await sleep(10);
        throw error;
      }
      const said = tail(folder);
      // Children of a server killed a moment ago need that moment to notice and leave.
      const leftovers = /pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(said);
      const portTaken = options.port === undefined && /could not bind|could not create any TCP/.test(said);
      const again = (leftovers && attempt <= 40) || (portTaken && attempt <= 5);
      if (!again || Date.now() > deadline) throw error;
      if (leftovers) await sleep(250);
    }
  }
}

function spawnServer(folder: Folder, bin: string, user: RunAs | undefined, port: number, fsync: boolean): ChildProcess {
  const overrides = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${inList(socketFolderOf(folder, port))}`,
    ...Object.entries(LOG_SETTINGS).map(([name, value]) => `${name}=${value}`),
    ...(fsync ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  const args = ['-D', folder.cluster, ...overrides.flatMap((setting) => ['-c', setting])];
  // A file and not a pipe: the server must not lose its output when this process dies.
  const output = openSync(folder.startLog, 'w', 0o600);
  try {
    fchmodSync(output, 0o600);
    giveToOwner(folder.startLog);
    // A session of its own: the Ctrl+C of the terminal reaches the product first, which then stops the server.
    const child = spawn(join(bin, 'postgres'), args, {
      ...asUser(user),
      env: serverEnv(),
      detached: true,
      stdio: ['ignore', output, output],
    });
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

/** Waits until the server with this pid takes connections; `failure` tells why it never will. */
async function ready(
  folder: Folder,
  pid: number,
  log: (message: string) => void,
  failure: () => string | undefined,
): Promise<void> {
  const began = Date.now();
  let told = began;
  for (;;) {
    const server = runningServer(folder);
    if (server?.pid === pid && server.ready) return;
    const said = failure() ?? (!server && !processIdentity(pid) ? tail(folder) : undefined);
    if (said !== undefined) throw new EmbeddedPostgresError(`La base de datos no arrancó. ${said}`);
    if (Date.now() - began > START_LIMIT_MS) {
      throw new EmbeddedPostgresError(
        `La base de datos no está lista tras ${START_LIMIT_MS / 60_000} minutos. ${tail(folder)}`,
      );
    }
    if (Date.now() - told > 5000) {
      told = Date.now();
      log('La base de datos se está recuperando de una interrupción…');
    }
    await sleep(10);
  }
}

/** The live server of this folder by its postmaster.pid: pid, port, and whether it takes connections. */
function runningServer(folder: Folder): Server | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(folder.cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!isServerOf(pid, folder.cluster)) return undefined;
  const state = lines[7]?.trim();
  const socketFolder = lines[4] ?? '';
  return { pid, port: Number(lines[3]), socketFolder, ready: state === 'ready', stopping: state === 'stopping' };
}

/**
 * Whether the folder's server lives and takes connections, or soon will. One that was told to stop takes none, and waits for
 * those that it has: this product's own, which stay for ever. It is told not to wait.
 */
function isServing(folder: Folder): boolean {
  const server = runningServer(folder);
  if (server?.stopping) signal(server.pid, 'SIGINT');
  return server !== undefined;
}

/** Told by its command line, which every user may read; a process number may have been given to another. */
function isServerOf(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid < 1 || !processIdentity(pid)) return false;
  try {
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return basename(program) === 'postgres' && args[args.indexOf('-D') + 1] === cluster;
  } catch {
    return false;
  }
}

/**
 * PostgreSQL removes a stale postmaster.pid itself, except when another process now bears the number in it
 * (usual after a container's restart): then it would refuse to start for ever. It still guards against a
 * second server by its shared memory, whose key comes from the folder.
 */
function dropStalePidFile(folder: Folder): void {
  const path = join(folder.cluster, 'postmaster.pid');
  if (!existsSync(path)) return;
  const pid = Number(readFileSync(path, 'utf8').split('\n')[0]);
  const isNumber = Number.isInteger(pid) && pid > 0;
  if (!isNumber || (processIdentity(pid) && !isServerOf(pid, folder.cluster))) rmSync(path, { force: true });
}

/**
 * Ends what a killed server left: a process in the middle of a long query does not see that it is alone, and as long as it
 * uses the shared memory no server starts. Only where no server of this folder lives.
 */
async function endLeftovers({ cluster }: Folder): Promise<void> {
  const leftovers = () => processesIn(cluster);
  let left = leftovers();
  for (const pid of left) signal(pid, 'SIGQUIT');
  for (const deadline = Date.now() + LEFTOVER_MS; left.length > 0 && Date.now() < deadline; left = leftovers()) {
    await sleep(10);
  }
  for (const pid of left) signal(pid, 'SIGKILL');
}

function processesIn(cluster: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isAtWorkIn(pid, cluster));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone in between.
  }
}

/** One that was stopped, by a debugger or a machine that was suspended, answers nobody and hears of no end until it goes on. */
function letGoOn({ cluster }: Folder): void {
  for (const pid of processesIn(cluster)) signal(pid, 'SIGCONT');
}

/** Whether a process is PostgreSQL's and works in that cluster. */
function isAtWorkIn(pid: number, cluster: string): boolean {
  try {
    // The program's name is followed by a word of its own where an update has replaced the file.
    const program = basename(readlinkSync(`/proc/${pid}/exe`)).split(' ')[0];
    return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

/** The kernel's limit for a socket's path, its final zero left out. */
const SOCKET_PATH_MAX = 107;

/**
 * Where the server answers beside its port, at a fraction of what loopback TCP takes: the cluster's own folder, which its
 * user alone may enter. Empty where the path would be too long.
 */
function socketFolderOf({ cluster }: Folder, port: number): string {
  return Buffer.byteLength(join(cluster, `.s.PGSQL.${port}`)) <= SOCKET_PATH_MAX ? cluster : '';
}

/** A folder in a list of them, whose comma or quote must not end it. */
function inList(folder: string): string {
  return folder === '' ? '' : `"${folder.replaceAll('"', '""')}"`;
}

/** As with postmaster.pid, the number in a killed server's lock may belong to another process now. */
function dropStaleSockets({ cluster }: Folder): void {
  for (const name of readdirSync(cluster)) {
    if (name.startsWith('.s.PGSQL.')) rmSync(join(cluster, name), { force: true });
  }
}

/** Clusters of before had no socket, and refused everybody on it. */
function acceptOnSocket({ cluster }: Folder): void {
  const path = join(cluster, 'pg_hba.conf');
  const rules = readFileSync(path, 'utf8');
  const accepting = rules.replace(/^(local\s.*\s)reject$/gm, '$1scram-sha-256');
  // Root may write it for the server's user, who has to read it; nobody else enters the folder.
  if (accepting !== rules) writeAtomically(path, accepting, 0o644);
}

async function requireSameServer(folder: Folder, secrets: Secrets): Promise<void> {
  const path = await withSuperuser(secrets, async (client) => {
    const { rows } = await client.query<{ path: string }>("SELECT current_setting('data_directory') AS path");
    return rows[0]?.path;
  });
  if (path === folder.cluster) return;
  throw new EmbeddedPostgresError(
    `En el puerto ${secrets.port} responde otra base de datos (${path}), no la de ${folder.cluster}.`,
  );
}

/** Roles and database, each made when missing, so that a first start killed in between is completed. */
async function ensureDatabase(secrets: Secrets): Promise<void> {
  await withSuperuser(secrets, async (client) => {
    const { rows } = await client.query<{ roles: string[]; found: boolean }>(
      `SELECT ARRAY(SELECT rolname::text FROM pg_roles WHERE rolname IN ('porton_owner', 'porton_app', 'porton_jobs')) AS roles,
              EXISTS (SELECT FROM pg_database WHERE datname = '${DATABASE}') AS found`,
    );
    const roles = rows[0]?.roles ?? [];
    const role = async (name: string, rights: string, password: string, more = '') => {
      if (roles.includes(name)) return;
      await client.query(
        `BEGIN; CREATE ROLE ${name} LOGIN ${rights} PASSWORD ${client.escapeLiteral(password)}; ${more} COMMIT`,
      );
    };
    await role('porton_owner', 'CREATEDB CREATEROLE', secrets.owner);
    await role('porton_app', '', secrets.app, "ALTER ROLE porton_app SET search_path = '';");
    await role('porton_jobs', '', secrets.jobs, "ALTER ROLE porton_jobs SET search_path = '';");
    if (!rows[0]?.found) {
      await client.query(
        `CREATE DATABASE ${DATABASE} OWNER porton_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'es-MX' LOCALE 'C.UTF-8'`,
      );
    }
  });
}

/** The roles' passwords may be others than the file's, though the superuser's is right. */
async function requirePasswords({ port, owner, app, jobs }: Secrets): Promise<void> {
  const logins = [
    ['porton_owner', owner],
    ['porton_app', app],
    ['porton_jobs', jobs],
  ] as const;
  await Promise.all(
    logins.map(([user, password]) => asUserOf(url(user, password, port, DATABASE), async () => undefined)),
  );
}

/** True when somebody else is connected to the server. */
async function inUse(secrets: Secrets): Promise<boolean> {
  try {
    return await withSuperuser(secrets, async (client) => {
      const { rows } = await client.query<{ used: boolean }>(
        "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) AS used",
      );
      return rows[0]?.used ?? false;
    });
  } catch {
    return false;
  }
}

/** Fast shutdown: open transactions are rolled back, and a checkpoint makes the next start quick. */
async function shutDown(folder: Folder, known?: number): Promise<void> {
  // Where the folder's disk is gone, the server is told by the number that it had.
  const pid = runningServer(folder)?.pid ?? known;
  if (pid === undefined || !isServerOf(pid, folder.cluster)) return endLeftovers(folder);
  const gone = async (limitMs: number) => {
    for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(10)) {
      if (!isServerOf(pid, folder.cluster)) return true;
    }
    return false;
  };
  letGoOn(folder);
  signal(pid, 'SIGINT');
  if (await gone(STOP_LIMIT_MS)) return;
  // Immediate shutdown loses nothing committed; the next start recovers from the log.
  signal(pid, 'SIGQUIT');
  if (await gone(10_000)) return;
  throw new EmbeddedPostgresError(`La base de datos (proceso ${pid}) no se detuvo. ${tail(folder)}`);
}

function withSuperuser<T>(secrets: Secrets, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return asUserOf(url('postgres', secrets.superuser, secrets.port, 'postgres'), work);
}

async function asUserOf<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  // A connection lost between queries is told by the next query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The remembered port when it is free, else another below the range that outgoing connections use. */
async function freePort(remembered: number): Promise<number> {
  for (let port = remembered, attempt = 0; attempt < 50; port = randomInt(20_000, 30_000), attempt += 1) {
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
  throw new EmbeddedPostgresError('No hay un puerto libre para la base de datos en 127.0.0.1.');
}

/** Refuses a port that is taken, as listening on it would. */
export function requireFreePort({ port, host }: { port: number; host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function url(user: string, password: string, port: number, database: string, socketFolder = ''): string {
  const bySocket = socketFolder === '' ? '' : `?host=${encodeURIComponent(socketFolder)}`;
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}${bySocket}`;
}

/** Nothing of this process's environment: PGDATA, PGPORT or a foreign locale must not change the server. */
function serverEnv(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}

/** What the server said last, for the end of an error message. */
function tail(folder: Folder): string {
  const first = existsSync(folder.startLog) ? readFileSync(folder.startLog, 'utf8') : '';
  // Until it says where it goes on, the newest of its own logs is an earlier server's.
  if (first !== '' && !first.includes('redirecting log output')) return explain(lastLines(first));
  const logs = join(folder.cluster, 'log');
  const files = existsSync(logs) ? readdirSync(logs).map((name) => join(logs, name)) : [];
  const newest = files.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
  return explain(newest === undefined ? '' : lastLines(readFileSync(newest, 'utf8')));
}

function lastLines(said: string): string {
  return said.trim().split('\n').slice(-12).join('\n');
}

function explain(said: string): string {
  const full = /No space left on device|wrote only \d+ of \d+ bytes/.test(said)
    ? 'El disco está lleno: libere espacio y vuelva a iniciar. '
    : '';
  const foreign = /wrong ownership|Permission denied|invalid permissions/.test(said)
    ? 'Sus archivos son de otro usuario o están abiertos a otros: devuélvalos al suyo con chown -R y déjelos en 0700. '
    : '';
  const damaged =
    /pg_control|checkpoint record|could not open (file|directory)|could not read (file|block)|control file|invalid page|PANIC/.test(
      said,
    )
      ? `Sus archivos están dañados. ${REMEDY} `
      : '';
  return `${full || foreign || damaged}Dijo PostgreSQL:\n${said || '(nada)'}`;
}

/**
 * Removes what interrupted creations left. The initdb of a process that was killed outlives it for a moment
 * and goes on writing, or even makes its folder again; a removal that finds something left is repeated.
 */
async function sweepDrafts(path: string): Promise<void> {
  const deadline = Date.now() + SWEEP_MS;
  for (;;) {
    const drafts = readdirSync(path).filter((name) => name.startsWith('postgres.nuevo-'));
    for (const name of drafts) removeQuietly(join(path, name));
    if (drafts.length === 0 || Date.now() > deadline) return;
    await sleep(50);
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // An interrupted initdb may still be writing there; `sweepDrafts` removes the rest.
  }
}

function syncFolder(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * The running product for API tests: the real application on a clone of the template database, with a set clock. Two
 * communities stand side by side, ENCINOS (encinos.test) and LAGOS (lagos.test), each with the demo accounts.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import type { PacsOptions } from '../src/cfdi/server/pacs.ts';
import type { Simulator } from '../src/cfdi/server/simulator.ts';
import type { Conciliacion, Toma } from '../src/features/bancos/server/avisos.ts';
import { reconcileNotices, takeNotices } from '../src/features/bancos/server/avisos.ts';
import type { FintocOptions } from '../src/features/bancos/server/proveedores/fintoc.ts';
import { createSpei } from '../src/features/bancos/server/spei.ts';
import { MonthFreezing } from '../src/features/cierres/server/freezing.ts';
import { createInvoicing, type FacturacionService, pacsIn } from '../src/features/facturacion/server/invoicing.ts';
import { DEMO_PASSWORD } from '../src/features/usuarios/demo.ts';
import { COLLECTOR, MONTH_END, PAGES, publicPages, REGISTRATIONS } from '../src/features.ts';
import type { DashboardTemplates } from '../src/platform/dashboards.ts';
import { buildApp } from '../src/platform/server/app.ts';
import { createSeals, type Seals } from '../src/platform/server/audit-seal.ts';
import type { CepCertificates } from '../src/platform/server/cep.ts';
import { SetClock } from '../src/platform/server/clock.ts';
import type { Community } from '../src/platform/server/communities.ts';
import type { Registration, Services } from '../src/platform/server/context.ts';
import { openPools, type Pools } from '../src/platform/server/database.ts';
import { type DiskState, ENDLESS_DISK } from '../src/platform/server/disk.ts';
import type { FileStore } from '../src/platform/server/file-store.ts';
import { memoryFiles } from '../src/platform/server/files.ts';
import { type Asked, asked } from '../src/platform/server/outside.ts';
import { sealHeadsIn } from '../src/platform/server/seal-heads.ts';
import { createSecrets, type Secrets } from '../src/platform/server/secrets.ts';
import type { Spei } from '../src/platform/server/spei.ts';
import { type SystemWork, systemWork } from '../src/platform/server/system-context.ts';
import { NOON } from './day.ts';
import { MASTER_KEY } from './master-key.ts';

export interface TestAppOptions {
  now?: string;
  /** Connections of the pool; race tests need as many as callers. */
  connections?: number;
  /** How long the database may take to answer nothing at all: long, since the tests load it. */
  answerMs?: number;
  /** How the application gets to its database: over a line that can be cut. */
  through?: (url: string) => string;
  /** How many of them one endpoint may have; all unless told. */
  laneWidth?: number;
  registrations?: readonly Registration[];
  sessionLimits?: { idleMinutes: number; maxHours: number };
  /** Called each time that a request asks the jobs to look at the outbox of push messages. */
  onPushWake?: () => void;
  /** Whether there is a mail server; there is one unless told. */
  mailLeaves?: boolean;
  /** Called each time that a request asks the jobs to look at the outbox of letters. */
  onMailWake?: () => void;
  /** Where files are kept; in memory unless told. */
  files?: FileStore;
  /** Called each time that a request asks the jobs to delete the bytes of files that were let go of. */
  onForgottenWake?: () => void;
  /** Called each time that the jobs are asked to take what providers told of deposits. */
  onNoticesWake?: () => void;
  /** Called each time that the jobs are asked to make the files of closed months. */
  onMonthEndWake?: () => void;
  /** Where the real provider of SPEI is: a local double. */
  fintoc?: FintocOptions;
  /** False: every charge gets a receipt only, for tests of the ledger alone. */
  invoices?: boolean;
  /** Whether the disk is short; there is room unless told. */
  disk?: DiskState;
  /** How long an answer waits for the outside world, in ms. */
  settleMs?: number;
  /** Of one call to a stamping provider. */
  pacTimeoutMs?: number;
  /** By which seals of SPEI's proofs are checked; none unless told. */
  cepCertificates?: CepCertificates;
  /** Addresses of dashboards outside; none unless told. */
  dashboards?: DashboardTemplates;
  /** A folder with a built page; none is served unless told. */
  pageFolder?: string;
  /** Where the real providers are: a local double. */
  pacs?: Pick<PacsOptions, 'sitios' | 'fetch'>;
  /** Proxies whose headers are believed; none unless told. */
  trustProxy?: string[];
  /** Who may read the API's document; anybody unless told. */
  openMetrics?: boolean;
  apiDocs?: 'publica' | 'sesion';
  metricsToken?: string;
  /** How many connections one network may have, and how slow its readers may be; as in the product unless told. */
  door?: { ofNetworkMax?: number; takingMs?: number };
  /** Receives every log line as parsed JSON. */
  onLog?: (line: Record<string, unknown>) => void;
}

export interface Reply {
  status: number;
  body: unknown;
  headers: LightMyRequestResponse['headers'];
}

export type DemoUser =
  | 'superadmin'
  | 'director'
  | 'administrador'
  | 'consultor'
  | 'cobranza'
  | 'obras'
  | 'tags'
  | 'seguridad';

export interface CallOptions {
  /** A demo account to call as; absent: no session. */
  as?: DemoUser;
  token?: string;
  body?: unknown;
  /** A file sent as a form, in the field `file`, in place of a body. */
  file?: { name: string; bytes: Uint8Array };
  host?: string;
  ip?: string;
  headers?: Record<string, string>;
}

const ENCINOS = 'encinos.test';

interface Outside {
  system: SystemWork;
  spei: Asked<Spei>;
  invoicing: FacturacionService;
  secrets: Secrets;
  seals: Seals;
  files: Asked<FileStore>;
  pacsOf: ReturnType<typeof pacsIn>;
  /** The simulator's, and of the noted heads. */
  folder: string;
}

export class TestApp {
  readonly server: FastifyInstance;
  readonly clock: SetClock;
  readonly pools: Pools;
  /** Connection strings of this file's own database. */
  readonly urls: { owner: string; app: string; jobs: string; super: string };
  readonly invoicing: FacturacionService;
  readonly secrets: Secrets;
  readonly seals: Seals;
  readonly files: Asked<FileStore>;
  readonly spei: Asked<Spei>;
  /** Its data folder, below which the noted heads are. */
  readonly folder: string;
  readonly #outside: Outside;
  readonly #database: string;
  readonly #superPool: pg.Pool;
  readonly #tokens = new Map<string, Promise<string>>();

  constructor(
    server: FastifyInstance,
    clock: SetClock,
    pools: Pools,
    urls: TestApp['urls'],
    database: string,
    outside: Outside,
  ) {
    this.#outside = outside;
    this.folder = outside.folder;
    this.invoicing = outside.invoicing;
    this.secrets = outside.secrets;
    this.seals = outside.seals;
    this.files = outside.files;
    this.spei = outside.spei;
    this.server = server;
    this.clock = clock;
    this.pools = pools;
    this.urls = urls;
    // Kept: a new connection would read the catalogue of some hundred tables again before each fingerprint.
    this.#superPool = new pg.Pool({ connectionString: urls.super, max: 4 });
    this.#superPool.on('error', () => undefined);
    this.#database = database;
  }

  /** Signs in and returns the token; one session per account and host is kept for `as`. */
  async login(username: string, { password = DEMO_PASSWORD, host = ENCINOS, ip = '10.0.0.1' } = {}): Promise<string> {
    const reply = await this.call('POST', '/security/login', { body: { username, password }, host, ip });
    if (reply.status !== 200) throw new Error(`login of ${username}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return (reply.body as { access_token: string }).access_token;
  }

  async tokenOf(user: DemoUser, host = ENCINOS): Promise<string> {
    const key = `${user}@${host}`;
    // Kept while it is on its way: fifty callers at once sign in once.
    const token = this.#tokens.get(key) ?? this.login(user, { host });
    this.#tokens.set(key, token);
    token.catch(() => this.#tokens.delete(key));
    return token;
  }

  async community(host = ENCINOS): Promise<Community> {
    const found = await this.pools.communities.forHost(host);
    if (!found) throw new Error(`no community at ${host}`);
    return found;
  }

  /** What the jobs do with what providers told: in one community, now. */
  async takeNotices(host = ENCINOS): Promise<Toma | undefined> {
    return this.#outside.system(await this.community(host), (ctx) => takeNotices(ctx, COLLECTOR));
  }

  /** Makes the files of closed months that are due: what the jobs do, in one community, now. */
  async freezeMonths(host = ENCINOS): Promise<{ hechos: number; fallidos: number }> {
    const { clock, pools } = this;
    const parts = {
      pool: pools.jobsPool,
      clock,
      partes: MONTH_END.partes,
      log: this.server.log,
      wake: () => undefined,
    };
    return new MonthFreezing(parts).sweep(await this.community(host));
  }

  async reconcileNotices(host = ENCINOS): Promise<Conciliacion | undefined> {
    return reconcileNotices(this.#outside, await this.community(host));
  }

  /** The stamping simulator of a community, with its failure switches. */
  async simulator(host = ENCINOS): Promise<Simulator> {
    return this.#outside.pacsOf(await this.community(host)).simulator;
  }

  /** Forgets the kept sessions, after a test ended them. */
  forgetTokens(): void {
    this.#tokens.clear();
  }

  /** One call below /api/v1. */
  async call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH',
    path: string,
    options: CallOptions = {},
  ): Promise<Reply> {
    const { host = ENCINOS, ip = '10.0.0.1' } = options;
    const token = options.token ?? (options.as && (await this.tokenOf(options.as, host)));
    const form = options.file && (await multipart(options.file));
    const response = await this.server.inject({
      method,
      url: `/api/v1${path}`,
      remoteAddress: ip,
      headers: {
        host,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(form && { 'content-type': form.contentType }),
        ...options.headers,
      },
      ...(form && { payload: form.payload }),
      ...(options.body !== undefined && { payload: options.body as object }),
    });
    const text = response.body;
    return {
      status: response.statusCode,
      body: response.headers['content-type']?.toString().includes('json') && text !== '' ? JSON.parse(text) : text,
      headers: response.headers,
    };
  }

  /** Rows by the superuser, for what the API does not show. */
  async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#superPool.query<Row>(sql, values)).rows;
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.invoicing.stop();
    await this.pools.end();
    await this.#superPool.end();
    await rm(this.#outside.folder, { recursive: true, force: true });
    await withSuper(inject('postgres').superUrl, (client) =>
      client.query(`DROP DATABASE IF EXISTS ${this.#database} WITH (FORCE)`),
    );
  }
}

/** What went wrong behind an answer of 500, which tells nobody; without it a test that meets one tells nothing either. */
function heard(line: Record<string, unknown>, onLog: TestAppOptions['onLog']): void {
  onLog?.(line);
  if (line.evento !== 'error' || line.estado !== 500) return;
  const { stack, message } = line.err as { stack?: string; message?: string };
  console.error(`${line.ruta}: ${stack ?? message}`);
}

/** The bytes of a form with one file, as a browser sends them. */
async function multipart({ name, bytes }: { name: string; bytes: Uint8Array }) {
  const form = new FormData();
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  const encoded = new Response(form);
  return {
    contentType: encoded.headers.get('content-type') ?? '',
    payload: Buffer.from(await encoded.arrayBuffer()),
  };
}

async function withSuper<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function onDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

/** An application of a whole file: started as the file is read, closed after its last test. */
export async function appOfFile(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startApp(options);
  afterAll(() => app.close());
  return app;
}

/** Clones the template database and starts the application on it; whoever starts it closes it. */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { superUrl, ownerUrl, appUrl, jobsUrl } = inject('postgres');
  const database = `t_${randomBytes(6).toString('hex')}`;
  await withSuper(superUrl, (client) => client.query(`CREATE DATABASE ${database} TEMPLATE porton OWNER porton_owner`));
  const urls = {
    owner: onDatabase(ownerUrl, database),
    app: onDatabase(appUrl, database),
    jobs: onDatabase(jobsUrl, database),
    super: onDatabase(superUrl, database),
  };
  if (options.invoices === false) {
    await withSuper(urls.super, (client) =>
      client.query(`UPDATE c_encinos.tratamiento_fiscal SET tratamiento = 'recibo'`),
    );
  }
  const clock = new SetClock(options.now ?? NOON);
  const connections = options.connections ?? 10;
  const { through = (url) => url } = options;
  const pools = openPools(
    { owner: urls.owner, app: through(urls.app), jobs: through(urls.jobs) },
    {
      connections,
      laneWidth: options.laneWidth ?? connections,
      answerMs: options.answerMs ?? 20_000,
      onError: () => undefined,
    },
  );
  const { onLog } = options;
  const secrets = createSecrets({ current: MASTER_KEY });
  const files = asked(options.files ?? memoryFiles());
  const folder = await mkdtemp(join(tmpdir(), 'porton-simulador-'));
  const heads = sealHeadsIn(folder);
  for (const schema of ['c_encinos', 'c_lagos']) heads.begin(schema);
  const seals = createSeals({ secrets, heads });
  const pacsOf = pacsIn(folder, clock, { timeoutMs: options.pacTimeoutMs ?? 2_000, ...options.pacs }, pools.pool);
  const log = {
    info: (details: object, message: string) => server.log.info(details, message),
    warn: (details: object, message: string) => server.log.warn(details, message),
    error: (details: object, message: string) => server.log.error(details, message),
  };
  const invoicing = createInvoicing({
    pool: pools.pool,
    clock,
    secrets,
    pacsOf,
    log,
  });
  const services: Services = {
    status: async () => ({
      version: 'prueba',
      node: process.version,
      startedAt: clock.now().toISOString(),
      memoryMiB: 0,
      poolTotal: 0,
      poolIdle: 0,
      poolWaiting: 0,
      jobs: [],
      jobsRunning: false,
    }),
    push: { wake: () => options.onPushWake?.() },
    mail: { leaves: options.mailLeaves ?? true, wake: () => options.onMailWake?.() },
    forgottenFiles: { wake: () => options.onForgottenWake?.() },
    depositNotices: { wake: () => options.onNoticesWake?.(), arriving: () => false },
    monthEnd: { wake: () => options.onMonthEndWake?.() },
    practice: { wake: () => undefined },
    secrets,
    seals,
    invoicing,
    dashboards: options.dashboards ?? {},
    cepCertificates: options.cepCertificates ?? new Map(),
  };
  const spei = asked(createSpei({ clock, fintoc: options.fintoc ?? {} }));
  const sessionLimits = options.sessionLimits ?? { idleMinutes: 120, maxHours: 12 };
  const server = await buildApp({
    ...pools,
    clock,
    sessionLimits,
    settleMs: options.settleMs ?? 4_000,
    disk: options.disk ?? ENDLESS_DISK,
    services,
    outside: { files, stamping: asked(invoicing), spei },
    registrations: options.registrations ?? REGISTRATIONS,
    pages: PAGES,
    publicPages: publicPages(),
    logger: { level: onLog ? 'info' : 'error', stream: { write: (line: string) => heard(JSON.parse(line), onLog) } },
    trustProxy: options.trustProxy ?? false,
    apiDocs: options.apiDocs ?? 'publica',
    openMetrics: options.openMetrics ?? true,
    ...(options.door && { connections: options.door }),
    ...(options.metricsToken !== undefined && { metricsToken: options.metricsToken }),
    ...(options.pageFolder !== undefined && { pageFolder: options.pageFolder }),
  });
  const system = systemWork({ ...pools, clock, sessionLimits, services, log });
  const outside = { system, spei, invoicing, pacsOf, secrets, seals, files, folder };
  return new TestApp(server, clock, pools, urls, database, outside);
}

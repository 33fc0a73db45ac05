/** What a handler knows of its request besides the validated input. */
import { fechaInZone } from '#core/fecha.ts';
import type { DashboardTemplates } from '../dashboards.ts';
import type { Contract, HandlerResult, Handlers as HandlersWith, Input } from '../endpoint.ts';
import type { AuditEntry } from './audit.ts';
import type { Seals } from './audit-seal.ts';
import type { Beyond } from './beyond.ts';
import type { CepCertificates } from './cep.ts';
import type { Clock } from './clock.ts';
import type { Community } from './communities.ts';
import type { Cookies } from './cookies.ts';
import type { Tx } from './db.ts';
import type { Device } from './device.ts';
import type { FileStore } from './file-store.ts';
import type { Invoicing, Stamping } from './invoicing.ts';
import type { MailMessage, MailRun } from './mail.ts';
import type { Asked } from './outside.ts';
import type { Refused } from './pages.ts';
import type { PushMessage } from './push.ts';
import type { Resident } from './resident.ts';
import type { Secrets } from './secrets.ts';
import type { SessionLimits, SessionUser } from './session.ts';
import type { Signed } from './signed.ts';
import type { Spei } from './spei.ts';
import type { Asker } from './thread.ts';

/** What is known of a request whether or not its transaction has begun. */
export interface Here {
  readonly community: Community;
  readonly clock: Clock;
  readonly requestId: string;
  readonly ip: string;
  /** What the browser says it is; '' in what a job does. */
  readonly browser: string;
  /** Where whoever asks has the product open, as 'https://equipo:puerto', for links in letters; '' in what a job does. */
  readonly origin: string;
  readonly cookies: Cookies;
  /** Today's civil date in the community's zone. */
  today(): string;
  /** Runs work in a transaction of its own, which a refusal of this request does not roll back: attempts to get in, soon or not at all. */
  separately<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Other communities, for the joined accounts of one person: nothing else looks beyond its own. */
  readonly beyond: Beyond;
  /** Writes a line to the log: business facts that are no errors. No secrets. */
  log(evento: string, details: Record<string, unknown>): void;
  /** The same of what should never be, where the request goes on. */
  logError(evento: string, details: Record<string, unknown>): void;
  /** The services that features use of the outside world and the process (files, mail, jobs, metrics). */
  readonly services: Services;
}

export interface Context extends Here {
  /** The request's transaction; READ ONLY for reads. */
  tx: Tx;
  /** Who is signed in. On public endpoints there is nobody, and reading it throws. */
  readonly user: SessionUser;
  /** Who that is; null of nobody: on public endpoints, and in what a job does by itself. */
  readonly usuarioId: number | null;
  /** Which device sends. Only endpoints for devices have one; elsewhere reading it throws. */
  readonly device: Device;
  /** Which resident asks, and the lot that is theirs. Only endpoints of the residents have one; elsewhere reading it throws. */
  readonly resident: Resident;
  /** Only endpoints that are declared `signed` have it; elsewhere reading it throws. */
  readonly signed: Signed;
  /** SHA-256 of the session's token. */
  readonly sessionHash: Buffer | undefined;
  readonly sessionLimits: SessionLimits;
  /** Records changes in the audit log, in the same transaction. Every write calls it at least once. */
  audit(...entries: AuditEntry[]): Promise<void>;
  /**
   * Messages to the residents' phones. `enqueue` writes one to the outbox in the request's transaction, and gives its id;
   * once that is committed a job sends it and tries again what fails. It refuses nothing: a lot whose app user has no
   * token gets no message, which is the caller's to decide. A fine tells `{ userAppId, token, titulo: 'Portón', cuerpo }`.
   */
  readonly push: { enqueue(message: PushMessage): Promise<number> };
  /**
   * Letters. `enqueue` writes one to the outbox in the request's transaction, with its attachments, and gives its id; once
   * that is committed a job sends it and tries again what fails. Throws a `Refusal` for what no letter can be: no
   * recipient or more than ten, an address that is none, a subject of more than one line, attachments that weigh too much.
   */
  readonly mail: {
    enqueue(message: MailMessage): Promise<number>;
    /** Writes one text to many lots, each filled with its own data; gives how many letters. */
    enqueueRun(run: MailRun): Promise<number>;
    /** Once the transaction is committed, has the outbox looked at: a letter of it is due again. */
    wake(): void;
  };
  /**
   * Kept files. `forget` lets one go that no row names any more, and gives its name; once the transaction is committed its
   * bytes are deleted.
   */
  readonly files: { forget(archivoId: number): Promise<string | undefined> };
  /**
   * The content of a file that is sent while it is made: `produce` runs in a READ ONLY transaction of its own, begun when the
   * request's is over, and gives compressed chunks.
   */
  streamed(produce: (tx: Tx) => AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /**
   * Runs one part of a long work in a transaction of its own, with a context that writes there: what is done stands, whatever
   * becomes of the rest. At most three at once: the connections are those of `separately`, which sign-ins need too.
   */
  piecemeal<T>(work: (ctx: Context) => Promise<T>): Promise<T>;
}

/** What handlers may use beside their transaction. What asks the outside world is none of it: see `Outside`. */
export interface Services {
  status(): Promise<ProcessStatus>;
  push: {
    /** Has the jobs look at the outbox of push messages soon, instead of at their next turn. Never throws. */
    wake(): void;
  };
  mail: {
    /** Whether there is a mail server; without one letters stay in the outbox. */
    readonly leaves: boolean;
    /** Has the jobs look at the outbox of letters soon, instead of at their next turn. Never throws. */
    wake(): void;
  };
  forgottenFiles: {
    /** Has the jobs delete the bytes that were let go of soon, instead of at their next turn. Never throws. */
    wake(): void;
  };
  depositNotices: {
    /** Has the jobs take what providers told of deposits soon, instead of at their next turn. Never throws. */
    wake(): void;
    /** Whether notices go on arriving: what is told is taken when they have. */
    arriving(): boolean;
  };
  monthEnd: {
    /** Has the jobs make the files of closed months soon, instead of at their next turn. Never throws. */
    wake(): void;
  };
  practice: {
    /** Has the jobs make or take away a practice that was asked for soon, instead of at their next turn. Never throws. */
    wake(): void;
  };
  /** Seals what must not be read at rest. */
  secrets: Secrets;
  /** The seals of the audit log. */
  seals: Seals;
  /** The invoices of payments, as far as they are rows. */
  invoicing: Invoicing;
  /** Addresses of the dashboards that come from outside. */
  dashboards: DashboardTemplates;
  /** By which seals of SPEI's proofs are checked; none where the operator has none. */
  cepCertificates: CepCertificates;
}

/** What a preparer or a settler may ask. */
export interface Outside {
  /** Where the bytes of uploaded files are kept. */
  files: Asked<FileStore>;
  /** The stamping provider of a community, behind its invoices. */
  stamping: Asked<Stamping>;
  /** The providers that tell of deposits by SPEI. */
  spei: Asked<Spei>;
}

export interface ProcessStatus {
  version: string;
  node: string;
  startedAt: string;
  memoryMiB: number;
  poolTotal: number;
  poolIdle: number;
  poolWaiting: number;
  jobs: { name: string; state: string; count: number }[];
  jobsRunning: boolean;
}

/** Civil date of now in the community's zone. */
export function todayIn(community: Community, clock: Clock): string {
  return fechaInZone(clock.now(), community.timeZone);
}

/** A request as it would be at another community: its attempts and its log. No cookie of its host comes here. */
export function hereAt(
  { clock, requestId, ip, browser, origin, services, beyond, log, logError }: Here,
  community: Community,
): Here {
  return {
    ...{ community, clock, requestId, ip, browser, origin, services, beyond, log, logError },
    cookies: { read: () => undefined, write: () => undefined, writeForPages: () => undefined },
    today: () => todayIn(community, clock),
    separately: (work) => beyond.separately(community, work),
  };
}

/** The handlers of a contract: one per endpoint, or it does not compile. */
export type Handlers<C extends Contract> = HandlersWith<C, Context>;

/** What is at hand once a request's transaction is committed. */
export interface AfterCommit {
  readonly community: Community;
  readonly services: Services;
  readonly outside: Outside;
  /** By performance.now(): until then whoever asked may be kept waiting. */
  readonly deadline: number;
}

/**
 * Makes an answer of what a handler gave, once its transaction is committed: what waits for the outside world stands here,
 * where no lock is held. What the handler gives is plain JSON and all that the settler sees, since a repeated request with
 * the same key comes here too. A Refusal frees the key.
 */
export type Settler<Pending, V> = ((pending: Pending, after: AfterCommit) => Promise<V>) & {
  /** False where nothing is to be waited for: what the handler gave is the answer, kept as final with its transaction. */
  waitsFor?: (pending: Pending) => boolean;
};

// biome-ignore lint/suspicious/noExplicitAny: each settler has a pending value of its own, which its handler has to give.
export type Settlers<C extends Contract> = { readonly [K in keyof C]?: Settler<any, HandlerResult<C[K]>> };

/** Handlers where some endpoints are settled: those give what their settler takes; and some get what was prepared. */
type SettledHandlers<C extends Contract, S extends Settlers<C>, P extends Preparers<C>> = {
  [K in keyof C]: (
    input: Input<C[K], Context> &
      (P extends { [Q in K]: (input: never) => Promise<infer Prepared> } ? { prepared: Prepared } : unknown),
  ) => Promise<S extends { [P in K]: Settler<infer Pending, infer _V> } ? Pending : HandlerResult<C[K]>>;
};

/** What reading needs of a request. */
export type Reading = Pick<Context, 'tx' | 'community' | 'clock' | 'today'>;

/** What is at hand before a request's transaction begins. */
export interface Before extends Here {
  /** Which device sends. Only endpoints for devices have one; elsewhere reading it throws. */
  readonly device: Device;
  /** Which resident asks. Only endpoints of the residents have one; elsewhere reading it throws. */
  readonly resident: Resident;
  /** For the threads that work beside requests. */
  readonly asker: Asker;
  readonly outside: Outside;
  /** Reads in a transaction of its own, which ends with the work. */
  read<T>(work: (reading: Reading) => Promise<T>): Promise<T>;
}

/**
 * What takes long and needs no lock, such as drawing a document or keeping a file's bytes: it runs once, before the
 * handler's transaction, which gets what it gives as `prepared`. It writes no row, but by `separately`.
 */
// biome-ignore lint/suspicious/noExplicitAny: the endpoint's own input, which `register` ties to its contract.
export type Preparer<E, Prepared> = (input: Omit<Input<E, any>, 'ctx'> & { before: Before }) => Promise<Prepared>;

// biome-ignore lint/suspicious/noExplicitAny: each preparer gives a value of its own.
export type Preparers<C extends Contract> = { readonly [K in keyof C]?: Preparer<C[K], any> };

/** A contract with its handlers, as the composition root registers it. */
export interface Registration {
  contract: Contract;
  handlers: Record<string, (input: never) => Promise<unknown>>;
  settlers: Record<string, Settler<unknown, unknown> | undefined>;
  preparers: Record<string, Preparer<never, unknown> | undefined>;
  /** Of pages: the document that tells why one is not shown. */
  refused?: Refused;
}

/** Ties handlers to their contract; the types say when one is missing or wrong. */
export function register<
  C extends Contract,
  S extends Settlers<C> = Record<never, never>,
  P extends Preparers<C> = Record<never, never>,
>(contract: C, handlers: SettledHandlers<C, S, P>, settlers?: S, preparers?: P): Registration {
  return {
    contract,
    handlers: handlers as Registration['handlers'],
    settlers: (settlers ?? {}) as Registration['settlers'],
    preparers: (preparers ?? {}) as Registration['preparers'],
  };
}

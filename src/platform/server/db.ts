/**
 * PostgreSQL: the pools and the transaction that every request runs in. Repositories receive only a `Tx`; a query
 * outside one fails, because the application's role has an empty search_path.
 */
import type { Socket } from 'node:net';
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely';
import pg from 'pg';
import type { Work } from '../endpoint.ts';
import { isClosedSince, OUTAGE, READ_ONLY, READ_ONLY_TRANSACTION } from './database-errors.ts';
import type { DB } from './database-types.ts';
import { HttpError, Unavailable } from './errors.ts';
import { ask } from './known-columns.ts';
import { BUSY } from './lanes.ts';
import { inside } from './outside.ts';
import { DatabaseLost, type Pulse } from './pulse.ts';

/**
 * A transaction in one community's schema. Its connection is one and runs one statement after the other, but queries that
 * do not need each other's answers may be asked for together (`Promise.all`): they leave in one packet, which costs a
 * fraction of a round trip each. What has to come first, a lock above all, is awaited before.
 */
export type Tx = Kysely<DB>;

const INT8 = 20;
const DATE = 1082;

// int8 holds ids and centavos, both far below 2^53; a date is a civil date and must not become an instant.
pg.types.setTypeParser(INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond the exact numbers: ${text}`);
  return value;
});
pg.types.setTypeParser(DATE, (text) => text);

/**
 * How long work may take in the database, by its kind, in ms. `lock`: for one lock, then somebody else still works on the
 * same. `statement`: for one statement. `idle`: between two statements. `whole`: for the transaction, by our own clock, for a
 * connection whose other side is gone without a word.
 */
interface Budget {
  lock: number;
  statement: number;
  idle: number;
  whole: number;
}

const SECOND = 1_000;
const BUDGETS: Record<Work, Budget> = {
  // What everything else begins with: it is known soon, or not at all.
  access: { lock: 1.5 * SECOND, statement: 3 * SECOND, idle: 10 * SECOND, whole: 4 * SECOND },
  // No read waits for a row. One that waits at all waits for a table that somebody holds, and others would wait behind it.
  read: { lock: 1 * SECOND, statement: 30 * SECOND, idle: 30 * SECOND, whole: 40 * SECOND },
  // A cashier waits for the month that is being generated, and is not refused by it.
  write: { lock: 30 * SECOND, statement: 60 * SECOND, idle: 30 * SECOND, whole: 90 * SECOND },
  long: { lock: 60 * SECOND, statement: 600 * SECOND, idle: 1_800 * SECOND, whole: 3_600 * SECOND },
};

/** What a connection has from the beginning; the other kinds say so when they begin. */
const BY_DEFAULT: Work = 'write';

/** What a connection says when it is made. */
const sessionLimitsOf = (work: Work) => {
  const { lock, statement, idle } = BUDGETS[work];
  return { lock_timeout: lock, statement_timeout: statement, idle_in_transaction_session_timeout: idle };
};
export const SESSION_LIMITS = sessionLimitsOf(BY_DEFAULT);

/** How long a connection may take to be there: made, or given back by somebody else. */
const CONNECT_MS = 2 * SECOND;
const KEEP_ALIVE_MS = 10 * SECOND;
/** PostgreSQL keeps what a connection has learned of tables for as long as it lives: so long, or for so many communities. */
const LIFETIME_S = 30 * 60;
const COMMUNITIES_MAX = 25;
/** How soon the server notices that nobody waits any more for what it does, and lets go of its locks. */
const GONE_CHECK_MS = 2 * SECOND;

/** How answers are written, whatever the database or a role of it has been set to: they are read so. */
const WRITTEN =
  "SET DateStyle TO 'ISO, MDY'; SET IntervalStyle TO postgres; SET bytea_output TO hex; SET extra_float_digits TO 1; SET quote_all_identifiers TO off";

/** The communities that a connection has worked in. */
const TOUCHED = new WeakMap<pg.PoolClient, Set<string>>();

/** Why connections were lost. */
const LOST = new WeakMap<pg.PoolClient, Error>();

/** A pool whose waiting ends with its database: who waits for a connection, or for an answer on one, is told at once. */
export class DbPool extends pg.Pool {
  readonly #pulse: Pulse | undefined;
  readonly #clients = new Set<pg.PoolClient>();

  constructor(config: pg.PoolConfig, pulse?: Pulse) {
    super(config);
    this.#pulse = pulse;
    this.on('connect', (client) => {
      this.#clients.add(client);
      client.once('end', () => this.#clients.delete(client));
      // At any moment of its life, between the pool's hands and ours too: an error that nobody hears ends the process.
      client.on('error', (error) => LOST.set(client, error));
      client.query(WRITTEN).catch(() => undefined);
      // Not every server can tell; one that cannot goes on to the end of the statement.
      client.query(`SET client_connection_check_interval = ${GONE_CHECK_MS}`).catch(() => undefined);
    });
    pulse?.witness(() =>
      [...this.#clients].reduce((sum, client) => sum + (client.connection.stream as Socket).bytesRead, 0),
    );
    pulse?.onLoss(() => {
      for (const client of this.#clients) client.connection.stream.destroy();
    });
  }

  /** Has the next connection be one that has worked in a community, where one is idle: the tables are known to it. */
  #prefer(schema: string): void {
    // The library gives the last one to whoever waits longest; its types do not tell.
    const idle = (this as unknown as { _idle: { client: pg.PoolClient }[] })._idle;
    const at = idle.findIndex(({ client }) => TOUCHED.get(client)?.has(schema));
    if (at < 0) return;
    const known = idle.splice(at, 1);
    idle.splice(Math.max(0, idle.length - this.waitingCount), 0, ...known);
  }

  /** A connection, to be released; throws `Unavailable` where none is to be had. `schema`: the community that it is for. */
  async take(schema?: string): Promise<pg.PoolClient> {
    let taking: Promise<pg.PoolClient> | undefined;
    const connect = () => {
      if (schema !== undefined) this.#prefer(schema);
      taking = this.connect();
      return taking;
    };
    try {
      return await (this.#pulse ? this.#pulse.during(connect) : connect());
    } catch (cause) {
      // One that comes all the same is somebody else's.
      taking?.then(
        (client) => client.release(),
        () => undefined,
      );
      const lost = cause instanceof DatabaseLost || this.totalCount < this.options.max;
      throw new Unavailable(lost ? OUTAGE : BUSY, { cause });
    }
  }

  /** The rows of one statement outside of any transaction; throws `Unavailable` where the database does not answer. */
  async ask<R extends pg.QueryResultRow>(query: string | pg.QueryConfig<unknown[]>): Promise<R[]> {
    const held = new Held(await this.take(), 'access');
    try {
      return (await (typeof query === 'string' ? held.client.query<R>(query) : ask<R>(held.client, query))).rows;
    } catch (error) {
      if (sqlState(error) === READ_ONLY_TRANSACTION) throw new Unavailable(READ_ONLY, { cause: error });
      throw held.broken ? new Unavailable(OUTAGE, { cause: error }) : error;
    } finally {
      held.release();
    }
  }
}

/** A connection while it is ours. */
class Held {
  readonly client: pg.PoolClient;
  readonly #timer: NodeJS.Timeout;

  constructor(client: pg.PoolClient, work: Work) {
    this.client = client;
    this.#timer = setTimeout(() => {
      this.lose(new Error(`a connection was held for longer than ${BUDGETS[work].whole} ms`));
      client.connection.stream.destroy();
    }, BUDGETS[work].whole).unref();
  }

  /** Why it can't be used any more. */
  get broken(): Error | undefined {
    return LOST.get(this.client);
  }

  readonly lose = (error: Error): void => {
    if (!this.broken) LOST.set(this.client, error);
  };

  /** `schema`: the community that it worked in. One that has worked in many is not kept. */
  release(schema?: string): void {
    clearTimeout(this.#timer);
    const touched = TOUCHED.get(this.client) ?? new Set();
    if (schema !== undefined) TOUCHED.set(this.client, touched.add(schema));
    this.client.release(this.broken ?? touched.size >= COMMUNITIES_MAX);
  }
}

/**
 * Makes a pool; `onError` hears of idle connections that the server closed (they are replaced on their own). With a `pulse`,
 * nobody waits for a database that no longer answers. `work`: whose limits a connection has from the beginning.
 */
export function createPool(
  connectionString: string,
  max: number,
  onError: (error: Error) => void,
  { pulse, work = BY_DEFAULT }: { pulse?: Pulse; work?: Work } = {},
): DbPool {
  // Statements are sent without waiting for the answers of those before them; the driver's types do not know it yet.
  const pipelined: pg.PoolConfig & { pipeline: boolean } = { pipeline: true };
  const pool = new DbPool(
    {
      ...pipelined,
      connectionString,
      max,
      application_name: 'porton',
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: 60_000,
      maxLifetimeSeconds: LIFETIME_S,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      ...sessionLimitsOf(work),
    },
    pulse,
  );
  pool.on('error', onError);
  return pool;
}

/** From so many times on a statement is prepared; a connection keeps at most so many. */
const PREPARED_FROM = 10;
const PREPARED_MAX = 400;
/** Beyond it a statement is one of many lengths: a list of values, rows of an insert. */
const PREPARED_PARAMETERS_MAX = 40;
/** What is searched for decides the plan: a word that everybody has is found by another way than a rare one. */
const SEARCHES = /\blike\b/i;
const seen = new Map<string, number>();
const names = new Map<string, string>();

/**
 * The name under which a statement that comes again and again is prepared: planning it takes longer than running it. The
 * server plans anew for another community's schema. Undefined for all others, and for searches.
 */
function preparedName({ sql: text, parameters }: CompiledQuery): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= PREPARED_MAX || parameters.length > PREPARED_PARAMETERS_MAX || SEARCHES.test(text))
    return undefined;
  const times = (seen.get(text) ?? 0) + 1;
  if (times < PREPARED_FROM) {
    // Texts that are never seen again must not pile up.
    if (seen.size > 5_000) seen.clear();
    seen.set(text, times);
    return undefined;
  }
  seen.delete(text);
  const name = `porton_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** Has what is asked of this connection from now on until the end of the turn leave in one packet. */
function inOnePacket(client: pg.ClientBase): void {
  // A pool's clients are of this class too, which their type does not tell.
  const { stream } = (client as pg.Client).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** A compiled statement as the driver takes it. */
function configOf(query: CompiledQuery): pg.QueryConfig<unknown[]> {
  const name = preparedName(query);
  return { text: query.sql, values: [...query.parameters], ...(name !== undefined && { name }) };
}

type OnFailure = (error: unknown) => void;

/** Of hundreds of thousands of rows each object costs as much as reading it. */
class OfOneColumn extends pg.Query {
  readonly #take: (text: string) => void;

  constructor(config: pg.QueryConfig, take: (text: string) => void) {
    super(config);
    this.#take = take;
    // One that nobody hears collects them.
    this.on('row', () => undefined);
  }

  handleDataRow({ fields: [text = ''] }: { fields: string[] }): void {
    this.#take(text);
  }
}

class OneConnection implements DatabaseConnection {
  readonly #client: pg.ClientBase;
  readonly #onFailure: OnFailure;

  constructor(client: pg.ClientBase, onFailure: OnFailure) {
    this.#client = client;
    this.#onFailure = onFailure;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    inOnePacket(this.#client);
    const result = await ask<pg.QueryResultRow>(this.#client, configOf(query)).catch((error: unknown) => {
      // It was made where the answer was read: who asked is told in place of that.
      if (error instanceof Error) Error.captureStackTrace(error);
      this.#onFailure(error);
      throw error;
    });
    return {
      rows: result.rows as R[],
      ...(result.command !== 'SELECT' && { numAffectedRows: BigInt(result.rowCount ?? 0) }),
    };
  }

  /**
   * The rows as they arrive, of a query of one column of text: what each is, and no object around it. No cursor, which several
   * workers can't share: who asks takes them as fast as they come.
   */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    let rows: R[] = [];
    let wake: () => void = () => undefined;
    let end: { error?: Error } | undefined;
    const finish = (error?: Error) => {
      if (error) this.#onFailure(error);
      end = { ...(error && { error }) };
      wake();
    };
    const asked = new OfOneColumn(configOf(query), (text) => {
      rows.push(text as R);
      wake();
    });
    asked.on('error', finish);
    asked.on('end', () => finish());
    inOnePacket(this.#client);
    this.#client.query(asked);
    while (!end || rows.length > 0) {
      if (rows.length > 0) {
        const come = rows;
        rows = [];
        yield { rows: come };
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    if (end.error) throw end.error;
  }
}

/** A client that somebody else began a transaction on and will end. */
class BorrowedDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async beginTransaction(): Promise<void> {
    throw new Error('a request has one transaction, opened at the edge');
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

const ADAPTER = new PostgresAdapter();
const COMPILER = new PostgresQueryCompiler();

/** A Kysely whose every query runs on this client; `onFailure` hears of each that fails. */
export function kyselyOn(client: pg.ClientBase, onFailure: OnFailure = () => undefined): Tx {
  const connection = new OneConnection(client, onFailure);
  const driver = new BorrowedDriver(connection);
  const dialect = {
    createAdapter: () => ADAPTER,
    createDriver: () => driver,
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => COMPILER,
  };
  // A statement is sent as soon as it is asked for: there is no connection to be found or given back.
  const executor = new DefaultQueryExecutor(COMPILER, ADAPTER, { provideConnection: (use) => use(connection) });
  return new Kysely<DB>({ config: { dialect }, dialect, driver, executor });
}

/**
 * The same transaction for work that is begun before it is known whether it may go on: what it asks for first leaves with what
 * decides, and no answer is handed to it before. Where `decided` fails it fails with that, at its first answer; the
 * caller then rolls back what was asked for.
 */
export function onceDecided(tx: Tx, decided: Promise<unknown>): Tx {
  return tx.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await decided;
      return result;
    },
  });
}

/** A text as a pattern that finds it anywhere; escaped after `clave`, which turns some characters into LIKE's wildcards. */
export function anywhere(text: string) {
  return sql`'%' || regexp_replace(ext.clave(${text}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
}

/** A text column in the order of a Spanish dictionary, for ORDER BY. */
export function inSpanish(column: string) {
  return sql`${sql.ref(column)} COLLATE ext.es`;
}

/** First and last name of a `usuario` row; '' where there is none, which is the system. `alias` names it in the statement. */
export function fullName(alias: string) {
  return sql`coalesce(${sql.ref(`${alias}.name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}, '')`;
}

const SCHEMA = /^c_[a-z][a-z0-9]{1,19}$/;

/** A community's schema as part of a statement's text. */
export function quotedSchema(schema: string): string {
  if (!SCHEMA.test(schema)) throw new Error(`not a community's schema: ${schema}`);
  return `"${schema}"`;
}

/** What the views of residents are limited to. */
export interface ResidentScope {
  loteId: number;
  enlaceId: number;
  residenteId: number | null;
  representanteId: number | null;
  /** Whether the money of the lot is theirs to see. */
  veCuenta: boolean;
}

/** The settings that the views read. */
function scopeText({ loteId, enlaceId, residenteId, representanteId, veCuenta }: ResidentScope): string {
  const settings = {
    ...{ lote: loteId, enlace: enlaceId, residente: residenteId, representante: representanteId },
    cuenta: veCuenta ? loteId : null,
  };
  return Object.entries(settings)
    .map(([name, value]) => `; SET LOCAL porton.${name} = '${value === null ? '' : Number(value)}'`)
    .join('');
}

/** Beside a community's schema stands that of its residents' views (migrations/residente.sql). */
export const residentSchema = (schema: string): string => `"${quotedSchema(schema).slice(1, -1)}_residente"`;

export interface TxOptions {
  /** The schema as it stands in porton.comunidad; never anything that came with a request. */
  schema: string;
  readOnly?: boolean;
  role?: 'porton_app' | 'porton_jobs';
  /** Whose lot alone it sees, by the role `porton_residente`: nothing but the views that are limited to it. */
  resident?: ResidentScope;
  /** What kind of work it is, for its limits; as it reads or writes unless told. */
  work?: Work;
}

const workOf = ({ readOnly, work }: TxOptions): Work => work ?? (readOnly ? 'read' : 'write');

/** The limits of a kind of work, where they are not those that the connection has. */
const LIMITS = Object.fromEntries(
  Object.entries(BUDGETS).map(([work, { lock, statement, idle }]) => {
    const own = BUDGETS[BY_DEFAULT];
    const limits = [
      lock !== own.lock && `lock_timeout = ${lock}`,
      statement !== own.statement && `statement_timeout = ${statement}`,
      idle !== own.idle && `idle_in_transaction_session_timeout = ${idle}`,
    ];
    return [work, limits.map((limit) => (limit ? `; SET LOCAL ${limit}` : '')).join('')];
  }),
);

/** The opening of a transaction in a community, as one string and so one round trip. */
export function beginText(options: TxOptions): string {
  const { schema, readOnly = false, resident } = options;
  const role = resident ? 'porton_residente' : (options.role ?? 'porton_app');
  const path = resident ? residentSchema(schema) : quotedSchema(schema);
  // A read sees one moment, whatever number of queries it takes: a page and its total belong together.
  return `BEGIN${readOnly ? ' ISOLATION LEVEL REPEATABLE READ READ ONLY' : ''}; SET LOCAL ROLE ${role}; SET LOCAL search_path TO ${path}, ext${LIMITS[workOf(options)]}${resident ? scopeText(resident) : ''}`;
}

/**
 * A value of any statement; from that one on the transaction's prepared statements keep one plan, in place of one for each call's
 * values: for work that looks everything up by ids, where planning takes longer than the plan.
 */
export const planOnce = sql`set_config('plan_cache_mode', 'force_generic_plan', true)`;

/** PostgreSQL's SQLSTATE of an error that came from it. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
/** What every statement after the one that failed is answered. */
const FAILED_BEFORE = '25P02';
const ATTEMPTS_MAX = 4;

/** Transactions of one community, one after the other. */
export type Within = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Somebody heard of a failure and passed it by: what was read or written after it is not what it seems. */
const WENT_ON = 'a statement of the transaction had failed; nothing was kept';

/** Has a statement leave in the packet of the commit: its answer is waited for with that one's. */
export type AtCommit = (statement: CompiledQuery) => void;

/**
 * Runs `work` in one transaction and commits it, for which a read does not wait; rolls back and rethrows on any error.
 * Serialization failures, deadlocks and what met a closing are tried again from the start, so `work` must have no effect outside the database.
 * Throws `Unavailable` where the database does not answer, or no longer does.
 */
export async function inTx<T>(
  pool: DbPool,
  options: TxOptions,
  work: (tx: Tx, client: pg.PoolClient, atCommit: AtCommit) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const held = new Held(await pool.take(options.schema), workOf(options));
    const { client } = held;
    // Leaves with the first statement. Where it fails, that one fails too: without it there is no search_path.
    inOnePacket(client);
    const failedToBegin = client.query(beginText(options)).then(
      () => undefined,
      (error: Error) => error,
    );
    const last: CompiledQuery[] = [];
    let failure: unknown;
    let ended: Promise<unknown> | undefined;
    try {
      const tx = kyselyOn(client, (error) => {
        if (sqlState(error) !== FAILED_BEFORE) failure = error;
      });
      const value = await inside(() => work(tx, client, (statement) => last.push(statement)));
      if (options.readOnly && failure !== undefined) throw new Error(WENT_ON);
      inOnePacket(client);
      const before = last.map((statement) => ask(client, configOf(statement)));
      const committed = Promise.all([client.query('COMMIT'), ...before]);
      // What was read stands already, whatever comes of the end.
      if (options.readOnly) ended = committed.catch(held.lose);
      // PostgreSQL answers so where none had failed, or a savepoint was gone back to.
      else if ((await committed)[0].command !== 'COMMIT') throw new Error(WENT_ON);
      return value;
    } catch (caught) {
      await client.query('ROLLBACK').catch(held.lose);
      // Of statements that were asked for together, one that only tells that another had failed may be heard of first.
      const told = sqlState(caught) === FAILED_BEFORE ? (failure ?? caught) : caught;
      const error = (await failedToBegin) ?? told;
      const state = sqlState(error);
      if ((state === SERIALIZATION_FAILURE || state === DEADLOCK) && attempt < ATTEMPTS_MAX) continue;
      // Decided once more it knows of the closing.
      if (isClosedSince(error) && attempt === 1) continue;
      if (held.broken && !(error instanceof HttpError)) throw new Unavailable(OUTAGE, { cause: error });
      if (state === READ_ONLY_TRANSACTION && !options.readOnly) throw new Unavailable(READ_ONLY, { cause: error });
      throw error;
    } finally {
      const { schema } = options;
      if (ended) void ended.then(() => held.release(schema));
      else held.release(schema);
    }
  }
}

/** Runs work that may refuse: what it wrote until then is taken back, and the transaction goes on. */
export async function withinSavepoint<T>(tx: Tx, work: () => Promise<T>, refused: (error: unknown) => T): Promise<T> {
  await sql`SAVEPOINT intento`.execute(tx);
  try {
    return await work();
  } catch (error) {
    const outcome = refused(error);
    await sql`ROLLBACK TO SAVEPOINT intento`.execute(tx);
    return outcome;
  }
}

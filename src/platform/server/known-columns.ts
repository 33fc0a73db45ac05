/**
 * Prepared statements whose columns are asked for once on each connection. PostgreSQL holds to what it told, also where it plans
 * anew for another community's schema: it refuses a prepared statement whose columns have changed. Told each time they cost the
 * database as much as a few rows, and here each name would be another text, looked up anew for every value.
 */
import pg from 'pg';

/** What the driver makes rows by. */
interface Columns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

interface DriverConnection {
  bind(config: object): void;
}

/** What a query of the driver has that its types do not tell: `prepare` writes all its messages. */
interface DriverQuery {
  name?: string;
  values?: unknown[];
  portal: string;
  rows?: number;
  _result: Columns;
  _accumulateRows: unknown;
  hasBeenParsed(connection: DriverConnection): boolean;
  _getRows(connection: DriverConnection, rows: number | undefined): void;
  prepare(connection: DriverConnection): void;
  handleRowDescription(message: unknown): void;
  handleReadyForQuery(connection: DriverConnection): void;
}

const Query = pg.Query as unknown as new (text: string, values: unknown[] | undefined) => DriverQuery;

/** How the driver makes texts of values. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/** By connection and name of the statement; null of one that gives no rows. */
const KNOWN = new WeakMap<DriverConnection, Map<string, Columns | null>>();

class KnownQuery extends Query {
  #told: Columns | null = null;

  constructor({ text, values, name }: pg.QueryConfig<unknown[]>) {
    // Given as one object it would be copied, property by property.
    super(text, values);
    if (name !== undefined) this.name = name;
  }

  override prepare(connection: DriverConnection): void {
    const known = this.name === undefined ? undefined : KNOWN.get(connection)?.get(this.name);
    if (known === undefined || !this.hasBeenParsed(connection)) {
      super.prepare(connection);
      return;
    }
    try {
      connection.bind({
        ...{ portal: this.portal, statement: this.name, values: this.values },
        valueMapper: (value: unknown) => prepareValue(value),
      });
    } catch {
      // Nothing was sent: the driver fails over the same value, and tells it as it always does.
      super.prepare(connection);
      return;
    }
    if (known) Object.assign(this._result, known);
    this._accumulateRows = true;
    this._getRows(connection, this.rows);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#told = { fields, _parsers, _prebuiltEmptyResultObject };
  }

  /** Of a statement that did not fail. */
  override handleReadyForQuery(connection: DriverConnection): void {
    if (this.name !== undefined) {
      const known = KNOWN.get(connection) ?? new Map<string, Columns | null>();
      KNOWN.set(connection, known);
      if (!known.has(this.name)) known.set(this.name, this.#told);
    }
    super.handleReadyForQuery(connection);
  }
}

/** Asks a statement of a client. Rejects with the database's error. */
export function ask<R extends pg.QueryResultRow>(
  client: pg.ClientBase,
  config: pg.QueryConfig<unknown[]>,
): Promise<pg.QueryResult<R>> {
  return new Promise((resolve, reject) => {
    client.query<R>(new KnownQuery(config) as unknown as pg.QueryConfig<unknown[]>, (error: Error | null, result) =>
      error ? reject(error) : resolve(result),
    );
  });
}

/**
 * Which communities have work of a kind for the jobs. The mark is a row of `porton.por_hacer`, written in the transaction of
 * the work; it goes by the statement that sees none left (ADR 70). A mark is a hint and no work of its own: each turn also
 * takes a few of the others, those not visited for longest, so that work whose mark was lost is done as well, only later.
 */
import { type RawBuilder, sql } from 'kysely';
import { addDays, wallClockInZone } from '#core/fecha.ts';
import type { DbPool, Tx } from './db.ts';

/** Whether work of a kind is left in the transaction's community, due or not: one condition over its tables. */
export type Waiting = RawBuilder<boolean>;

/** The kind of rows of the audit log that wait for their seal. */
export const SEALS = 'bitacora';

/** The statement that marks the transaction's community, or another one by its schema. */
export const marking = (clase: string, schema?: string) => sql`
  INSERT INTO ${sql.table(schema === undefined ? 'por_hacer' : `${schema}.por_hacer`)} (clase) VALUES (${clase})`;

/** The schemas that are marked with a kind. */
export async function markedWith(pool: DbPool, clase: string): Promise<ReadonlySet<string>> {
  const rows = await pool.ask<{ esquema: string }>({
    name: 'porton_marcas',
    text: 'SELECT DISTINCT esquema FROM porton.por_hacer WHERE clase = $1',
    values: [clase],
  });
  return new Set(rows.map(({ esquema }) => esquema));
}

/**
 * What the server has counted of writes to the two tables that tell whether a community's log is to be sealed, as one text each.
 * Known without opening any of them, and within seconds of the commit. Where the server does not count, the text is always new.
 */
export function countWrites(pool: DbPool): Promise<{ esquema: string; escritos: string }[]> {
  return pool.ask({
    name: 'porton_escritos',
    text: `SELECT c.esquema, string_agg(CASE WHEN current_setting('track_counts')::boolean
        THEN concat_ws(' ', t.relfilenode, pg_stat_get_tuples_inserted(t.oid), pg_stat_get_tuples_updated(t.oid), pg_stat_get_tuples_deleted(t.oid))
        ELSE clock_timestamp()::text END, ',' ORDER BY t.relname) AS escritos
      FROM porton.comunidad c
      JOIN pg_catalog.pg_namespace n ON n.nspname = c.esquema
      JOIN pg_catalog.pg_class t ON t.relnamespace = n.oid AND t.relname IN ('bitacora', 'bitacora_corte')
      GROUP BY c.esquema`,
  });
}

/**
 * Takes the marks of a kind off the transaction's community, unless work is left. Marks and work are seen as of one moment, the
 * statement's: a mark that is taken off stands for work that had been committed by then, and that is done.
 */
export async function clearMarks(tx: Tx, clase: string, waiting: Waiting): Promise<void> {
  await sql`
    DELETE FROM porton.por_hacer WHERE esquema = current_schema()::text AND clase = ${clase} AND NOT ${waiting}`.execute(
    tx,
  );
}

/** Takes off the marks of communities that are no more. One that comes is visited without a mark. */
export async function purgeMarks(pool: DbPool): Promise<void> {
  await pool.ask(
    'DELETE FROM porton.por_hacer p WHERE NOT EXISTS (SELECT FROM porton.comunidad c WHERE c.esquema = p.esquema)',
  );
}

/** A community, as far as it is visited. */
interface Visited {
  schema: string;
}

/** Within how long each community is visited for work that is told in its own transaction, should it not have been. */
export const TOLD_LAP_MS = 6 * 60 * 60_000;

/**
 * Whom the turns of a job visit that finds its work by itself: where something was written since it was there, where its moment of
 * the day came, and where it left something to do. A server that is asked for what is due every few minutes would spend its rest
 * on asking every community in vain.
 */
export class Occasions {
  readonly #comesUp: string;
  readonly #visited = new Map<string, { written: string | undefined; at: Date }>();

  /** `comesUp`: from when of a community's day on there may be work that nobody wrote, 'HH:MM'. */
  constructor(comesUp: string) {
    this.#comesUp = comesUp;
  }

  /** `written`: what the server counted of writes to the communities' logs, by their schemas; unknown, it moved. */
  take<C extends Visited & { timeZone: string }>(
    all: readonly C[],
    written: ReadonlyMap<string, string>,
    now: Date,
  ): C[] {
    return all.filter(({ schema, timeZone }) => {
      const last = this.#visited.get(schema);
      if (last?.written === undefined || last.written !== written.get(schema)) return true;
      const lap = now.getTime() - last.at.getTime();
      // A clock that was set back tells nothing of when that was.
      if (lap < 0 || lap >= TOLD_LAP_MS) return true;
      return wallClockInZone(last.at, timeZone) < this.#lastMoment(wallClockInZone(now, timeZone));
    });
  }

  /** When work came up last, by the community's clock. */
  #lastMoment(wall: string): string {
    const today = wall.slice(0, 10);
    return `${wall.slice(11) >= this.#comesUp ? today : addDays(today, -1)}T${this.#comesUp}`;
  }

  /** A visit that found nothing to do; `written` and `now` as they were before it. */
  done({ schema }: Visited, written: ReadonlyMap<string, string>, now: Date): void {
    this.#visited.set(schema, { written: written.get(schema), at: now });
  }
}

/** Whom the turns of one kind of work visit, so that within a while each community has been visited. Knows no clock but the process's own. */
export class Rounds {
  readonly #lapMs: (count: number) => number;
  readonly #least: number;
  /** Those that were visited, the one of longest ago first. */
  readonly #visited = new Set<string>();
  #before: number | undefined;
  /** The part of a community that a turn was too short for. */
  #rest = 0;

  /** `lapMs`: within how long so many are visited, marked or not. `least`: how many of them at any turn. */
  constructor(lapMs: (count: number) => number, least = 0) {
    this.#lapMs = lapMs;
    this.#least = least;
  }

  /** Those of `all` whose turn it is: the marked ones, those that were never visited, and a share of the others. */
  take<C extends Visited>(all: readonly C[], marked: ReadonlySet<string>, now = performance.now()): C[] {
    const known = new Set(all.map(({ schema }) => schema));
    for (const schema of this.#visited) if (!known.has(schema)) this.#visited.delete(schema);
    const due = this.#rest + (all.length * (now - (this.#before ?? now))) / this.#lapMs(all.length);
    this.#before = now;
    this.#rest = due % 1;
    const share = Math.max(this.#least, Math.floor(due));
    const longest = new Set([...this.#visited].slice(0, share));
    return all.filter(({ schema }) => marked.has(schema) || !this.#visited.has(schema) || longest.has(schema));
  }

  /** A visit that came to its end; one that failed is to be made again. */
  done({ schema }: Visited): void {
    this.#visited.delete(schema);
    this.#visited.add(schema);
  }
}

/**
 * Whether the database answers. A connection of its own asks it for next to nothing, again and again; when no answer comes, whatever
 * waits for the database is ended at once, instead of hanging for as long as the operating system believes in the other side:
 * a frozen server and a cut network look like a slow one from each single connection.
 */
import pg from 'pg';

const EVERY_MS = 250;
/** A connection is asked so often, then a new one takes its place: a server may answer those that it has, and take no more. */
const ASKED_MAX = 60;
/** With the pause before it, an outage is known within 1.9 s. */
const ANSWER_MS = 1_600;

/** The end of what waited for a database that no longer answers. */
export class DatabaseLost extends Error {
  constructor() {
    super('the database does not answer');
  }
}

export class Pulse {
  readonly #connectionString: string;
  readonly #tell: (alive: boolean) => void;
  #client: pg.Client | undefined;
  #asked = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #answerMs: number;
  #stopped = false;
  #alive = true;
  #readOnly = false;
  readonly #witnesses: (() => number)[] = [];
  readonly #waiting = new Set<() => void>();

  /** Begins to ask. `tell` hears of each change: false where the answers stop, true where they come again. */
  constructor(
    connectionString: string,
    {
      tell = () => undefined,
      answerMs = ANSWER_MS,
    }: { tell?: ((alive: boolean) => void) | undefined; answerMs?: number | undefined } = {},
  ) {
    this.#connectionString = connectionString;
    this.#tell = tell;
    this.#answerMs = answerMs;
    this.#schedule(0);
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Whether it answers and lets nobody write: a standby that a failover left, or a setting. A connection of before may not know. */
  get readOnly(): boolean {
    return this.#readOnly;
  }

  /** Takes into account how many bytes others have heard: while they hear anything a late answer is only late. */
  witness(bytesHeard: () => number): void {
    this.#witnesses.push(bytesHeard);
  }

  #bytesHeard(): number {
    return this.#witnesses.reduce((sum, bytesHeard) => sum + bytesHeard(), 0);
  }

  /** Has `end` called whenever the database is lost; what it answers takes that back. */
  onLoss(end: () => void): () => void {
    this.#waiting.add(end);
    return () => this.#waiting.delete(end);
  }

  /** What `work` gives; throws `DatabaseLost` where the database is lost before, and begins nothing where it already is. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#alive) throw new DatabaseLost();
    const { promise: lost, reject } = Promise.withResolvers<never>();
    const forget = this.onLoss(() => reject(new DatabaseLost()));
    try {
      return await Promise.race([work(), lost]);
    } finally {
      forget();
    }
  }

  #schedule(ms: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      void this.#beat().then((answered) => {
        if (this.#stopped) return;
        if (answered !== this.#alive) {
          this.#alive = answered;
          if (!answered) for (const end of [...this.#waiting]) end();
          this.#tell(answered);
        }
        this.#schedule(EVERY_MS);
      });
    }, ms);
    this.#timer.unref();
  }

  /** Asks once; false where no answer came in time. What was asked of a server that froze is not waited for again. */
  #beat(): Promise<boolean> {
    return new Promise((resolve) => {
      const heard = this.#bytesHeard();
      // Not where this process itself stood still meanwhile, and the answer lies there unread.
      const late = () => setImmediate(() => setImmediate(() => end(this.#bytesHeard() !== heard)));
      const patience = setTimeout(late, this.#answerMs).unref();
      const end = (answered: boolean): void => {
        clearTimeout(patience);
        if (!answered) this.#letGo();
        resolve(answered);
      };
      this.#ask().then(
        () => end(true),
        () => end(false),
      );
    });
  }

  async #ask(): Promise<void> {
    if (this.#asked >= ASKED_MAX) this.#letGo();
    if (!this.#client) {
      const client = new pg.Client({ connectionString: this.#connectionString, application_name: 'porton-pulso' });
      // A connection that breaks between two questions is made anew by the next.
      client.on('error', () => this.#letGo(client));
      client.on('end', () => this.#letGo(client));
      this.#client = client;
      this.#asked = 0;
      await client.connect();
    }
    this.#asked += 1;
    const { rows } = await this.#client.query<{ readOnly: boolean }>(
      `SELECT current_setting('transaction_read_only')::boolean AS "readOnly"`,
    );
    this.#readOnly = rows[0]?.readOnly === true;
  }

  #letGo(client = this.#client): void {
    if (!client || client !== this.#client) return;
    this.#client = undefined;
    client.connection.stream.destroy();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#letGo();
  }
}

/**
 * Work beside the requests: pg-boss for what runs at a time or in a queue, and the sealer's own loop, which is too
 * frequent for a queue. A job is only a wake-up; what there is to do stands in the communities' tables.
 */
import { PgBoss, type WorkOptions } from 'pg-boss';
import { type Sealed, SealFault, type Seals, type Waiting as WaitingRow } from './audit-seal.ts';
import type { Clock } from './clock.ts';
import type { Communities, Community } from './communities.ts';
import { type DbPool, inTx, type Tx, type Within } from './db.ts';
import type { DiskState } from './disk.ts';
import { purgeGivenUp } from './idempotency.ts';
import { deliverMail, lettersWait, localMail, type MailSender } from './mail.ts';
import {
  clearMarks,
  countWrites,
  markedWith,
  marking,
  Occasions,
  purgeMarks,
  Rounds,
  SEALS,
  TOLD_LAP_MS,
  type Waiting,
} from './marks.ts';
import type { Asked } from './outside.ts';
import { purgeChallenges } from './passkeys.ts';
import { deliverPush, localOutbox, messagesWait, type PushSender } from './push.ts';
import { purgeResidentSessions } from './resident.ts';
import { purgeSessions, type SessionLimits } from './session.ts';
import { purgeOrigins } from './sign-in.ts';
import { purgeAttempts } from './throttle.ts';

export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * From when of a community's day there may be work that only the clock brings, 'HH:MM'; all other is written there, with a row in
 * the log, or left by a run that answered something or failed. With it a turn comes by where there may be work, else by everybody.
 */
type ComesUp = string;

/** Work that a feature does by itself in each community; the composition root names them. */
export interface CommunityJob {
  /** Names the queue and the log's event. */
  name: string;
  /** When it is asked, in UTC; it decides by itself whether there is something to do. */
  cron: string;
  comesUp?: ComesUp;
  /** In a transaction of the community, which may be tried again; what it answers is logged, and `fault` as what should never be. */
  run(tx: Tx, community: Community, clock: Clock): Promise<({ fault?: string } & Record<string, unknown>) | undefined>;
}

/** Work in each community that is no single transaction: it asks the outside world in between. Safe to be run twice. */
export interface CommunityErrand {
  name: string;
  cron: string;
  comesUp?: ComesUp;
  /** Frees more of the disk than it writes. */
  evenWithDiskShort?: boolean;
  /** Whether somebody wakes it, and waits for it. */
  isWoken?: boolean;
  /** Where the tables of its work mark the community under the errand's name: whether work is left. Others are visited rarely. */
  waiting?: Waiting;
  run(community: Community): Promise<Record<string, unknown> | undefined>;
}

export interface JobsOptions {
  connectionString: string;
  jobsPool: DbPool;
  seals: Seals;
  communities: Communities;
  disk: DiskState;
  clock: Clock;
  sessionLimits: SessionLimits;
  pushSender: Asked<PushSender>;
  mailSender: Asked<MailSender>;
  communityJobs: readonly CommunityJob[];
  errands: readonly CommunityErrand[];
  log: Log;
}

const SEAL_EVERY_MS = 400;
/** How often it is asked whose log was written to, the less the more there are. */
const countEveryMs = (communities: number): number => Math.min(Math.max(5_000, communities * 100), 30_000);
/** Within how long the sealer visits each community of which nothing says that it has work: one in 12 s at most, each in an hour. */
const lapMs = (communities: number): number => Math.min(Math.max(15 * 60_000, communities * 12_000), 60 * 60_000);
/**
 * How often a queue is looked into, in seconds. Who sends tells it to all processes; the look is for what was not heard, and for
 * what is tried again. Where nothing can be told, every two, or more rarely where nothing but the clock sends.
 */
const WOKEN = { notifyPollingIntervalSeconds: 60 };
const BY_THE_CLOCK = { ...WOKEN, pollingIntervalSeconds: 20 };
const LOOK_FOR_OVERDUE_MS = 5_000;
/** The sealer comes by more often than every second. Behind a transaction that runs on, rows may wait a little longer. */
const OVERDUE_MS = 10_000;
const OVERDUE_BEHIND_MS = 2 * 60_000;
const PUSH_QUEUE = 'notificaciones';
const MAIL_QUEUE = 'correos';

/** Made by the owner before pg-boss starts: its tables live in a schema that only the jobs may touch. */
export const JOBS_SCHEMA_SQL = 'CREATE SCHEMA IF NOT EXISTS pgboss; GRANT ALL ON SCHEMA pgboss TO porton_jobs';

export class Jobs {
  readonly #options: JobsOptions;
  readonly #boss: PgBoss;
  #sealing: Promise<void> | undefined;
  readonly #sealRounds = new Rounds(lapMs);
  /** How far the counts of writes to each community's log had come. */
  readonly #counted = new Map<string, string>();
  #countedAt = Number.NEGATIVE_INFINITY;
  readonly #rounds = new Map<string, Rounds>();
  readonly #occasions = new Map<string, Occasions>();
  readonly #workers = new Map<string, string>();
  readonly #sealFaults = new Map<string, string | undefined>();
  /** The row whose turn to be sealed comes first, since when it does, and who held the sealer when that was told. */
  readonly #overdue = new Map<string, { id: number; since: number; told?: string }>();
  #lookedForOverdue = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #sealFails = false;
  #running = false;

  constructor(options: JobsOptions) {
    this.#options = options;
    // They are handed to its connections, whose type has more than its own. Its statements are short: the work itself goes by ours.
    const limits = {
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      statement_timeout: 60_000,
      lock_timeout: 30_000,
      idle_in_transaction_session_timeout: 60_000,
    };
    this.#boss = new PgBoss({
      connectionString: options.connectionString,
      // One more hears what others send.
      max: 2,
      useListenNotify: true,
      application_name: 'porton-trabajos',
      createSchema: false,
      // No job waits for another, and what the clock sends may wait.
      flowIntervalSeconds: 60 * 60,
      cronWorkerIntervalSeconds: 10,
      // It reads the statistics of all tables of the server each minute, which takes a second with hundreds of communities, to warn
      // of what nobody hears.
      monitorVacuum: false,
      ...limits,
    });
    this.#boss.on('error', (error) => options.log.error({ evento: 'trabajos', err: error }, 'error de los trabajos'));
  }

  get running(): boolean {
    return this.#running;
  }

  /** Seals every community's audit log up to now. */
  async sealAll(): Promise<void> {
    const { communities, jobsPool } = this.#options;
    await this.#sealEach(await communities.all(), await markedWith(jobsPool, SEALS));
  }

  /** Seals what was written since the last turn, and looks after a few of the other communities. */
  async #sealMarked(): Promise<void> {
    const { communities, jobsPool } = this.#options;
    await this.#markWritten();
    const marked = await markedWith(jobsPool, SEALS);
    // Those that a row was seen to wait in are looked at until it does no more, marked or not.
    const all = await communities.all();
    const watched = all.filter(({ codigo }) => this.#overdue.has(codigo)).map(({ schema }) => schema);
    await this.#sealEach(this.#sealRounds.take(all, new Set([...marked, ...watched])), marked);
  }

  /** Marks the communities whose log was written to since it was last asked, whoever did and whether or not he left a mark. */
  async #markWritten(): Promise<void> {
    const now = performance.now();
    if (now - this.#countedAt < countEveryMs(this.#counted.size)) return;
    this.#countedAt = now;
    const counted = await countWrites(this.#options.jobsPool);
    for (const { esquema, escritos } of counted) {
      const before = this.#counted.get(esquema);
      try {
        // One that is seen for the first time is visited in any case.
        if (before !== undefined && before !== escritos) {
          await this.#within(esquema)((tx) => marking(SEALS).execute(tx));
        }
        this.#counted.set(esquema, escritos);
      } catch {
        // One that could not be marked is tried again.
      }
    }
  }

  async #sealEach(communities: readonly Community[], marked: ReadonlySet<string>): Promise<void> {
    const { jobsPool, seals, log } = this.#options;
    const looks = performance.now() - this.#lookedForOverdue > LOOK_FOR_OVERDUE_MS;
    if (looks) this.#lookedForOverdue = performance.now();
    for (const community of communities) {
      const { schema, codigo } = community;
      try {
        if (looks) this.#tellOverdue(codigo, await seals.waiting(jobsPool, schema));
        // A full batch means that there may be more; the next turn takes it.
        const sealed = await seals.seal(jobsPool, schema);
        if (sealed) this.#tellSealed(codigo, sealed);
        if (marked.has(schema)) await seals.settle(jobsPool, schema);
        this.#sealRounds.done(community);
      } catch (error) {
        if (error instanceof SealFault) this.#tellSealFault(codigo, error.message);
        else log.error({ evento: 'sello', comunidad: codigo, err: error }, 'no se pudo sellar la bitácora');
      }
    }
  }

  #tellSealed(codigo: string, { notedFault, unnoted, missing, ...head }: Sealed): void {
    const { log } = this.#options;
    // Every head is logged: with one at hand, a verification also sees a cut tail.
    log.info({ evento: 'sello', comunidad: codigo, ...head }, 'sello de la bitácora');
    if (unnoted !== undefined)
      log.warn({ evento: 'sello', comunidad: codigo, err: unnoted }, 'el último sello no se pudo anotar');
    if (missing) log.warn({ evento: 'sello anotado faltaba', comunidad: codigo, ...head }, 'faltaba el sello anotado');
    this.#tellSealFault(codigo, notedFault);
  }

  /** A fault that stays is told once, not at every turn; the nightly verification tells it again. */
  #tellSealFault(codigo: string, reason: string | undefined): void {
    if (reason !== undefined && this.#sealFaults.get(codigo) !== reason)
      this.#options.log.error({ evento: 'bitácora alterada', comunidad: codigo, reason }, 'la bitácora fue alterada');
    this.#sealFaults.set(codigo, reason);
  }

  /**
   * Told when it begins, when it goes on for somebody else, and when it is over: whoever holds the sealer may be altering rows.
   * A row waits for as long as it is seen to: the demo's tell of days long gone.
   */
  #tellOverdue(codigo: string, found: WaitingRow | undefined): void {
    const { log } = this.#options;
    const now = performance.now();
    const before = this.#overdue.get(codigo);
    if (!found || found.id !== before?.id) {
      if (found) this.#overdue.set(codigo, { id: found.id, since: now });
      else this.#overdue.delete(codigo);
      if (before?.told !== undefined)
        log.info({ evento: 'sello detenido', comunidad: codigo }, 'los registros se sellan de nuevo');
      return;
    }
    const { id, behind, holders } = found;
    const waited = now - before.since;
    const told = JSON.stringify(holders);
    if (told === before.told || waited < (behind ? OVERDUE_BEHIND_MS : OVERDUE_MS)) return;
    this.#overdue.set(codigo, { id, since: before.since, told });
    log.error(
      { evento: 'sello detenido', comunidad: codigo, seconds: Math.round(waited / 1000), holders },
      'hay registros que no se sellan',
    );
  }

  #scheduleSeal(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#sealing = this.#sealMarked()
        .then(
          () => {
            this.#sealFails = false;
          },
          (error) => {
            // Told once for each outage, not with each of its turns.
            if (!this.#sealFails)
              this.#options.log.error({ evento: 'sello', err: error }, 'no se pudo sellar la bitácora');
            this.#sealFails = true;
          },
        )
        .finally(() => this.#scheduleSeal());
    }, SEAL_EVERY_MS);
    this.#timer.unref();
  }

  #within(schema: string): Within {
    return (work) => inTx(this.#options.jobsPool, { schema, role: 'porton_jobs' }, work);
  }

  /**
   * Runs work in the communities that are marked with it, and in a few others, in their turn; one that fails holds up no other,
   * and keeps its mark.
   */
  async #inMarked(clase: string, waiting: Waiting, work: (community: Community) => Promise<unknown>): Promise<void> {
    const { communities, jobsPool } = this.#options;
    const rounds = this.#rounds.get(clase) ?? new Rounds(() => TOLD_LAP_MS, 1);
    this.#rounds.set(clase, rounds);
    const marked = await markedWith(jobsPool, clase);
    for (const community of rounds.take(await communities.inService(), marked)) {
      if (this.#stopped) return;
      try {
        await work(community);
        if (marked.has(community.schema)) await this.#within(community.schema)((tx) => clearMarks(tx, clase, waiting));
        rounds.done(community);
      } catch (error) {
        this.#options.log.error({ evento: clase, comunidad: community.codigo, err: error }, `falló «${clase}»`);
      }
    }
  }

  /** Sends what is due of the communities' outboxes. Of a practice nothing leaves. */
  deliverPushes(): Promise<void> {
    const { clock, pushSender, log } = this.#options;
    return this.#inMarked(PUSH_QUEUE, messagesWait, async ({ schema, codigo, practicaDe }) => {
      while (!this.#stopped) {
        const sender = practicaDe === null ? pushSender : localOutbox;
        const { sent, failed } = await deliverPush(this.#within(schema), sender, clock.now());
        if (sent + failed === 0) return;
        const level = failed > 0 ? 'warn' : 'info';
        log[level]({ evento: 'notificaciones', comunidad: codigo, sent, failed }, 'notificaciones enviadas');
      }
    });
  }

  /** The same with their letters, one after the other; an unreachable server ends the turn. */
  deliverMails(): Promise<void> {
    const { clock, mailSender, log } = this.#options;
    return this.#inMarked(MAIL_QUEUE, lettersWait, async ({ schema, codigo, practicaDe }) => {
      const sender = practicaDe === null ? mailSender : localMail;
      const done = { sent: 0, failed: 0 };
      try {
        while (!this.#stopped) {
          // One by one: a process that dies leaves at most one letter to be sent twice.
          const outcome = await deliverMail(this.#within(schema), sender, clock.now());
          if (!outcome) break;
          done[outcome === 'sent' ? 'sent' : 'failed'] += 1;
          if (outcome === 'unreachable') break;
        }
      } finally {
        if (done.sent + done.failed > 0) {
          const level = done.failed > 0 ? 'warn' : 'info';
          log[level]({ evento: 'correos', comunidad: codigo, ...done }, 'correos enviados');
        }
      }
    });
  }

  /** Has the outbox of push messages looked at soon. Should that fail, the next minute's turn does it. */
  wakePush(): void {
    this.#wake(PUSH_QUEUE);
  }

  /** The same for the letters. */
  wakeMail(): void {
    this.#wake(MAIL_QUEUE);
  }

  /** The same for an errand. */
  wakeErrand(name: string): void {
    this.#wake(name);
  }

  #wake(queue: string): void {
    if (!this.#running) return;
    this.#boss
      .send(queue)
      // At once, also where the connection that hears of it was lost with others and is not there again.
      .then(() => this.#boss.notifyWorker(this.#workers.get(queue) ?? ''))
      .catch((error) => this.#options.log.error({ evento: queue, err: error }, 'no se despertó el envío'));
  }

  /** Runs work in every community in service, or in those that are given; one that fails holds up no other. */
  async #each(
    name: string,
    work: (community: Community) => Promise<unknown>,
    communities?: readonly Community[],
  ): Promise<void> {
    const { log } = this.#options;
    for (const community of communities ?? (await this.#options.communities.inService())) {
      await work(community).catch((error) =>
        log.error({ evento: name, comunidad: community.codigo, err: error }, `falló el trabajo «${name}»`),
      );
    }
  }

  /** Runs work where there may be some; `work` answers whether it leaves something that its next turn is to look after. */
  async #whereDue(
    { name, comesUp }: { name: string; comesUp?: ComesUp },
    work: (community: Community) => Promise<boolean>,
  ): Promise<void> {
    if (comesUp === undefined) return this.#each(name, work);
    const { communities, jobsPool, clock } = this.#options;
    const occasions = this.#occasions.get(name) ?? new Occasions(comesUp);
    this.#occasions.set(name, occasions);
    const all = await communities.inService();
    const now = clock.now();
    // Counted before anything is read there: what is written meanwhile is the next turn's.
    const written = new Map((await countWrites(jobsPool)).map(({ esquema, escritos }) => [esquema, escritos]));
    const visit = async (community: Community) => {
      if (!(await work(community))) occasions.done(community, written, now);
    };
    await this.#each(name, visit, occasions.take(all, written, now));
  }

  /** A feature's work in a community; whether it found any. */
  async #runJob(job: CommunityJob, community: Community): Promise<boolean> {
    const { jobsPool, clock, disk, log } = this.#options;
    // The next turn does what this one leaves.
    if (disk.low) return true;
    const { schema, codigo } = community;
    const done = await inTx(jobsPool, { schema, role: 'porton_jobs', work: 'long' }, (tx) =>
      job.run(tx, community, clock),
    );
    if (!done) return false;
    const { fault, ...told } = done;
    log[fault ? 'error' : 'info']({ evento: job.name, comunidad: codigo, ...told }, fault ?? job.name);
    return true;
  }

  /** Runs an errand in those that are marked with it, where there may be work, or in every community. */
  async #runErrand(errand: CommunityErrand): Promise<void> {
    const { disk, log } = this.#options;
    const work = async (community: Community) => {
      if (this.#stopped || (disk.low && !errand.evenWithDiskShort)) return true;
      const done = await errand.run(community);
      if (done) log.info({ evento: errand.name, comunidad: community.codigo, ...done }, errand.name);
      return done !== undefined;
    };
    await (errand.waiting ? this.#inMarked(errand.name, errand.waiting, work) : this.#whereDue(errand, work));
  }

  /** Works whenever a queue is sent to, and when its time comes. Any number of wake-ups that wait are one. */
  async #serve(name: string, cron: string, looks: WorkOptions, work: () => Promise<void>): Promise<void> {
    await this.#boss.createQueue(name, { policy: 'short' });
    // Said apart: one that is there stays as it was made.
    await this.#boss.updateQueue(name, { notify: true });
    this.#workers.set(name, await this.#boss.work(name, looks, work));
    await this.#boss.schedule(name, cron);
  }

  async start(): Promise<void> {
    const { jobsPool, seals, clock, sessionLimits, communityJobs, errands, log } = this.#options;
    this.#scheduleSeal();
    await this.#boss.start();
    // Each minute's turn takes what is to be tried again.
    await this.#serve(PUSH_QUEUE, '* * * * *', WOKEN, () => this.deliverPushes());
    await this.#serve(MAIL_QUEUE, '* * * * *', WOKEN, () => this.deliverMails());
    await this.#serve('limpieza', '7 * * * *', BY_THE_CLOCK, async () => {
      await purgeMarks(jobsPool);
      const purged = { name: 'limpieza', comesUp: '03:00' };
      await this.#whereDue(purged, ({ schema }) =>
        inTx(jobsPool, { schema, role: 'porton_jobs' }, async (tx) => {
          await purgeSessions(tx, clock.now(), sessionLimits);
          await purgeAttempts(tx, clock.now());
          await purgeChallenges(tx, clock.now());
          await purgeResidentSessions(tx, clock.now());
          await purgeOrigins(tx, clock.now());
          await purgeGivenUp(tx, clock.now());
          return false;
        }),
      );
    });
    await this.#serve('verificar-bitacora', '23 3 * * *', BY_THE_CLOCK, () =>
      this.#each('verificar-bitacora', async ({ schema, codigo }) => {
        const result = await inTx(jobsPool, { schema, role: 'porton_jobs', readOnly: true, work: 'long' }, (tx) =>
          seals.verify(tx, { schema, now: clock.now() }),
        );
        const { checked: registros, sinLlaveHasta, anotado, avisos } = result;
        if (result.ok)
          log[avisos.length > 0 ? 'warn' : 'info'](
            { evento: 'bitácora verificada', comunidad: codigo, registros, sinLlaveHasta, anotado, avisos },
            'bitácora verificada',
          );
        else log.error({ evento: 'bitácora alterada', comunidad: codigo, ...result.fault }, 'la bitácora fue alterada');
      }),
    );
    for (const job of communityJobs)
      await this.#serve(job.name, job.cron, BY_THE_CLOCK, () =>
        this.#whereDue(job, (community) => this.#runJob(job, community)),
      );
    for (const errand of errands)
      await this.#serve(errand.name, errand.cron, errand.isWoken ? WOKEN : BY_THE_CLOCK, () => this.#runErrand(errand));
    this.#running = true;
  }

  /** Counts of the queues, for the operations page. */
  async queues(): Promise<{ name: string; state: string; count: number }[]> {
    if (!this.#running) return [];
    const queues = await this.#boss.getQueues();
    return queues.flatMap(({ name, queuedCount, activeCount, totalCount }) => [
      { name, state: 'en cola', count: queuedCount ?? 0 },
      { name, state: 'activos', count: activeCount ?? 0 },
      { name, state: 'total', count: totalCount ?? 0 },
    ]);
  }

  /** Finishes what is under way and seals what is left. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#sealing;
    if (this.#running) await this.#boss.stop({ graceful: true, timeout: 5_000, close: true });
    this.#running = false;
    await this.sealAll().catch((error) =>
      this.#options.log.error({ evento: 'sello', err: error }, 'no se pudo sellar la bitácora'),
    );
  }
}

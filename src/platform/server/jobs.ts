/**
 * Work beside the requests: pg-boss for what runs at a time or in a queue, and the sealer's own loop, which is too
 * frequent for a queue. A job is only a wake-up; what there is to do stands in the communities' tables.
 */
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { seal, verify } from './audit-seal.ts';
import type { Clock } from './clock.ts';
import type { Communities } from './communities.ts';
import { inTx } from './db.ts';
import { deliverPush, type PushSender } from './push.ts';
import { purgeSessions, type SessionLimits } from './session.ts';

export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface JobsOptions {
  connectionString: string;
  jobsPool: pg.Pool;
  communities: Communities;
  clock: Clock;
  sessionLimits: SessionLimits;
  pushSender: PushSender;
  log: Log;
}

const SEAL_EVERY_MS = 400;
const PUSH_QUEUE = 'notificaciones';

/** Made by the owner before pg-boss starts: its tables live in a schema that only the jobs may touch. */
export const JOBS_SCHEMA_SQL = 'CREATE SCHEMA IF NOT EXISTS pgboss; GRANT ALL ON SCHEMA pgboss TO porton_jobs';

export class Jobs {
  readonly #options: JobsOptions;
  readonly #boss: PgBoss;
  #sealing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #running = false;

  constructor(options: JobsOptions) {
    this.#options = options;
    this.#boss = new PgBoss({
      connectionString: options.connectionString,
      max: 3,
      application_name: 'porton-trabajos',
      createSchema: false,
    });
    this.#boss.on('error', (error) => options.log.error({ evento: 'trabajos', err: error }, 'error de los trabajos'));
  }

  get running(): boolean {
    return this.#running;
  }

  /** Seals every community's audit log up to now. */
  async sealAll(): Promise<void> {
    const { communities, jobsPool, log } = this.#options;
    for (const { schema, codigo } of await communities.all()) {
      // A full batch means that there may be more; the next turn takes it.
      const head = await seal(jobsPool, schema);
      // Every head is logged: with one at hand, a verification also sees a cut tail.
      if (head) log.info({ evento: 'sello', comunidad: codigo, ...head }, 'sello de la bitácora');
    }
  }

  #scheduleSeal(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#sealing = this.sealAll()
        .catch((error) => this.#options.log.error({ evento: 'sello', err: error }, 'no se pudo sellar la bitácora'))
        .finally(() => this.#scheduleSeal());
    }, SEAL_EVERY_MS);
    this.#timer.unref();
  }

  /** Sends what is due of every community's outbox; a community that fails holds up no other. */
  async deliverPushes(): Promise<void> {
    const { jobsPool, clock, pushSender, log } = this.#options;
    await this.#each(async (schema, codigo) => {
      try {
        while (!this.#stopped) {
          const { sent, failed } = await inTx(jobsPool, { schema, role: 'porton_jobs' }, (tx) =>
            deliverPush(tx, pushSender, clock.now()),
          );
          if (sent + failed === 0) return;
          const level = failed > 0 ? 'warn' : 'info';
          log[level]({ evento: 'notificaciones', comunidad: codigo, sent, failed }, 'notificaciones enviadas');
        }
      } catch (error) {
        log.error({ evento: 'notificaciones', comunidad: codigo, err: error }, 'no se enviaron las notificaciones');
      }
    });
  }

  /** Has the outbox looked at soon. Should that fail, the next minute's turn does it. */
  wakePush(): void {
    if (!this.#running) return;
    this.#boss
      .send(PUSH_QUEUE)
      .catch((error) =>
        this.#options.log.error({ evento: 'notificaciones', err: error }, 'no se despertó el envío de notificaciones'),
      );
  }

  async #each(work: (schema: string, codigo: string) => Promise<void>): Promise<void> {
    for (const { schema, codigo } of await this.#options.communities.all()) await work(schema, codigo);
  }

  async start(): Promise<void> {
    const { jobsPool, clock, sessionLimits, log } = this.#options;
    this.#scheduleSeal();
    await this.#boss.start();
    await this.#boss.createQueue('limpieza');
    await this.#boss.createQueue('verificar-bitacora');
    // Any number of wake-ups that wait are one; each minute's turn takes what is to be tried again.
    await this.#boss.createQueue(PUSH_QUEUE, { policy: 'short' });
    await this.#boss.work(PUSH_QUEUE, () => this.deliverPushes());
    await this.#boss.work('limpieza', () =>
      this.#each((schema) =>
        inTx(jobsPool, { schema, role: 'porton_jobs' }, (tx) => purgeSessions(tx, clock.now(), sessionLimits)),
      ),
    );
    await this.#boss.work('verificar-bitacora', () =>
      this.#each(async (schema, codigo) => {
        const result = await inTx(jobsPool, { schema, role: 'porton_jobs', readOnly: true }, (tx) => verify(tx));
        if (result.ok)
          log.info(
            { evento: 'bitácora verificada', comunidad: codigo, registros: result.checked },
            'bitácora verificada',
          );
        else log.error({ evento: 'bitácora alterada', comunidad: codigo, ...result.fault }, 'la bitácora fue alterada');
      }),
    );
    await this.#boss.schedule('limpieza', '7 * * * *');
    await this.#boss.schedule(PUSH_QUEUE, '* * * * *');
    await this.#boss.schedule('verificar-bitacora', '23 3 * * *');
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

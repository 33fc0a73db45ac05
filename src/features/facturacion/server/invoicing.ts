/** Invoicing as the rest of the product uses it: the ports `Invoicing` and `Stamping`, and its sweep. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPacs, type Pacs, type PacsOptions } from '#cfdi/server/pacs.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Community } from '#platform/server/communities.ts';
import { inTx } from '#platform/server/db.ts';
import type { Invoicing, Stamping } from '#platform/server/invoicing.ts';
import { draftReceipts } from './borrador/receipts.ts';
import { Cancellations } from './cancelacion/cancellations.ts';
import { requestPaymentCancellation, requestReceiptCorrection } from './cancelacion/payments.ts';
import { Pipeline, type PipelineOptions } from './timbre/pipeline.ts';

const BATCH = 20;
/** Of a sweep, which comes each minute. */
const SWEEP_MS = 45_000;

/** The providers of each community; the simulator's documents lie in a folder of the community's own. */
export function pacsIn(
  folder: string,
  clock: Clock,
  options: Partial<PacsOptions> = {},
): (community: Community) => Pacs {
  const known = new Map<string, Pacs>();
  return ({ codigo, timeZone }) => {
    // A community may be given another zone while the server runs.
    const key = `${codigo} ${timeZone}`;
    const found = known.get(key);
    if (found) return found;
    const pacs = createPacs({ folder: join(folder, codigo), ahora: () => clock.now(), timeZone, ...options });
    known.set(key, pacs);
    return pacs;
  };
}

export interface FacturacionService extends Invoicing, Stamping {
  /** Everything that is due in a community: what broke off, what is to be tried again, cancellations that are asked after. */
  sweep(community: Community): Promise<{ facturas: number; cancelaciones: number }>;
  /** Waits for what is under way; nothing new is taken up by itself afterwards. */
  stop(): Promise<void>;
}

export function createInvoicing(options: PipelineOptions & { wake?: () => void }): FacturacionService {
  const { log } = options;
  const pipeline = new Pipeline(options);
  const cancellations = new Cancellations(options, pipeline);
  const underWay = new Set<Promise<void>>();
  let stopped = false;

  /** Runs on past the asker's patience; a fault is the sweep's to mend, in its turn. */
  function follow(
    steps: Pick<Pipeline | Cancellations, 'drive' | 'postpone'>,
    community: Community,
    id: number,
    what: string,
  ): Promise<void> {
    const tell = (error: unknown) => log.error({ evento: what, err: error, id }, `falló: ${what}`);
    const followed = steps
      .drive(community, id)
      .catch((error: unknown) => {
        tell(error);
        return steps.postpone(community, id).catch(tell);
      })
      .finally(() => underWay.delete(followed));
    underWay.add(followed);
    return followed;
  }

  async function until(deadline: number, work: Promise<void>): Promise<void> {
    const timer = new AbortController();
    const left = Math.max(0, deadline - performance.now());
    await Promise.race([work, sleep(left, undefined, { signal: timer.signal }).catch(() => undefined)]);
    timer.abort();
  }

  const PAUSE_MS = 50;

  /**
   * Drives and, where somebody else is at it already (a repeated request, the sweep), waits for what comes of it: until it is
   * settled or the deadline is here.
   */
  async function settle<O extends { status: string }>(
    work: Promise<void>,
    outcomeOf: () => Promise<O>,
    isOpen: (outcome: O) => boolean,
    deadline: number,
  ): Promise<O> {
    await until(deadline, work);
    let outcome = await outcomeOf();
    // A provider that gave no certain answer is asked again later, not now.
    while (isOpen(outcome) && performance.now() + PAUSE_MS < deadline && !stopped) {
      await sleep(PAUSE_MS);
      outcome = await outcomeOf();
    }
    return outcome;
  }

  return {
    drafts: draftReceipts,
    settle(community, facturaId, deadline) {
      return settle(
        follow(pipeline, community, facturaId, 'timbrado'),
        () => pipeline.outcomeOf(community, facturaId),
        (outcome) => outcome.status === 'pendiente' && outcome.mensaje === '',
        deadline,
      );
    },
    requestCancellation: requestPaymentCancellation,
    requestCorrection: requestReceiptCorrection,
    settleCancellation(community, id, deadline) {
      return settle(
        follow(cancellations, community, id, 'cancelación'),
        () => cancellations.outcomeOf(community, id),
        (outcome) => outcome.status === 'en_proceso' && outcome.mensaje === '',
        deadline,
      );
    },
    async credit(community) {
      const pac = await inTx(options.pool, { schema: community.schema, readOnly: true }, (tx) =>
        pipeline.pacOf(tx, community, null),
      );
      return pac.credit();
    },
    wake: () => options.wake?.(),
    async sweep(community) {
      const done = { facturas: 0, cancelaciones: 0 };
      // A bank's file leaves thousands at once: batch after batch, as far as a turn's time goes. What was tried is not due again
      // at once; if it is all the same, a batch of such ends the turn.
      const until = performance.now() + SWEEP_MS;
      const tried = new Set<number>();
      const nextBatch = async () => (await pipeline.due(community, BATCH)).filter((id) => !tried.has(id));
      for (let due = await nextBatch(); due.length > 0; due = await nextBatch()) {
        for (const id of due) {
          if (stopped || performance.now() > until) break;
          tried.add(id);
          await follow(pipeline, community, id, 'timbrado');
          done.facturas += 1;
        }
        if (stopped || performance.now() > until) break;
      }
      for (const id of await cancellations.due(community, BATCH)) {
        if (stopped) break;
        await follow(cancellations, community, id, 'cancelación');
        done.cancelaciones += 1;
      }
      return done;
    },
    async stop() {
      stopped = true;
      await Promise.allSettled([...underWay]);
    },
  };
}

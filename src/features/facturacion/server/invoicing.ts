/** Invoicing as the rest of the product uses it: the ports `Invoicing` and `Stamping`, and its sweep. */
import { join } from 'node:path';
import { createPacs, type Pacs, type PacsOptions } from '#cfdi/server/pacs.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Community } from '#platform/server/communities.ts';
import { type DbPool, inTx } from '#platform/server/db.ts';
import type { Invoicing, Stamping } from '#platform/server/invoicing.ts';
import { draftOfLast, draftReceipts } from './borrador/receipts.ts';
import { Cancellations } from './cancelacion/cancellations.ts';
import { requestPaymentCancellation, requestReceiptCorrection } from './cancelacion/payments.ts';
import { Watch } from './cancelacion/watch.ts';
import { Driver } from './driver.ts';
import { findStamped } from './repository.ts';
import { Pipeline, type PipelineOptions } from './timbre/pipeline.ts';

/** Of a sweep, which comes each minute, and again at once where it leaves something. */
const SWEEP_MS = 45_000;
/** Most of a stamping is waiting: for the provider, and for the disk four times. */
const AT_ONCE = 4;

/** Below the data folder: what the simulator of a community has stamped. */
export const SIMULATOR_FOLDER = 'simulador';

/**
 * The providers of each community; the simulator's documents lie in a folder of the community's own. That of a practice knows what
 * was copied with it, by whichever provider it was stamped, so that it can be asked after and cancelled.
 */
export function pacsIn(
  folder: string,
  clock: Clock,
  options: Partial<PacsOptions> = {},
  pool?: DbPool,
): (community: Community) => Pacs {
  const known = new Map<string, Pacs>();
  return ({ codigo, schema, practicaDe }) => {
    const found = known.get(codigo);
    if (found) return found;
    const copied = practicaDe === null ? undefined : pool;
    const pacs = createPacs({
      ...{ folder: join(folder, codigo), ahora: () => clock.now(), ...options },
      ...(copied && {
        stampedElsewhere: (uuid) => inTx(copied, { schema, readOnly: true }, (tx) => findStamped(tx, uuid)),
      }),
    });
    known.set(codigo, pacs);
    return pacs;
  };
}

export interface FacturacionService extends Invoicing, Stamping {
  /** Everything that is due in a community: what broke off, what is to be tried again, cancellations that are asked after. */
  sweep(community: Community): Promise<{ facturas: number; cancelaciones: number }>;
  /** Asks the authority about the invoices in force, those not asked about for the longest time first. */
  watch(community: Community): Promise<{ consultadas: number; canceladas: number }>;
  /** Waits for what is under way; nothing new is taken up by itself afterwards. */
  stop(): Promise<void>;
}

export function createInvoicing(options: PipelineOptions & { wake?: () => void }): FacturacionService {
  const pipeline = new Pipeline(options);
  const cancellations = new Cancellations(options, pipeline);
  const watch = new Watch(options, pipeline);
  const driver = new Driver(options.log);
  return {
    drafts: draftReceipts,
    draftOfLast,
    requestCancellation: requestPaymentCancellation,
    requestCorrection: requestReceiptCorrection,
    wake: () => options.wake?.(),
    settle: (community, facturaId, deadline) => driver.settle(pipeline, community, facturaId, deadline),
    settleCancellation: (community, id, deadline) => driver.settle(cancellations, community, id, deadline),
    statusOf: (community, facturaId) => watch.statusOf(community, facturaId),
    watch: (community) => watch.night(community),
    tryCancelling: (community) => cancellations.tryOut(community),
    async credit(community) {
      const pac = await inTx(options.pool, { schema: community.schema, readOnly: true }, (tx) =>
        pipeline.pacOf(tx, community, null),
      );
      return pac.credit();
    },
    async sweep(community) {
      // A bank's file leaves thousands of drafts at once; cancellations are few.
      const deadline = performance.now() + SWEEP_MS;
      const facturas = await driver.sweep(pipeline, community, { deadline, atOnce: AT_ONCE });
      if (performance.now() > deadline) options.wake?.();
      return { facturas, cancelaciones: await driver.sweep(cancellations, community, { batches: 1 }) };
    },
    stop: () => driver.stop(),
  };
}

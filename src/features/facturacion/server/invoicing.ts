/** Invoicing as the rest of the product uses it: the port behind `ctx.services.invoicing`, and its sweep. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RFC_NACIONAL } from '#cfdi/catalogos.ts';
import { createPacs, type Pacs, type PacsOptions } from '#cfdi/server/pacs.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Community } from '#platform/server/communities.ts';
import { inTx, type Tx } from '#platform/server/db.ts';
import type { Draft, Invoicing, InvoicingStamp } from '#platform/server/invoicing.ts';
import { Cancellations, requestPaymentCancellation, requestReceiptCorrection } from './cancel.ts';
import { formaOf, insertDraft, loadEmisor, loadPagos, loadReceptor, periodOf } from './draft.ts';
import { EMISOR_MISSING, RECEPTOR_MISSING, SOLO_RECIBO } from './messages.ts';
import { Pipeline, type PipelineOptions } from './pipeline.ts';

const BATCH = 20;
/** The draft of what a payment settles; see Invoicing.draft. */
async function draft(
  tx: Tx,
  { loteId, pagoIds }: { loteId: number; pagoIds: readonly number[] },
  stamp: InvoicingStamp,
): Promise<Draft> {
  const pagos = (await loadPagos(tx, pagoIds)).filter((pago) => pago.tratamiento !== 'recibo');
  const [first] = pagos;
  if (!first) return { motivo: SOLO_RECIBO };
  const emisor = await loadEmisor(tx);
  if (!emisor) return { motivo: EMISOR_MISSING };
  const receptor = await loadReceptor(tx, loteId, emisor);
  if (!receptor) return { motivo: RECEPTOR_MISSING };
  const { metodoPago, claveProducto, claveUnidad, unidad } = receptor;
  const facturaId = await insertDraft(
    tx,
    {
      tipo: 'ingreso',
      loteId,
      emisor,
      receptor,
      metodoPago,
      // What is paid later says so; its complement tells how.
      formaPago: metodoPago === 'PPD' ? '99' : formaOf(pagos),
      claveProducto,
      claveUnidad,
      unidad,
      periodo: receptor.rfc === RFC_NACIONAL ? periodOf(first.fechaPago) : undefined,
    },
    pagos,
    stamp,
  );
  return { facturaId };
}

/** The providers of each community; the simulator's documents lie in a folder of the community's own. */
export function pacsIn(
  folder: string,
  clock: Clock,
  options: Partial<PacsOptions> = {},
): (community: Community) => Pacs {
  const known = new Map<string, Pacs>();
  return ({ codigo, timeZone }) => {
    const found = known.get(codigo);
    if (found) return found;
    const pacs = createPacs({ folder: join(folder, codigo), ahora: () => clock.now(), timeZone, ...options });
    known.set(codigo, pacs);
    return pacs;
  };
}

export interface FacturacionService extends Invoicing {
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

  /** Runs on past the asker's patience; a fault is the sweep's to mend. */
  function follow(work: Promise<void>, what: string): Promise<void> {
    const followed = work
      .catch((error: unknown) => log.error({ evento: what, err: error }, `falló: ${what}`))
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
    draft,
    settle(community, facturaId, deadline) {
      return settle(
        follow(pipeline.drive(community, facturaId), 'timbrado'),
        () => pipeline.outcomeOf(community, facturaId),
        (outcome) => outcome.status === 'pendiente' && outcome.mensaje === '',
        deadline,
      );
    },
    requestCancellation: requestPaymentCancellation,
    requestCorrection: requestReceiptCorrection,
    settleCancellation(community, id, deadline) {
      return settle(
        follow(cancellations.drive(community, id), 'cancelación'),
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
      for (const id of await pipeline.due(community, BATCH)) {
        if (stopped) break;
        await follow(pipeline.drive(community, id), 'timbrado');
        done.facturas += 1;
      }
      for (const id of await cancellations.due(community, BATCH)) {
        if (stopped) break;
        await follow(cancellations.drive(community, id), 'cancelación');
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

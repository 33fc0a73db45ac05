/** Cancellations taken to their end: claim, ask, keep, each by itself, as the pipeline does with stamps. */
import { randomUUID } from 'node:crypto';
import type { CancelOutcome, CancelRequest, Pac, StatusOutcome } from '#cfdi/server/pac.ts';
import { lockLotes } from '#libro/server/lotes.ts';
import type { Community } from '#platform/server/communities.ts';
import { todayIn } from '#platform/server/context.ts';
import { inTx, type Tx } from '#platform/server/db.ts';
import type { CancellationOutcome } from '#platform/server/invoicing.ts';
import { retryDelay } from '../../rules.ts';
import { findFacturaForUpdate } from '../repository.ts';
import { OUR_FAULT } from '../timbre/answer.ts';
import { leaseUntil, type Pipeline, type PipelineOptions } from '../timbre/pipeline.ts';
import { lotesOfCorrection } from './correction.ts';
import { keepOutcome } from './outcome.ts';
import {
  type Claimable,
  findClaimableForUpdate,
  findClaimedForUpdate,
  findCorreccion,
  findEstado,
  findIntentosForUpdate,
  listDueRequests,
  listLotesOfPago,
  updateCancelacion,
} from './repository.ts';

interface Claimed extends Pick<Claimable, 'facturaId' | 'pagoId' | 'estado' | 'intentos'> {
  id: number;
  request: CancelRequest;
  pac: Pac;
  lease: string;
}

/** The steps of a cancellation; see Driver. */
export class Cancellations {
  readonly what = 'cancelación';
  readonly open = 'en_proceso';
  readonly #options: PipelineOptions;
  readonly #pipeline: Pipeline;

  constructor(options: PipelineOptions, pipeline: Pipeline) {
    this.#options = options;
    this.#pipeline = pipeline;
  }

  async drive(community: Community, id: number): Promise<void> {
    const claim = await this.#claim(community, id);
    if (!claim) return;
    const outcome = await this.#ask(claim).catch((error: unknown): CancelOutcome => {
      this.#options.log.error({ err: error, factura: claim.facturaId }, 'falló: cancelación');
      return { kind: 'unknown', message: OUR_FAULT };
    });
    await this.#keep(community, claim, outcome);
  }

  async outcomeOf(community: Community, id: number): Promise<CancellationOutcome> {
    const row = await inTx(this.#options.pool, { schema: community.schema, readOnly: true }, (tx) =>
      findEstado(tx, id),
    );
    if (!row) return { status: 'rechazada', mensaje: 'La solicitud de cancelación no existe' };
    if (row.estado === 'cancelada' || row.estado === 'rechazada') return { status: row.estado, mensaje: row.mensaje };
    return { status: 'en_proceso', mensaje: row.mensaje };
  }

  async #claim(community: Community, id: number): Promise<Claimed | undefined> {
    const { pool, clock } = this.#options;
    return inTx(pool, { schema: community.schema }, async (tx) => {
      const now = clock.now();
      const row = await findClaimableForUpdate(tx, id, now);
      if (!row) return undefined;
      const { facturaId, pagoId, estado, intentos, proveedor, folioSustitucion, ...document } = row;
      const pac = await this.#pipeline.pacOf(tx, community, proveedor);
      const lease = randomUUID();
      await updateCancelacion(tx, id, {
        arriendo: lease,
        arriendo_hasta: leaseUntil(now, pac),
        intentos: intentos + 1,
      });
      const request = { ...document, folioSustitucion: folioSustitucion ?? undefined };
      return { id, facturaId, pagoId, estado, intentos, request, pac, lease };
    });
  }

  /** Asked before, the state comes first: only a document that still stands untouched is cancelled anew. */
  async #ask({ pac, request, intentos, estado }: Claimed): Promise<CancelOutcome> {
    if (intentos > 0) {
      const found: StatusOutcome = await pac.status(request);
      if (found.kind === 'cancelled') return { kind: 'cancelled', acuse: undefined };
      if (found.kind === 'in_process') return { kind: 'requested', acuse: undefined };
      if (found.kind === 'rejected') return { kind: 'rejected', code: '', message: found.message };
      if (found.kind === 'unknown') return found;
      if (estado === 'en_proceso' && found.kind === 'valid') return { kind: 'requested', acuse: undefined };
    }
    return pac.cancel(request);
  }

  /** Keeps what the provider said, while the cancellation is still this claim's. */
  async #keep(community: Community, claim: Claimed, outcome: CancelOutcome): Promise<void> {
    const { pool, clock, log } = this.#options;
    await inTx(pool, { schema: community.schema }, async (tx) => {
      // Whoever moves money locks the lots first.
      const correction = await findCorreccion(tx, claim.id);
      const lotes = correction ? await lotesOfCorrection(tx, correction) : await lotesOf(tx, claim.pagoId);
      if (lotes.length > 0) await lockLotes(tx, lotes);
      const row = await findFacturaForUpdate(tx, claim.facturaId);
      const mine = await findClaimedForUpdate(tx, claim.id, claim.lease);
      if (!mine || !row) return;
      const stamp = { usuarioId: mine.usuario_id, now: clock.now(), today: todayIn(community, clock) };
      await keepOutcome(tx, { mine, row, correction, stamp }, outcome);
      log.info(
        { evento: 'cancelación', comunidad: community.codigo, factura: row.id, resultado: outcome.kind },
        'cancelación de factura',
      );
    });
  }

  async postpone(community: Community, id: number): Promise<void> {
    const { pool, clock } = this.#options;
    await inTx(pool, { schema: community.schema }, async (tx) => {
      const intentos = await findIntentosForUpdate(tx, id);
      if (intentos === undefined) return;
      await updateCancelacion(tx, id, { proximo_intento: new Date(clock.now().getTime() + retryDelay(intentos)) });
    });
  }

  async due(community: Community, limit: number): Promise<number[]> {
    const { pool, clock } = this.#options;
    const now = clock.now();
    return inTx(pool, { schema: community.schema, readOnly: true }, (tx) => listDueRequests(tx, now, limit));
  }
}

const lotesOf = async (tx: Tx, pagoId: number | null): Promise<number[]> =>
  pagoId === null ? [] : listLotesOfPago(tx, pagoId);

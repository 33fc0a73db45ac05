/** Cancellations taken to their end: claim, ask, keep, each by itself, as the pipeline does with stamps. */
import { randomUUID } from 'node:crypto';
import { relojDe } from '#cfdi/husos.ts';
import type { CancelRequest, Pac, StatusOutcome } from '#cfdi/server/pac.ts';
import { signSolicitud } from '#cfdi/server/solicitud.ts';
import { lockLotes } from '#libro/server/lotes.ts';
import type { Community } from '#platform/server/communities.ts';
import { todayIn } from '#platform/server/context.ts';
import { inTx, type Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { CancellationOutcome } from '#platform/server/invoicing.ts';
import { esRechazoPropio, retryDelay } from '../../rules.ts';
import { findEmisor } from '../borrador/repository.ts';
import { EMISOR_MISSING } from '../borrador/required.ts';
import { type FacturaRow, findFactura, findFacturaForUpdate } from '../repository.ts';
import { OUR_FAULT } from '../timbre/answer.ts';
import { leaseUntil, type Pipeline, type PipelineOptions } from '../timbre/pipeline.ts';
import { openCertificado } from '../timbre/seal.ts';
import { lotesOfCorrection } from './correction.ts';
import { type Ended, type Heard, keepOutcome } from './outcome.ts';
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
import { refusalToSend, refusalToSign } from './sign.ts';

interface Claimed extends Omit<Claimable, keyof CancelRequest | 'proveedor'> {
  id: number;
  now: Date;
  request: Omit<CancelRequest, 'solicitud'>;
  /** Signed; or why nothing can be, or sent, in Spanish. */
  solicitud: Buffer | string;
  pac: Pac;
  lease: string;
}

/** The rest of a request that is of no document. */
const NOBODYS = {
  receptorRfc: 'XAXX010101000',
  total: '0.00',
  selloFin: '',
  motivo: '02',
  folioSustitucion: undefined,
};

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
    const heard = await this.#ask(claim).catch((error: unknown): Heard => {
      this.#options.log.error({ err: error, factura: claim.facturaId }, 'falló: cancelación');
      return { outcome: { kind: 'unknown', message: OUR_FAULT }, found: undefined };
    });
    if (!(await this.#keep(community, claim, heard))) await this.drive(community, id);
  }

  async outcomeOf(community: Community, id: number): Promise<CancellationOutcome> {
    const row = await inTx(this.#options.pool, { schema: community.schema, readOnly: true }, (tx) =>
      findEstado(tx, id),
    );
    if (!row) return { status: 'rechazada', mensaje: 'La solicitud de cancelación no existe' };
    if (row.estado === 'cancelada' || row.estado === 'rechazada') return { status: row.estado, mensaje: row.mensaje };
    return { status: 'en_proceso', mensaje: row.mensaje };
  }

  /** See Stamping.tryCancelling. */
  async tryOut(community: Community): Promise<{ funciona: boolean; mensaje: string }> {
    const { pool, clock } = this.#options;
    const { pac, rfc, solicitud, request } = await inTx(
      pool,
      { schema: community.schema, readOnly: true },
      async (tx) => {
        const emisor = await findEmisor(tx);
        if (!emisor) throw new Refusal(EMISOR_MISSING);
        const { rfc } = emisor;
        const request = { ...NOBODYS, uuid: randomUUID().toUpperCase(), emisorRfc: rfc };
        const solicitud = await this.#sign(tx, emisor.cp, request, clock.now());
        return { pac: await this.#pipeline.pacOf(tx, community, null), rfc, solicitud, request };
      },
    );
    if (typeof solicitud === 'string') return { funciona: false, mensaje: solicitud };
    const outcome = await pac.cancel({ ...request, solicitud });
    // Unknown, or not this issuer's: account and signature were taken, and so was the question.
    if (outcome.kind !== 'rejected' && outcome.kind !== 'unknown')
      return { funciona: true, mensaje: `Firmada por ${rfc}` };
    if (outcome.code === '203' || outcome.code === '205') {
      return { funciona: true, mensaje: `El proveedor aceptó la cuenta y la firma de ${rfc}` };
    }
    return { funciona: false, mensaje: [outcome.code, outcome.message].filter(Boolean).join(': ') };
  }

  async #claim(community: Community, id: number): Promise<Claimed | undefined> {
    const { pool, clock } = this.#options;
    return inTx(pool, { schema: community.schema }, async (tx) => {
      const now = clock.now();
      const row = await findClaimableForUpdate(tx, id, now);
      if (!row) return undefined;
      const { uuid, emisorRfc, receptorRfc, total, selloFin, motivo, folioSustitucion, proveedor, ...asked } = row;
      const pac = await this.#pipeline.pacOf(tx, community, proveedor);
      const lease = randomUUID();
      await updateCancelacion(tx, id, {
        arriendo: lease,
        arriendo_hasta: leaseUntil(now, pac),
        intentos: row.intentos + 1,
      });
      const document = { uuid, emisorRfc, receptorRfc, total, selloFin };
      const request = { ...document, motivo, folioSustitucion: folioSustitucion ?? undefined };
      const factura = await findFactura(tx, row.facturaId);
      if (!factura) throw new Error(`invoice ${row.facturaId} is gone`);
      const solicitud = await this.#signed(tx, factura, request, now);
      return { ...asked, id, now, request, solicitud, pac, lease };
    });
  }

  /** The request to cancel an invoice, signed; or why it cannot be, or be sent. */
  async #signed(tx: Tx, factura: FacturaRow, request: Claimed['request'], now: Date): Promise<Buffer | string> {
    const unsendable = await refusalToSend(tx, factura, now);
    return unsendable ?? this.#sign(tx, factura.lugar_expedicion, request, now);
  }

  /** Signs a request with the issuer's certificate in force, whichever sealed the invoice, at the hour of the issuer's place. */
  async #sign(tx: Tx, lugar: string, request: Claimed['request'], now: Date): Promise<Buffer | string> {
    const certificado = await openCertificado(tx, this.#options.secrets, request.emisorRfc);
    const refusal = refusalToSign(certificado, request.emisorRfc, now);
    if (!certificado || refusal !== undefined) return refusal ?? '';
    const fecha = relojDe(lugar, now);
    return signSolicitud({ ...request, rfcEmisor: request.emisorRfc, fecha }, certificado);
  }

  /**
   * Asked before, the state comes first: only a document that still stands untouched is cancelled anew, or let be. So it does
   * where nothing can be signed or sent: of what was cancelled elsewhere the authority's word is enough.
   */
  async #ask(claim: Claimed): Promise<Heard> {
    const { pac, request, intentos, retiro, solicitud } = claim;
    const statusFirst = intentos > 0 || retiro !== '' || typeof solicitud === 'string';
    const found = statusFirst ? ofThisRequest(await pac.status(request), claim) : undefined;
    const outcome = decidedBy(found, claim) ?? (await pac.cancel(signed(claim)));
    // Of an answer that was lost the provider has the acknowledgement still.
    if (outcome.kind !== 'cancelled' || outcome.acuse || claim.conAcuse) return { outcome, found };
    return { outcome: { kind: 'cancelled', acuse: await pac.acuse(request) }, found };
  }

  /** Keeps what the provider said, while the cancellation is still this claim's. False where it is to be asked again. */
  async #keep(community: Community, claim: Claimed, heard: Heard): Promise<boolean> {
    const { pool, clock, log } = this.#options;
    return inTx(pool, { schema: community.schema }, async (tx) => {
      // Whoever moves money locks the lots first.
      const correction = await findCorreccion(tx, claim.id);
      const lotes = correction ? await lotesOfCorrection(tx, correction) : await lotesOf(tx, claim.pagoId);
      if (lotes.length > 0) await lockLotes(tx, lotes);
      const row = await findFacturaForUpdate(tx, claim.facturaId);
      const mine = await findClaimedForUpdate(tx, claim.id, claim.lease);
      if (!mine || !row) return true;
      const stamp = { usuarioId: mine.usuario_id, now: clock.now(), today: todayIn(community, clock) };
      const asked = { estado: claim.estado, retiro: claim.retiro, intentos: claim.intentos + 1 };
      const decided = await keepOutcome(tx, { mine, asked, row, correction, stamp }, heard);
      log.info(
        { evento: 'cancelación', comunidad: community.codigo, factura: row.id, resultado: heard.outcome.kind },
        'cancelación de factura',
      );
      return decided;
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

/** A refusal that is of an earlier request tells of this one what 'in force' does: nothing of it is in process. */
const ofThisRequest = (told: StatusOutcome, claim: Claimed): StatusOutcome =>
  told.kind === 'rejected' && !esRechazoPropio(claim, claim.now)
    ? { kind: 'valid', esCancelable: undefined, rechazoPrevio: true }
    : told;

/** What the state of a document decides of a request; undefined where it is to be sent, signed. */
function decidedBy(found: StatusOutcome | undefined, claim: Claimed): Ended | undefined {
  switch (found?.kind) {
    case 'cancelled':
      return { kind: 'cancelled', acuse: undefined };
    case 'in_process':
      return { kind: 'requested', acuse: undefined };
    case 'rejected':
      return { kind: 'rejected', code: '', message: found.message };
    case 'unknown':
      return claim.retiroVisto ? { kind: 'withdrawn' } : found;
  }
  if (claim.retiro !== '') {
    const stands = found?.kind === 'valid' || claim.retiroVisto;
    return stands ? { kind: 'withdrawn' } : { kind: 'unknown', message: 'El SAT no encuentra la factura.' };
  }
  if (found?.kind === 'valid' && claim.estado === 'en_proceso') return { kind: 'requested', acuse: undefined };
  return typeof claim.solicitud === 'string' ? { kind: 'unknown', message: claim.solicitud } : undefined;
}

function signed({ request, solicitud }: Claimed): CancelRequest {
  if (typeof solicitud === 'string') throw new Error('a request that nobody could sign is not sent');
  return { ...request, solicitud };
}

const lotesOf = async (tx: Tx, pagoId: number | null): Promise<number[]> =>
  pagoId === null ? [] : listLotesOfPago(tx, pagoId);

/**
 * Cancelling invoices, alone or with a payment: the request is written and locks what it is about; the provider is asked once
 * that is committed; only its confirmation carries the cancellation out, in the ledger too. A refusal leaves everything as it
 * was. Source: dominio.md#cancelling, fiscal.md.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CancelOutcome, CancelRequest, Pac, StatusOutcome } from '#cfdi/server/pac.ts';
import { PROVEEDORES, type Proveedor } from '#features/fiscal/rules.ts';
import { cancelPayments } from '#libro/server/cancel.ts';
import { bookCorrection } from '#libro/server/correct.ts';
import { lockLotes } from '#libro/server/lotes.ts';
import { lockReceipt, lotesOfReceipt } from '#libro/server/receipts.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import { recordAudit } from '#platform/server/audit.ts';
import type { Community } from '#platform/server/communities.ts';
import { todayIn } from '#platform/server/context.ts';
import { inTx, type Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import type {
  CancellationOutcome,
  CorrectionOfReceipt,
  InvoicingStamp,
  PaymentCancellationRequest,
  ReceiptCorrectionRequest,
} from '#platform/server/invoicing.ts';
import { nameOf, refusalToCancel, retryDelay } from '../rules.ts';
import {
  type FacturaRow,
  findComplemento,
  findFacturaForUpdate,
  findReferencia,
  findRelativas,
  insertDocument,
  insertEvent,
  lockWithSustituida,
} from './repository.ts';
import { OUR_FAULT } from './timbre/answer.ts';
import { leaseUntil, type Pipeline, type PipelineOptions } from './timbre/pipeline.ts';
import { updateRejected } from './timbre/repository.ts';

export interface CancellationTerms {
  pagoId: number | null;
  /** Whether payments fall with it. */
  conPagos: boolean;
  razon: string;
  tipoMotivoCancelacionId: number;
  tipoRelacionFacturaId: number;
  folioSustitucion: string | undefined;
  codigoId: number | null;
}

/** Of the authority: with relation, that is, by an invoice that takes its place. */
const SUBSTITUTED = '01';

/** The motive's code; refuses one that the authority does not know, and 01 without the invoice that takes the place. */
async function motivoOf(tx: Tx, row: FacturaRow, terms: CancellationTerms): Promise<string> {
  const motivo = await tx
    .selectFrom('tipo_motivo_cancelacion')
    .select('clave')
    .where('id', '=', terms.tipoMotivoCancelacionId)
    .executeTakeFirst();
  if (!motivo) throw new Refusal('El motivo de cancelación no existe. Elija otro');
  if (!/^0[1-4]$/.test(motivo.clave)) {
    throw new Refusal(`El SAT no acepta el motivo «${motivo.clave}». Elija uno del 01 al 04`);
  }
  const relacion = await tx
    .selectFrom('tipo_relacion_factura')
    .select('id')
    .where('id', '=', terms.tipoRelacionFacturaId)
    .executeTakeFirst();
  if (!relacion) throw new Refusal('La relación de factura no existe. Elija otra');
  if (motivo.clave !== SUBSTITUTED) return motivo.clave;
  const folio = terms.folioSustitucion?.toLowerCase();
  if (!folio) throw new Refusal('El motivo 01 pide el folio fiscal de la factura que la sustituye. Escríbalo');
  const substitute = await tx
    .selectFrom('factura')
    .select(['relacion', 'relacion_uuid'])
    .where('uuid', '=', folio)
    .where('status', '=', 'facturada')
    .executeTakeFirst();
  if (substitute?.relacion !== '04' || substitute.relacion_uuid !== row.uuid) {
    throw new Refusal(
      'Ese folio fiscal no es de una factura vigente que sustituya a ésta. Genere primero la factura que la sustituye',
    );
  }
  return motivo.clave;
}

/**
 * Writes the request to cancel a stamped invoice, which is locked from then on. The caller has locked the lots of the payment
 * and the invoice (`lockWithSustituida`), and knows that the code is good.
 */
export async function insertCancellation(
  tx: Tx,
  row: FacturaRow,
  terms: CancellationTerms,
  stamp: InvoicingStamp,
): Promise<number> {
  const folio = nameOf(row);
  if (row.cancelacion === 'cancelado') throw new Refusal(`La factura ${folio} ya está cancelada. Actualice la página`);
  if (row.cancelacion !== null) {
    throw new Refusal(`La factura ${folio} ya está en cancelación. Espere la respuesta del proveedor`);
  }
  if (row.estado !== 'timbrado') {
    throw new Refusal(`La factura ${folio} todavía se está timbrando. Espere un momento e intente de nuevo`);
  }
  const { proveedor } = await tx.selectFrom('timbrado').select('proveedor').executeTakeFirstOrThrow();
  // Who stamped it cancels it, with an account that is only kept while it is the provider; the simulator needs none.
  if (row.proveedor !== null && row.proveedor !== proveedor && row.proveedor !== 'simulador') {
    throw new Refusal(
      `La factura ${folio} se timbró con «${PROVEEDORES[row.proveedor as Proveedor]}». Para cancelarla configure ese proveedor en Administración, Certificado y timbrado`,
    );
  }
  const motivo = await motivoOf(tx, row, terms);
  const relativas = { folio, ...(await findRelativas(tx, row.id)) };
  const refusal = refusalToCancel(relativas, !terms.conPagos && motivo === SUBSTITUTED);
  if (refusal !== undefined) throw new Refusal(refusal);
  const complemento = await findComplemento(tx, row.id);
  if (complemento) {
    throw new Refusal(`La factura ${folio} tiene el complemento de pago ${nameOf(complemento)}. Cancélelo primero`);
  }
  const { id } = await tx
    .insertInto('cancelacion_factura')
    .values({
      factura_id: row.id,
      pago_id: terms.pagoId,
      motivo,
      folio_sustitucion: motivo === '01' ? (terms.folioSustitucion?.toLowerCase() ?? null) : null,
      razon: terms.razon,
      tipo_motivo_cancelacion_id: terms.tipoMotivoCancelacionId,
      tipo_relacion_factura_id: terms.tipoRelacionFacturaId,
      codigo_id: terms.codigoId,
      proximo_intento: stamp.now,
      usuario_id: stamp.usuarioId,
      fecha: stamp.today,
      created_at: stamp.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.updateTable('factura').set({ cancelacion: 'solicitada' }).where('id', '=', row.id).execute();
  await insertEvent(tx, row.id, 'cancelación solicitada', stamp.now, { codigo: motivo, mensaje: terms.razon });
  return id;
}

/** The cancellation of an invoice that waits for an answer. */
export function findWaitingCancellation(tx: Tx, facturaId: number): Promise<{ id: number } | undefined> {
  return tx
    .selectFrom('cancelacion_factura')
    .select('id')
    .where('factura_id', '=', facturaId)
    .where('estado', 'in', ['solicitada', 'en_proceso'])
    .executeTakeFirst();
}

/**
 * The live invoices of payments, locked, by their ids. Looked for again under the locks: a cancellation that was confirmed in
 * the meantime has passed the payments on to the substitute.
 */
async function lockInvoicesOf(tx: Tx, pagoIds: readonly number[]): Promise<FacturaRow[]> {
  const listLive = () =>
    tx
      .selectFrom('factura_concepto')
      .select('factura_id')
      .distinct()
      .where('pago_id', 'in', [0, ...pagoIds])
      .where('viva', '=', true)
      .orderBy('factura_id')
      .execute();
  for (let live = await listLive(); ; ) {
    const rows: FacturaRow[] = [];
    for (const { factura_id } of live) {
      const row = await lockWithSustituida(tx, factura_id);
      if (row) rows.push(row);
    }
    const again = await listLive();
    if (again.map((line) => line.factura_id).join() === live.map((line) => line.factura_id).join()) return rows;
    live = again;
  }
}

/** See Invoicing.requestCancellation. */
export async function requestPaymentCancellation(
  tx: Tx,
  request: PaymentCancellationRequest,
  stamp: InvoicingStamp,
): Promise<'free' | { cancelacionId: number }> {
  const [row] = await lockInvoicesOf(tx, [request.pagoId]);
  if (!row || row.status === 'rechazada' || row.status === 'cancelada') return 'free';
  if (row.estado === 'borrador' || row.estado === 'sellado') {
    await updateRejected(
      tx,
      row,
      { codigo: '', mensaje: 'Se canceló un pago antes de timbrarla' },
      stamp.now,
      'abandonado',
    );
    return 'free';
  }
  return { cancelacionId: await insertCancellation(tx, row, { ...request, conPagos: true }, stamp) };
}

/** See Invoicing.requestCorrection. */
export async function requestReceiptCorrection(
  tx: Tx,
  request: ReceiptCorrectionRequest,
  stamp: InvoicingStamp,
): Promise<'free' | { cancelacionId: number }> {
  const standing: FacturaRow[] = [];
  for (const row of await lockInvoicesOf(tx, request.pagoIds)) {
    if (row.status === 'rechazada' || row.status === 'cancelada') continue;
    if (row.estado === 'borrador' || row.estado === 'sellado') {
      await updateRejected(
        tx,
        row,
        { codigo: '', mensaje: 'Se corrigió un recibo antes de timbrarla' },
        stamp.now,
        'abandonado',
      );
    } else standing.push(row);
  }
  const [row] = standing;
  if (!row) return 'free';
  if (standing.length > 1) {
    throw new Refusal(
      `Los pagos del recibo están en las facturas ${standing.map(nameOf).join(' y ')}. Cancélelas primero y corrija después`,
    );
  }
  const { tipoMotivoCancelacionId, tipoRelacionFacturaId } = request;
  if (tipoMotivoCancelacionId === undefined || tipoRelacionFacturaId === undefined) {
    throw new Refusal(`El recibo está en la factura ${nameOf(row)}. Elija el motivo y la relación con que se cancela`);
  }
  const terms = {
    pagoId: null,
    conPagos: true,
    razon: request.razon,
    tipoMotivoCancelacionId,
    tipoRelacionFacturaId,
    folioSustitucion: undefined,
    codigoId: request.codigoId,
  };
  const motivo = await tx
    .selectFrom('tipo_motivo_cancelacion')
    .select('clave')
    .where('id', '=', tipoMotivoCancelacionId)
    .executeTakeFirst();
  if (motivo?.clave === SUBSTITUTED) {
    // The invoice that takes its place would bear the very payments that fall.
    throw new Refusal('Al corregir un recibo su factura no se sustituye: cancélela con el motivo 02, 03 o 04');
  }
  const cancelacionId = await insertCancellation(tx, row, terms, stamp);
  const { correccion } = request;
  await tx
    .insertInto('correccion_recibo')
    .values({
      cancelacion_id: cancelacionId,
      recibo_id: request.reciboId,
      tipo: correccion.tipo,
      ...(correccion.tipo === 'metodo' && {
        metodo_pago_id: correccion.metodoPagoId,
        caja_id: correccion.cajaId,
        no_cuenta: correccion.noCuenta,
      }),
      ...(correccion.tipo === 'lote' && { lote_id: correccion.loteId }),
    })
    .execute();
  return { cancelacionId };
}

interface WaitingCorrection {
  reciboId: number;
  correction: CorrectionOfReceipt;
}

/** The correction that waits for a cancellation. */
async function findCorrection(tx: Tx, cancelacionId: number): Promise<WaitingCorrection | undefined> {
  const row = await tx
    .selectFrom('correccion_recibo')
    .selectAll()
    .where('cancelacion_id', '=', cancelacionId)
    .where('estado', '=', 'pendiente')
    .executeTakeFirst();
  if (!row) return undefined;
  const { recibo_id: reciboId, tipo, metodo_pago_id, caja_id, no_cuenta, lote_id } = row;
  if (tipo === 'metodo' && metodo_pago_id !== null && caja_id !== null && no_cuenta !== null) {
    return {
      reciboId,
      correction: { tipo, metodoPagoId: metodo_pago_id, cajaId: caja_id, noCuenta: no_cuenta },
    };
  }
  if (tipo === 'lote' && lote_id !== null) return { reciboId, correction: { tipo, loteId: lote_id } };
  return { reciboId, correction: { tipo: 'devuelto' } };
}

/**
 * Books the correction that a confirmed cancellation was asked for. What the ledger allowed then it may refuse now (the money
 * that went to the fund was spent, the right lot was merged): then the payments stand, without an invoice, and it says why.
 */
async function applyCorrection(
  tx: Tx,
  stamp: Stamp,
  { reciboId, correction }: WaitingCorrection,
  by: { razon: string; codigoId: number | undefined; cancelacionFacturaId: number },
): Promise<{ aplicada: boolean; nota: string }> {
  await sql`SAVEPOINT correccion`.execute(tx);
  let outcome: { aplicada: boolean; nota: string };
  try {
    const locked = await lockReceipt(tx, reciboId, {
      further: correction.tipo === 'lote' ? [correction.loteId] : [],
      waiting: true,
    });
    outcome = { aplicada: true, nota: await bookCorrection(tx, stamp, locked, correction, by) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`ROLLBACK TO SAVEPOINT correccion`.execute(tx);
    outcome = {
      aplicada: false,
      nota: `La factura se canceló, pero el recibo ${reciboId} ya no se pudo corregir: ${error.message}`,
    };
  }
  await tx
    .updateTable('correccion_recibo')
    .set({
      estado: outcome.aplicada ? 'aplicada' : 'no_aplicada',
      mensaje: outcome.aplicada ? '' : outcome.nota,
    })
    .where('cancelacion_id', '=', by.cancelacionFacturaId)
    .execute();
  return outcome;
}

interface Claimed {
  id: number;
  facturaId: number;
  pagoId: number | null;
  estado: string;
  intentos: number;
  request: CancelRequest;
  pac: Pac;
  lease: string;
}

/** The request of a claim, locked; undefined once it is somebody else's or settled. */
function lockClaimed(tx: Tx, { id, lease }: Claimed) {
  return tx
    .selectFrom('cancelacion_factura')
    .selectAll()
    .where('id', '=', id)
    .where('arriendo', '=', lease)
    .where('estado', 'in', ['solicitada', 'en_proceso'])
    .forUpdate()
    .executeTakeFirst();
}

/** A request under way: itself, its invoice, the correction that waits for it, and by whom and when it is settled. */
interface UnderWay {
  mine: NonNullable<Awaited<ReturnType<typeof lockClaimed>>>;
  row: FacturaRow;
  correction: Awaited<ReturnType<typeof findCorrection>>;
  stamp: Stamp;
}

async function keepOutcome(tx: Tx, underWay: UnderWay, outcome: CancelOutcome): Promise<void> {
  const { mine, row, stamp } = underWay;
  const { now } = stamp;
  const retry = new Date(now.getTime() + retryDelay(mine.intentos));
  const settle = (set: {
    estado?: 'en_proceso' | 'cancelada' | 'rechazada';
    mensaje: string;
    proximo_intento: Date | null;
  }) =>
    tx
      .updateTable('cancelacion_factura')
      .set({ ...set, arriendo: null, arriendo_hasta: null })
      .where('id', '=', mine.id)
      .execute();
  switch (outcome.kind) {
    case 'unknown':
      await settle({ mensaje: outcome.message, proximo_intento: retry });
      return;
    case 'requested':
      if (outcome.acuse) await insertDocument(tx, row.id, 'acuse', outcome.acuse, now);
      if (mine.estado === 'solicitada') await insertEvent(tx, row.id, 'cancelación en proceso', now);
      await tx.updateTable('factura').set({ cancelacion: 'en_proceso' }).where('id', '=', row.id).execute();
      await settle({
        estado: 'en_proceso',
        mensaje: 'El SAT recibió la solicitud y todavía no la confirma',
        proximo_intento: retry,
      });
      return;
    case 'rejected': {
      const { code, message } = outcome;
      await tx.updateTable('factura').set({ cancelacion: null }).where('id', '=', row.id).execute();
      const mensaje = [code, message].filter(Boolean).join(': ');
      await settle({ estado: 'rechazada', mensaje, proximo_intento: null });
      await insertEvent(tx, row.id, 'cancelación rechazada', now, { codigo: code, mensaje: message });
      return;
    }
    case 'cancelled':
      if (outcome.acuse) await insertDocument(tx, row.id, 'acuse', outcome.acuse, now);
      await settle({
        estado: 'cancelada',
        mensaje: await applyCancellation(tx, underWay),
        proximo_intento: null,
      });
  }
}

/** What waited for the cancellation happens now: payments fall, or a correction is carried out. Answers why one could not be. */
async function applyCancellation(tx: Tx, { mine, row, correction, stamp }: UnderWay): Promise<string> {
  const { now, usuarioId } = stamp;
  const bySystem = { usuarioId, usuario: 'sistema', requestId: null };
  const referencia = await findReferencia(tx, row.lote_id);
  const by = {
    razon: mine.razon,
    codigoId: mine.codigo_id ?? undefined,
    tipoMotivoCancelacionId: mine.tipo_motivo_cancelacion_id,
    tipoRelacionFacturaId: mine.tipo_relacion_factura_id,
    cancelacionFacturaId: mine.id,
  };
  let mensaje = '';
  if (mine.pago_id !== null) await cancelPayments(tx, stamp, [mine.pago_id], { motivo: 'cancelado', ...by });
  if (correction) {
    const { aplicada, nota } = await applyCorrection(tx, stamp, correction, by);
    if (!aplicada) mensaje = nota;
    await recordAudit(
      tx,
      bySystem,
      {
        status: aplicada ? 'cancelado' : 'actualizado',
        entidad: 'recibo',
        entidadId: correction.reciboId,
        referencia,
        nota: nota.slice(0, 500),
      },
      now,
    );
  }
  await tx
    .updateTable('factura')
    .set({ cancelacion: 'cancelado', fecha_cancelada: now, folio_relacionar: mine.folio_sustitucion ?? '' })
    .where('id', '=', row.id)
    .execute();
  await insertEvent(tx, row.id, 'cancelado', now, { codigo: mine.motivo });
  await recordAudit(
    tx,
    bySystem,
    {
      status: 'cancelado',
      entidad: 'factura',
      entidadId: row.id,
      referencia,
      nota: `El proveedor confirmó la cancelación de la factura ${nameOf(row)}`,
      antes: { folioFiscal: row.uuid },
    },
    now,
  );
  return mensaje;
}

export class Cancellations {
  readonly #options: PipelineOptions;
  readonly #pipeline: Pipeline;

  constructor(options: PipelineOptions, pipeline: Pipeline) {
    this.#options = options;
    this.#pipeline = pipeline;
  }

  /** Takes a cancellation as far as it goes now. Safe to be called by several at once and again after a crash. */
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
      tx.selectFrom('cancelacion_factura').select(['estado', 'mensaje']).where('id', '=', id).executeTakeFirst(),
    );
    if (!row) return { status: 'rechazada', mensaje: 'La solicitud de cancelación no existe' };
    if (row.estado === 'cancelada' || row.estado === 'rechazada') return { status: row.estado, mensaje: row.mensaje };
    return { status: 'en_proceso', mensaje: row.mensaje };
  }

  async #claim(community: Community, id: number): Promise<Claimed | undefined> {
    const { pool, clock } = this.#options;
    return inTx(pool, { schema: community.schema }, async (tx) => {
      const now = clock.now();
      const { rows } = await sql<
        Omit<Claimed, 'request' | 'pac' | 'lease'> & {
          proveedor: string | null;
          uuid: string;
          emisorRfc: string;
          receptorRfc: string;
          total: string;
          selloFin: string;
          motivo: string;
          folioSustitucion: string | null;
        }
      >`
        SELECT c.id, c.factura_id AS "facturaId", c.pago_id AS "pagoId", c.estado, c.intentos, c.motivo,
          c.folio_sustitucion AS "folioSustitucion", f.proveedor, f.uuid, f.emisor_rfc AS "emisorRfc",
          f.receptor_rfc AS "receptorRfc",
          CASE WHEN f.tipo = 'pago' THEN '0' ELSE to_char(f.total_centavos / 100.0, 'FM999999999990.00') END AS total,
          right(f.sello, 8) AS "selloFin"
        FROM cancelacion_factura c JOIN factura f ON f.id = c.factura_id
        WHERE c.id = ${id} AND c.estado IN ('solicitada', 'en_proceso')
          AND (c.arriendo_hasta IS NULL OR c.arriendo_hasta <= ${now})
        FOR UPDATE OF c`.execute(tx);
      const [row] = rows;
      if (!row) return undefined;
      const pac = await this.#pipeline.pacOf(tx, community, row.proveedor);
      const lease = randomUUID();
      await tx
        .updateTable('cancelacion_factura')
        .set({
          arriendo: lease,
          arriendo_hasta: leaseUntil(now, pac),
          intentos: row.intentos + 1,
        })
        .where('id', '=', id)
        .execute();
      const { uuid, emisorRfc, receptorRfc, total, selloFin, motivo } = row;
      const folioSustitucion = row.folioSustitucion ?? undefined;
      return {
        id: row.id,
        facturaId: row.facturaId,
        pagoId: row.pagoId,
        estado: row.estado,
        intentos: row.intentos,
        request: { uuid, emisorRfc, receptorRfc, total, selloFin, motivo, folioSustitucion },
        pac,
        lease,
      };
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
      const correction = await findCorrection(tx, claim.id);
      const lotes = correction ? await lotesOfCorrection(tx, correction) : await lotesOf(tx, claim.pagoId);
      if (lotes.length > 0) await lockLotes(tx, lotes);
      const row = await findFacturaForUpdate(tx, claim.facturaId);
      const mine = await lockClaimed(tx, claim);
      if (!mine || !row) return;
      const now = clock.now();
      const stamp = { usuarioId: mine.usuario_id, now, today: todayIn(community, clock) };
      await keepOutcome(tx, { mine, row, correction, stamp }, outcome);
      log.info(
        { evento: 'cancelación', comunidad: community.codigo, factura: row.id, resultado: outcome.kind },
        'cancelación de factura',
      );
    });
  }

  /** See Pipeline.postpone. */
  async postpone(community: Community, id: number): Promise<void> {
    const { pool, clock } = this.#options;
    await inTx(pool, { schema: community.schema }, async (tx) => {
      const row = await tx
        .selectFrom('cancelacion_factura')
        .select('intentos')
        .where('id', '=', id)
        .where('estado', 'in', ['solicitada', 'en_proceso'])
        .forUpdate()
        .executeTakeFirst();
      if (!row) return;
      await tx
        .updateTable('cancelacion_factura')
        .set({ proximo_intento: new Date(clock.now().getTime() + retryDelay(row.intentos)) })
        .where('id', '=', id)
        .execute();
    });
  }

  async due(community: Community, limit: number): Promise<number[]> {
    const { pool, clock } = this.#options;
    const now = clock.now();
    const rows = await inTx(pool, { schema: community.schema, readOnly: true }, (tx) =>
      tx
        .selectFrom('cancelacion_factura')
        .select('id')
        .where('estado', 'in', ['solicitada', 'en_proceso'])
        .where('proximo_intento', '<=', now)
        .where(({ eb, or }) => or([eb('arriendo_hasta', 'is', null), eb('arriendo_hasta', '<=', now)]))
        .orderBy('proximo_intento')
        .limit(limit)
        .execute(),
    );
    return rows.map((row) => row.id);
  }
}

async function lotesOf(tx: Tx, pagoId: number | null): Promise<number[]> {
  if (pagoId === null) return [];
  const { rows } = await sql<{ cargo: number; recibo: number }>`
    SELECT c.lote_id AS cargo, r.lote_id AS recibo
    FROM pago p JOIN cargo c ON c.id = p.cargo_id JOIN recibo r ON r.id = p.recibo_id WHERE p.id = ${pagoId}`.execute(
    tx,
  );
  return rows.flatMap(({ cargo, recibo }) => [cargo, recibo]);
}

async function lotesOfCorrection(tx: Tx, { reciboId, correction }: WaitingCorrection): Promise<number[]> {
  const lotes = await lotesOfReceipt(tx, reciboId);
  return correction.tipo === 'lote' ? [...lotes, correction.loteId] : lotes;
}

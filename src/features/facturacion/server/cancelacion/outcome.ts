/**
 * What a provider answered about a cancellation, and how it is kept: only its confirmation carries the cancellation out, in the
 * ledger too. A refusal leaves everything as it was.
 */
import type { Updateable } from 'kysely';
import type { CancelOutcome, StatusOutcome } from '#cfdi/server/pac.ts';
import { cancelPayments } from '#libro/server/cancel.ts';
import { giveBackCode } from '#libro/server/codes.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import { type AuditEntry, recordAudit } from '#platform/server/audit.ts';
import type { CancelacionFactura } from '#platform/server/database-types.ts';
import type { Tx } from '#platform/server/db.ts';
import { muestraRechazo, nameOf, retryDelay, satEstadoOf, vigenteCuenta } from '../../rules.ts';
import { type FacturaRow, findReferencia, insertDocument, insertEvent, updateFactura } from '../repository.ts';
import { tellControl } from '../timbre/control.ts';
import { releaseComplements } from '../timbre/seal.ts';
import { applyCorrection } from './correction.ts';
import { splitGlobal } from './leave-global.ts';
import {
  type CancelacionRow,
  findSalida,
  listComplementosVigentes,
  updateCancelacion,
  type WaitingCorrection,
} from './repository.ts';
import { goOnWithFallen } from './rest.ts';

/** `withdrawn`: somebody took the request back, and the authority says that the invoice stands. */
export type Ended = CancelOutcome | { kind: 'withdrawn' };

/** What was heard of a request, and what the authority had said of the invoice; undefined where it was not asked. */
export interface Heard {
  outcome: Ended;
  found: StatusOutcome | undefined;
}

/** What was asked for when the question was put: whoever chose since then decides by the next answer. */
export type Asked = Pick<CancelacionRow, 'estado' | 'retiro' | 'intentos'>;

/** A request under way: itself, its invoice, the correction that waits for it, and by whom and when it is settled. */
export interface UnderWay {
  mine: CancelacionRow;
  asked: Asked;
  row: FacturaRow;
  correction: WaitingCorrection | undefined;
  stamp: Stamp;
}

type Settled = Parameters<typeof updateCancelacion>[2] & { mensaje: string; proximo_intento: Date | null };

const FREE = { arriendo: null, arriendo_hasta: null };

/**
 * Keeps what was heard, and ends the lease under which it was asked for. False where it decides nothing: it was asked for
 * before somebody had the request sent anew or took it back, and is to be asked again.
 */
export async function keepOutcome(tx: Tx, underWay: UnderWay, { outcome, found }: Heard): Promise<boolean> {
  const { mine, asked, row, stamp } = underWay;
  // A confirmation is the authority's word as much as an answer about the state.
  const sat = satEstadoOf(outcome.kind === 'cancelled' ? outcome : found);
  if (sat !== undefined) {
    await updateFactura(tx, row.id, { sat_estado: sat, sat_rechazada: muestraRechazo(found), sat_at: stamp.now });
  }
  const chosen = mine.estado !== asked.estado || mine.retiro !== asked.retiro || mine.intentos !== asked.intentos;
  if (chosen && (outcome.kind === 'requested' || outcome.kind === 'unknown')) {
    if (outcome.kind === 'requested' && outcome.acuse) {
      await insertDocument(tx, row.id, 'acuse', outcome.acuse, stamp.now);
    }
    await updateCancelacion(tx, mine.id, { proximo_intento: stamp.now, ...FREE });
    return false;
  }
  const settled = await settledBy(tx, underWay, { outcome, found });
  await updateCancelacion(tx, mine.id, {
    codigo: '',
    ...settled,
    ...countedBy(mine, found, stamp.now),
    ...(found?.kind === 'in_process' && { proceso_visto: true }),
    ...FREE,
  });
  return true;
}

/**
 * How long nobody tells, and how often the invoice stands. No answer, and that it is not found, tell nothing: neither takes back
 * what was counted.
 */
function countedBy(mine: CancelacionRow, found: StatusOutcome | undefined, now: Date): Updateable<CancelacionFactura> {
  switch (found?.kind) {
    case undefined:
    case 'unknown':
    case 'missing':
      return { sin_respuesta_at: mine.sin_respuesta_at ?? now };
    case 'valid':
      return {
        sin_respuesta_at: null,
        ...(vigenteCuenta(mine.vigente_at ?? mine.created_at, now) && {
          vigente_veces: mine.vigente_veces + 1,
          vigente_at: now,
        }),
      };
    default:
      return { sin_respuesta_at: null, vigente_veces: 0, vigente_at: now };
  }
}

async function settledBy(tx: Tx, underWay: UnderWay, { outcome, found }: Heard): Promise<Settled> {
  const { mine, row, stamp } = underWay;
  const { now } = stamp;
  const retry = new Date(now.getTime() + retryDelay(mine.intentos));
  switch (outcome.kind) {
    case 'unknown':
      return { codigo: outcome.code ?? '', mensaje: outcome.message, proximo_intento: retry };
    case 'requested': {
      if (outcome.acuse) await insertDocument(tx, row.id, 'acuse', outcome.acuse, now);
      if (mine.estado === 'solicitada') await insertEvent(tx, row.id, 'cancelación en proceso', now);
      await updateFactura(tx, row.id, { cancelacion: 'en_proceso' });
      const ajeno = found?.kind === 'valid' && found.rechazoPrevio === true;
      const mensaje = ajeno
        ? 'El SAT muestra todavía el rechazo de una solicitud anterior, y de ésta nada en proceso'
        : mine.retiro === ''
          ? 'El SAT recibió la solicitud y todavía no la confirma'
          : 'El SAT ya tiene la solicitud en proceso: no se puede retirar, espere su respuesta';
      return { estado: 'en_proceso', retiro: '', retiro_visto: false, mensaje, proximo_intento: retry };
    }
    case 'rejected': {
      const { code: codigo, message } = outcome;
      await stand(tx, row, stamp);
      await giveBack(tx, underWay, `El SAT no la canceló. ${message}`);
      await insertEvent(tx, row.id, 'cancelación rechazada', now, { codigo, mensaje: message });
      const mensaje = [codigo, message].filter(Boolean).join(': ');
      return { estado: 'rechazada', codigo, mensaje, proximo_intento: null };
    }
    case 'withdrawn': {
      await stand(tx, row, stamp);
      await giveBack(tx, underWay, `Se retiró la solicitud. ${mine.retiro}`);
      await insertEvent(tx, row.id, 'cancelación retirada', now, { mensaje: mine.retiro });
      return { estado: 'rechazada', mensaje: `Se retiró la solicitud: ${mine.retiro}`, proximo_intento: null };
    }
    case 'cancelled':
      if (outcome.acuse) await insertDocument(tx, row.id, 'acuse', outcome.acuse, now);
      return { estado: 'cancelada', mensaje: await applyCancellation(tx, underWay), proximo_intento: null };
  }
}

/** The code that authorized what did not come to be has its use again. */
async function giveBack(tx: Tx, { mine, row, stamp }: UnderWay, why: string): Promise<void> {
  if (mine.codigo_id === null || mine.usuario_id === null) return;
  await giveBackCode(tx, mine.codigo_id, {
    usuarioId: mine.usuario_id,
    now: stamp.now,
    operacion: 'cancelación de factura',
    loteId: row.lote_id,
    detalle: `Factura ${nameOf(row)}: ${why}`.slice(0, 500),
    monto: row.total_centavos,
  });
}

/** The invoice stands as before: what waited for it goes on. */
async function stand(tx: Tx, row: FacturaRow, stamp: Stamp): Promise<void> {
  await updateFactura(tx, row.id, { cancelacion: null });
  await releaseComplements(tx, row.id, stamp);
}

/** Complements that stand for an invoice that fell: somebody has to cancel them. Answers what is told of them; '' for none. */
async function tellLeftBehind(tx: Tx, row: FacturaRow, now: Date): Promise<string> {
  const folios = (await listComplementosVigentes(tx, row.id)).map(nameOf).join(', ');
  if (folios === '') return '';
  const told = `La factura ${nameOf(row)} se canceló y la liquida todavía el complemento de pago ${folios}`;
  const remedy = 'Cancélelo con el motivo 02 y facture sus pagos: está en Cobranza, Complementos pendientes';
  await tellControl(
    tx,
    `Un complemento de la factura cancelada ${nameOf(row)} sigue vigente`,
    [`${told}.`, `${remedy}.`],
    now,
  );
  return `${told}. ${remedy}`;
}

/** What waited for the cancellation happens now: payments fall, or a correction is carried out. Answers why one could not be. */
async function applyCancellation(tx: Tx, { mine, row, correction, stamp }: UnderWay): Promise<string> {
  const referencia = await findReferencia(tx, row.lote_id);
  const audit = (entry: AuditEntry) =>
    recordAudit(tx, { usuarioId: stamp.usuarioId, usuario: 'sistema', requestId: null }, entry, stamp.now);
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
    await audit({
      status: aplicada ? 'cancelado' : 'actualizado',
      entidad: 'recibo',
      entidadId: correction.reciboId,
      referencia,
      nota: nota.slice(0, 500),
    });
  }
  await updateFactura(tx, row.id, {
    cancelacion: 'cancelado',
    fecha_cancelada: stamp.now,
    folio_relacionar: mine.folio_sustitucion ?? '',
  });
  await insertEvent(tx, row.id, 'cancelado', stamp.now, { codigo: mine.motivo });
  await releaseComplements(tx, row.id, stamp);
  const left = await tellLeftBehind(tx, row, stamp.now);
  if (mine.pago_id !== null || correction) {
    const fallen = { row, cancelacionId: mine.id, reciboCorregido: correction?.reciboId };
    const rest = await goOnWithFallen(tx, stamp, fallen);
    // Of a correction the message says why it could not be.
    if (!correction) mensaje = rest;
  }
  mensaje = [mensaje, left].filter(Boolean).join('. ');
  const salida = await findSalida(tx, mine.id);
  if (salida) mensaje = await splitGlobal(tx, stamp, row, salida);
  await audit({
    status: 'cancelado',
    entidad: 'factura',
    entidadId: row.id,
    referencia,
    nota: [`El proveedor confirmó la cancelación de la factura ${nameOf(row)}`, left]
      .filter(Boolean)
      .join('. ')
      .slice(0, 500),
    antes: { folioFiscal: row.uuid },
  });
  return mensaje;
}

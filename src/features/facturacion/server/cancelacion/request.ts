/**
 * Asking for a cancellation: the request is written and locks what it is about; the provider is asked once that is committed.
 * Source: dominio.md#cancelling, fiscal.md.
 */

import type { CancelarFactura } from '#libro/facturas/contract.ts';
import { spendCode } from '#libro/server/codes.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { passes } from '#platform/roles.ts';
import type { Context, Reading } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { InvoicingStamp } from '#platform/server/invoicing.ts';
import type { RepetirCancelacion, RetirarCancelacion } from '../../contract.ts';
import { atoroOf, DECIDES, nameOf, refusalForNotas, refusalToCancel } from '../../rules.ts';
import {
  type FacturaRow,
  findComplemento,
  findFactura,
  findReferencia,
  findRelativas,
  listNotasCredito,
  lockWithSustituida,
} from '../repository.ts';
import {
  findDevuelta,
  findMotivo,
  findRelacion,
  findRelated,
  findWaiting,
  insertCancelacion,
  lockReversed,
  updateCancelacion,
} from './repository.ts';
import { refusalToSend } from './sign.ts';

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

export interface Cancelling {
  cancelacionId: number;
}

/** Of the authority: with relation, that is, by an invoice that takes its place. */
export const SUBSTITUTED = '01';
/** Somebody within a global invoice asks for an own one. */
const OF_GLOBAL = '04';

/** Requests the cancellation of an invoice alone: its payments stay received. */
export async function cancelInvoice(ctx: Context, body: CancelarFactura): Promise<Cancelling> {
  const { tx } = ctx;
  const row = await lockWithSustituida(tx, body.id);
  if (!row || row.status === 'rechazada') throw new NotFound('La factura no existe');
  const codigoId = await spendCode(ctx, body.codeAutorizacion, {
    operacion: 'Cancelación de factura',
    loteId: row.lote_id,
    detalle: `Factura ${nameOf(row)}: ${body.motivoCancelacion}`,
    monto: row.total_centavos,
  });
  const terms = {
    pagoId: null,
    conPagos: false,
    razon: body.motivoCancelacion,
    tipoMotivoCancelacionId: body.idMotivoCancelacion,
    tipoRelacionFacturaId: body.idTipoRelacionFactura,
    folioSustitucion: body.folioSustitucion || undefined,
    codigoId,
  };
  const cancelacionId = await requestCancellation(tx, row, terms, stampOf(ctx));
  await ctx.audit({
    status: 'cancelado',
    entidad: 'factura',
    entidadId: row.id,
    referencia: await findReferencia(tx, row.lote_id),
    nota: `Se solicitó cancelar la factura ${nameOf(row)} de ${inPesos(row.total_centavos)}. ${body.motivoCancelacion}`,
    antes: { folioFiscal: row.uuid, total: row.total_centavos },
  });
  return { cancelacionId };
}

/** The cancellation of an invoice that waits, to be asked for again before its turn comes. */
export async function waitingCancellation({ tx }: Reading, id: number): Promise<Cancelling> {
  return { cancelacionId: (await requireWaiting(tx, await findFactura(tx, id))).id };
}

async function requireWaiting(tx: Tx, row: FacturaRow | undefined) {
  if (!row) throw new NotFound('La factura no existe');
  const found = await findWaiting(tx, row.id);
  if (!found) throw new Refusal(`La factura ${nameOf(row)} ya no está en cancelación. Actualice la página`);
  return { ...found, row };
}

/** A request that does not end by itself, locked, and why: somebody has to choose. */
async function requireStuck({ tx, clock }: Context, facturaId: number) {
  const found = await requireWaiting(tx, await lockWithSustituida(tx, facturaId));
  const atoro = atoroOf(found, clock.now());
  if (found.retiro !== '' && (found.retiroVisto || atoro !== 'sin_respuesta')) {
    throw new Refusal(
      `Ya se pidió retirar la cancelación de la factura ${nameOf(found.row)}: la decide la próxima respuesta del SAT`,
    );
  }
  if (atoro) return { ...found, atoro };
  throw new Refusal(
    `El SAT todavía puede contestar la cancelación de la factura ${nameOf(found.row)}, que se acaba de pedir o por la que se pregunta sola. Espere su respuesta`,
  );
}

type Stuck = Awaited<ReturnType<typeof requireStuck>>;

/** Nobody tells how the invoice stands: whoever directs, and has looked at the authority's portal, decides with a code. */
async function requireWord(ctx: Context, { row }: Stuck, codigo: string, operacion: string): Promise<void> {
  const folio = nameOf(row);
  if (!passes(DECIDES, ctx.user.role)) {
    throw new Refusal(
      `Nadie dice en qué va la cancelación de la factura ${folio}: la decide quien dirige, tras verla en el portal del SAT`,
    );
  }
  if (codigo === '') throw new Refusal('Escriba el código de autorización', 'codeAutorizacion');
  await spendCode(ctx, codigo, {
    operacion,
    loteId: row.lote_id,
    detalle: `Factura ${folio}`,
    monto: row.total_centavos,
    campo: 'codeAutorizacion',
  });
}

const conocida = ({ atoro }: Stuck): string =>
  atoro === 'vigente' ? 'que el SAT tiene por vigente' : 'de la que nadie dice en qué va desde hace 72 horas';

const auditStuck = async (ctx: Context, { row }: Stuck, nota: string): Promise<void> =>
  ctx.audit({
    status: 'actualizado',
    entidad: 'factura',
    entidadId: row.id,
    referencia: await findReferencia(ctx.tx, row.lote_id),
    nota: nota.slice(0, 500),
  });

/** Has a request sent anew that the authority has nothing of, or of which nobody tells. */
export async function repeatCancellation(ctx: Context, body: RepetirCancelacion): Promise<Cancelling> {
  const stuck = await requireStuck(ctx, body.id);
  const unknown = stuck.atoro === 'sin_respuesta';
  if (unknown) await requireWord(ctx, stuck, body.codeAutorizacion ?? '', 'Cancelación pedida de nuevo sin respuesta');
  await updateCancelacion(ctx.tx, stuck.id, {
    estado: 'solicitada',
    vigente_veces: 0,
    vigente_at: ctx.clock.now(),
    sin_respuesta_at: null,
    retiro: '',
    retiro_visto: false,
    // Whoever waits for the answer waits for one that is asked for now.
    mensaje: '',
    // As of a first request: what is shown by now is not its answer.
    rechazo_previo: stuck.row.sat_rechazada,
    proceso_visto: false,
    proximo_intento: ctx.clock.now(),
    // As a first request it is sent without asking for the state, which nobody tells.
    ...(unknown && { intentos: 0 }),
  });
  await auditStuck(
    ctx,
    stuck,
    `Se volvió a pedir la cancelación de la factura ${nameOf(stuck.row)}, ${conocida(stuck)}`,
  );
  return { cancelacionId: stuck.id };
}

/**
 * Takes a request back that the authority has nothing of: once it says so again, invoice and payments are as before. Where nobody
 * tells, the authority is asked once more, and without an answer the word of whoever has looked holds.
 */
export async function withdrawCancellation(ctx: Context, body: RetirarCancelacion): Promise<Cancelling> {
  const stuck = await requireStuck(ctx, body.id);
  const unknown = stuck.atoro === 'sin_respuesta';
  if (unknown) await requireWord(ctx, stuck, body.codeAutorizacion ?? '', 'Cancelación retirada sin respuesta');
  await updateCancelacion(ctx.tx, stuck.id, {
    retiro: body.razon,
    retiro_visto: unknown,
    mensaje: '',
    proximo_intento: ctx.clock.now(),
  });
  await auditStuck(
    ctx,
    stuck,
    `Se retira la solicitud de cancelar la factura ${nameOf(stuck.row)}, ${conocida(stuck)}. ${body.razon}`,
  );
  return { cancelacionId: stuck.id };
}

/**
 * Writes the request to cancel a stamped invoice. The caller has locked the lots of the payment and the invoice
 * (`lockWithSustituida`), and knows that the code is good.
 */
export async function requestCancellation(
  tx: Tx,
  row: FacturaRow,
  terms: CancellationTerms,
  stamp: InvoicingStamp,
): Promise<number> {
  refuseState(row);
  // Of what the authority has cancelled already only its word is needed: nothing is signed, and no provider asked.
  const unsendable = row.sat_estado === 'cancelada' ? undefined : await refusalToSend(tx, row, stamp.now);
  if (unsendable !== undefined) throw new Refusal(unsendable);
  const motivo = await requireMotivo(tx, row, terms);
  await refuseForOthers(tx, row, !terms.conPagos && motivo === SUBSTITUTED);
  return insertCancelacion(tx, {
    factura_id: row.id,
    pago_id: terms.pagoId,
    motivo,
    rechazo_previo: row.sat_rechazada,
    folio_sustitucion: motivo === SUBSTITUTED ? (terms.folioSustitucion?.toLowerCase() ?? null) : null,
    razon: terms.razon,
    tipo_motivo_cancelacion_id: terms.tipoMotivoCancelacionId,
    tipo_relacion_factura_id: terms.tipoRelacionFacturaId,
    codigo_id: terms.codigoId,
    proximo_intento: stamp.now,
    usuario_id: stamp.usuarioId,
    fecha: stamp.today,
    created_at: stamp.now,
  });
}

function refuseState(row: FacturaRow): void {
  const folio = nameOf(row);
  if (row.cancelacion === 'cancelado') throw new Refusal(`La factura ${folio} ya está cancelada. Actualice la página`);
  if (row.cancelacion !== null) {
    throw new Refusal(`La factura ${folio} ya está en cancelación. Espere la respuesta del proveedor`);
  }
  if (row.estado === 'borrador' && row.mensaje !== '') {
    throw new Refusal(`La factura ${folio} todavía no está timbrada. ${row.mensaje}`);
  }
  if (row.estado !== 'timbrado') {
    throw new Refusal(`La factura ${folio} todavía se está timbrando. Espere un momento e intente de nuevo`);
  }
}

/** The motive's code; refuses one that the authority does not know, and 01 without the invoice that takes the place. */
async function requireMotivo(tx: Tx, row: FacturaRow, terms: CancellationTerms): Promise<string> {
  const motivo = await findMotivo(tx, terms.tipoMotivoCancelacionId);
  if (motivo === undefined) throw new Refusal('El motivo de cancelación no existe. Elija otro');
  if (!/^0[1-4]$/.test(motivo)) {
    throw new Refusal(`El SAT no acepta el motivo «${motivo}». Elija uno del 01 al 04`);
  }
  if (motivo === OF_GLOBAL && row.tipo !== 'global') {
    throw new Refusal('El motivo 04 es sólo de facturas globales. Elija 01, 02 o 03');
  }
  if (!(await findRelacion(tx, terms.tipoRelacionFacturaId))) {
    throw new Refusal('La relación de factura no existe. Elija otra');
  }
  if (motivo === SUBSTITUTED) await requireSubstitute(tx, row, terms.folioSustitucion?.toLowerCase());
  return motivo;
}

async function requireSubstitute(tx: Tx, row: FacturaRow, folio: string | undefined): Promise<void> {
  if (!folio) throw new Refusal('El motivo 01 pide el folio fiscal de la factura que la sustituye. Escríbalo');
  const substitute = await findRelated(tx, folio);
  if (substitute?.relacion !== '04' || substitute.relacion_uuid !== row.uuid) {
    throw new Refusal(
      'Ese folio fiscal no es de una factura vigente que sustituya a ésta. Genere primero la factura que la sustituye',
    );
  }
}

/** Refuses while an invoice that takes its place, or whose place it takes, its complement or a credit note has to go first. */
async function refuseForOthers(tx: Tx, row: FacturaRow, porSustitucion: boolean): Promise<void> {
  const folio = nameOf(row);
  const refusal = refusalToCancel({ folio, ...(await findRelativas(tx, row.id)) }, porSustitucion);
  if (refusal !== undefined) throw new Refusal(refusal);
  const standing = refusalForNotas(folio, await listNotasCredito(tx, row.id));
  if (standing !== undefined) throw new Refusal(standing);
  await refuseForCredited(tx, row);
  const complemento = await findComplemento(tx, row.id);
  // A draft of an invoice that the authority has cancelled waits for this one's end, and is given up with it.
  const held = row.sat_estado === 'cancelada' && complemento?.estado === 'borrador';
  if (complemento && !held) {
    throw new Refusal(`La factura ${folio} tiene el complemento de pago ${nameOf(complemento)}. Cancélelo primero`);
  }
}

/** Refuses of a note what it has given back already, and of a complement while a note gives back what it tells as paid. */
async function refuseForCredited(tx: Tx, row: FacturaRow): Promise<void> {
  if (row.tipo === 'egreso' && (await lockReversed(tx, row))) {
    throw new Refusal(
      `La nota de crédito ${nameOf(row)} es de pagos que ya se cancelaron o devolvieron: ella y su factura quedan como constancia`,
    );
  }
  const devuelta = row.tipo === 'pago' ? await findDevuelta(tx, row.id) : undefined;
  if (devuelta) {
    throw new Refusal(
      `La factura ${nameOf(devuelta)} tiene una nota de crédito (03) de lo que este complemento dice pagado. Cancélela primero`,
    );
  }
}

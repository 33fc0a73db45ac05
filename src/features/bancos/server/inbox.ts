/** What a person decides on a deposit of the inbox. Source: dominio.md#deposits. */
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';
import { settledBy } from '#core/value-date.ts';
import { cobroDe, notaDe, preguntasDe } from '#libro/depositos/rules.ts';
import { dateCodeRefusal } from '#libro/rules.ts';
import type { Collector } from '#libro/server/deposits/collector.ts';
import {
  countDevueltosSinSalida,
  listAsociados,
  listEqualReceipts,
  lockCuenta,
} from '#libro/server/deposits/repository.ts';
import { loadHeader } from '#libro/server/header.ts';
import { loadLote, lockLoteOfBody } from '#libro/server/lotes.ts';
import { loadDefinitions } from '#libro/server/maintenance.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { closedUntil } from '#libro/server/periods.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { DATE_CODE, limitWithoutCode, takenByDates } from '#libro/server/value-date.ts';
import type { Context } from '#platform/server/context.ts';
import { refusing } from '#platform/server/database-errors.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import type { z } from '#platform/zod.ts';
import { formatFecha } from '#ui/format.ts';
import {
  type aplicarSchema,
  type Consecuencia,
  type DepositoEntrante,
  type moverSchema,
  vistoDe,
} from '../contract.ts';
import {
  DIAS_CERCA,
  NO_DUPLICADO,
  PENDIENTES,
  porAbonar,
  preguntaDe,
  refusalOfSituacion,
  SITUACION,
  type Situacion,
} from '../rules.ts';
import {
  type EntranteRow,
  findCuenta,
  findEntrante,
  findGemelo,
  findReciboLibre,
  findUnion,
  type Gemelo,
  insertSeparacion,
  insertUnion,
  listParecidos,
  listRecibosLibres,
  lockEntrante,
  markDuplicado,
  moveEntrantes,
  settleEntrantes,
  unmarkDuplicado,
} from './repository.ts';
import { type Applied, applyOrders, CHANGED, numbersOf, observacionDe } from './review.ts';

const MISSING = 'No existe el depósito solicitado';
const VISTO = ['intereses', 'meses', 'excedente', 'preguntas'] as const;

export function depositoOf(row: EntranteRow): DepositoEntrante {
  const { importe, aplicado, cuentaId, caja, loteId, loteReferencia, asociado, recibos, conLinea: _, ...rest } = row;
  return {
    ...rest,
    ...{ cuenta: { id: cuentaId, name: caja }, importe: toPesos(importe), aplicado: toPesos(aplicado) },
    lote: loteId === null ? null : { id: loteId, referencia: loteReferencia ?? '', asociado },
    recibos: recibos.map(({ id, loteId: of, lote, monto, solo, motivo, unido, enFirme }) => ({
      ...{ id, solo, motivo, unido, monto: toPesos(monto), enFirme: toPesos(enFirme) },
      lote: { id: of, referencia: lote },
    })),
  };
}

export async function loadEntrante(ctx: Pick<Context, 'tx'>, id: number): Promise<EntranteRow> {
  const row = await findEntrante(ctx.tx, id);
  if (!row) throw new NotFound(MISSING);
  return row;
}

/** The deposit as it is by now, locked. Refuses one that somebody has changed since it was shown. */
async function lockShown(ctx: Context, { id, version }: { id: number; version: number }): Promise<EntranteRow> {
  const locked = await lockEntrante(ctx.tx, id);
  if (!locked) throw new NotFound(MISSING);
  if (locked.version !== version) throw new Refusal(CHANGED);
  return loadEntrante(ctx, id);
}

const leftOf = ({ importe, aplicado }: EntranteRow): Centavos => importe - aplicado;

const paidOf = (lines: readonly { pago: Centavos }[]) => toPesos(lines.reduce((sum, { pago }) => sum + pago, 0));

/** What a deposit, or a part of it, would pay of a lot. */
export async function consequenceOf(
  ctx: Context,
  collector: Pick<Collector, 'owedBy'>,
  { id, loteId, monto: parte }: { id: number; loteId: number; monto: Centavos | undefined },
): Promise<Consecuencia> {
  const { tx } = ctx;
  const row = await loadEntrante(ctx, id);
  const monto = parte ?? leftOf(row);
  const { fecha } = row;
  const lote = await loadLote(tx, loteId);
  const asked = monto === row.importe ? [{ id, loteId }] : [];
  const [owed, cerrado, limite, asociados, header, iguales, recibos, numbers, parecidos] = await Promise.all([
    loadDefinitions(tx).then((definitions) => collector.owedBy(tx, [lote], definitions, fecha)),
    closedUntil(tx),
    limitWithoutCode(tx),
    listAsociados(tx, [loteId]),
    loadHeader(tx, loteId),
    listEqualReceipts(tx, [{ loteId, fecha, monto }]),
    listRecibosLibres(tx, { loteId, monto, fecha, dias: DIAS_CERCA }),
    numbersOf(tx, [{ loteId, fecha, monto }]),
    listParecidos(tx, asked, true),
  ]);
  const debt = owed.get(loteId);
  if (!debt) throw new NotFound('No existe el lote solicitado');
  const cobro = cobroDe(debt, monto, fecha, cerrado);
  const espera = porAbonar(fecha, ctx.today());
  const [taken] = await takenByDates(tx, stampOf(ctx), [{ fechaPago: fecha, charges: settledBy(cobro.allocation) }]);
  const quita = taken?.total ?? 0;
  const refusal = dateCodeRefusal(quita, limite);
  const numero = numbers.next(loteId, fecha, monto);
  const { interest, months } = cobro.allocation;
  const off = months.reduce((sum, { descuento }) => sum + descuento, 0);
  const settled = [...interest, ...months].reduce((sum, { pago }) => sum + pago, off);
  return {
    lote: {
      id: loteId,
      referencia: lote.referencia,
      asociado: asociados.get(loteId) ?? '',
      direccion: header.direccion,
    },
    ...{ deuda: header.deuda, fondo: header.fondo, monto: toPesos(monto), periodo: cobro.periodo },
    ...{ intereses: paidOf(interest), meses: paidOf(months), descuento: toPesos(off) },
    ...{ excedente: toPesos(cobro.excedente), nota: notaDe(cobro) },
    preguntas: [
      ...preguntasDe(cobro, {
        ...{ monto, fecha, hoy: ctx.today(), numero, reciboDeCaja: iguales[0]?.reciboId ?? null },
      }),
      // What it was proposed with says so above.
      ...parecidos.map(preguntaDe).filter((pregunta) => !row.motivo.includes(pregunta)),
      ...(espera === undefined ? [] : [espera]),
    ],
    ...{ quitaFecha: toPesos(quita), pideCodigo: refusal !== undefined },
    quedaDebiendo: toPesos(toCentavos(header.deuda) - settled - quita),
    recibos: recibos.map((one) => ({ ...one, monto: toPesos(one.monto) })),
  };
}

function refuseSettled(row: EntranteRow): void {
  const refusal = refusalOfSituacion(row);
  if (refusal) throw new Refusal(refusal);
  if (leftOf(row) <= 0) throw new Refusal('El depósito ya está aplicado completo. Actualice la página');
  if (row.situacion === 'conflicto') {
    throw new Refusal(
      'El proveedor se contradice sobre el depósito, o lo devolvió como duplicado. Diga primero si es otro dinero, o si es el mismo',
    );
  }
  if (row.situacion === 'duplicado' || row.situacion === 'devuelto' || row.situacion === 'retirado') {
    throw new Refusal(`El depósito está ${SITUACION[row.situacion]}. Regréselo primero a los pendientes`);
  }
}

/** The parts as orders, in their order. Refuses parts that are not what is left of the deposit. */
async function ordersOf(
  ctx: Context,
  row: EntranteRow,
  partes: z.output<typeof aplicarSchema>['partes'],
): Promise<Applied[]> {
  const orders = partes.map(({ lote, monto }) => ({ loteId: lote.id, fecha: row.fecha, monto: toCentavos(monto) }));
  if (new Set(orders.map(({ loteId }) => loteId)).size < orders.length) {
    throw new Refusal('Un lote está dos veces. Junte sus montos en una sola parte', 'partes');
  }
  const total = orders.reduce((sum, { monto }) => sum + monto, 0);
  if (total !== leftOf(row)) {
    throw new Refusal(
      `Las partes suman ${inPesos(total)} y del depósito quedan ${inPesos(leftOf(row))}. Reparta todo, ni más ni menos`,
      'partes',
    );
  }
  const numbers = await numbersOf(ctx.tx, orders);
  return orders.map((order) => ({
    ...order,
    ...{ numero: numbers.next(order.loteId, order.fecha, order.monto), confirmado: true, sola: false },
    ...{ referencia: row.referencia, observacion: observacionDe(row) },
    ...{ entranteId: row.id, version: row.version },
  }));
}

/** Refuses a part that would pay otherwise by now than whoever says yes has seen: somebody paid the lot meanwhile. */
async function refuseUnseen(ctx: Context, collector: Collector, body: z.output<typeof aplicarSchema>): Promise<void> {
  for (const { lote, monto, visto } of body.partes) {
    if (!visto) continue;
    const now = await consequenceOf(ctx, collector, { id: body.id, loteId: lote.id, monto: toCentavos(monto) });
    const ahora = vistoDe(now);
    if (VISTO.every((what) => ahora[what] === visto[what])) continue;
    throw new Refusal(
      `Mientras lo revisaba cambió lo que pagaría del lote ${now.lote.referencia}. Vea lo que pagaría ahora y aplíquelo de nuevo`,
    );
  }
}

/**
 * Applies a deposit to the lots that a person chose. Parts follow one another, each on its lot's lock: where one is refused, those
 * before it stand, and what is left waits in the inbox with the reason.
 */
export async function applyByHand(
  ctx: Context,
  collector: Collector,
  body: z.output<typeof aplicarSchema>,
): Promise<DepositoEntrante> {
  const row = await loadEntrante(ctx, body.id);
  if (row.version !== body.version) throw new Refusal(CHANGED);
  refuseSettled(row);
  const espera = porAbonar(row.fecha, ctx.today());
  if (espera !== undefined) throw new Refusal(espera);
  const cuenta = await findCuenta(ctx.tx, row.cuentaId);
  if (!cuenta) throw new Error(`deposit ${row.id} has its account`);
  await refuseUnseen(ctx, collector, body);
  const terms = { cajaId: cuenta.cajaId, metodoId: cuenta.metodoId, codigoFecha: body.autorizacionFecha };
  const done: string[] = [];
  let version = row.version;
  for (const order of await ordersOf(ctx, row, body.partes)) {
    const outcomes = await applyOrders(ctx, collector, terms, [{ ...order, version }]);
    const [outcome] = outcomes.values();
    if (!outcome || 'motivo' in outcome) {
      const motivo = outcome && 'motivo' in outcome ? outcome.motivo : 'No se aplicó. Intente de nuevo';
      if (done.length === 0) {
        const field = outcome && 'pideCodigo' in outcome && outcome.pideCodigo !== undefined ? DATE_CODE : undefined;
        throw new Refusal(motivo, field);
      }
      await leaveRest(ctx, row.id, `Se aplicó en parte (${done.join(', ')}). ${motivo}`);
      break;
    }
    version += 1;
    done.push(`recibo ${outcome.reciboId} por ${inPesos(order.monto)}`);
  }
  await ctx.audit({
    ...{ status: 'actualizado', entidad: 'deposito_entrante', entidadId: row.id, referencia: cuenta.caja },
    nota: `Depósito de ${inPesos(row.importe)} del ${formatFecha(row.fecha)} aplicado: ${done.join(', ')}`,
    despues: { partes: body.partes.map(({ lote, monto }) => ({ loteId: lote.id, monto })) },
  });
  return ctx.piecemeal(async (own) => depositoOf(await loadEntrante(own, row.id)));
}

/** What is left of a deposit that was applied in part waits again. */
function leaveRest(ctx: Context, id: number, motivo: string): Promise<void> {
  return ctx.piecemeal(async (own) => {
    const locked = await lockEntrante(own.tx, id);
    if (locked) await moveEntrantes(own.tx, [{ id, version: locked.version, situacion: 'por_confirmar', motivo }]);
  });
}

/** Says of a deposit that it is the one of a receipt that stands: no money moves. */
export async function joinReceipt(
  ctx: Context,
  body: { id: number; version: number; recibo: { id: number } },
): Promise<DepositoEntrante> {
  const found = await findReciboLibre(ctx.tx, body.recibo.id);
  // The lot first, as whoever moves money does.
  if (found) await lockLoteOfBody(ctx.tx, found.loteId);
  const row = await lockShown(ctx, body);
  refuseSettled(row);
  if (!found) throw new Refusal('El recibo no existe. Actualice la página y elija otro');
  const recibo = (await findReciboLibre(ctx.tx, body.recibo.id)) ?? found;
  if (recibo.tomado) throw new Refusal(`El recibo ${recibo.id} ya es de otro depósito. Elija otro`);
  if (recibo.enMano) throw new Refusal(`El recibo ${recibo.id} se recibió en caja, no en el banco. Elija otro`);
  if (recibo.firme <= 0 || recibo.firme > leftOf(row)) {
    throw new Refusal(
      `Del recibo ${recibo.id} están en firme ${inPesos(recibo.firme)} y del depósito quedan ${inPesos(leftOf(row))}. Elija el recibo de ese importe`,
    );
  }
  await insertUnion(ctx.tx, stampOf(ctx), { entranteId: row.id, reciboId: recibo.id, sola: false });
  await settleEntrantes(ctx.tx, [row]);
  await ctx.audit({
    ...{ status: 'actualizado', entidad: 'deposito_entrante', entidadId: row.id, referencia: recibo.lote },
    nota: `El depósito de ${inPesos(row.importe)} del ${formatFecha(row.fecha)} es el del recibo ${recibo.id} del lote ${recibo.lote}`,
  });
  return depositoOf(await loadEntrante(ctx, row.id));
}

/** Undoes that a deposit was said to be a receipt's money: the deposit is what it was, the receipt stays as it is. */
export async function separateReceipt(
  ctx: Context,
  body: { id: number; version: number; recibo: { id: number }; razon: string },
): Promise<DepositoEntrante> {
  const { id: reciboId } = body.recibo;
  const before = await findUnion(ctx.tx, body.id, reciboId);
  // The lot first, as whoever moves money does.
  if (before) await lockLoteOfBody(ctx.tx, before.loteId);
  const row = await lockShown(ctx, body);
  const union = await findUnion(ctx.tx, body.id, reciboId);
  if (!union) throw new Refusal(`El recibo ${reciboId} no es de este depósito. Actualice la página`);
  if (!union.unida) {
    throw new Refusal(`El recibo ${reciboId} se hizo para este depósito. Para deshacerlo, abra el recibo y corríjalo`);
  }
  if (union.firme <= 0) throw new Refusal(`El recibo ${reciboId} ya está cancelado: no hay nada que separar`);
  await refusing({ deposito_aplicacion_reverso_pkey: CHANGED, deposito_separa: CHANGED }, () =>
    insertSeparacion(ctx.tx, stampOf(ctx), union.id, body.razon),
  );
  const after = await loadEntrante(ctx, row.id);
  await ctx.audit({
    ...{ status: 'cancelado', entidad: 'deposito_entrante', entidadId: row.id, referencia: union.lote },
    nota: `El depósito de ${inPesos(row.importe)} del ${formatFecha(row.fecha)} no es el del recibo ${reciboId} del lote ${union.lote}: ${body.razon}`,
    ...{ antes: { situacion: row.situacion, reciboId }, despues: { situacion: after.situacion } },
  });
  return depositoOf(after);
}

const NEEDS_REASON = 'Diga la razón';

/**
 * What a line's deposit is a duplicate of, where it is to be one; the line of one that is none any more comes back to it. Refuses
 * a line that cannot be told twice.
 */
async function twinOf(ctx: Context, row: EntranteRow, situacion: Situacion): Promise<Gemelo | undefined> {
  if (row.situacion === 'duplicado') await unmarkDuplicado(ctx.tx, row.id);
  if (situacion !== 'duplicado' || !row.conLinea) return undefined;
  const gemelo = await findGemelo(ctx.tx, row.id, DIAS_CERCA);
  if (!gemelo) throw new Refusal(NO_DUPLICADO);
  return gemelo;
}

/** Sets a deposit aside, or back among those that wait. What receipts account for is corrected at the receipts. */
export async function moveByHand(ctx: Context, body: z.output<typeof moverSchema>): Promise<DepositoEntrante> {
  const { situacion: antes, ...of } = await loadEntrante(ctx, body.id);
  // The account first, as statements do.
  if (antes === 'devuelto') await lockCuenta(ctx.tx, of.cuentaId);
  const row = await lockShown(ctx, body);
  const refusal = refusalOfSituacion(row);
  if (refusal) throw new Refusal(refusal);
  if (row.situacion === 'devuelto' && (await countDevueltosSinSalida(ctx.tx, of, row.id)) < 0) {
    throw new Refusal(
      'Una salida de esta cuenta se clasificó como este depósito, devuelto. Deshágalo antes en Egresos',
    );
  }
  if (body.situacion === 'retirado' && (row.origen !== 'captura' || row.conLinea)) {
    throw new Refusal('Sólo se retira lo que se capturó a mano. Lo de un estado de cuenta se retira con su archivo');
  }
  if (row.aplicado > 0 && body.situacion !== 'por_identificar' && body.situacion !== 'pendiente') {
    throw new Refusal('Una parte del depósito está aplicada. Corrija primero sus recibos');
  }
  if (leftOf(row) <= 0) throw new Refusal('El depósito está aplicado. Para deshacerlo, corrija su recibo');
  const back = body.situacion === 'pendiente';
  if (back && row.situacion !== 'conflicto' && PENDIENTES.includes(row.situacion))
    throw new Refusal('El depósito ya está entre los pendientes');
  if (!back && body.razon === '') throw new Refusal(NEEDS_REASON, 'razon');
  const situacion = body.situacion === 'pendiente' ? 'desconocido' : body.situacion;
  if (row.situacion === situacion)
    throw new Refusal(`El depósito ya está ${SITUACION[situacion]}. Actualice la página`);
  const gemelo = await twinOf(ctx, row, situacion);
  await moveEntrantes(ctx.tx, [{ id: row.id, version: row.version, situacion, motivo: back ? '' : body.razon }]);
  if (gemelo) await markDuplicado(ctx.tx, row.id, gemelo);
  const words = back ? 'vuelve a los pendientes' : `queda ${SITUACION[situacion]}`;
  await ctx.audit({
    ...{ status: 'actualizado', entidad: 'deposito_entrante', entidadId: row.id, referencia: row.caja },
    nota: `El depósito de ${inPesos(row.importe)} del ${formatFecha(row.fecha)} ${words}${body.razon === '' ? '' : `: ${body.razon}`}`,
    ...{ antes: { situacion: row.situacion }, despues: { situacion, ...(gemelo && { duplicadoDe: gemelo.id }) } },
  });
  return depositoOf(await loadEntrante(ctx, row.id));
}

/** Applying the deposits of a list that a person has looked at. */
import { toCentavos, toPesos } from '#core/money.ts';
import { type Month, monthTitle } from '#core/period.ts';
import { claveDe } from '#libro/depositos/rules.ts';
import {
  applyDeposits,
  type DepositOrder,
  type DepositOutcome,
  methodOfDeposits,
} from '#libro/server/deposits/apply.ts';
import type { Collector } from '#libro/server/deposits/collector.ts';
import { type BookedReceipt, listBooked } from '#libro/server/deposits/repository.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import type { Context } from '#platform/server/context.ts';
import type { Deposito, Procesado } from '../contract.ts';

/** Orders of a list: equal ones of a day and lot are numbered in their order where the list does not say. */
function ordersOf(depositos: readonly Deposito[]): DepositOrder[] {
  const seen = new Map<string, number>();
  return depositos.map((deposito) => {
    const { id: loteId, referencia, fechaPago: fecha, observacion } = deposito;
    const monto = toCentavos(deposito.montoDepositado);
    const clave = claveDe(loteId, fecha, monto);
    const place = (seen.get(clave) ?? 0) + 1;
    seen.set(clave, place);
    return {
      ...{ loteId, referencia, fecha, monto, observacion },
      ...{ numero: deposito.numero ?? place, confirmado: deposito.confirmado === true },
    };
  });
}

export async function applyList(
  ctx: Context,
  collector: Collector,
  body: {
    caja: { id: number };
    metodoPago?: { id: number } | undefined;
    autorizacionFecha: string;
    mttoImportadoResponseList: readonly Deposito[];
  },
): Promise<Procesado[]> {
  const orders = ordersOf(body.mttoImportadoResponseList);
  const metodo = await methodOfDeposits(ctx.tx, body.metodoPago?.id);
  const terms = { cajaId: body.caja.id, metodo, codigoFecha: body.autorizacionFecha };
  const outcomes = await applyDeposits(ctx, collector, { ...terms, detalle: 'Importación de pagos' }, orders);
  const booked = await listBooked(
    ctx.tx,
    [...outcomes.values()].flatMap((outcome) => ('reciboId' in outcome ? [outcome.reciboId] : [])),
  );
  const done = [...outcomes.entries()].filter(([, outcome]) => 'nuevo' in outcome && outcome.nuevo);
  const total = done.reduce((sum, [{ monto }]) => sum + monto, 0);
  await ctx.audit({
    status: 'creado',
    entidad: 'deposito',
    nota: `Importación de pagos: ${done.length} depósitos aplicados por ${inPesos(total)}, de ${orders.length} en la lista`,
    despues: { aplicados: done.length, total, enLista: orders.length, cajaId: terms.cajaId, metodo },
  });
  return orders.map((order) => processedOf(order, outcomes.get(order), booked));
}

const monthsOf = (cobros: BookedReceipt['cobros']): Month[] =>
  cobros.flatMap(({ name, year, mes }) =>
    name === 'mantenimiento' && year !== null && mes !== null ? [{ year, mes }] : [],
  );

function periodOf({ cobros }: BookedReceipt): string {
  const months = monthsOf(cobros);
  const [first] = months;
  const last = months.at(-1);
  if (!first || !last) return cobros.length > 0 ? 'Intereses moratorios' : 'Fondo';
  return first === last ? monthTitle(first) : `${monthTitle(first)} a ${monthTitle(last)}`;
}

function processedOf(
  order: DepositOrder,
  outcome: DepositOutcome | undefined,
  booked: ReadonlyMap<number, BookedReceipt>,
): Procesado {
  const base = { referencia: order.referencia, monto: toPesos(order.monto) };
  const receipt = outcome && 'reciboId' in outcome ? booked.get(outcome.reciboId) : undefined;
  if (!outcome || 'motivo' in outcome || !receipt) {
    const mensaje = outcome && 'motivo' in outcome ? outcome.motivo : 'No se aplicó. Intente de nuevo';
    return {
      ...base,
      id: null,
      periodo: '',
      idFactura: null,
      tipo: '',
      cobros: [],
      fondo: 0,
      resultado: 'rechazado',
      mensaje,
    };
  }
  const cobros = [
    ...receipt.cobros.map(({ id, name }) => ({ id, name })),
    ...(receipt.fondoId === null ? [] : [{ id: receipt.fondoId, name: 'fondo' }]),
  ];
  const [first] = cobros;
  return {
    ...base,
    id: first?.id ?? null,
    periodo: periodOf(receipt),
    idFactura: receipt.facturaId,
    tipo: first?.name ?? '',
    cobros,
    fondo: toPesos(receipt.fondo),
    resultado: outcome.nuevo ? 'aplicado' : 'ya_aplicado',
    mensaje: outcome.nuevo ? '' : 'Este depósito ya se había aplicado',
  };
}

/** Where a charge's amounts come from: its rows, and the sums that they give. */
import { saldoOf, statusOf } from '#core/charge-status.ts';
import type { Fecha } from '#core/fecha.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { loadLote } from '#libro/server/lotes.ts';
import type { Context } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import type { DeudaExplicada, Explicacion, FondoExplicado } from '../contract.ts';
import { knownUntil } from './known.ts';
import {
  type ExplainedCharge,
  type ExplainedRow,
  findExplained,
  listDebts,
  listExplainedAjustes,
  listExplainedPagos,
  listFund,
  listInterestOn,
  listTraslados,
} from './repository.ts';

const UNKNOWN = 'No existe el cargo solicitado';
/** Later than any row: what is recorded in this very instant counts. */
const END_OF_TIME = new Date('9999-12-31T23:59:59Z');

const inForce = <R extends ExplainedRow>(rows: readonly R[]): R[] => rows.filter((row) => row.contraFecha === null);
const sumOf = (rows: readonly ExplainedRow[]): Centavos => rows.reduce((sum, row) => sum + row.monto, 0);

/** The row that takes this one back. */
const contraOf = ({ contraFecha, contraRazon, contraQuien }: ExplainedRow) =>
  contraFecha === null ? null : { fecha: contraFecha, razon: contraRazon ?? '', quien: contraQuien };

const told = <R extends ExplainedRow>(row: R) => ({
  ...row,
  monto: toPesos(row.monto),
  registrado: row.registrado.toISOString(),
});

function interestOf(charge: ExplainedCharge): Explicacion['interes'] {
  const { interesBase, interesPorcentaje, interesFactor, baseId, baseConcepto, year, mes } = charge;
  if (interesBase === null || interesPorcentaje === null || interesFactor === null || baseId === null) return null;
  return {
    base: toPesos(interesBase),
    porcentaje: interesPorcentaje,
    factor: interesFactor,
    year: year ?? 0,
    mes: mes ?? 0,
    sobre: { id: baseId, concepto: baseConcepto ?? '' },
  };
}

/** A charge with its rows, now or as known at the end of a day. Unknown, undone and replaced charges: 404. */
export async function explain(ctx: Context, id: number, conocido: Fecha | null | undefined): Promise<Explicacion> {
  const { tx } = ctx;
  const until = knownUntil(ctx, conocido) ?? END_OF_TIME;
  const charge = await findExplained(tx, id, until);
  if (!charge) throw new NotFound(UNKNOWN);
  const ajustes = await listExplainedAjustes(tx, id, until);
  const standing = inForce(ajustes);
  const has = (...tipos: string[]) => standing.some(({ tipo }) => tipos.includes(tipo));
  if (has('anulacion', 'reemplazo')) throw new NotFound(UNKNOWN);
  const pagos = await listExplainedPagos(tx, id, until);
  const sums = { monto: charge.monto, pagado: sumOf(inForce(pagos)), ajustado: sumOf(standing) };
  const intereses = await listInterestOn(tx, id, until);
  return {
    id: charge.id,
    tipo: charge.tipo,
    concepto: charge.concepto,
    estado: statusOf({
      ...sums,
      condonado: sumOf(standing.filter(({ tipo }) => tipo === 'condonacion')),
      cancelado: has('cancelacion'),
    }),
    lote_id: charge.loteId,
    referencia: charge.referencia,
    fecha: charge.fecha,
    vence: charge.vence,
    registrado: charge.registrado.toISOString(),
    quien: charge.quien,
    observacion: charge.observacion,
    folio: charge.folio,
    monto: toPesos(sums.monto),
    pagado: toPesos(sums.pagado),
    ajustado: toPesos(sums.ajustado),
    saldo: toPesos(saldoOf(sums)),
    interes: interestOf(charge),
    pagos: pagos.map((pago) => ({ ...told(pago), cancelado: contraOf(pago) })),
    ajustes: ajustes.map((ajuste) => ({ ...told(ajuste), revertido: contraOf(ajuste) })),
    intereses: intereses.map((entry) => ({ ...entry, monto: toPesos(entry.monto), saldo: toPesos(entry.saldo) })),
    traslados: await listTraslados(tx, id, until),
  };
}

/** The open charges that a lot's debt adds up, its units' among them. Unknown: 404. */
export async function explainDebt({ tx }: Context, id: number): Promise<DeudaExplicada> {
  const { referencia } = await loadLote(tx, id);
  const debts = await listDebts(tx, { loteId: id, withUnits: true });
  return {
    referencia,
    cargos: debts.map((debt) => ({
      id: debt.id,
      concepto: debt.concepto,
      moratorio: debt.moratorio,
      vence: debt.fecha,
      saldo: toPesos(debt.saldo),
      referencia: debt.referencia,
    })),
  };
}

/** The movements that a lot's fund adds up. Unknown: 404. */
export async function explainFund({ tx }: Context, id: number): Promise<FondoExplicado> {
  const { referencia, fondo } = await loadLote(tx, id);
  const movimientos = await listFund(tx, id);
  return {
    referencia,
    saldo: toPesos(fondo),
    movimientos: movimientos.map((row) => ({
      ...row,
      monto: toPesos(row.monto),
      registrado: row.registrado.toISOString(),
    })),
  };
}

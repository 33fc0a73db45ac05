/** Where a lot's and a charge's amounts come from: their rows, and the amounts that these are compared with. */
import { statusOf } from '#core/charge-status.ts';
import type { Fecha } from '#core/fecha.ts';
import { interestAmount } from '#core/interest.ts';
import { toPesos } from '#core/money.ts';
import {
  type DeudaExplicada,
  type Explicacion,
  type FondoExplicado,
  MONTOS_DE_CARGO,
  type Rebaja,
} from '#libro/explicacion/contract.ts';
import {
  type Renglon,
  renglonesDe,
  renglonesDeDeuda,
  renglonesDeFondo,
  unexplained,
} from '#libro/explicacion/rules.ts';
import { loadHeader } from '#libro/server/header.ts';
import { loadLote } from '#libro/server/lotes.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { NotFound } from '#platform/server/errors.ts';
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
  listRebajas,
  listTraslados,
} from './repository.ts';

const UNKNOWN = 'No existe el cargo solicitado';
/** Later than any row: what is recorded in this very instant counts. */
const END_OF_TIME = new Date('9999-12-31T23:59:59Z');

/** Logs an amount that its rows do not add up to. The dialog shows the difference; here whoever operates learns of it. */
function compare(ctx: Context, of: Record<string, unknown>, monto: number, renglones: readonly Renglon[]): void {
  const diferencia = unexplained(monto, renglones);
  if (diferencia !== 0) ctx.logError('importe sin explicar', { ...of, monto, diferencia });
}

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
    calculado: toPesos(interestAmount(interesBase, interesPorcentaje, interesFactor)),
    year: year ?? 0,
    mes: mes ?? 0,
    sobre: { id: baseId, concepto: baseConcepto ?? '' },
  };
}

/** What lowered each of these charges, by their ids. */
async function rebajasOf(tx: Tx, charges: readonly { id: number }[], until: Date): Promise<(id: number) => Rebaja[]> {
  const ids = charges.map(({ id }) => id);
  const byCharge = Map.groupBy(await listRebajas(tx, ids, until), ({ cargoId }) => cargoId);
  return (id) => (byCharge.get(id) ?? []).map(({ cargoId: _, ...row }) => ({ ...row, monto: toPesos(row.monto) }));
}

/** A charge's rows, and what is said of it beside its amounts. */
async function rowsOf(tx: Tx, charge: ExplainedCharge, until: Date) {
  const [pagos, ajustes, intereses, traslados] = await Promise.all([
    listExplainedPagos(tx, charge.id, until),
    listExplainedAjustes(tx, charge.id, until),
    listInterestOn(tx, charge.id, until),
    listTraslados(tx, charge.id, until),
  ]);
  const rebajas = await rebajasOf(tx, intereses, until);
  return {
    interes: interestOf(charge),
    pagos: pagos.map((pago) => ({ ...told(pago), cancelado: contraOf(pago) })),
    ajustes: ajustes.map((ajuste) => ({ ...told(ajuste), revertido: contraOf(ajuste) })),
    intereses: intereses.map(({ monto, pagado, saldo, ...entry }) => ({
      ...entry,
      monto: toPesos(monto),
      rebajas: rebajas(entry.id),
      pagado: toPesos(pagado),
      saldo: toPesos(saldo),
    })),
    traslados,
  };
}

/** The amounts of a charge as screens show them. */
function amountsOf(charge: ExplainedCharge, cancelled: boolean): Explicacion['importes'] {
  const { monto, pagado, ajustado, descuento, condonado, cancelado, saldo, interesNeto, interes } = charge;
  return {
    monto: toPesos(monto),
    neto: toPesos(monto - ajustado + cancelado),
    ajustado: toPesos(ajustado),
    descuento: toPesos(descuento),
    condonado: toPesos(condonado),
    cancelado: toPesos(cancelado),
    pagado: toPesos(pagado),
    abono: toPesos(cancelled ? 0 : pagado),
    saldo: toPesos(saldo),
    interesNeto: toPesos(interesNeto),
    interes: toPesos(interes),
  };
}

/** A charge with its rows, now or as known at the end of a day. Unknown, undone and replaced charges: 404. */
export async function explain(ctx: Context, id: number, conocido: Fecha | null | undefined): Promise<Explicacion> {
  const { tx } = ctx;
  const known = knownUntil(ctx, conocido);
  const until = known ?? END_OF_TIME;
  const charge = await findExplained(tx, id, until, known !== undefined);
  if (!charge || charge.oculto) throw new NotFound(UNKNOWN);
  const importes = amountsOf(charge, charge.cerrado);
  const explained: Explicacion = {
    id: charge.id,
    tipo: charge.tipo,
    concepto: charge.concepto,
    estado: statusOf({ ...charge, cancelado: charge.cerrado }),
    lote_id: charge.loteId,
    referencia: charge.referencia,
    fecha: charge.fecha,
    vence: charge.vence,
    registrado: charge.registrado.toISOString(),
    quien: charge.quien,
    observacion: charge.observacion,
    folio: charge.folio,
    monto: importes.monto,
    pagado: importes.pagado,
    ajustado: importes.ajustado,
    saldo: importes.saldo,
    importes,
    ...(await rowsOf(tx, charge, until)),
  };
  for (const que of MONTOS_DE_CARGO) compare(ctx, { cargo: id, que }, importes[que], renglonesDe(que, explained));
  return explained;
}

/** The open charges that a lot's debt adds up, its units' among them, and what its header says. Unknown: 404. */
export async function explainDebt(ctx: Context, id: number): Promise<DeudaExplicada> {
  const { tx } = ctx;
  const { referencia, deuda, deuda_moratorio: moratorio } = await loadHeader(tx, id);
  const debts = await listDebts(tx, { loteId: id, withUnits: true });
  const rebajas = await rebajasOf(tx, debts, END_OF_TIME);
  const explained: DeudaExplicada = {
    referencia,
    deuda,
    moratorio,
    cargos: debts.map((debt) => ({
      id: debt.id,
      concepto: debt.concepto,
      moratorio: debt.moratorio,
      vence: debt.fecha,
      monto: toPesos(debt.monto),
      rebajas: rebajas(debt.id),
      pagado: toPesos(debt.pagado),
      saldo: toPesos(debt.saldo),
      referencia: debt.referencia,
    })),
  };
  compare(ctx, { lote: id, que: 'deuda' }, deuda, renglonesDeDeuda(explained, false));
  compare(ctx, { lote: id, que: 'moratorio' }, moratorio, renglonesDeDeuda(explained, true));
  return explained;
}

/** The movements that a lot's fund adds up. Unknown: 404. */
export async function explainFund(ctx: Context, id: number): Promise<FondoExplicado> {
  const { tx } = ctx;
  const { referencia, fondo } = await loadLote(tx, id);
  const movimientos = await listFund(tx, id);
  const explained: FondoExplicado = {
    referencia,
    saldo: toPesos(fondo),
    movimientos: movimientos.map((row) => ({
      ...row,
      monto: toPesos(row.monto),
      registrado: row.registrado.toISOString(),
    })),
  };
  compare(ctx, { lote: id, que: 'fondo' }, explained.saldo, renglonesDeFondo(explained));
  return explained;
}

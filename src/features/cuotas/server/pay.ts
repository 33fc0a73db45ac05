/**
 * Payment of an initial fee: whole pesos, chosen late interest first, the excess to the fund. Everything is computed anew
 * on what is owed once the lot is locked. Source: dominio.md#codes-fund-fees.
 */
import { type Centavos, toCentavos } from '#core/money.ts';
import { settledBy } from '#core/value-date.ts';
import type { PaymentResult } from '#libro/contract.ts';
import { type Charge, refuseClosedCharge, selectCharges } from '#libro/server/charges.ts';
import { type LedgerLote, lockLotes, refuseClosedLote } from '#libro/server/lotes.ts';
import { bookPayment, inPesos } from '#libro/server/pay-charge.ts';
import { amountTaken, interestLines } from '#libro/server/pay-with-interest.ts';
import { acceptTender, type Tender } from '#libro/server/receive.ts';
import { stampOf } from '#libro/server/stamp.ts';
import { grantOfDate } from '#libro/server/value-date.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { allocateInitialFee, initialFeeDue, type PagoDeCuotaInicial } from '../rules.ts';
import { type InteresRow, listIntereses } from './repository.ts';

interface OpenFee {
  charge: Charge;
  intereses: InteresRow[];
  lote: LedgerLote;
}

async function readFee(tx: Tx, id: number): Promise<{ charge: Charge; intereses: InteresRow[] }> {
  const charge = await selectCharges(tx)
    .where('cargo.id', '=', id)
    .where('cargo.tipo', '=', 'cuota_inicial')
    .where('cargo.status', '<>', 'anulado')
    .executeTakeFirst();
  if (!charge) throw new Refusal('El cargo no existe. Actualice la página e intente de nuevo');
  return { charge, intereses: await listIntereses(tx, id) };
}

/** The lot that owes what is open: a merge leaves a paid fee where it was and takes along the interest on it. */
function debtorOf(charge: Charge, intereses: readonly InteresRow[]): number {
  return charge.saldo > 0 ? charge.loteId : (intereses[0]?.loteId ?? charge.loteId);
}

/** Locks the lot that owes a fee and reads the fee and its interest after the lock. */
async function lockFee(tx: Tx, id: number): Promise<OpenFee> {
  let found = await readFee(tx, id);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const debtor = debtorOf(found.charge, found.intereses);
    const [lote] = await lockLotes(tx, [debtor]);
    found = await readFee(tx, id);
    // A merge may have moved it while the lock was waited for.
    if (lote && debtorOf(found.charge, found.intereses) === lote.id) return { ...found, lote };
  }
  throw new Refusal('El cargo cambió de lote. Actualice la página e intente de nuevo');
}

export interface InitialFeePayment {
  cargoId: number;
  /** Pesos handed over. */
  monto: number;
  tender: Tender;
  cantMoratorios: number | undefined;
  percent: number;
  codigo: string;
  /** For what the date takes off, where that is past the limit. */
  codigoFecha: string;
}

/** Takes the payment of an initial fee and answers its outcome. */
export async function payInitialFee(ctx: Context, asked: InitialFeePayment): Promise<PaymentResult> {
  const { tx } = ctx;
  const stamp = stampOf(ctx);
  const { charge, intereses, lote } = await lockFee(tx, asked.cargoId);
  refuseClosedLote(lote);
  if (intereses.length === 0) refuseClosedCharge(charge);
  const tender = await acceptTender(tx, stamp, asked.tender);
  const payment: PagoDeCuotaInicial = {
    cargo: charge,
    interest: intereses,
    fechaPago: tender.fechaPago,
    cantMoratorios: asked.cantMoratorios,
    interestPercent: asked.percent,
  };
  const due = initialFeeDue(payment);
  if (due.months.length === 0 && due.interest.length === 0) {
    throw new Refusal('No hay nada que cobrar en esa fecha de pago. Actualice la página');
  }
  const monto = amountTaken(toCentavos(asked.monto), due, tender, lote.fondo);
  const allocation = allocateInitialFee(payment, due, monto);
  const { fechaPago } = tender;
  const settled = { fechaPago, charges: settledBy(allocation) };
  const porFecha = await grantOfDate(tx, stamp, settled, asked.codigoFecha);
  const ofInterest = await interestLines(ctx, allocation.interest, {
    loteId: lote.id,
    percent: asked.percent,
    codigo: asked.codigo,
    concepto: charge.concepto,
    ...{ fechaPago, porFecha },
  });
  return bookPayment(
    ctx,
    {
      loteId: lote.id,
      tender,
      lines: [...ofInterest.lines, ...allocation.months.map(({ pago }) => ({ cargoId: charge.id, monto: pago }))],
      excedente: allocation.excedente,
      porFecha: { quita: porFecha.quita, codigoId: ofInterest.codigoFechaId },
    },
    (cargoId) => (cargoId === charge.id ? 'cuota_inicial' : 'interes'),
    (receipt) => ({
      status: 'creado',
      entidad: 'recibo',
      entidadId: receipt.reciboId,
      referencia: lote.referencia,
      nota: noteOf(charge.concepto, monto, allocation.interest.length, allocation.excedente),
      despues: {
        total: receipt.total,
        descuento: allocation.interest.reduce((sum, line) => sum + line.descuento, 0),
        pagos: receipt.pagos.map((pago) => ({ cargoId: pago.cargoId, monto: pago.monto })),
        fondo: receipt.aFondo,
        fechaPago: tender.fechaPago,
        fechaContable: tender.fechaContable,
        quitaFecha: porFecha.quita,
        cajaId: tender.cajaId,
        metodo: tender.metodo,
      },
    }),
  );
}

function noteOf(concepto: string, monto: Centavos, interest: number, excedente: Centavos): string {
  const intereses =
    interest === 0 ? '' : ` con ${interest} ${interest === 1 ? 'interés moratorio' : 'intereses moratorios'}`;
  const fondo = excedente > 0 ? `; ${inPesos(excedente)} al fondo` : '';
  return `Pago de cuota inicial por ${inPesos(monto)}${intereses}: ${concepto}${fondo}`;
}

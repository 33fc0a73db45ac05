/** The complement of a PPD invoice: what was received of it, by day and form. */
import type { Partes, Tratamiento } from '#cfdi/documento.ts';
import type { Centavos } from '#core/money.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { nameOf, whileSustituidaStands } from '../../rules.ts';
import { type FacturaRow, findComplemento, findReferencia, findRelativas } from '../repository.ts';
import { formaOf, refusalOfForma, sumOf } from './draft.ts';
import { insertComplemento, listConceptos, listPagos, type PagoPorFacturar } from './repository.ts';
import { requireEmisor, requireFactura } from './required.ts';

/** A payment with the treatment that its invoice gave it. */
type Invoiced = PagoPorFacturar & { tratado: Tratamiento };

/** Drafts the complement of a PPD invoice, whose payments have been received when it was made. */
export async function complementInvoice(ctx: Context, id: number): Promise<number> {
  const { tx } = ctx;
  const row = await requireFactura(tx, id);
  await refuseComplement(tx, row);
  const pagos = await requireInvoiced(tx, row.id);
  const total = sumOf(pagos);
  const emisor = await requireEmisor(tx);
  const facturaId = await insertComplemento(
    tx,
    { facturaId: row.id, emisor, total },
    documentsOf(row.id, pagos),
    stampOf(ctx),
  );
  await ctx.audit({
    status: 'creado',
    entidad: 'factura',
    entidadId: facturaId,
    referencia: await findReferencia(tx, row.lote_id),
    nota: `Complemento de pago de la factura ${nameOf(row)} por ${inPesos(total)}`,
    despues: { factura: row.id, total },
  });
  return facturaId;
}

/** Refuses an invoice that has none, has it already, or waits for the one that it takes the place of. */
async function refuseComplement(tx: Tx, row: FacturaRow): Promise<void> {
  if (row.metodo_pago !== 'PPD') throw new Refusal('Sólo una factura con método PPD lleva complemento de pago');
  const early = whileSustituidaStands({ folio: nameOf(row), ...(await findRelativas(tx, row.id)) });
  if (early !== undefined) throw new Refusal(early);
  if (await findComplemento(tx, row.id)) {
    throw new Refusal(`La factura ${nameOf(row)} ya tiene su complemento de pago. Actualice la página`);
  }
}

/** The payments that an invoice is of; refuses where there are none, or nobody can say how one was made. */
async function requireInvoiced(tx: Tx, facturaId: number): Promise<Invoiced[]> {
  const lines = (await listConceptos(tx, facturaId)).filter(({ viva }) => viva);
  const tratados = new Map(lines.map((line) => [line.pago_id, line.tratamiento as Tratamiento]));
  const ids = lines.flatMap((line) => line.pago_id ?? []);
  const pagos = await listPagos(tx, ids);
  if (pagos.length === 0) throw new Refusal('La factura no tiene pagos vigentes. Actualice la página');
  const refusal = refusalOfForma(pagos);
  if (refusal !== undefined) throw new Refusal(refusal);
  return pagos.map((pago) => ({ ...pago, tratado: tratados.get(pago.id) ?? 'no_objeto' }));
}

/** The payments by day and form, each group with what was owed before it. */
function documentsOf(relacionadaId: number, pagos: readonly Invoiced[]) {
  const groups = Map.groupBy(pagos, (pago) => `${pago.fechaPago} ${formaOf([pago])}`);
  let saldo = sumOf(pagos);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group], index) => {
      const pagado = sumOf(group);
      const saldoAnterior = saldo;
      saldo -= pagado;
      return {
        relacionada_id: relacionadaId,
        fecha_pago: key.slice(0, 10),
        forma_pago: key.slice(11),
        parcialidad: index + 1,
        saldo_anterior_centavos: saldoAnterior,
        pagado_centavos: pagado,
        partes: JSON.stringify(partesOf(group)),
      };
    });
}

/** What payments come to by the treatment that they were invoiced with. */
function partesOf(pagos: readonly Invoiced[]): Partes {
  const partes: Partial<Record<Tratamiento, Centavos>> = {};
  for (const { tratado, monto } of pagos) partes[tratado] = (partes[tratado] ?? 0) + monto;
  return partes;
}

/** Payment complements: what was received of PPD invoices, by day and form. */
import { parteDe } from '#cfdi/comprobante.ts';
import type { Tratamiento } from '#cfdi/documento.ts';
import type { Centavos } from '#core/money.ts';
import { lockLotes } from '#libro/server/lotes.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import { stampOf } from '#libro/server/stamp.ts';
import type { Context } from '#platform/server/context.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { InvoicingStamp } from '#platform/server/invoicing.ts';
import { faltaParaComplemento, nameOf, refusalForNotas, whileSustituidaStands } from '../../rules.ts';
import { type FacturaRow, findComplemento, findReferencia, findRelativas, listNotasCredito } from '../repository.ts';
import { formaOf, refusalOfForma, sumOf } from './draft.ts';
import {
  type Emisor,
  findEmisor,
  insertComplemento,
  listConceptos,
  listPagos,
  type PagoPorFacturar,
} from './repository.ts';
import {
  type Contados,
  type FacturaPorPagar,
  listContados,
  listPorComplementar,
  lockPorPagar,
} from './repository-ppd.ts';
import { requireEmisor, requireFactura } from './required.ts';

/** A payment with the treatment that its invoice gave it. */
type Invoiced = PagoPorFacturar & { tratado: Tratamiento };

/** A payment of a charge that was invoiced before. */
export type OfCharge = Invoiced & { facturaDeCargo: number };

export const isOfCharge = (pago: PagoPorFacturar): pago is OfCharge =>
  pago.facturaDeCargo !== null && pago.tratado !== null && !pago.facturado && !pago.sistemaAnterior;

/** Drafts the complement of a PPD invoice: of what has been received of its charges, or of its payments. Answers its id. */
export async function complementInvoice(ctx: Context, id: number): Promise<number> {
  const { tx } = ctx;
  const row = await requireFactura(tx, id);
  if (row.metodo_pago !== 'PPD') throw new Refusal('Sólo una factura con método PPD lleva complemento de pago');
  const early = whileSustituidaStands({ folio: nameOf(row), ...(await findRelativas(tx, row.id)) });
  if (early !== undefined) throw new Refusal(early);
  const lines = (await listConceptos(tx, row.id)).filter(({ viva }) => viva);
  if (lines.some(({ cargo_id }) => cargo_id !== null)) {
    const pending = await listPorComplementar(tx, row.id);
    if (pending.length === 0) {
      throw new Refusal(`De la factura ${nameOf(row)} no hay pagos sin complemento. Actualice la página`);
    }
    const [first] = await complementPayments(
      ctx,
      pending.map((pago) => pago.id),
    );
    if (first === undefined) throw new Error('pending payments have a complement');
    return first;
  }
  const tratados = new Map(lines.map((line) => [line.pago_id, line.tratamiento as Tratamiento]));
  return complementReceived(ctx, row, tratados);
}

/** Drafts the complement of an invoice whose payments had been received when it was made. */
async function complementReceived(
  ctx: Context,
  row: FacturaRow,
  tratados: ReadonlyMap<number | null, Tratamiento>,
): Promise<number> {
  const { tx } = ctx;
  if (await findComplemento(tx, row.id)) {
    throw new Refusal(`La factura ${nameOf(row)} ya tiene su complemento de pago. Actualice la página`);
  }
  const standing = refusalForNotas(nameOf(row), await listNotasCredito(tx, row.id));
  if (standing !== undefined) throw new Refusal(standing);
  const ids = [...tratados.keys()].flatMap((id) => id ?? []);
  const pagos = (await listPagos(tx, ids)).map((pago) => ({ ...pago, tratado: tratados.get(pago.id) ?? 'no_objeto' }));
  if (pagos.length === 0) throw new Refusal('La factura no tiene pagos vigentes. Actualice la página');
  const refusal = refusalOfForma(pagos);
  if (refusal !== undefined) throw new Refusal(refusal);
  const total = sumOf(pagos);
  const contados = (await listContados(tx, [row.id])).get(row.id) ?? new Map();
  const emisor = await requireEmisor(tx);
  const facturaId = await insertComplemento(
    tx,
    {
      facturaId: row.id,
      emisor,
      total,
      pagos: [{ id: null, concepto: 'Pago' }],
      settled: documentsOf(pagos, { id: row.id, saldo: total, parcialidad: 1, contados }),
    },
    stampOf(ctx),
  );
  await auditComplement(ctx, facturaId, {
    loteId: row.lote_id,
    nota: `Complemento de pago de la factura ${nameOf(row)} por ${inPesos(total)}`,
    despues: { factura: row.id, total },
  });
  return facturaId;
}

async function auditComplement(
  ctx: Context,
  entidadId: number,
  { loteId, nota, despues }: { loteId: number | null; nota: string; despues: object },
): Promise<void> {
  const referencia = await findReferencia(ctx.tx, loteId);
  await ctx.audit({ status: 'creado', entidad: 'factura', entidadId, referencia, nota, despues: { ...despues } });
}

/** Drafts the complements of these payments of invoiced charges, one for each receipt, issuer and receiver; answers their ids. */
export async function complementPayments(ctx: Context, ids: readonly number[]): Promise<number[]> {
  const { tx } = ctx;
  const wanted = new Set(ids);
  const loteIds = (await listPagos(tx, [...wanted])).map(({ loteId }) => loteId);
  await lockLotes(tx, loteIds);
  const pending = new Set((await listPorComplementar(tx)).map(({ id }) => id));
  const pagos = (await listPagos(tx, [...wanted])).filter(isOfCharge);
  if (pagos.length !== wanted.size || pagos.some(({ id }) => !pending.has(id))) {
    throw new Refusal('Uno de los pagos ya no espera complemento. Actualice la página e intente de nuevo');
  }
  const emisor = await requireEmisor(tx);
  const byReceipt = [...Map.groupBy(pagos, ({ reciboId }) => reciboId).values()];
  const written = await draftComplements(tx, byReceipt, emisor, stampOf(ctx));
  const facturaIds: number[] = [];
  for (const [n, complement] of written.entries()) {
    if (complement.motivo !== '') throw new Refusal(complement.motivo);
    const settled = byReceipt[n] ?? [];
    for (const facturaId of complement.facturaIds) {
      await auditComplement(ctx, facturaId, {
        loteId: settled[0]?.loteId ?? null,
        nota: `Complemento de pago por ${inPesos(sumOf(settled))}, recibo ${settled[0]?.reciboId}`,
        despues: { pagos: settled.map(({ id }) => id), total: sumOf(settled) },
      });
    }
    facturaIds.push(...complement.facturaIds);
  }
  return facturaIds;
}

/**
 * The complements of payments whose own has been given up, of one receipt; none for those whose charge no live invoice has.
 * Nothing is refused.
 */
export async function redraftComplements(tx: Tx, pagoIds: readonly number[], stamp: InvoicingStamp): Promise<number[]> {
  const pagos = (await listPagos(tx, pagoIds)).filter(isOfCharge);
  const emisor = pagos.length === 0 ? undefined : await findEmisor(tx);
  if (!emisor) return [];
  return (await draftComplements(tx, [pagos], emisor, stamp)).flatMap(({ facturaIds }) => facturaIds);
}

export interface Complemented {
  facturaIds: number[];
  /** Why payments were left without; '' where none was. */
  motivo: string;
}

/** Drafts the complements of receipts' payments of invoiced charges, whose lots are locked: one for each issuer and receiver. Refuses nothing. */
export async function draftComplements(
  tx: Tx,
  receipts: readonly (readonly OfCharge[])[],
  emisor: Emisor,
  stamp: InvoicingStamp,
): Promise<Complemented[]> {
  const facturas = await lockPorPagar(
    tx,
    receipts.flat().map(({ facturaDeCargo }) => facturaDeCargo),
  );
  const written: Complemented[] = [];
  for (const pagos of receipts) written.push(await draftReceipt(tx, pagos, { facturas, emisor, stamp }));
  return written;
}

interface Drafting {
  facturas: Map<number, FacturaPorPagar>;
  emisor: Emisor;
  stamp: InvoicingStamp;
}

async function draftReceipt(
  tx: Tx,
  pagos: readonly OfCharge[],
  { facturas, emisor, stamp }: Drafting,
): Promise<Complemented> {
  const settled = new Map<string, { pagos: OfCharge[]; documents: ReturnType<typeof documentsOf> }>();
  let motivo = '';
  for (const [facturaId, group] of Map.groupBy(pagos, ({ facturaDeCargo }) => facturaDeCargo)) {
    const factura = facturas.get(facturaId);
    if (!factura) throw new Error(`invoice ${facturaId} is gone`);
    const monto = sumOf(group);
    const metodoSinForma = group.find((pago) => pago.metodoSinForma !== null)?.metodoSinForma ?? null;
    const falta = faltaParaComplemento({ saldo: factura.saldo, monto, metodoSinForma });
    if (falta !== '') {
      motivo = falta;
      continue;
    }
    const parties = `${factura.emisorRfc} ${factura.receptorRfc}`;
    const of = settled.get(parties) ?? { pagos: [], documents: [] };
    const documents = documentsOf(group, factura);
    settled.set(parties, {
      pagos: [...of.pagos, ...group],
      documents: [...of.documents, ...documents],
    });
    // The next receipt of the same batch goes on from here.
    facturas.set(facturaId, {
      ...factura,
      saldo: factura.saldo - monto,
      parcialidad: factura.parcialidad + documents.length,
    });
  }
  const facturaIds: number[] = [];
  for (const { pagos: told, documents } of settled.values()) {
    const [first] = told;
    if (!first) continue;
    const lines = told.map(({ id, concepto }) => ({ id, concepto: `Pago de ${concepto}`.slice(0, 1000) }));
    const complement = {
      facturaId: first.facturaDeCargo,
      emisor,
      total: sumOf(told),
      pagos: lines,
      settled: documents,
    };
    facturaIds.push(await insertComplemento(tx, complement, stamp));
  }
  return { facturaIds, motivo };
}

/** The payments of one invoice by day and form, each group with what was left of it before; told in `contados` from then on. */
function documentsOf(
  pagos: readonly Invoiced[],
  { id, saldo, parcialidad, contados }: Pick<FacturaPorPagar, 'id' | 'saldo' | 'parcialidad' | 'contados'>,
) {
  const groups = Map.groupBy(pagos, (pago) => `${pago.fechaPago} ${formaOf([pago])}`);
  let left: Centavos = saldo;
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group], index) => {
      const pagado = sumOf(group);
      const saldoAnterior = left;
      left -= pagado;
      return {
        relacionada_id: id,
        fecha_pago: key.slice(0, 10),
        forma_pago: key.slice(11),
        parcialidad: parcialidad + index,
        saldo_anterior_centavos: saldoAnterior,
        pagado_centavos: pagado,
        partes: partesOf(group, contados),
      };
    });
}

/** What payments come to by the treatment that they were invoiced with; told from then on. */
function partesOf(pagos: readonly Invoiced[], contados: Contados): Record<string, { base: number; iva: number }> {
  const groups = [...Map.groupBy(pagos, ({ tratado }) => tratado)];
  return Object.fromEntries(
    groups.map(([tratado, group]) => {
      const contado = contados.get(tratado) ?? { total: 0, iva: 0, dicho: 0, ivaDicho: 0 };
      const monto = sumOf(group);
      const parte = parteDe(monto, tratado, contado);
      contados.set(tratado, { ...contado, dicho: contado.dicho + monto, ivaDicho: contado.ivaDicho + parte.iva });
      return [tratado, { ...parte }];
    }),
  );
}

/** The invoice that takes another's place (relation 04). */
import { stampOf } from '#libro/server/stamp.ts';
import type { Context } from '#platform/server/context.ts';
import { Refusal } from '#platform/server/errors.ts';
import { nameOf, refusalForNotas, refusalToSubstitute } from '../../rules.ts';
import { insertDraft, periodOf } from '../borrador/draft.ts';
import { listConceptos, listPagos } from '../borrador/repository.ts';
import type { Claves } from '../borrador/repository-receptor.ts';
import { requireEmisor, requireFactura, requireReceptor } from '../borrador/required.ts';
import { emisorDe } from '../borrador/tax-data.ts';
import { findReferencia, findRelativas, listNotasCredito } from '../repository.ts';

type Concepto = Awaited<ReturnType<typeof listConceptos>>[number];

const clavesOf = (line: Concepto): Claves => ({
  claveProducto: line.clave_producto_servicio,
  claveUnidad: line.clave_unidad,
  unidad: line.unidad,
});

/**
 * Drafts the substitute of an invoice: the same payments, the tax data of today, of a seller's those that he had. Its payments are the other's until that one is
 * cancelled with motive 01.
 */
export async function substituteInvoice(ctx: Context, id: number): Promise<number> {
  const { tx } = ctx;
  const row = await requireFactura(tx, id);
  const refusal = refusalToSubstitute({ folio: nameOf(row), ...(await findRelativas(tx, row.id)) });
  if (refusal !== undefined) throw new Refusal(refusal);
  const standing = refusalForNotas(nameOf(row), await listNotasCredito(tx, row.id));
  if (standing !== undefined) throw new Refusal(standing);
  const { lote_id: loteId, uuid } = row;
  if (row.tipo !== 'ingreso' || loteId === null || uuid === null) {
    throw new Refusal('Sólo se sustituye una factura de pagos de un lote. Cancélela y facture de nuevo');
  }
  const emisor = emisorDe(row, await requireEmisor(tx));
  const conceptos = await listConceptos(tx, row.id);
  const [line] = conceptos;
  if (!line) throw new Refusal('La factura no tiene conceptos');
  if (line.cargo_id !== null) {
    throw new Refusal(
      'Es una factura de cargos por cobrar (PPD): cancélela y facture de nuevo los cargos en Cobranza, Complementos pendientes',
    );
  }
  const ids = conceptos.flatMap((concepto) => concepto.pago_id ?? []);
  const pagos = await listPagos(tx, ids);
  const receptor = await requireReceptor(tx, loteId, pagos);
  const terms = {
    tipo: 'ingreso' as const,
    loteId,
    emisor,
    receptor,
    metodoPago: row.metodo_pago,
    formaPago: row.forma_pago,
    ...clavesOf(line),
    porPago: new Map(conceptos.flatMap((one) => (one.pago_id === null ? [] : [[one.pago_id, clavesOf(one)]]))),
    periodo: periodOf(receptor, pagos),
  };
  const facturaId = await insertDraft(tx, { terms, pagos, sustituye: { id: row.id, uuid } }, stampOf(ctx));
  await ctx.audit({
    status: 'creado',
    entidad: 'factura',
    entidadId: facturaId,
    referencia: await findReferencia(tx, loteId),
    nota: `Factura que sustituye a la ${nameOf(row)}`,
    despues: { sustituye: row.id, rfc: receptor.rfc },
  });
  return facturaId;
}

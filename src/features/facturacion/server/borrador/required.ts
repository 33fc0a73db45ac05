/** What a draft cannot do without, or the refusal that tells what is missing and where it is entered. */
import type { Tx } from '#platform/server/db.ts';
import { NotFound, Refusal } from '#platform/server/errors.ts';
import { nameOf, refusalToInvoice } from '../../rules.ts';
import { type FacturaRow, lockWithSustituida } from '../repository.ts';
import { type Emisor, findEmisor, listPagos, type PagoPorFacturar } from './repository.ts';
import { findReceptor, type ReceptorDeLote } from './repository-receptor.ts';

export const EMISOR_MISSING = 'Faltan los datos del emisor. Captúrelos en Administración, Emisor de factura';
export const RECEPTOR_MISSING =
  'El lote no tiene datos fiscales y no hay un receptor por defecto. Capture uno de los dos y facture el pago';

export async function requireEmisor(tx: Tx): Promise<Emisor> {
  const emisor = await findEmisor(tx);
  if (!emisor) throw new Refusal(EMISOR_MISSING);
  return emisor;
}

export const DE_DOS_DUENOS =
  'Unos de estos pagos son de antes de la venta del lote y otros de después: cada factura es de un propietario. Facture primero unos y luego los otros';

/** Of payments of a lot: whoever owned it when they were made. */
export async function requireReceptor(
  tx: Tx,
  loteId: number,
  pagos: readonly Pick<PagoPorFacturar, 'ventaId'>[],
): Promise<ReceptorDeLote> {
  const [ventaId = null, ...others] = new Set(pagos.map((pago) => pago.ventaId));
  if (others.length > 0) throw new Refusal(DE_DOS_DUENOS);
  const receptor = await findReceptor(tx, loteId, ventaId);
  if (!receptor) throw new Refusal(RECEPTOR_MISSING);
  return receptor;
}

/** All of these payments, each of which may be invoiced; `loteId` is the lot asked for, absent where any will do. */
export async function requirePagos(tx: Tx, ids: readonly number[], loteId?: number): Promise<PagoPorFacturar[]> {
  const wanted = new Set(ids);
  const pagos = await listPagos(tx, [...wanted]);
  if (pagos.length !== wanted.size) throw new Refusal('El pago no existe. Actualice la página e intente de nuevo');
  for (const pago of pagos) {
    const refusal = refusalToInvoice(pago, loteId);
    if (refusal) throw new Refusal(refusal);
  }
  return pagos;
}

/** An invoice that stands, locked with the one that it takes the place of. */
export async function requireFactura(tx: Tx, id: number): Promise<FacturaRow> {
  const row = await lockWithSustituida(tx, id);
  if (!row) throw new NotFound('La factura no existe');
  if (row.status !== 'facturada') throw new Refusal(`La factura ${nameOf(row)} no está vigente. Actualice la página`);
  return row;
}

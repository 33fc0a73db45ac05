/**
 * What else stood on an invoice that fell: the other payments get another one by themselves, whether one of them was cancelled
 * or a lot left the month's. Source: fiscal.md#rules.
 */
import type { Month } from '#core/period.ts';
import { inPesos } from '#libro/server/pay-charge.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import { recordAudit } from '#platform/server/audit.ts';
import type { Tx } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { InvoicingStamp } from '#platform/server/invoicing.ts';
import { nameOf, nombreDeTipo } from '../../rules.ts';
import { termsOfMonth } from '../borrador/chosen.ts';
import { redraftComplements } from '../borrador/complement.ts';
import { insertDraft, refusalOfForma, sumOf } from '../borrador/draft.ts';
import { draftReceipts } from '../borrador/receipts.ts';
import { findEmisor, listConceptos, listPagos, type PagoPorFacturar } from '../borrador/repository.ts';
import { EMISOR_MISSING } from '../borrador/required.ts';
import { type FacturaRow, findReferencia } from '../repository.ts';
import { tellControl } from '../timbre/control.ts';
import { insertSalida, listPagosDeCorreccion } from './repository.ts';

export const monthOfGlobal = (row: FacturaRow): Month => ({
  year: Number(row.periodo_year),
  mes: Number(row.periodo_mes),
});

/** What became of payments whose invoice fell: their new document, or why there is none. */
export interface Redrafted {
  id: number | null;
  motivo: string;
}

/** The month's global invoice again, of these payments; the reason where nobody can say how they were made. */
export async function draftRest(
  tx: Tx,
  row: FacturaRow,
  rest: readonly PagoPorFacturar[],
  stamp: InvoicingStamp,
): Promise<Redrafted> {
  if (rest.length === 0) return { id: null, motivo: '' };
  const emisor = await findEmisor(tx);
  const motivo = emisor ? refusalOfForma(rest) : EMISOR_MISSING;
  if (!emisor || motivo !== undefined) return { id: null, motivo: motivo ?? '' };
  const draft = { terms: termsOfMonth(emisor, rest, monthOfGlobal(row)), pagos: rest };
  return { id: await insertDraft(tx, draft, stamp), motivo: '' };
}

const mayBeInvoiced = (pago: PagoPorFacturar): boolean =>
  pago.status === 'recibido' && !pago.facturado && pago.tratamiento !== 'recibo';

const pagoIdsOf = async (tx: Tx, row: FacturaRow): Promise<number[]> =>
  (await listConceptos(tx, row.id)).flatMap(({ pago_id }) => pago_id ?? []);

/** The new document of what is left, by the kind of the one that fell. */
async function redraft(tx: Tx, row: FacturaRow, rest: readonly PagoPorFacturar[], stamp: Stamp): Promise<Redrafted> {
  if (row.tipo === 'global') return draftRest(tx, row, rest, stamp);
  const pagoIds = rest.map(({ id }) => id);
  if (row.tipo === 'pago') {
    const [id = null] = await redraftComplements(tx, pagoIds, stamp);
    return { id, motivo: id === null ? 'Emítalos en Cobranza, Complementos pendientes' : '' };
  }
  if (row.lote_id === null) return { id: null, motivo: '' };
  const [draft] = await draftReceipts(tx, [{ loteId: row.lote_id, pagoIds }], stamp);
  return draft && 'facturaId' in draft
    ? { id: draft.facturaId, motivo: '' }
    : { id: null, motivo: draft?.motivo ?? '' };
}

/** An invoice that fell together with payments of it, and the receipt whose correction it fell for. */
export interface Fallen {
  row: FacturaRow;
  cancelacionId: number;
  reciboCorregido: number | undefined;
}

/**
 * Drafts another invoice of the payments that stood beside those that fell, as they are kept; with them, in a global one, what
 * took the place of a corrected receipt. Answers what is told of it; '' where nothing was left.
 */
export async function goOnWithFallen(tx: Tx, stamp: Stamp, { row, ...fallen }: Fallen): Promise<string> {
  const standing = await pagoIdsOf(tx, row);
  const corrected =
    row.tipo === 'global' && fallen.reciboCorregido !== undefined
      ? await listPagosDeCorreccion(tx, fallen.reciboCorregido)
      : [];
  const rest = (await listPagos(tx, [...standing, ...corrected])).filter(mayBeInvoiced);
  // Nothing fell but the invoice: its payments are invoiced by whoever corrects what was wrong.
  if (rest.length === 0 || (row.tipo !== 'global' && rest.length === standing.length)) return '';
  const { id, motivo } = await redraft(tx, row, rest, stamp);
  await insertSalida(tx, {
    cancelacion_id: fallen.cancelacionId,
    ...(row.tipo === 'global' ? { global_id: id } : { factura_id: id }),
    mensaje: id === null ? motivo : '',
  });
  const name = `${nombreDeTipo(row.tipo).toLowerCase()} ${nameOf(row)}`;
  const left = `${rest.length === 1 ? 'El otro pago' : `Los otros ${rest.length} pagos`} de la ${name}, ${inPesos(sumOf(rest))},`;
  const told =
    id === null
      ? `${left} ${rest.length === 1 ? 'quedó' : 'quedaron'} sin factura. ${motivo}`
      : `${left} ${rest.length === 1 ? 'se factura' : 'se facturan'} en otra, que se timbra sola`;
  await recordAudit(
    tx,
    { usuarioId: stamp.usuarioId, usuario: 'sistema', requestId: null },
    {
      status: id === null ? 'actualizado' : 'creado',
      entidad: 'factura',
      entidadId: id ?? row.id,
      referencia: await findReferencia(tx, row.lote_id),
      nota: told.slice(0, 500),
      despues: { enLugarDe: row.id, pagos: rest.map((pago) => pago.id), total: sumOf(rest) },
    },
    stamp.now,
  );
  if (id === null) {
    await tellControl(
      tx,
      `La ${name} se canceló y falta facturar sus pagos`,
      [`${told}.`, 'Corrija la causa y factúrelos en Cobranza, Factura global, o en Generar Factura.'],
      stamp.now,
    );
  }
  return told;
}

/** Refuses where what is left of the month's invoice could not be drafted again: it would not come back. */
export async function requireRest(tx: Tx, row: FacturaRow, falling: readonly number[]): Promise<void> {
  if (row.tipo !== 'global') return;
  const ids = (await pagoIdsOf(tx, row)).filter((id) => !falling.includes(id));
  const refusal = refusalOfForma(await listPagos(tx, ids));
  if (refusal === undefined) return;
  throw new Refusal(
    `Con el pago cae la factura global ${nameOf(row)}, y la de los demás pagos no se podría generar. ${refusal}`,
  );
}

/** What falls with a payment of it, in words: 'la factura global A-12 de $3,000.00, con 3 pagos'. */
export async function reachOf(tx: Tx, row: FacturaRow): Promise<string> {
  const pagos = (await pagoIdsOf(tx, row)).length;
  const name = `la ${nombreDeTipo(row.tipo).toLowerCase()} ${nameOf(row)} de ${inPesos(row.total_centavos)}`;
  return pagos > 1 ? `${name}, con ${pagos} pagos` : name;
}

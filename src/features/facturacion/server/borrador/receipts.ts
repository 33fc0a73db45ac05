/** The drafts of what payments settle; see Invoicing.drafts. Nothing is refused: what cannot be invoiced is told. */
import type { Tx } from '#platform/server/db.ts';
import type { Draft, DraftRequest, InvoicingStamp } from '#platform/server/invoicing.ts';
import { formaOf, insertDrafts, type NewDraft, periodOf, refusalOfForma } from './draft.ts';
import { type Emisor, findEmisor, listPagos, type PagoPorFacturar } from './repository.ts';
import { listReceptores, type ReceptorDeLote } from './repository-receptor.ts';
import { EMISOR_MISSING, RECEPTOR_MISSING } from './required.ts';

const EN_GLOBAL = 'El lote no tiene datos fiscales: su pago va en la factura global del mes';
const SOLO_RECIBO = 'Según su tratamiento fiscal estos cargos llevan sólo recibo, no factura';

export async function draftReceipts(
  tx: Tx,
  requests: readonly DraftRequest[],
  stamp: InvoicingStamp,
): Promise<Draft[]> {
  if (requests.length === 0) return [];
  const decided = (await load(tx, requests)).map(decide);
  const written = decided.filter((one) => 'terms' in one);
  const ids = await insertDrafts(tx, written, stamp);
  const facturaIds = new Map(written.map((draft, n) => [draft, ids[n] as number]));
  return decided.map((one) => ('terms' in one ? { facturaId: facturaIds.get(one) as number } : one));
}

/** What one receipt's draft is decided of: its payments that get an invoice, by whom and to whom. */
interface Loaded {
  loteId: number;
  pagos: readonly PagoPorFacturar[];
  emisor: Emisor | undefined;
  receptor: ReceptorDeLote | undefined;
}

async function load(tx: Tx, requests: readonly DraftRequest[]): Promise<Loaded[]> {
  const ids = requests.flatMap(({ pagoIds }) => pagoIds);
  const [pagos, emisor] = await Promise.all([listPagos(tx, ids), findEmisor(tx)]);
  const byId = new Map(pagos.map((pago) => [pago.id, pago]));
  const asked = requests.map(({ loteId, pagoIds }) => ({
    loteId,
    pagos: pagoIds.flatMap((id) => byId.get(id) ?? []).filter((pago) => pago.tratamiento !== 'recibo'),
  }));
  const loteIds = asked.flatMap((one) => (emisor && one.pagos.length > 0 ? [one.loteId] : []));
  const receptores = await listReceptores(tx, loteIds);
  return asked.map((one) => ({ ...one, emisor, receptor: receptores.get(one.loteId) }));
}

function decide({ loteId, pagos, emisor, receptor }: Loaded): NewDraft | { motivo: string } {
  if (pagos.length === 0) return { motivo: SOLO_RECIBO };
  if (!emisor) return { motivo: EMISOR_MISSING };
  if (!receptor) return { motivo: RECEPTOR_MISSING };
  if (receptor.enGlobal) return { motivo: EN_GLOBAL };
  // What is paid later says so; its complement tells how.
  const later = receptor.metodoPago === 'PPD';
  const refusal = later ? undefined : refusalOfForma(pagos);
  if (refusal !== undefined) return { motivo: refusal };
  const { metodoPago, claveProducto, claveUnidad, unidad } = receptor;
  return {
    terms: {
      tipo: 'ingreso',
      loteId,
      emisor,
      receptor,
      metodoPago,
      formaPago: later ? '99' : formaOf(pagos),
      claveProducto,
      claveUnidad,
      unidad,
      // The keys that were confirmed for the kinds of payments come before the receiver's.
      porPago: new Map(pagos.flatMap(({ id, claves }) => (claves ? [[id, claves]] : []))),
      periodo: periodOf(receptor, pagos),
    },
    pagos,
  };
}

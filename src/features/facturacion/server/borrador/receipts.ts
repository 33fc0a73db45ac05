/** The drafts of what payments settle; see Invoicing.drafts. Nothing is refused: what cannot be invoiced is told. */
import type { Tx } from '#platform/server/db.ts';
import type { Draft, DraftRequest, InvoicingStamp } from '#platform/server/invoicing.ts';
import { type Complemented, draftComplements, isOfCharge, type OfCharge } from './complement.ts';
import { formaOf, insertDrafts, type NewDraft, periodOf, refusalOfForma } from './draft.ts';
import { type Emisor, findEmisor, listPagos, listPagosOfLast, type PagoPorFacturar } from './repository.ts';
import { listReceptores, type ReceptorDeLote } from './repository-receptor.ts';
import { DE_DOS_DUENOS, EMISOR_MISSING, RECEPTOR_MISSING } from './required.ts';

const EN_GLOBAL = 'El lote no tiene datos fiscales: su pago va en la factura global del mes';
const SOLO_RECIBO = 'Según su tratamiento fiscal estos cargos llevan sólo recibo, no factura';

export async function draftReceipts(
  tx: Tx,
  requests: readonly DraftRequest[],
  stamp: InvoicingStamp,
  read?: Read,
): Promise<Draft[]> {
  if (requests.length === 0) return [];
  const loaded = await load(tx, requests, read);
  const decided = loaded.map(decide);
  const written = decided.filter((one) => 'terms' in one);
  const ids = await insertDrafts(tx, written, stamp);
  const facturaIds = new Map(written.map((draft, n) => [draft, ids[n] as number]));
  const complements = await complementsOf(tx, loaded, stamp);
  return decided.map((one, n): Draft => {
    if ('terms' in one) return { facturaId: facturaIds.get(one) as number };
    const complement = complements.get(n);
    const [facturaId] = complement?.facturaIds ?? [];
    // A receipt of both has two documents: the invoice is waited for, the complement follows by itself.
    return facturaId === undefined ? { motivo: complement?.motivo || one.motivo } : { facturaId };
  });
}

/** See Invoicing.draftOfLast. */
export async function draftOfLast(tx: Tx, booked: Promise<DraftRequest>, stamp: InvoicingStamp): Promise<Draft> {
  const [request, read] = await Promise.all([booked, readOf(tx, listPagosOfLast(tx))]);
  const [draft] = await draftReceipts(tx, [request], stamp, read);
  if (!draft) throw new Error('a request is answered');
  return draft;
}

/** What the draft of a receipt's payments would be, or why there would be none; nothing is written. */
export async function draftOfReceipt(tx: Tx, request: DraftRequest): Promise<NewDraft | { motivo: string }> {
  const [loaded] = await load(tx, [request]);
  if (!loaded) throw new Error('a request is loaded');
  return decide(loaded);
}

/** The complements of what pays charges that were invoiced before, by the places of their requests. */
async function complementsOf(
  tx: Tx,
  loaded: readonly Loaded[],
  stamp: InvoicingStamp,
): Promise<Map<number, Complemented>> {
  const asked = [...loaded.entries()].filter(([, { deCargos }]) => deCargos.length > 0);
  const emisor = loaded[0]?.emisor;
  if (asked.length === 0 || !emisor) return new Map();
  const receipts = asked.map(([, { deCargos }]) => deCargos);
  const written = await draftComplements(tx, receipts, emisor, stamp);
  return new Map(asked.map(([n], index) => [n, written[index] as Complemented]));
}

/** What one receipt's draft is decided of: its payments that get an invoice, by whom and to whom. */
interface Loaded {
  loteId: number;
  pagos: readonly PagoPorFacturar[];
  /** Those of charges that were invoiced before: they get complements. */
  deCargos: readonly OfCharge[];
  emisor: Emisor | undefined;
  receptor: ReceptorDeLote | undefined;
}

/** Payments with what their invoices are made of, and who issues them. */
interface Read {
  pagos: readonly PagoPorFacturar[];
  emisor: Emisor | undefined;
}

async function readOf(tx: Tx, listing: Promise<PagoPorFacturar[]>): Promise<Read> {
  const [pagos, emisor] = await Promise.all([listing, findEmisor(tx)]);
  return { pagos, emisor };
}

async function load(tx: Tx, requests: readonly DraftRequest[], read?: Read): Promise<Loaded[]> {
  const ids = requests.flatMap(({ pagoIds }) => pagoIds);
  const { pagos, emisor } = read ?? (await readOf(tx, listPagos(tx, ids)));
  const byId = new Map(pagos.map((pago) => [pago.id, pago]));
  const asked = requests.map(({ loteId, pagoIds }) => {
    const own = pagoIds.flatMap((id) => byId.get(id) ?? []);
    const deCargos = own.filter(isOfCharge);
    const pagos = own.filter((pago) => !isOfCharge(pago) && pago.tratamiento !== 'recibo');
    return { loteId, deCargos, pagos };
  });
  const named = asked.filter(({ pagos }) => emisor && pagos.length > 0);
  const receptores = await listReceptores(
    tx,
    named.map(({ loteId, pagos }) => ({ loteId, ventaId: pagos[0]?.ventaId ?? null })),
  );
  return asked.map((one) => ({ ...one, emisor, receptor: receptores[named.indexOf(one)] }));
}

function decide({ loteId, pagos, emisor, receptor }: Loaded): NewDraft | { motivo: string } {
  if (pagos.length === 0) return { motivo: SOLO_RECIBO };
  if (new Set(pagos.map(({ ventaId }) => ventaId)).size > 1) return { motivo: DE_DOS_DUENOS };
  if (!emisor) return { motivo: EMISOR_MISSING };
  if (!receptor) return { motivo: RECEPTOR_MISSING };
  if (receptor.enGlobal) return { motivo: EN_GLOBAL };
  const refusal = refusalOfForma(pagos);
  if (refusal !== undefined) return { motivo: refusal };
  const { claveProducto, claveUnidad, unidad } = receptor;
  return {
    terms: {
      tipo: 'ingreso',
      loteId,
      emisor,
      receptor,
      // What has been received is PUE, also of who pays later: PPD is of charges, before they are paid.
      metodoPago: 'PUE',
      formaPago: formaOf(pagos),
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

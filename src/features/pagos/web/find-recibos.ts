/** Receipts for the command palette. */
import { recibosContract } from '#libro/recibos/contract.ts';
import { call } from '#platform/web/api.ts';
import type { PaletteItem } from '#platform/web/kit/palette/sources.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';

const ITEMS_MAX = 5;

export async function findRecibos(q: string, signal: AbortSignal): Promise<PaletteItem[]> {
  const rows = await call(recibosContract.buscar, { query: { q, limite: ITEMS_MAX }, signal });
  return rows.map(({ id, lote, asociado, fechaPago, metodo, recibido }) => ({
    id: `recibo-${id}`,
    label: `Recibo ${id} · ${formatMoney(recibido)}`,
    hint: [lote.referencia, asociado, formatFecha(fechaPago), metodo].filter(Boolean).join(' · '),
    to: `/recibo/${id}`,
  }));
}

/** Receipts for the command palette. */
import { type ReciboHallado, recibosContract } from '#libro/recibos/contract.ts';
import { call } from '#platform/web/api.ts';
import { parseFecha } from '#platform/web/kit/form/fecha-corta.ts';
import type { PaletteItem } from '#platform/web/kit/palette/sources.ts';
import { today } from '#platform/web/kit/today.ts';
import { formatFecha, formatMoney } from '#ui/format.ts';

const ITEMS_MAX = 5;

/** The first of them, and after them the way to all: `found` has one more than is shown where there are more. */
export function itemsOf(found: readonly ReciboHallado[], q: string): PaletteItem[] {
  if (found.length === 0) return [];
  const more = found.length > ITEMS_MAX;
  return [
    ...found.slice(0, ITEMS_MAX).map(({ id, lote, asociado, fechaPago, metodo, recibido }) => ({
      id: `recibo-${id}`,
      label: `Recibo ${id} · ${formatMoney(recibido)}`,
      hint: [lote.referencia, asociado, formatFecha(fechaPago), metodo].filter(Boolean).join(' · '),
      to: `/recibo/${id}`,
    })),
    {
      id: 'todos',
      label: `Ver todos los pagos con «${q}»`,
      ...(more && { hint: 'y más' }),
      to: `/cobranza/pagos?q=${encodeURIComponent(q)}`,
    },
  ];
}

export async function findRecibos(typed: string, signal: AbortSignal): Promise<PaletteItem[]> {
  // Days have names in the palette as in a date's field.
  const day = /^[a-z]+$/i.test(typed) ? parseFecha(typed, today()) : null;
  const q = day === null ? typed : formatFecha(day);
  return itemsOf(await call(recibosContract.buscar, { query: { q, limite: ITEMS_MAX + 1 }, signal }), q);
}

/** Finding a lot, as every field and picker of lots does. */
import { endpoint, list } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

export const TIPOS = ['condominal', 'habitacional', 'comercial'] as const;
export type TipoLote = (typeof TIPOS)[number];
export const loteTipo = z.enum(TIPOS);

export const loteOption = z.object({ id: z.number(), name: z.string() });

/** What the pickers search for; every word must be found. */
export const search = z.object({ q: z.string().trim().max(200).default('') });

export const buscarLotes = endpoint({
  method: 'GET',
  path: '/lote/get-lote-referencia-lote',
  roles: 'ABC',
  area: 'lotes',
  summary: 'Busca lotes por referencia, asociado y dirección.',
  // The type narrows the search to what a screen can use.
  query: search.extend({ tipo: loteTipo.optional() }),
  answer: list(loteOption),
});

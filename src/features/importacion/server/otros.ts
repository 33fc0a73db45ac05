/** Brings in what a book has besides lots, people and balances. */
import type { Context } from '#platform/server/context.ts';
import type { Revision } from '../rules.ts';
import { idsOf } from './repository.ts';
import {
  type FilaTraida,
  filasDe,
  idOf,
  insertFiscales,
  insertHistoria,
  insertTarjeta,
  insertVehiculos,
  loadOtros,
  updateInicios,
} from './repository-otros.ts';

/** As `fiscal` seals it. */
const CARD_PURPOSE = 'tarjeta';

/** Written after the lots of the book; gives the rows that came of it. */
export async function applyOtros(ctx: Context, importacionId: number, revision: Revision): Promise<FilaTraida[]> {
  const { meses, vehiculos, fiscales, historia } = revision;
  const all = [meses, vehiculos, fiscales, historia].flat();
  if (all.length === 0) return [];
  const { tx } = ctx;
  const now = ctx.clock.now();
  const ids = await idsOf(tx, [...new Set(all.map(({ referencia }) => referencia))]);
  const filas = await updateInicios(tx, meses, ids);
  const cars = await insertVehiculos(tx, vehiculos, ids, now);
  await insertHistoria(tx, importacionId, historia, { ids, now });
  return [...filas, ...cars, ...(await applyFiscales(ctx, fiscales, ids))];
}

async function applyFiscales(
  ctx: Context,
  fiscales: Revision['fiscales'],
  ids: ReadonlyMap<string, number>,
): Promise<FilaTraida[]> {
  if (fiscales.length === 0) return [];
  const { tx } = ctx;
  const now = ctx.clock.now();
  const { porDefecto } = await loadOtros(tx, []);
  if (porDefecto === null) throw new Error('the review let tax data pass without a default receiver');
  const inserted = await insertFiscales(tx, fiscales, { ids, porDefecto, now });
  for (const [n, { referencia, tarjeta }] of fiscales.entries()) {
    const fiscalesId = inserted[n];
    if (!tarjeta || fiscalesId === undefined) continue;
    const numero = await ctx.services.secrets.seal(tx, CARD_PURPOSE, tarjeta.numero);
    await insertTarjeta(tx, { loteId: idOf(ids, referencia), fiscalesId, numero, now }, tarjeta);
  }
  return filasDe('datos_fiscales', inserted);
}

/** A lot's account as its resident reads it: the same as the office's, of the lot alone. */
import type { Fecha } from '#core/fecha.ts';
import type { Here, Reading } from '#platform/server/context.ts';
import type { Drawing } from '#platform/server/pdf-draw.ts';
import type { Cuenta } from '../pdf.ts';
import { cuentaDe, loteOf } from './endpoints.ts';
import { firmarCuenta } from './firma.ts';
import { drawing, makingOf } from './send.ts';

export interface Tramo {
  loteId: number;
  desde: Fecha;
  hasta: Fecha;
}

async function read(ctx: Reading, { loteId, desde, hasta }: Tramo) {
  const lote = await loteOf(ctx, loteId);
  // Its units have owners of their own.
  const asked = { id: loteId, variante: loteId, fechaInicial: desde, fechaFinal: hasta };
  return { lote, cuenta: await cuentaDe(ctx, asked, lote) };
}

export const cuentaEntre = async (ctx: Reading, tramo: Tramo): Promise<Pick<Cuenta, 'deuda' | 'movimientos'>> =>
  (await read(ctx, tramo)).cuenta;

/** Signed beside the resident's own transaction, which may read no key. */
export async function dibujoDeCuenta(ctx: Reading, tramo: Tramo, here: Here): Promise<Drawing> {
  const { lote, cuenta: leida } = await read(ctx, tramo);
  const { loteId: variante, desde, hasta } = tramo;
  const por = { lote, variante, hasta, conocido: null };
  const cuenta = await here.separately((tx) => firmarCuenta(tx, here, leida, por));
  return drawing('statementPdf', lote, { variante: 0, desde, hasta, conocido: null }, cuenta, await makingOf(ctx));
}

/** A lot's account as its resident reads it: the same as the office's, of the lot alone. */
import type { Fecha } from '#core/fecha.ts';
import type { Reading } from '#platform/server/context.ts';
import type { Drawing } from '#platform/server/pdf-draw.ts';
import type { Cuenta } from '../pdf.ts';
import { cuentaDe, loteOf } from './endpoints.ts';
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

export const cuentaEntre = async (ctx: Reading, tramo: Tramo): Promise<Cuenta> => (await read(ctx, tramo)).cuenta;

export async function dibujoDeCuenta(ctx: Reading, tramo: Tramo): Promise<Drawing> {
  const { lote, cuenta } = await read(ctx, tramo);
  const { desde, hasta } = tramo;
  return drawing('statementPdf', lote, { variante: 0, desde, hasta, conocido: null }, cuenta, await makingOf(ctx));
}

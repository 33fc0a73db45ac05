/** What the page shows as the back office does: the features that know each bring it, and the composition root puts them together. */
import type { Fecha } from '#core/fecha.ts';
import type { DeudaExplicada, Explicacion } from '#libro/explicacion/contract.ts';
import type { Context, Here, Reading } from '#platform/server/context.ts';
import type { Drawing } from '#platform/server/pdf-draw.ts';

export interface Tramo {
  loteId: number;
  desde: Fecha;
  hasta: Fecha;
}

/** One row of the account, as far as the page tells it. */
export interface Renglon {
  fecha: string;
  descripcion: string;
  detalle: string;
  cargo: number;
  abono: number;
  saldo: number;
}

export interface Lecturas {
  deuda(ctx: Context, loteId: number): Promise<DeudaExplicada>;
  explicacion(ctx: Context, cargoId: number): Promise<Explicacion>;
  cuenta(ctx: Reading, tramo: Tramo): Promise<{ deuda: number; movimientos: readonly Renglon[] }>;
  dibujoDeCuenta(ctx: Reading, tramo: Tramo, here: Here): Promise<Drawing>;
  /** The report of a month that was posted, whose opening is noted of whoever is asked for by these addresses. */
  informe(ctx: Context, id: number, correos: readonly string[]): Promise<{ name: string; content: Buffer } | undefined>;
  xmlDeFactura(ctx: Reading, id: number): Promise<{ name: string; content: Buffer }>;
  dibujoDeFactura(ctx: Reading, id: number): Promise<Drawing>;
}

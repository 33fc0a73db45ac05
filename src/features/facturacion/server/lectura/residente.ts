/** An invoice's files as its resident takes them: the XML as it was stamped, and the PDF that the screens draw. */
import { xmlFileName } from '#documents/factura.ts';
import type { Reading } from '#platform/server/context.ts';
import { NotFound } from '#platform/server/errors.ts';
import type { Drawing } from '#platform/server/pdf-draw.ts';
import { findMembrete } from '#platform/server/residencial.ts';
import { facturaOf, loadFactura } from './factura.ts';
import { drawing } from './send.ts';

/** One that is not stamped is no document yet. */
async function stamped(ctx: Reading, id: number) {
  const row = await loadFactura(ctx, id);
  if (row.estado !== 'timbrado') throw new NotFound('Esa factura todavía no está lista. Intente más tarde');
  return facturaOf(ctx, row);
}

export async function xmlDeFactura(ctx: Reading, id: number): Promise<{ name: string; content: Buffer }> {
  const factura = await stamped(ctx, id);
  return { name: xmlFileName(factura), content: Buffer.from(factura.xml, 'utf8') };
}

export async function dibujoDeFactura(ctx: Reading, id: number): Promise<Drawing> {
  return drawing('facturaPdf', await stamped(ctx, id), await findMembrete(ctx.tx, ctx.community));
}

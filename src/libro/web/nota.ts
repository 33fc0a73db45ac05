/** The payment note as a PDF, made in the browser. */
import type { NotaLine } from '#features/pagos/contract.ts';

/** A letter page, or the 80 mm paper of a thermal printer. */
export type NotaFormat = 'carta' | 'ticket';

export async function downloadNota(lines: readonly NotaLine[], format: NotaFormat): Promise<void> {
  throw new Error(`no document yet: ${format} ${lines.length}`);
}

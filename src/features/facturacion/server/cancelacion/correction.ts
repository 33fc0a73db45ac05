/** The correction of a receipt that waits for the cancellation of its invoice. */
import { bookCorrection } from '#libro/server/correct.ts';
import { lockReceipt, lotesOfReceipt } from '#libro/server/receipts.ts';
import type { Stamp } from '#libro/server/stamp.ts';
import { type Tx, withinSavepoint } from '#platform/server/db.ts';
import { Refusal } from '#platform/server/errors.ts';
import { updateCorreccion, type WaitingCorrection } from './repository.ts';

/** Every lot that it moves money of. */
export async function lotesOfCorrection(tx: Tx, { reciboId, correction }: WaitingCorrection): Promise<number[]> {
  const lotes = await lotesOfReceipt(tx, reciboId);
  return correction.tipo === 'lote' ? [...lotes, correction.loteId] : lotes;
}

/**
 * Books the correction that a confirmed cancellation was asked for. What the ledger allowed then it may refuse now (the money
 * that went to the fund was spent, the right lot was merged): then the payments stand, without an invoice, and it says why.
 */
export async function applyCorrection(
  tx: Tx,
  stamp: Stamp,
  { reciboId, correction }: WaitingCorrection,
  by: { razon: string; codigoId: number | undefined; cancelacionFacturaId: number },
): Promise<{ aplicada: boolean; nota: string }> {
  const outcome = await withinSavepoint(
    tx,
    async () => {
      const further = correction.tipo === 'lote' ? [correction.loteId] : [];
      const locked = await lockReceipt(tx, reciboId, { further, waiting: true });
      return { aplicada: true, nota: await bookCorrection(tx, stamp, locked, correction, by) };
    },
    (error) => {
      if (!(error instanceof Refusal)) throw error;
      const nota = `La factura se canceló, pero el recibo ${reciboId} ya no se pudo corregir: ${error.message}`;
      return { aplicada: false, nota };
    },
  );
  await updateCorreccion(tx, by.cancelacionFacturaId, {
    estado: outcome.aplicada ? 'aplicada' : 'no_aplicada',
    mensaje: outcome.aplicada ? '' : outcome.nota,
  });
  return outcome;
}

/** What residents send and nobody has answered stops the ladder on their lot: a charge that is disputed, a proof of payment. */
import type { Tx } from '#platform/server/db.ts';
import { formatFecha } from '#ui/format.ts';
import { listConComprobante, listDisputados } from './repository.ts';

export async function aclaracionesFreno(tx: Tx, lotes: readonly number[]): Promise<Map<number, string>> {
  const found = await listDisputados(tx, lotes);
  return new Map(found.map(({ loteId, concepto }) => [loteId, `Pidió aclarar «${concepto}»`]));
}

/** They may have paid: nobody is asked again before somebody has looked. */
export async function comprobantesFreno(tx: Tx, lotes: readonly number[]): Promise<Map<number, string>> {
  const found = await listConComprobante(tx, lotes);
  return new Map(
    found.map(({ loteId, fecha }) => [
      loteId,
      `Envió un comprobante de pago del ${formatFecha(fecha)} que nadie ha atendido`,
    ]),
  );
}

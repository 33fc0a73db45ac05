/** What the thread does with a bank's file: its deposits, and nothing else of the book. */
import type { Fecha } from '#core/fecha.ts';
import { Refusal } from '#platform/server/errors.ts';
import { readWorkbook } from '#platform/server/xlsx.ts';
import { type DepositoLeido, LibroRechazado, leerDepositos } from '../depositos.ts';

export async function leerLibro(bytes: Uint8Array, hoy: Fecha): Promise<DepositoLeido[]> {
  const workbook = await readWorkbook(bytes);
  try {
    return leerDepositos(workbook, hoy);
  } catch (error) {
    if (error instanceof LibroRechazado) throw new Refusal(error.message);
    throw error;
  }
}

/** Promises with what was paid for each. */
import { addDays, type Fecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';
import type { Tx } from '#platform/server/db.ts';
import { DIAS_DE_PROMESAS, type EstadoPromesa, estadoDePromesa, pagadoPorPromesa } from '../rules.ts';
import { listPromesas, listPrometido, type SucesoRow } from './repository-lote.ts';

/** What was paid for the promises of these lots, by their ids. */
export async function pagadoDePromesas(tx: Tx, lotes: readonly number[]): Promise<Map<number, Centavos>> {
  if (lotes.length === 0) return new Map();
  const { promesas, pagos } = await listPrometido(tx, lotes);
  const paid = Map.groupBy(pagos, ({ loteId }) => loteId);
  // What an owner pays is for what he promised, and not before that for what whoever sold the lot did.
  return new Map(
    [true, false].flatMap((propia) => {
      const of = promesas.filter((promesa) => promesa.propia === propia);
      return [...Map.groupBy(of, ({ loteId }) => loteId)].flatMap(([loteId, suyas]) => [
        ...pagadoPorPromesa(suyas, paid.get(loteId) ?? []),
      ]);
    }),
  );
}

export interface PromesaPorAtender {
  suceso: SucesoRow;
  fecha: Fecha;
  monto: Centavos;
  pagado: Centavos;
  estado: Exclude<EstadoPromesa, 'cumplida'>;
}

/** Promises that fall due today, and those of the last days that were not kept. */
export async function promesasPorAtender(tx: Tx, hoy: Fecha): Promise<PromesaPorAtender[]> {
  const rows = await listPromesas(tx, addDays(hoy, -DIAS_DE_PROMESAS), hoy);
  const paid = await pagadoDePromesas(tx, [...new Set(rows.map(({ loteId }) => loteId))]);
  return rows.flatMap((suceso) => {
    const { id, promesaFecha: fecha, promesa: monto } = suceso;
    if (fecha === null || monto === null) return [];
    const pagado = paid.get(id) ?? 0;
    const estado = estadoDePromesa({ fecha, monto, pagado }, hoy);
    return estado === 'cumplida' ? [] : [{ suceso, fecha, monto, pagado, estado }];
  });
}

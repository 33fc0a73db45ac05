/** What of the ladder waits on the home. */
import type { Fecha } from '#core/fecha.ts';
import type { Tx } from '#platform/server/db.ts';
import { promesasPorAtender } from './promesas.ts';
import { countPorAtender } from './repository-lote.ts';

export async function countGestion(tx: Tx, today: Fecha) {
  const { propuestos, propuesto, porHacer } = await countPorAtender(tx);
  const promesas = await promesasPorAtender(tx, today);
  const prometido = promesas.reduce((sum, { monto, pagado }) => sum + monto - pagado, 0);
  return {
    gestion_promesa: { cantidad: promesas.length, monto: prometido },
    gestion_propuesta: { cantidad: propuestos, monto: propuesto },
    gestion_tarea: { cantidad: porHacer, monto: null },
  };
}

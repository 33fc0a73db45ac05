/** What of the ladder waits on the home. */
import { addDays, type Fecha } from '#core/fecha.ts';
import type { Tx } from '#platform/server/db.ts';
import { DIAS_DE_PROMESAS } from '../rules.ts';
import { countPorAtender } from './repository-lote.ts';

export async function countGestion(tx: Tx, today: Fecha) {
  const found = await countPorAtender(tx, addDays(today, -DIAS_DE_PROMESAS), today);
  return {
    gestion_promesa: { cantidad: found.promesas, monto: found.prometido },
    gestion_propuesta: { cantidad: found.propuestos, monto: found.propuesto },
    gestion_tarea: { cantidad: found.porHacer, monto: null },
  };
}

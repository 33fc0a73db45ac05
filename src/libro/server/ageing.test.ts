/** The ages of debts, reckoned back from today, against what the dated rows add up to. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, type Fecha } from '#core/fecha.ts';
import type { Tx } from '#platform/server/db.ts';
import { rowsFrom } from '#platform/server/rows.ts';
import { appOfFile } from '#test/app.ts';
import { inLedger } from '#test/ledger.ts';
import { listAgeing } from './ageing.ts';

const HOY = '2026-11-21';

const app = await appOfFile({ now: `${HOY}T18:00:00Z` });

interface Row {
  loteId: number;
  vencido: number;
  total: number;
}

/** From every row up to that day. */
async function fromDatedRows(tx: Tx, hasta: Fecha): Promise<Row[]> {
  return rowsFrom(tx)<Row>`
    WITH movimiento AS (
      SELECT id AS cargo_id, monto_centavos AS monto, fecha FROM cargo
      UNION ALL SELECT cargo_id, -monto_centavos, fecha_contable FROM pago
      UNION ALL SELECT p.cargo_id, p.monto_centavos, x.fecha FROM pago_cancelacion x JOIN pago p ON p.id = x.pago_id
      UNION ALL SELECT cargo_id, -monto_centavos, fecha FROM ajuste
      UNION ALL SELECT a.cargo_id, a.monto_centavos, x.fecha FROM ajuste_reverso x JOIN ajuste a ON a.id = x.ajuste_id
    ), saldo AS (
      SELECT cargo_id, sum(monto) AS monto FROM movimiento WHERE fecha <= ${hasta}::date GROUP BY cargo_id HAVING sum(monto) <> 0
    )
    SELECT c.lote_id AS "loteId", coalesce(sum(s.monto) FILTER (WHERE c.vence < ${hasta}::date), 0)::bigint AS vencido,
      sum(s.monto)::bigint AS total
    FROM saldo s JOIN cargo c ON c.id = s.cargo_id GROUP BY c.lote_id ORDER BY c.lote_id`;
}

it('comes to what the dated rows add up to, on any day of the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 1_200 }), (back) =>
      inLedger(app, async (tx) => {
        const hasta = addDays(HOY, -back);
        const told = (await listAgeing(tx, hasta)).map(({ loteId, d30, d60, d90, mas, total }) => ({
          ...{ loteId, vencido: d30 + d60 + d90 + mas, total },
        }));
        const expected = await fromDatedRows(tx, hasta);
        expect(told.toSorted((a, b) => a.loteId - b.loteId)).toEqual(expected);
      }),
    ),
    { numRuns: 40, examples: [[0], [21], [51], [400]] },
  );
});

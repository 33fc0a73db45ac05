/** Loading a community of 10,000 lots with 120 months of ledger, and checking its laws. */
import { checkLaws } from '../src/libro/server/laws.ts';
import { kyselyOn } from '../src/platform/server/db.ts';
import { asOwner } from '../src/platform/server/migrate.ts';
import { keptLedger, SCHEMA, withLedger } from './ledger.ts';
import type { Measure } from './run.ts';

export default async function carga(): Promise<Measure[]> {
  const { seconds, cargos, pagos } = await keptLedger();
  if (cargos < 1_200_000 || pagos < 3_000_000) throw new Error(`only ${cargos} charges and ${pagos} payments`);
  const violations = await withLedger(({ ownerUrl }) =>
    asOwner(ownerUrl, async (client) => {
      await client.query(`SET search_path TO ${SCHEMA}, ext`);
      return checkLaws(kyselyOn(client));
    }),
  );
  return [
    { name: `carga de ${cargos} cargos y ${pagos} pagos`, value: seconds, unit: 's' },
    { name: 'leyes que no se cumplen', value: violations.length, unit: 'renglones', limit: 0 },
  ];
}

/**
 * npm run bitacora -- verificar [CODE] [--sello NUMBER:SEAL]
 * npm run bitacora -- aceptar CODE
 */

import { parseArgs } from 'node:util';
import { counted } from '#core/counted.ts';
import { selloAnotado, verificarSchema } from '#features/bitacora/contract.ts';
import { createSeals, SealFault, type Seals, sealWhatWaits } from '#platform/server/audit-seal.ts';
import { migrateDatabase } from '#platform/server/database.ts';
import { createPool, inTx } from '#platform/server/db.ts';
import { masterKey } from '#platform/server/key.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { orden } from '#platform/server/orden.ts';
import { sealHeadsIn } from '#platform/server/seal-heads.ts';
import { createSecrets } from '#platform/server/secrets.ts';
import { runTool, UsageError } from './tool.ts';

const USAGE = `Uso:
  ${orden('bitacora verificar [CODIGO] [--sello NUMERO:HUELLA]')}
  ${orden('bitacora aceptar CODIGO')}`;

interface Named {
  codigo: string;
  schema: string;
}

/** Tells how a community's chain is; whether it is sound. */
async function verify(seals: Seals, jobsUrl: string, { codigo, schema }: Named, sello: string): Promise<boolean> {
  const pool = createPool(jobsUrl, 1, () => undefined);
  try {
    await sealWhatWaits(seals, pool, schema);
    const about = { schema, now: new Date(), expected: selloAnotado(sello) };
    const result = await inTx(pool, { schema, role: 'porton_jobs', readOnly: true }, (tx) => seals.verify(tx, about));
    const { ok, checked, unsealed, sinLlaveHasta, anotado, head, avisos, fault } = result;
    const where = fault?.orden
      ? `en el sello ${fault.orden}${fault.bitacoraId ? `, del registro ${fault.bitacoraId}` : ''}, `
      : '';
    console.log(`${codigo}: ${ok ? 'íntegra' : `LA CADENA FALLA: ${where}${fault?.reason ?? ''}`}`);
    console.log(
      `  ${counted(checked, 'registro sellado revisado', 'registros sellados revisados')}; por sellar: ${unsealed}`,
    );
    if (head) console.log(`  último sello: ${head.orden}:${head.huella}`);
    console.log(`  sello anotado en la carpeta de datos: ${anotado ?? 'ninguno'}`);
    if (sinLlaveHasta > 0) console.log(`  sellado sin llave hasta el sello ${sinLlaveHasta}`);
    for (const aviso of avisos) console.log(`  aviso: ${aviso}`);
    return ok;
  } finally {
    await pool.end();
  }
}

await runTool(
  async (config, database) => {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      strict: false,
      options: { sello: { type: 'string' } },
    });
    const [action, code = '', ...rest] = positionals;
    const typed = verificarSchema.safeParse({ sello: values.sello ?? '' });
    if (rest.length > 0 || !['verificar', 'aceptar'].includes(action ?? '')) throw new UsageError(USAGE);
    if (!typed.success) throw new UsageError('Indique el sello como NUMERO:HUELLA, con la huella de 64 caracteres.');
    const { sello } = typed.data;
    const current = await masterKey({ key: config.key, dataDir: database.dataDir, ownerUrl: database.urls.owner });
    const secrets = createSecrets({ current, previous: config.previousKey });
    const seals = createSeals({ secrets, heads: sealHeadsIn(database.dataDir) });
    await migrateDatabase(database.urls.owner);
    await asOwner(database.urls.owner, async (client) => {
      const { rows } = await client.query<Named>(
        "SELECT codigo, esquema AS schema FROM porton.comunidad WHERE $1 IN ('', codigo) ORDER BY codigo",
        [code.toUpperCase()],
      );
      if (rows.length === 0)
        throw new UsageError(code === '' ? 'No hay comunidades.' : `No existe la comunidad ${code.toUpperCase()}.`);
      if ((sello !== '' || action === 'aceptar') && (code === '' || rows.length > 1)) {
        throw new UsageError(`Indique de qué comunidad.\n${USAGE}`);
      }
      if (action === 'verificar') {
        for (const community of rows) {
          if (!(await verify(seals, database.urls.jobs, community, sello))) process.exitCode = 1;
        }
        return;
      }
      for (const { codigo, schema } of rows) {
        try {
          const head = await seals.accept(client, schema);
          console.log(
            `La cadena de ${codigo} se acepta como está, hasta el sello ${head.orden}, y así queda dicho en la bitácora. Lo alterado antes sigue fallando al verificar.`,
          );
        } catch (error) {
          if (error instanceof SealFault)
            throw new UsageError(`No se puede aceptar la cadena de ${codigo}: ${error.message}.`);
          throw error;
        }
      }
    });
  },
  { needsData: true },
);

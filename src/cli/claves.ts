/** npm run claves -- catCFDI.xlsx: loads the keys that the tax authority publishes, which the communities' are checked against. */
import { readFile } from 'node:fs/promises';
import { migrateDatabase } from '#platform/server/database.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { listUnofficial, OFFICIAL_CATALOGUES, replaceOfficialKeys } from '#platform/server/official-keys.ts';
import { keysOfWorkbook } from './claves-sat.ts';
import { counted, runTool, UsageError } from './tool.ts';

const USAGE = `Uso: npm run claves -- catCFDI.xlsx
  el catálogo del CFDI 4.0 que publica el SAT en Factura electrónica, guardado como .xlsx`;

await runTool(
  async (_config, database) => {
    const [path, ...rest] = process.argv.slice(2);
    if (!path || rest.length > 0) throw new UsageError(USAGE);
    const bytes = await readFile(path).catch(() => {
      throw new UsageError(`No se puede leer ${path}. Revise la ruta.`);
    });
    const keys = await keysOfWorkbook(bytes);
    await migrateDatabase(database.urls.owner);
    for (const catalogo of OFFICIAL_CATALOGUES) {
      console.log(`${catalogo}: ${counted(keys.filter((key) => key.catalogo === catalogo).length, 'clave')}`);
    }
    await asOwner(database.urls.owner, async (client) => {
      await replaceOfficialKeys(client, keys);
      const { rows } = await client.query<{ codigo: string; schema: string }>(
        'SELECT codigo, esquema AS schema FROM porton.comunidad ORDER BY codigo',
      );
      for (const { codigo, schema } of rows) {
        for (const { catalogo, clave } of await listUnofficial(client, schema)) {
          console.log(`${codigo}: el SAT no tiene la clave «${clave}» (${catalogo}). Corríjala en Catálogos.`);
        }
      }
    });
  },
  { needsData: true },
);

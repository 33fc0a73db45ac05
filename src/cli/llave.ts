/**
 * npm run llave -- rotar: wraps the data keys of every community by PORTON_LLAVE, which until then PORTON_LLAVE_ANTERIOR
 * opens. What is sealed stays as it is, and the server goes on meanwhile.
 */

import { counted } from '#core/counted.ts';
import { migrateDatabase } from '#platform/server/database.ts';
import { asOwner } from '#platform/server/migrate.ts';
import { orden } from '#platform/server/orden.ts';
import { communitiesUnderOtherKeys, rewrapDataKeys } from '#platform/server/secrets.ts';
import { runTool, UsageError } from './tool.ts';

const USAGE = `Uso: ${orden('llave rotar')}
  con la llave nueva en PORTON_LLAVE y la actual en PORTON_LLAVE_ANTERIOR`;

await runTool(
  async (config, database) => {
    const [action, ...rest] = process.argv.slice(2);
    if (action !== 'rotar' || rest.length > 0) throw new UsageError(USAGE);
    const { key, previousKey } = config;
    if (!key || !previousKey) {
      throw new UsageError('Defina PORTON_LLAVE con la llave nueva y PORTON_LLAVE_ANTERIOR con la actual.');
    }
    if (key.equals(previousKey)) {
      throw new UsageError(
        'PORTON_LLAVE y PORTON_LLAVE_ANTERIOR son la misma; genere otra con: openssl rand -base64 32',
      );
    }
    await migrateDatabase(database.urls.owner);
    await asOwner(database.urls.owner, async (client) => {
      const keys = { current: key, previous: previousKey };
      const others = await communitiesUnderOtherKeys(client, keys);
      if (others.length > 0) {
        throw new UsageError(
          `Los datos de ${others.join(', ')} están guardados con otra llave. Indíquela en PORTON_LLAVE_ANTERIOR.`,
        );
      }
      const { rewrapped, total } = await rewrapDataKeys(client, keys);
      console.log(
        `${counted(rewrapped, 'llave de datos envuelta', 'llaves de datos envueltas')} con la llave nueva, de ${total}. Ya puede quitar PORTON_LLAVE_ANTERIOR; guarde la anterior mientras conserve respaldos hechos con ella.`,
      );
    });
  },
  { needsData: true },
);

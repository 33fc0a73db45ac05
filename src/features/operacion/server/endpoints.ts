import { register } from '#platform/server/context.ts';
import { operacionContract } from '../contract.ts';
import { databaseStatus } from './repository.ts';

const MIB = 1024 * 1024;

export const operacionEndpoints = register(operacionContract, {
  async status({ ctx }) {
    const database = await databaseStatus(ctx.tx);
    const process = await ctx.services.status();
    return {
      version: process.version,
      node: process.node,
      postgres: database.postgres,
      migracion: database.migracion,
      iniciado: process.startedAt,
      memoriaMiB: process.memoryMiB,
      conexiones: { total: process.poolTotal, libres: process.poolIdle, enEspera: process.poolWaiting },
      baseDatosMiB: Math.round(database.bytes / MIB),
      sesiones: database.sesiones,
      bitacora: {
        total: database.bitacora_total,
        sinSellar: database.sin_sellar,
        ultimoSello: database.ultimo_sello?.toISOString() ?? null,
      },
      trabajosActivos: process.jobsRunning,
      trabajos: process.jobs,
    };
  },
});

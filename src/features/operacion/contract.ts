import { data, endpoint } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

export const operacionContract = {
  status: endpoint({
    method: 'GET',
    path: '/operacion/estado',
    roles: 'A',
    area: 'operacion',
    summary: 'Cómo está el servidor: versiones, trabajos, bitácora por sellar y base de datos.',
    answer: data(
      z.object({
        version: z.string(),
        node: z.string(),
        postgres: z.string(),
        migracion: z.number(),
        iniciado: z.string(),
        memoriaMiB: z.number(),
        conexiones: z.object({ total: z.number(), libres: z.number(), enEspera: z.number() }),
        baseDatosMiB: z.number(),
        sesiones: z.number(),
        bitacora: z.object({ total: z.number(), sinSellar: z.number(), ultimoSello: z.string().nullable() }),
        trabajosActivos: z.boolean(),
        trabajos: z.array(z.object({ name: z.string(), state: z.string(), count: z.number() })),
      }),
    ),
  }),
};

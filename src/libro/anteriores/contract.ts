/** What a lot paid in the system that was used before: to be read where its payments are, and counted nowhere. */
import { amount, idParams } from '#platform/codecs.ts';
import { endpoint, list } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const pagoAnterior = z.object({
  id: z.number(),
  fecha: z.string(),
  concepto: z.string(),
  metodo: z.string(),
  folio: z.string(),
  /** Of its invoice; '' where it has none. */
  uuid: z.string(),
  monto: amount,
});
export type PagoAnterior = z.output<typeof pagoAnterior>;

export const anterioresContract = {
  lote: endpoint({
    method: 'GET',
    path: '/importacion/pagosanteriores/{id}',
    roles: 'ABC',
    area: 'importacion',
    summary: 'Lo que un lote pagó en el sistema anterior, sólo para consulta; lo último primero.',
    params: idParams,
    answer: list(pagoAnterior),
  }),
};

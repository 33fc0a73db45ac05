/** The figures of the ladder: where lots stand, and what was recovered after each step. Amounts in pesos. */
import { amount, fecha } from '#platform/codecs.ts';
import { data, endpointsOf } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('gestion');

const paso = z.object({
  /** 0: nothing has gone out for what they owe. */
  orden: z.number(),
  paso: z.string(),
  /** Lots whose last step it is, of those that owe something overdue today. */
  lotes: z.number(),
  vencido: amount,
  /** Lots that it went out to within the days, those of them that paid after it, and how much. */
  enviados: z.number(),
  pagaron: z.number(),
  recuperado: amount,
});
export type PasoReporte = z.infer<typeof paso>;

export const reporteContract = {
  reporte: endpoint({
    method: 'GET',
    path: '/gestion/reporte',
    roles: 'ABCF',
    summary: 'Lotes por paso de la gestión de cobranza, y lo que se recuperó después de cada uno.',
    query: z.object({ desde: fecha, hasta: fecha }).refine(({ desde, hasta }) => desde <= hasta, {
      path: ['hasta'],
      message: 'La fecha final no puede ser anterior a la inicial',
    }),
    answer: data(z.array(paso)),
  }),
};

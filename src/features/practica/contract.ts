import { optionalText } from '#platform/codecs.ts';
import { data, done, endpointsOf } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('practica');

/** The form's schema, which the server checks as well. */
export const practicaSchema = z.object({ host: optionalText(253) });

export const practicaContract = {
  estado: endpoint({
    method: 'GET',
    path: '/practica/estado',
    roles: 'A',
    summary: 'La práctica de la comunidad, si la hay, y lo último que se pidió de ella.',
    answer: data(
      z.object({
        /** The community that this one is the practice of; '' for none. */
        de: z.string(),
        practica: z.object({ url: z.string(), host: z.string(), desde: z.string() }).nullable(),
        /** Where it would answer. */
        host: z.string(),
        ultimo: z
          .object({
            que: z.enum(['hacer', 'quitar']),
            estado: z.enum(['pendiente', 'hecha', 'fallida']),
            error: z.string(),
            usuario: z.string(),
            pedida: z.string(),
            terminada: z.string().nullable(),
          })
          .nullable(),
      }),
    ),
  }),
  hacer: endpoint({
    method: 'POST',
    path: '/practica/hacer',
    roles: 'A',
    summary: 'Pide una práctica: una copia de la comunidad para aprender. La que había se quita.',
    body: practicaSchema,
    answer: done(),
  }),
  quitar: endpoint({
    method: 'POST',
    path: '/practica/quitar',
    roles: 'A',
    summary: 'Pide que se quite la práctica, con todo lo que se hizo en ella.',
    body: z.object({}),
    answer: done(),
  }),
};

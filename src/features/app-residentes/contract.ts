import { id, idOrNew, idParams, ifMissing, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, list, TOLD_READ } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';
import { STATUSES_APP } from './rules.ts';

const endpoint = endpointsOf('app');

const LOTE_REQUIRED = 'Campo requerido';
const STATUS_REQUIRED = 'Required';

/** The choice of a lot, whose words differ from every other reference's. */
const lote = z.object({
  id: z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    z
      .unknown()
      .refine((value) => value !== undefined, { message: LOTE_REQUIRED, abort: true })
      .pipe(id),
  ) as z.ZodType<number, number | string | null | undefined>,
});

/** The form's schema, which the server checks as well. */
export const userAppSchema = z.object({
  name: z
    .string({ error: ifMissing(REQUIRED) })
    .trim()
    .min(1, REQUIRED)
    .min(3, 'Muy corto!')
    .max(200),
  email: z
    .string({ error: ifMissing(REQUIRED) })
    .trim()
    .min(1, REQUIRED)
    .max(200)
    .pipe(z.email('Email Inválido')),
  phone: text(30),
  status: z.enum(STATUSES_APP, {
    error: ({ input }) =>
      input === undefined || input === null || input === '' ? STATUS_REQUIRED : 'Elija una de las opciones',
  }),
  lote,
});

export const notificacionSchema = z.object({ mensaje: text(1000) });

const userApp = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  status: z.enum(STATUSES_APP),
  lote: z.object({ id: z.number(), referencia: z.string(), etapa: z.string() }),
});

export const appResidentesContract = {
  all: endpoint({
    method: 'GET',
    path: '/userapp/all',
    ...TOLD_READ,
    roles: 'AB',
    summary: 'Los usuarios de la app de residentes, por nombre y sin su token.',
    answer: list(userApp),
  }),
  get: endpoint({
    method: 'GET',
    path: '/userapp/get/{id}',
    ...TOLD_READ,
    roles: 'AB',
    summary: 'Un usuario de la app de residentes.',
    params: idParams,
    answer: data(userApp.extend({ token: z.string().nullable() })),
  }),
  save: endpoint({
    method: 'POST',
    path: '/userapp/save',
    roles: 'AB',
    summary: 'Crea (id vacío) o actualiza un usuario de la app. Sin token, conserva el que tiene.',
    body: userAppSchema.extend({ id: idOrNew, token: z.string().max(4096).nullish() }),
    answer: done(),
  }),
  byLote: endpoint({
    method: 'GET',
    path: '/userapp/getByLote/{id}',
    roles: 'ABCD',
    summary: 'El token del usuario de la app de un lote; null si no lo hay.',
    params: idParams,
    answer: data(z.object({ token: z.string().nullable() })),
  }),
  userData: endpoint({
    method: 'GET',
    path: '/userapp/getUserData',
    roles: 'AB',
    summary: 'Los datos de contacto de un usuario de la app, en una lista de uno; vacía si no existe.',
    query: z.object({ id }),
    answer: list(
      z.object({
        nombre: z.string(),
        direccion: z.string(),
        telefono: z.string(),
        fotoUsuarioUrl: z.string().nullable(),
      }),
    ),
  }),
  notify: endpoint({
    method: 'POST',
    path: '/userapp/notificar/{id}',
    roles: 'AB',
    summary: 'Envía un mensaje al teléfono de un usuario de la app.',
    params: idParams,
    body: notificacionSchema,
    answer: done(),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/userapp/delete/{id}',
    roles: 'AB',
    summary: 'Elimina un usuario de la app.',
    params: idParams,
    answer: done(),
  }),
};

/** Supervisors' authorization codes: each belongs to its author, who sees and edits only their own. */
import { comprobarCodigo } from '#libro/codigos/contract.ts';
import { code } from '#libro/contract.ts';
import { amount, id, idOrNew, idParams, numberField } from '#platform/codecs.ts';
import { data, done, endpointsOf, list, raw } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('autorizacion');

const USES_MIN = 'La cantidad de usos mínimos es 1';

/** What the form fills in. */
export const codigoSchema = z.object({
  id: idOrNew,
  codigo: code(),
  cantidad: numberField()
    .refine((value) => value >= 1, { message: USES_MIN, abort: true })
    .refine((value) => Number.isInteger(value) && value <= 1_000_000, { message: 'Escriba un número entero' }),
});

const codigo = z.object({
  id: z.number(),
  codigo: z.string(),
  /** Uses left. */
  cantidad: z.number(),
  active: z.boolean(),
});
export type Codigo = z.infer<typeof codigo>;

const codigoUso = z.object({
  id: z.number(),
  created_at: z.string(),
  usuario: z.string(),
  operacion: z.string(),
  detalle: z.string(),
  referencia: z.string().nullable(),
  monto: amount.nullable(),
});
export type CodigoUso = z.infer<typeof codigoUso>;

export const autorizacionContract = {
  checkcodigo: comprobarCodigo,
  getbyuser: endpoint({
    method: 'GET',
    path: '/codigoautorizacion/getbyuser',
    roles: 'ABCD',
    summary: 'Los códigos de quien pregunta.',
    answer: list(codigo),
  }),
  get: endpoint({
    method: 'GET',
    path: '/codigoautorizacion/get/{id}',
    roles: 'ABCD',
    summary: 'Un código propio, con el rastro de sus usos, el más reciente primero.',
    params: idParams,
    answer: data(codigo.extend({ usos: z.array(codigoUso) })),
  }),
  save: endpoint({
    method: 'POST',
    path: '/codigoautorizacion/save',
    roles: 'A',
    summary: 'Crea (id vacío) o actualiza un código propio.',
    body: codigoSchema,
    answer: done(),
  }),
  changeactive: endpoint({
    method: 'POST',
    path: '/codigoautorizacion/changeactive',
    roles: 'A',
    summary: 'Activa o desactiva un código propio.',
    body: z.object({ id, active: z.boolean() }),
    answer: raw(z.boolean()),
  }),
};

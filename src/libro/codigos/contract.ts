/** Whether an authorization code works, which forms ask before they send it. */
import { endpoint, raw } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
import { CODE_MAX } from '../contract.ts';

export const comprobarCodigo = endpoint({
  method: 'GET',
  path: '/codigoautorizacion/checkcodigo/{code}',
  roles: 'ABC',
  area: 'autorizacion',
  summary: 'Si un código existe, está activo y le quedan usos; comprobarlo no gasta ninguno.',
  params: z.object({ code: z.string().max(CODE_MAX) }),
  answer: raw(z.boolean()),
});

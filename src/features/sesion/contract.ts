import { data, done, endpointsOf, raw } from '#platform/endpoint.ts';
import { IDEMPOTENCY_KEY, sameKey } from '#platform/idempotency.ts';
import { SIGNED_IN } from '#platform/roles.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('seguridad');

/** The rules for a password, where one is chosen (specification 000, section 5). */
export const newPassword = z
  .string({ error: 'Campo requerido' })
  .min(1, 'Campo requerido')
  .min(8, 'Su contraseña debe tener más de 8 caracteres')
  .max(50, 'Su contraseña debe tener menos de 50 caracteres');

export const changePasswordSchema = z
  .object({
    actual: z.string({ error: 'Campo requerido' }).min(1, 'Campo requerido').max(200),
    nueva: newPassword,
    confirmacion: z.string({ error: 'Campo requerido' }).min(1, 'Campo requerido').max(200),
  })
  .refine((value) => value.nueva === value.confirmacion, {
    path: ['confirmacion'],
    message: 'Las contraseñas no coinciden',
  })
  .refine((value) => value.nueva !== value.actual, {
    path: ['nueva'],
    message: 'Elija una contraseña distinta de la actual',
  });

/** The roles that have an endpoint with keys. */
const WITH_KEYS = 'ABCD';
const keyParams = z.object({
  clave: z.string().regex(IDEMPOTENCY_KEY, 'La clave de la petición no es válida').transform(sameKey),
});

/** What became of what was sent; neither done nor given up, it may still arrive. */
const fate = z.object({ hecha: z.boolean(), reciboId: z.number().nullable(), descartada: z.boolean() });

export const sesionContract = {
  login: endpoint({
    method: 'POST',
    path: '/security/login',
    roles: 'PUBLIC',
    summary: 'Inicia una sesión.',
    // Whatever is wrong with the fields is answered like a wrong password, so the schema only bounds their size.
    body: z.object({ username: z.string().max(200).default(''), password: z.string().max(200).default('') }),
    answer: raw(z.object({ access_token: z.string(), role: z.string(), username: z.string() })),
    evenWithDiskShort: true,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/security/logout',
    roles: SIGNED_IN,
    summary: 'Termina la sesión; su token deja de servir de inmediato.',
    answer: done(),
    evenWithDiskShort: true,
  }),
  current: endpoint({
    method: 'GET',
    path: '/security/session',
    roles: SIGNED_IN,
    summary: 'Quién tiene la sesión abierta.',
    answer: data(z.object({ username: z.string(), role: z.string(), comunidad: z.string() })),
  }),
  peticion: endpoint({
    method: 'GET',
    path: '/security/peticion/{clave}',
    roles: WITH_KEYS,
    summary: 'Qué fue de lo que el usuario envió con una Idempotency-Key: si se hizo, y el recibo que dio.',
    params: keyParams,
    answer: data(fate),
  }),
  descartarPeticion: endpoint({
    method: 'POST',
    path: '/security/peticion/{clave}/descartar',
    roles: WITH_KEYS,
    summary:
      'Descarta lo que el usuario envió con una Idempotency-Key, salvo que ya se haya hecho: si llega después, se rechaza.',
    params: keyParams,
    answer: data(fate),
    audited: false,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/security/password',
    roles: SIGNED_IN,
    summary: 'Cambia la contraseña propia y termina las demás sesiones del usuario.',
    body: changePasswordSchema,
    answer: done(),
    evenWithDiskShort: true,
  }),
};

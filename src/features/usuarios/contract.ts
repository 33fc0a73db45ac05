import { amount, id, idOrNew, idParams, ifMissing, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, list } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';
import { newPassword } from '../sesion/contract.ts';

const endpoint = endpointsOf('usuarios');

const SHORT = 'Muy corto!';

const username = z
  .string({ error: 'Campo requerido' })
  .trim()
  .min(1, 'Campo requerido')
  .min(3, 'Su usuario debe tener entre 3 y 15 caracteres')
  .max(15, 'Su usuario debe tener entre 3 y 15 caracteres')
  .regex(/^[\p{L}\p{N}._-]+$/u, 'Use sólo letras, números, punto, guion y guion bajo');

const person = {
  name: z
    .string({ error: ifMissing(REQUIRED) })
    .trim()
    .min(1, REQUIRED)
    .min(3, SHORT)
    .max(100),
  last_name: z
    .string({ error: ifMissing('Required') })
    .trim()
    .min(1, 'Required')
    .min(3, SHORT)
    .max(100),
  email: z
    .string({ error: ifMissing(REQUIRED) })
    .trim()
    .min(1, REQUIRED)
    .max(200)
    .pipe(z.email('Email Inválido')),
  enabled: z.boolean().default(true),
  role: id,
};

/** The form for a new user, and for an existing one, whose username and password are not in it. */
export const newUserSchema = z.object({ ...person, username, password: newPassword });
export const editUserSchema = z.object(person);

/** What /user/save accepts: username and password count only for a new user. */
const saveUserBody = z
  .object({
    ...person,
    // Left out, an existing user stays as it is and a new one is active.
    enabled: z.boolean().optional(),
    id: idOrNew,
    view_edit: z.boolean().optional(),
    username: z.string().max(200).nullish(),
    password: z.string().max(200).nullish(),
    roles: z.array(z.object({ id })).max(20).optional(),
  })
  .superRefine((value, context) => {
    if (value.id !== null) return;
    for (const [path, schema] of [
      ['username', username],
      ['password', newPassword],
    ] as const) {
      const parsed = schema.safeParse(value[path] ?? '');
      if (!parsed.success) {
        context.addIssue({ code: 'custom', path: [path], message: parsed.error.issues[0]?.message ?? REQUIRED });
      }
    }
  });

export const roleSchema = z.object({
  id: idOrNew,
  name: z
    .string({ error: ifMissing(REQUIRED) })
    .trim()
    .min(1, REQUIRED)
    .min(3, SHORT)
    .max(60),
});

export const resetPasswordSchema = z.object({ id, password: newPassword });

const roleRow = z.object({ id: z.number(), name: z.string() });

const usuario = z.object({
  id: z.number(),
  name: z.string(),
  last_name: z.string(),
  email: z.string(),
  username: z.string(),
  enabled: z.boolean(),
  roles: z.array(roleRow),
});

const conUsuario = { id: z.number(), username: z.string() };

/** What somebody who leaves has, what they did lately, and what became of it. */
const baja = z.object({
  usuario,
  /** Why they cannot leave now; '' where they can. */
  impedimento: z.string(),
  /** In words: what ends with it, and what somebody else goes on with. */
  termina: z.array(z.string()),
  entrega: z.array(z.string()),
  /** The shifts that they opened and nobody signed. */
  turnos: z.array(z.object({ id: z.number(), caja: z.string(), abierto: z.string(), contado: z.boolean() })),
  /** Who can go on with it. */
  reciben: z.array(z.object({ ...conUsuario, name: z.string() })),
  /** Of the last 30 days: in figures, and the newest one by one. */
  hizo: z.array(z.object({ que: z.string(), veces: z.number(), monto: amount.nullable(), ultimo: z.string() })),
  actos: z.array(z.object({ id: z.number(), fecha: z.string(), referencia: z.string(), nota: z.string() })),
  /** The last time that they left, as long as they have not come back. */
  hecha: z
    .object({
      fecha: z.string(),
      hizo: z.string(),
      recibe: z.string(),
      razon: z.string(),
      terminado: z.array(z.string()),
    })
    .nullable(),
});

export const bajaSchema = z.object({ id, recibe: z.object({ id: idOrNew }), razon: text(300) });

export const usuariosContract = {
  all: endpoint({
    method: 'GET',
    path: '/user/all',
    roles: 'A',
    summary: 'Los usuarios; los superadministradores sólo los ve otro superadministrador.',
    answer: list(usuario),
  }),
  get: endpoint({
    method: 'GET',
    path: '/user/get/{id}',
    roles: 'A',
    summary: 'Un usuario.',
    params: idParams,
    answer: data(usuario),
  }),
  save: endpoint({
    method: 'POST',
    path: '/user/save',
    roles: 'A',
    summary: 'Crea (id vacío) o actualiza un usuario.',
    body: saveUserBody,
    answer: done(),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/user/resetpassword',
    roles: 'A',
    summary: 'Asigna una contraseña nueva a otro usuario y termina sus sesiones.',
    body: resetPasswordSchema,
    answer: done(),
  }),
  factor: endpoint({
    method: 'GET',
    path: '/user/factor/{id}',
    roles: 'A',
    summary: 'Si un usuario tiene segundo factor, desde cuándo, y si su rol lo pide.',
    params: idParams,
    answer: data(z.object({ activado: z.string().nullable(), exigido: z.boolean() })),
  }),
  resetFactor: endpoint({
    method: 'POST',
    path: '/user/resetfactor',
    roles: 'A',
    summary: 'Quita el segundo factor a otro usuario que lo perdió, termina sus sesiones y se lo avisa por correo.',
    body: z.object({ id, razon: text(300) }),
    answer: done(),
  }),
  prepararBaja: endpoint({
    method: 'GET',
    path: '/user/baja/{id}',
    roles: 'A',
    summary:
      'Lo que termina y lo que se entrega cuando un usuario deja la oficina, y lo que hizo en los últimos 30 días.',
    params: idParams,
    answer: data(baja),
  }),
  darDeBaja: endpoint({
    method: 'POST',
    path: '/user/baja',
    roles: 'A',
    summary: 'Da de baja a un usuario: termina sesiones, equipos, códigos y segundo factor, y entrega lo suyo a otro.',
    body: bajaSchema,
    answer: done(),
  }),
  unida: endpoint({
    method: 'GET',
    path: '/empresa/cuenta/{id}',
    roles: 'A',
    summary: 'Si la cuenta de un usuario está unida a las de otras comunidades, y a cuáles.',
    params: idParams,
    answer: data(z.object({ desde: z.string().nullable(), comunidades: z.array(z.string()) })),
  }),
  separar: endpoint({
    method: 'POST',
    path: '/empresa/cuenta/separar',
    roles: 'A',
    summary: 'Separa la cuenta de un usuario de esta comunidad de las que tiene en otras.',
    body: z.object({ id, razon: text(300) }),
    answer: done(),
  }),
};

export const rolesContract = {
  all: endpoint({
    method: 'GET',
    path: '/role/all',
    roles: 'A',
    summary: 'Los roles que quien pregunta puede asignar.',
    answer: list(roleRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/role/get/{id}',
    roles: 'H',
    summary: 'Un rol.',
    params: idParams,
    answer: data(roleRow),
  }),
  save: endpoint({
    method: 'POST',
    path: '/role/save',
    roles: 'H',
    summary: 'Crea (id vacío) o renombra un rol; los ocho roles del producto no se renombran.',
    body: roleSchema,
    answer: data(z.object({ id: z.number() })),
  }),
};

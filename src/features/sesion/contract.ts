import { id, idParams, ifMissing, optionalText } from '#platform/codecs.ts';
import { data, done, endpointsOf, list, raw } from '#platform/endpoint.ts';
import { IDEMPOTENCY_KEY, sameKey } from '#platform/idempotency.ts';
import { SECOND_FACTOR, SETTING_UP, SIGNED_IN } from '#platform/roles.ts';
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
    actual: z
      .string({ error: ifMissing('Campo requerido') })
      .min(1, 'Campo requerido')
      .max(200),
    nueva: newPassword,
    confirmacion: z
      .string({ error: ifMissing('Campo requerido') })
      .min(1, 'Campo requerido')
      .max(200),
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

/** What sign-in answers, and whoever gives the second factor. */
const opened = z.object({ access_token: z.string(), role: z.string(), username: z.string() });

export const sesionContract = {
  login: endpoint({
    method: 'POST',
    path: '/security/login',
    roles: 'PUBLIC',
    summary:
      'Inicia una sesión. A quien debe el segundo factor le da un token que sólo abre las llamadas con que se da o se activa.',
    // Whatever is wrong with the fields is answered like a wrong password, so the schema only bounds their size.
    body: z.object({ username: z.string().max(200).default(''), password: z.string().max(200).default('') }),
    answer: raw(opened),
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

export const LLAVE_NOMBRE_MAX = 60;

const typedPassword = z
  .string({ error: ifMissing('Campo requerido') })
  .min(1, 'Campo requerido')
  .max(200);
const typedCode = z
  .string({ error: ifMissing('Campo requerido') })
  .trim()
  .min(1, 'Campo requerido')
  .max(60);

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'La respuesta de la llave de acceso no es válida')
    .max(max);
/** What a browser says of a passkey, as `toJSON()` writes it: one that was made, and one that was used. */
const ofPasskey = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') };
const madePasskey = z.object({
  ...ofPasskey,
  response: z.object({
    ...{ clientDataJSON: base64url(2000), attestationObject: base64url(6000) },
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});
const usedPasskey = z.object({
  ...ofPasskey,
  response: z.object({
    ...{ clientDataJSON: base64url(2000), authenticatorData: base64url(2000), signature: base64url(2000) },
  }),
});

/** What gives the second factor: a code of the app or of recovery, or what a passkey signed. */
const given = { codigo: typedCode.optional(), llave: usedPasskey.optional() };
const isGiven = ({ codigo, llave }: { codigo?: unknown; llave?: unknown }) =>
  codigo !== undefined || llave !== undefined;
const NOT_GIVEN = { path: ['codigo'], message: 'Campo requerido' };

/** What shows once more who somebody is: the password, and what gives the second factor. */
const identity = { password: typedPassword, ...given };
const identitySchema = z.object(identity).refine(isGiven, NOT_GIVEN);
/** The same as it is typed: without what a passkey signs, and with the name of one that is added. */
const nombre = optionalText(LLAVE_NOMBRE_MAX);
export const typedIdentitySchema = z.object({ password: typedPassword, codigo: typedCode, nombre });
export const typedPasswordSchema = z.object({ password: typedPassword, nombre });
/** The first time there is only the password; whoever has just given it to sign in is not asked again. */
const prepararSchema = z.object({ password: typedPassword.optional(), ...given });
export const codigoSchema = z.object({ codigo: typedCode });
const givenSchema = z.object(given).refine(isGiven, NOT_GIVEN);

const codigos = z.array(z.string());

/** The second factor: what signing in still asks for, and how one's own is set up, changed and switched off. */
export const factorContract = {
  estado: endpoint({
    method: 'GET',
    path: '/security/factor',
    roles: SECOND_FACTOR,
    summary:
      'Qué le falta dar a quien ya dio su contraseña (nada, el código, o activar el segundo factor), y si lo tiene.',
    answer: data(
      z.object({
        debe: z.enum(['codigo', 'alta']).nullable(),
        activado: z.string().nullable(),
        /** In a practice: whether it is the community's own, which is given here and changed there. */
        prestado: z.boolean(),
        /** Whether an app on a telephone makes codes. */
        aplicacion: z.boolean(),
        /** How many passkeys there are of this host. */
        llaves: z.number(),
        /** Why passkeys may not be used at this address; null where they may. */
        sinLlaves: z.string().nullable(),
        /** Recovery codes that are left. */
        codigos: z.number(),
        exigido: z.boolean(),
      }),
    ),
  }),
  entrar: endpoint({
    method: 'POST',
    path: '/security/factor/entrar',
    roles: SECOND_FACTOR,
    work: 'access',
    summary:
      'Da el código del segundo factor, uno de recuperación o lo que firma una llave de acceso, y abre la sesión con otro token.',
    body: givenSchema,
    answer: data(opened),
    evenWithDiskShort: true,
  }),
  preparar: endpoint({
    method: 'POST',
    path: '/security/factor/preparar',
    roles: SETTING_UP,
    summary: 'Da una clave para la aplicación del teléfono; vale cuando llega su primer código.',
    body: prepararSchema,
    answer: data(z.object({ clave: z.string(), uri: z.string() })),
  }),
  activar: endpoint({
    method: 'POST',
    path: '/security/factor/activar',
    roles: SETTING_UP,
    summary:
      'Activa el segundo factor con el primer código de la clave, y da los códigos de recuperación; a quien lo debía le abre la sesión.',
    body: codigoSchema,
    answer: data(z.object({ codigos, sesion: opened.nullable() })),
  }),
  codigos: endpoint({
    method: 'POST',
    path: '/security/factor/codigos',
    roles: SIGNED_IN,
    summary: 'Da códigos de recuperación nuevos; los de antes dejan de servir.',
    body: identitySchema,
    answer: data(z.object({ codigos })),
  }),
  desactivar: endpoint({
    method: 'POST',
    path: '/security/factor/desactivar',
    roles: SIGNED_IN,
    summary: 'Quita el segundo factor propio, salvo que el rol lo pida.',
    body: identitySchema,
    answer: done(),
  }),
};

const llave = z.object({
  id: z.number(),
  nombre: z.string(),
  /** The host that it is of, where that is another than this one. */
  host: z.string().nullable(),
  agregada: z.string(),
  usada: z.string().nullable(),
});
export type Llave = z.infer<typeof llave>;

const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) });
const asked = { challenge: z.string(), timeout: z.number() };

/** Passkeys: a further way to give the second factor, where TLS and host allow it. */
export const llavesContract = {
  lista: endpoint({
    method: 'GET',
    path: '/security/factor/llaves',
    roles: SIGNED_IN,
    summary: 'Las llaves de acceso de quien pregunta.',
    answer: list(llave),
  }),
  reto: endpoint({
    method: 'POST',
    path: '/security/factor/llave/reto',
    roles: SECOND_FACTOR,
    work: 'access',
    summary:
      'Lo que una llave de acceso propia ha de firmar: una vez, en los cinco minutos siguientes y en esta sesión.',
    answer: data(
      z.object({
        ...asked,
        ...{ rpId: z.string(), userVerification: z.literal('required'), allowCredentials: z.array(descriptor) },
      }),
    ),
    audited: false,
    evenWithDiskShort: true,
  }),
  preparar: endpoint({
    method: 'POST',
    path: '/security/factor/llave/preparar',
    roles: SETTING_UP,
    summary: 'Lo que el navegador necesita para hacer una llave de acceso; se agrega con lo que responda.',
    body: prepararSchema,
    answer: data(
      z.object({
        ...asked,
        attestation: z.literal('none'),
        rp: z.object({ id: z.string(), name: z.string() }),
        user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
        pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
        excludeCredentials: z.array(descriptor),
        authenticatorSelection: z.object({
          residentKey: z.literal('preferred'),
          userVerification: z.literal('required'),
        }),
      }),
    ),
  }),
  agregar: endpoint({
    method: 'POST',
    path: '/security/factor/llave/agregar',
    roles: SETTING_UP,
    summary:
      'Agrega la llave de acceso que hizo el navegador. La primera de quien no tenía segundo factor lo activa y da los códigos de recuperación; a quien lo debía le abre la sesión.',
    body: z.object({ nombre, llave: madePasskey }),
    answer: data(z.object({ codigos: codigos.nullable(), sesion: opened.nullable() })),
  }),
  quitar: endpoint({
    method: 'POST',
    path: '/security/factor/llave/quitar',
    roles: SIGNED_IN,
    summary: 'Quita una llave de acceso propia. La última, sin aplicación, sólo con «Desactivar».',
    body: z.object({ id, ...identity }).refine(isGiven, NOT_GIVEN),
    answer: done(),
  }),
};

const sesion = z.object({
  id: z.number(),
  /** In words: 'Chrome en Windows'. */
  navegador: z.string(),
  ip: z.string(),
  /** Where that is, seen from here, in words. */
  lugar: z.string(),
  desde: z.string(),
  ultimoUso: z.string(),
  /** The other communities where the same sign-in is open: it ends there too. */
  otras: z.array(z.string()),
  esta: z.boolean(),
});
export type Sesion = z.infer<typeof sesion>;

/** One's own sessions. */
export const sesionesContract = {
  lista: endpoint({
    method: 'GET',
    path: '/security/sesiones',
    roles: SIGNED_IN,
    summary: 'Las sesiones abiertas de quien pregunta, la usada hace menos primero.',
    answer: list(sesion),
  }),
  terminar: endpoint({
    method: 'DELETE',
    path: '/security/sesiones/{id}',
    roles: SIGNED_IN,
    summary: 'Termina otra sesión propia; su token deja de servir de inmediato.',
    params: idParams,
    answer: done(),
  }),
  terminarDemas: endpoint({
    method: 'POST',
    path: '/security/demas-sesiones/terminar',
    roles: SIGNED_IN,
    summary: 'Termina las demás sesiones propias.',
    answer: done(),
  }),
};

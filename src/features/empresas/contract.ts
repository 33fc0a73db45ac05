import { amount, ifMissing, optionalText, text } from '#platform/codecs.ts';
import { data, done, endpointsOf } from '#platform/endpoint.ts';
import { SIGNED_IN } from '#platform/roles.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('empresas');

const codigo = text(20);
const password = z
  .string({ error: ifMissing('Campo requerido') })
  .min(1, 'Campo requerido')
  .max(200);

/** Two accounts are joined by showing both to be one's own: this one once more, and the other as at its own sign-in. */
export const unirSchema = z.object({
  password,
  codigo: optionalText(60),
  comunidad: codigo,
  usuario: text(200),
  passwordAlla: password,
  tokenAlla: optionalText(60),
});

export const comunidadSchema = z.object({ comunidad: codigo });

const comunidad = z.object({ codigo: z.string(), nombre: z.string() });

const cuenta = z.object({
  ...comunidad.shape,
  /** The account there. */
  usuario: z.string(),
  desde: z.string(),
  /** Whether it is the one that is signed in. */
  esta: z.boolean(),
});

/** How many of what waits are urgent, soon, or good to know. */
const porHacer = z.object({ debe: z.number(), pronto: z.number(), aviso: z.number() });

const resumen = z.object({
  ...comunidad.shape,
  usuario: z.string(),
  esta: z.boolean(),
  /**
   * 'lista'; 'sin_respuesta' where it did not answer in time; 'factor' where it asks for a second factor that this sign-in did not
   * give; 'cerrada' where the account may not sign in.
   */
  estado: z.enum(['lista', 'sin_respuesta', 'factor', 'cerrada']),
  rol: z.string(),
  /** Each null where the account's role may not see it there. */
  pendientes: porHacer.nullable(),
  cobradoHoy: amount.nullable(),
  cajas: z.array(z.object({ caja: z.string(), monto: amount })),
  vencido: amount.nullable(),
  depositos: z.object({ cantidad: z.number(), monto: amount }).nullable(),
});
export type Resumen = z.infer<typeof resumen>;

export const empresasContract = {
  mias: endpoint({
    method: 'GET',
    path: '/empresa/mias',
    roles: SIGNED_IN,
    summary: 'Las cuentas de quien pregunta que están unidas, y las comunidades de su empresa administradora sin unir.',
    answer: data(
      z.object({
        /** The administration company of this community; '' where it has none. */
        empresa: z.string(),
        cuentas: z.array(cuenta),
        porUnir: z.array(comunidad),
        /** Whether joining asks for a code of the second factor here. */
        conFactor: z.boolean(),
      }),
    ),
  }),
  unir: endpoint({
    method: 'POST',
    path: '/empresa/unir',
    roles: SIGNED_IN,
    summary: 'Une la cuenta propia con la que se tiene en otra comunidad de la empresa, mostrando las dos.',
    body: unirSchema,
    answer: done(),
  }),
  separar: endpoint({
    method: 'POST',
    path: '/empresa/separar',
    roles: SIGNED_IN,
    summary: 'Separa de las demás la cuenta propia de una comunidad.',
    body: comunidadSchema,
    answer: done(),
  }),
  pasar: endpoint({
    method: 'POST',
    path: '/empresa/pasar',
    roles: SIGNED_IN,
    summary: 'Da un código para pasar, una vez y en 30 segundos, a la cuenta propia de otra comunidad.',
    body: comunidadSchema,
    answer: data(z.object({ origen: z.string(), codigo: z.string() })),
  }),
  entrar: endpoint({
    method: 'POST',
    path: '/empresa/entrar',
    roles: 'PUBLIC',
    summary: 'Entra con el código que dio la otra comunidad; a quien debe el segundo factor le da un token a medias.',
    body: z.object({ codigo: z.string().max(60).default('') }),
    answer: data(
      z.object({
        access_token: z.string(),
        role: z.string(),
        username: z.string(),
        debe: z.enum(['codigo', 'alta']).nullable(),
      }),
    ),
  }),
  resumen: endpoint({
    method: 'GET',
    path: '/empresa/resumen',
    roles: SIGNED_IN,
    summary: 'Lo de hoy en cada comunidad donde se tiene una cuenta unida, según el rol de esa cuenta.',
    answer: data(z.array(resumen)),
  }),
};

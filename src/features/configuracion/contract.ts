import { LOGO_BYTES_MAX } from '#core/membrete.ts';
import { CODIGO, NOMBRE_MAX } from '#core/residenciales.ts';
import { amount, optionalText, pesos, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, uploadBody } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { ROLES } from '#platform/roles.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('configuracion');

const noNegativo = pesos.refine((value) => value >= 0, { message: 'El límite no puede ser negativo' });

/** The form of the residential configuration: all eight fields are required. */
export const configuracionSchema = z.object({
  nombreResidencial: text(200),
  /** The code of one that there is a drawing of, or the community's own. */
  residencial: z.string({ error: REQUIRED }).regex(CODIGO, REQUIRED),
  nombreCortoCR: text(30),
  codigoResidencialCR: text(30),
  codigoResidencialEntidadCR: text(30),
  codigoResidencialNombreCR: text(30),
  codigoWebTransferResidencialCR: text(30),
  codigoWebTransferCortoResidencialCR: text(30),
  /** A lot with an amount overdue cannot book amenities. Our addition; left out, it stays as it is. */
  reservaBloqueaAdeudo: z.boolean().optional(),
  /** A mailed statement bears a code that opens its owner's page. Our addition; left out, it stays as it is. */
  enlaceEnEstado: z.boolean().optional(),
  /** The most that a payment's value date takes off without a code, in pesos. Our addition; left out, it stays as it is. */
  limiteSinCodigo: noNegativo.optional(),
  /** Above it two people say what went out of a bank; null: one. Our addition; left out, it stays as it is. */
  limiteEgreso: z.preprocess((value) => (value === '' ? null : value), noNegativo.nullish()) as z.ZodType<
    number | null | undefined
  >,
  /** Roles that are not let in without a second factor, by their ids. Our addition; left out, it stays as it is. */
  segundoFactorRoles: z
    .array(z.number().refine((value) => ROLES.some(({ id }) => id === value), { message: 'Elija una de las opciones' }))
    .optional(),
});

const configuracion = z.object({
  id: z.number(),
  nombreResidencial: z.string(),
  residencial: z.string(),
  /** By which the community was made, and how it calls itself. Our addition. */
  comunidad: z.object({ codigo: z.string(), nombre: z.string() }),
  nombreCortoCR: z.string(),
  codigoResidencialCR: z.string(),
  codigoResidencialEntidadCR: z.string(),
  codigoResidencialNombreCR: z.string(),
  codigoWebTransferResidencialCR: z.string(),
  codigoWebTransferCortoResidencialCR: z.string(),
  reservaBloqueaAdeudo: z.boolean(),
  enlaceEnEstado: z.boolean(),
  limiteSinCodigo: amount,
  limiteEgreso: amount.nullable(),
  segundoFactorRoles: z.array(z.number()),
  /** Account and agreement of the first active cash box, as the reports print them. */
  noCuenta: z.string(),
  noConvenio: z.string(),
});

const host = z.string().trim().max(253, 'Debe tener como máximo 253 caracteres').nullable();
const presencia = z.object({
  nombre: z.string(),
  host,
  /** The accent colour as #rrggbb; '': the product's own. */
  color: z.string().max(40, 'Debe tener como máximo 40 caracteres'),
});

/** What a community is called, where it answers and its colour; a host of nothing is any. */
export const comunidadSchema = z.object({
  nombre: text(NOMBRE_MAX),
  host: optionalText(253),
  color: optionalText(40),
  /** As whoever changes it has seen it. */
  visto: presencia,
});

/** The community's own logo, by the hash that is its address, and its pixels; null: the drawing of its code. */
const logo = z.object({ huella: z.string(), width: z.number(), height: z.number() }).nullable();

/** A time zone by its own name: 'America/Tijuana'. */
const zona = text(60);

/** The community in the directory of the installation. Our addition. */
export const comunidadContract = {
  get: endpoint({
    method: 'GET',
    path: '/comunidad/get',
    roles: 'H',
    summary: 'Cómo se llama la comunidad, en qué host responde, su color y su zona horaria.',
    answer: data(
      z.object({
        codigo: z.string(),
        ...presencia.shape,
        logo,
        /** The community that this one is the practice of, by which it has name and host; '' for none. */
        practicaDe: z.string(),
        /** Whether it is the only one, which alone may answer on any host. */
        unica: z.boolean(),
        zonaHoraria: z.string(),
        /** Passkeys that were made for the present host. */
        llaves: z.number(),
      }),
    ),
  }),
  save: endpoint({
    method: 'POST',
    path: '/comunidad/save',
    roles: 'H',
    summary: 'Cambia el nombre de la comunidad, el host en que responde y su color.',
    body: comunidadSchema,
    answer: data(presencia),
  }),
  zonaVista: endpoint({
    method: 'GET',
    path: '/comunidad/zonavista',
    roles: 'H',
    summary: 'Qué significa pasar la comunidad a otra zona horaria.',
    query: z.object({ zona }),
    answer: data(z.object({ de: z.string(), a: z.string(), consecuencias: z.array(z.string()) })),
  }),
  zona: endpoint({
    method: 'POST',
    path: '/comunidad/zona',
    work: 'long',
    roles: 'H',
    summary: 'Cambia la zona horaria de la comunidad y cuenta de nuevo los accesos por día y hora.',
    body: z.object({ zona, visto: z.object({ zona }) }),
    answer: data(z.object({ zonaHoraria: z.string() })),
  }),
  logo: endpoint({
    method: 'POST',
    path: '/comunidad/logo',
    roles: 'H',
    summary: 'Pone el logotipo de la comunidad: un SVG o PNG, que se dibuja de nuevo.',
    upload: { bytesMax: LOGO_BYTES_MAX },
    body: uploadBody,
    /** Which ground it brings, where it would not be seen on white paper or on the dark page. */
    answer: data(z.object({ logo, fondo: z.enum(['ninguno', 'claro', 'oscuro']) })),
  }),
  quitarLogo: endpoint({
    method: 'DELETE',
    path: '/comunidad/logo',
    roles: 'H',
    summary: 'Quita el logotipo de la comunidad: vuelve el dibujado.',
    answer: done(),
  }),
};

export const configuracionContract = {
  get: endpoint({
    method: 'GET',
    path: '/configuracionresidencial/get',
    roles: 'ABCDEFG',
    summary: 'La configuración residencial.',
    answer: data(configuracion),
  }),
  save: endpoint({
    method: 'POST',
    path: '/configuracionresidencial/save',
    roles: 'AB',
    summary: 'Guarda la configuración residencial.',
    body: configuracionSchema,
    answer: data(z.object({ id: z.number() })),
  }),
};

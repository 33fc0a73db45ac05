import { correo, listRepresentantes, representante, telefono } from '#libro/residentes/contract.ts';
import { id, idOrNew, idParams, optionalText, ref, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, list, TOLD_READ } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('residentes');

export const TIPOS_RESIDENTE = ['asociado', 'inquilino'] as const;
export type TipoResidente = (typeof TIPOS_RESIDENTE)[number];
const tipoResidente = z.enum(TIPOS_RESIDENTE);

/** The signs of the mask (000)-000-00-00, which may come with a number; anything else is part of it and refused. */
const MASK_SIGNS = /[()\s-]/g;

/** A phone number: ten digits, with or without the signs of its mask. */
const numeroTelefono = z
  .string({ error: REQUIRED })
  .max(40, 'Escriba los 10 dígitos del número')
  .transform((value) => value.replace(MASK_SIGNS, ''))
  .pipe(
    z
      .string()
      .min(1, REQUIRED)
      .regex(/^[0-9]{10}$/, 'Escriba los 10 dígitos del número'),
  );

/** A phone of the list that a save sends: without an id it is new. */
export const telefonoSchema = z.object({
  id: idOrNew,
  tipoNumeroTelefono: z.object({ id, name: optionalText(200) }),
  numero: numeroTelefono,
  referencia: optionalText(200),
});

/** An e-mail of the list that a save sends: without an id it is new. */
export const correoSchema = z.object({
  id: idOrNew,
  correo: z
    .string({ error: REQUIRED })
    .trim()
    .min(1, REQUIRED)
    .max(200, 'Debe tener como máximo 200 caracteres')
    .pipe(z.email('Email Inválido')),
  facturar: z.boolean().default(false),
  referencia: optionalText(200),
});

export type TelefonoInput = z.output<typeof telefonoSchema>;
export type CorreoInput = z.output<typeof correoSchema>;

const CONTACTS_MAX = 100;

const name = text(200).pipe(z.string().min(3, 'Muy corto!'));

const contactLists = {
  telefonoList: z.array(telefonoSchema).max(CONTACTS_MAX, `Como máximo ${CONTACTS_MAX} teléfonos`).default([]),
  correoElectronicoList: z
    .array(correoSchema)
    .max(CONTACTS_MAX, `Como máximo ${CONTACTS_MAX} correos electrónicos`)
    .default([]),
};

/** The resident's form, and the body of /residente/save. */
export const residenteSchema = z.object({
  id: idOrNew,
  name,
  tipo: tipoResidente,
  ...contactLists,
  /** What its items are belongs to invoicing; until then whatever comes is left aside. */
  tarjetaList: z.array(z.unknown()).max(CONTACTS_MAX).default([]),
});

/** The representative's form, and the body of /representantelegal/save. */
export const representanteSchema = z.object({
  id: idOrNew,
  name,
  tipoPoder: optionalText(200),
  loteList: z.array(ref, { error: REQUIRED }).min(1, REQUIRED).max(500, 'Elija como máximo 500 lotes'),
  ...contactLists,
});

const residenteDetail = z.object({
  id: z.number(),
  name: z.string(),
  tipo: tipoResidente,
  /** The lots that the resident is actively tied to, by referencia. */
  direcciones: z.array(z.object({ referencia: z.string(), is_asociado: z.boolean(), direccion: z.string() })),
  telefonoList: z.array(telefono),
  correoElectronicoList: z.array(correo),
  tarjetaList: z.array(z.unknown()),
  /** Our addition: the day on which the privacy notice was accepted, where it is known. */
  consentimiento: z.string().nullable().optional(),
});

export type ResidenteDetail = z.output<typeof residenteDetail>;

const contactLines = {
  correoElectronicoList: z.array(z.object({ referencia: z.string(), correo: z.string() })),
  telefonoList: z.array(z.object({ tipoNumeroTelefono: z.object({ name: z.string() }), numero: z.string() })),
};

const contacto = z.object({ id: z.number(), name: z.string(), ...contactLines });

const datosContacto = z.object({
  /** '' with empty lists when the lot has no asociado. */
  name: z.string(),
  ...contactLines,
  inquilinosList: z.array(contacto),
  representanteLegal: contacto.nullable(),
});

export type Contacto = z.output<typeof contacto>;

const savedId = data(z.object({ id: z.number() }));

/** The id of a resident in a path; 0 stands for 'no asociado'. */
const idOrZero = z.union([z.literal(['0', 0]).transform(() => 0), id]);

export const residentesContract = {
  all: endpoint({
    method: 'GET',
    path: '/residente/all/{tipo}',
    roles: 'ABC',
    summary: 'Los asociados o los inquilinos.',
    params: z.object({ tipo: tipoResidente }),
    answer: list(
      z.object({
        id: z.number(),
        name: z.string(),
        /** Our addition: the references of the lots that they are of now: 'M01-L01, M02-L07'. */
        lotes: z.string(),
      }),
    ),
  }),
  get: endpoint({
    method: 'GET',
    path: '/residente/get/{id}',
    ...TOLD_READ,
    roles: 'ABC',
    summary: 'Un residente con sus lotes, teléfonos y correos electrónicos.',
    params: idParams,
    answer: data(residenteDetail),
  }),
  save: endpoint({
    method: 'POST',
    path: '/residente/save',
    roles: 'ABC',
    summary: 'Crea (id vacío) o actualiza un residente; los teléfonos y correos que no se envían se conservan.',
    body: residenteSchema,
    answer: savedId,
  }),
  deleteTelefono: endpoint({
    method: 'DELETE',
    path: '/telefono/delete/{id}',
    roles: 'ABC',
    summary: 'Elimina un teléfono.',
    params: idParams,
    answer: done(),
  }),
  deleteCorreo: endpoint({
    method: 'DELETE',
    path: '/email/delete/{id}',
    roles: 'ABC',
    summary: 'Elimina un correo electrónico.',
    params: idParams,
    answer: done(),
  }),
  datosContacto: endpoint({
    method: 'GET',
    path: '/residente/getDatosContacto/{id}/{idLote}',
    ...TOLD_READ,
    roles: 'ABCDEF',
    summary:
      'Los datos de contacto de un residente (0 si el lote no tiene asociado), los inquilinos y el representante.',
    params: z.object({ id: idOrZero, idLote: id }),
    answer: data(datosContacto),
  }),
};

export const representantesContract = {
  byLote: listRepresentantes,
  all: endpoint({
    method: 'GET',
    path: '/representantelegal/all',
    ...TOLD_READ,
    roles: 'ABC',
    summary: 'Los representantes legales.',
    answer: list(representante),
  }),
  get: endpoint({
    method: 'GET',
    path: '/representantelegal/get/{id}',
    ...TOLD_READ,
    roles: 'ABC',
    summary: 'Un representante legal.',
    params: idParams,
    answer: data(representante),
  }),
  save: endpoint({
    method: 'POST',
    path: '/representantelegal/save',
    roles: 'ABC',
    summary: 'Crea (id vacío) o actualiza un representante legal y los lotes que representa.',
    body: representanteSchema,
    answer: savedId,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/representantelegal/delete/{id}',
    roles: 'AB',
    summary: 'Elimina un representante legal con sus teléfonos y correos.',
    params: idParams,
    answer: done(),
  }),
};

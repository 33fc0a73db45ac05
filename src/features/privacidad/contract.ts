/** Privacy of the people that the community knows: the notice, what each said, what each asks for, and who read of them. */
import { fecha, id, idParams, paging, ref, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, file, page, TOLD_READ } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
import { DERECHOS, ESTADOS, VIAS } from './rules.ts';

const endpoint = endpointsOf('privacidad');

/* The notice. */

const version = z.object({
  id: z.number(),
  version: z.number(),
  desde: z.string(),
  texto: z.string(),
  /** The lawyer who found it right; '' until somebody says so. */
  abogado: z.string(),
  usuario: z.string(),
  createdAt: z.string(),
  vigente: z.boolean(),
  /** People whose last word it has. */
  aceptaron: z.number(),
});
export type VersionDeAviso = z.infer<typeof version>;

export const AVISO_MAX = 30_000;
export const avisoSchema = z.object({ texto: text(AVISO_MAX), desde: fecha });
export const confirmarSchema = z.object({ id, abogado: text(150) });

export const avisoContract = {
  get: endpoint({
    method: 'GET',
    path: '/privacidad/aviso',
    roles: 'ABCF',
    summary: 'Las versiones del aviso de privacidad, la última primero, y el texto del que parte una nueva.',
    answer: data(z.object({ versiones: z.array(version), plantilla: z.string(), personas: z.number() })),
  }),
  save: endpoint({
    method: 'POST',
    path: '/privacidad/aviso/save',
    roles: 'A',
    summary:
      'Guarda una versión nueva del aviso de privacidad, que vale desde su fecha. La anterior queda como estaba.',
    body: avisoSchema,
    answer: data(z.object({ id: z.number() })),
  }),
  confirmar: endpoint({
    method: 'POST',
    path: '/privacidad/aviso/confirmar',
    roles: 'A',
    summary: 'Anota qué abogado encontró correcta una versión del aviso.',
    body: confirmarSchema,
    answer: done(),
  }),
};

const derechoField = z.enum(DERECHOS, { error: 'Elija qué derecho ejerce' });

/** As a button of the page says it. */
const siNo = z.union([z.boolean(), z.enum(['si', 'no']).transform((value) => value === 'si')]);

/** What a resident says of it on their own page. */
export const avisoPropioContract = {
  responder: endpoint({
    method: 'POST',
    path: '/residente/propio/aviso',
    roles: 'RESIDENTE',
    summary: 'Acepta, o no, la versión vigente del aviso de privacidad.',
    body: z.object({ version: z.coerce.number().int().min(1).max(100_000), acepta: siNo }),
    answer: done(),
  }),
  finalidad: endpoint({
    method: 'POST',
    path: '/residente/propio/finalidad',
    roles: 'RESIDENTE',
    summary: 'Dice sí o no a que sus datos se usen para una finalidad optativa.',
    body: z.object({ id, acepta: siNo }),
    answer: done(),
  }),
  derecho: endpoint({
    method: 'POST',
    path: '/residente/propio/derecho',
    roles: 'RESIDENTE',
    summary: 'Pide algo sobre sus propios datos; los plazos de la ley corren desde hoy.',
    body: z.object({ derecho: derechoField, texto: text(2_000) }),
    answer: done(),
  }),
  datos: endpoint({
    method: 'GET',
    path: '/residente/propio/datos',
    roles: 'RESIDENTE',
    ...TOLD_READ,
    summary: 'Todo lo que se guarda de la persona del enlace, en un ZIP.',
    answer: file('application/zip'),
  }),
};

export const datosPaginas = {
  datos: endpoint({
    method: 'GET',
    path: '/r/datos',
    roles: 'RESIDENTE',
    summary: 'Sus datos: qué puede leer, decidir, pedir y descargar.',
    answer: page(),
  }),
  aviso: endpoint({
    method: 'GET',
    path: '/r/datos/aviso',
    roles: 'RESIDENTE',
    summary: 'El aviso de privacidad vigente, y cuándo lo aceptó.',
    answer: page(),
  }),
  usos: endpoint({
    method: 'GET',
    path: '/r/datos/usos',
    roles: 'RESIDENTE',
    summary: 'Para qué más permite que se usen sus datos.',
    answer: page(),
  }),
  pedir: endpoint({
    method: 'GET',
    path: '/r/datos/pedir',
    roles: 'RESIDENTE',
    summary: 'Pide algo sobre sus datos, y dice qué se respondió a lo pedido.',
    answer: page(),
  }),
};

/* What people ask for. */

const solicitud = z.object({
  id: z.number(),
  persona: z.object({ id: z.number(), name: z.string() }),
  lotes: z.string(),
  derecho: z.enum(DERECHOS),
  texto: z.string(),
  recibida: z.string(),
  via: z.enum(VIAS),
  estado: z.enum(ESTADOS),
  responderHasta: z.string(),
  cumplirHasta: z.string().nullable(),
  /** The day until which something is to be done, and the working days left; null where nothing is. */
  limite: z.string().nullable(),
  dias: z.number().nullable(),
  prorroga: z.string(),
  respuesta: z.string(),
  respondida: z.string().nullable(),
  cumplida: z.string().nullable(),
  nota: z.string(),
});
export type SolicitudPrivacidad = z.infer<typeof solicitud>;

export const FILTROS = ['abiertas', 'todas', ...ESTADOS] as const;

export const solicitarSchema = z.object({
  residente: ref,
  derecho: derechoField,
  texto: text(2_000),
  recibida: fecha,
});
export const responderSchema = z.object({ id, procede: z.boolean(), respuesta: text(2_000) });
const razonada = z.object({ id, razon: text(300) });

export const derechosContract = {
  lista: endpoint({
    method: 'GET',
    path: '/privacidad/solicitud/lista',
    roles: 'ABCF',
    summary: 'Lo que las personas piden sobre sus datos, lo que antes vence primero, con sus días hábiles.',
    query: z.object({ estado: z.enum(FILTROS).default('abiertas'), ...paging }),
    answer: data(z.object({ rows: z.array(solicitud), total: z.number() })),
  }),
  save: endpoint({
    method: 'POST',
    path: '/privacidad/solicitud/save',
    roles: 'ABC',
    summary:
      'Registra lo que alguien pidió sobre sus datos; los plazos de la ley corren desde el día en que se recibió.',
    body: solicitarSchema,
    answer: data(z.object({ id: z.number(), responderHasta: z.string() })),
  }),
  prorrogar: endpoint({
    method: 'POST',
    path: '/privacidad/solicitud/prorrogar',
    roles: 'AB',
    summary: 'Amplía una sola vez, con su razón, el plazo para responder.',
    body: razonada,
    answer: done(),
  }),
  responder: endpoint({
    method: 'POST',
    path: '/privacidad/solicitud/responder',
    roles: 'AB',
    summary: 'Responde si lo pedido procede y por qué; si procede, corre el plazo para cumplirlo.',
    body: responderSchema,
    answer: done(),
  }),
  cumplir: endpoint({
    method: 'POST',
    path: '/privacidad/solicitud/cumplir',
    roles: 'AB',
    summary: 'Anota qué se hizo para cumplir lo que procedió.',
    body: razonada,
    answer: done(),
  }),
};

/* A person. */

const conservado = z.object({ que: z.string(), porque: z.string(), cuantos: z.number() });

const persona = z.object({
  id: z.number(),
  name: z.string(),
  tipo: z.enum(['asociado', 'inquilino']),
  lotes: z.string(),
  /** What was said of the notice last; null where nothing is known of this product. */
  aviso: z.object({ version: z.number(), acepta: z.boolean(), fecha: z.string(), via: z.enum(VIAS) }).nullable(),
  /** The day that another system brought. */
  consentimiento: z.string().nullable(),
  finalidades: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      descripcion: z.string(),
      /** Null: not asked yet. */
      acepta: z.boolean().nullable(),
      at: z.string().nullable(),
    }),
  ),
  solicitudes: z.array(solicitud),
  bloqueo: z
    .object({
      createdAt: z.string(),
      usuario: z.string(),
      razon: z.string(),
      telefonos: z.number(),
      correos: z.number(),
    })
    .nullable(),
  /** When the data were destroyed; null where they were not. */
  suprimidoAt: z.string().nullable(),
  /** What would go, what is kept and by what duty, and what stands against it now. */
  supresion: z.object({
    telefonos: z.number(),
    correos: z.number(),
    conserva: z.array(conservado),
    /** Of the name: whether it would go too, the last day that a duty keeps it, and whether it is gone already. */
    nombre: z.object({ seVa: z.boolean(), hasta: z.string().nullable(), suprimido: z.boolean() }),
    impedimento: z.string(),
  }),
});
export type PersonaPrivacidad = z.infer<typeof persona>;

const consentirSchema = z.object({
  residente: ref,
  /** Null leaves what was said as it is. */
  aviso: z.object({ acepta: z.boolean(), fecha }).nullable(),
  finalidades: z.array(z.object({ id, acepta: z.boolean() })).max(100),
});

const acceso = z.object({
  id: z.number(),
  createdAt: z.string(),
  usuario: z.string(),
  nota: z.string(),
});
export type AccesoADatos = z.infer<typeof acceso>;

const dePersona = z.object({ residente: ref });

export const personasContract = {
  get: endpoint({
    method: 'GET',
    path: '/privacidad/persona/{id}',
    roles: 'ABC',
    summary:
      'Qué dijo una persona del aviso y de cada finalidad, qué pidió, y qué se conservaría si se suprimen sus datos.',
    params: idParams,
    answer: data(persona),
  }),
  consentir: endpoint({
    method: 'POST',
    path: '/privacidad/persona/consentir',
    roles: 'ABC',
    summary: 'Anota lo que una persona dijo en la oficina del aviso de privacidad y de las finalidades optativas.',
    body: consentirSchema,
    answer: done(),
  }),
  accesos: endpoint({
    method: 'GET',
    path: '/privacidad/accesos/{id}',
    roles: 'AB',
    summary: 'Quién vio, exportó o cambió los datos de una persona, y cuándo; lo más reciente primero.',
    params: idParams,
    query: z.object(paging),
    answer: data(z.object({ rows: z.array(acceso), total: z.number() })),
  }),
  exportar: endpoint({
    method: 'POST',
    path: '/privacidad/exportar',
    roles: 'AB',
    work: 'long',
    summary:
      'Todo lo que se guarda de una persona en un ZIP: para leer (XLSX), para otro sistema (JSON) y sus archivos.',
    body: dePersona,
    answer: file('application/zip'),
  }),
  bloquear: endpoint({
    method: 'POST',
    path: '/privacidad/bloquear',
    roles: 'AB',
    summary: 'Saca de uso y cifra los teléfonos y correos de quien ya no es residente; se pueden devolver.',
    body: dePersona.extend({ razon: text(300) }),
    answer: done(),
  }),
  desbloquear: endpoint({
    method: 'POST',
    path: '/privacidad/desbloquear',
    roles: 'AB',
    summary: 'Devuelve a una persona los datos que se bloquearon.',
    body: dePersona.extend({ razon: text(300) }),
    answer: done(),
  }),
  suprimir: endpoint({
    method: 'POST',
    path: '/privacidad/suprimir',
    roles: 'A',
    summary: 'Destruye para siempre los datos bloqueados de una persona; lo que un deber manda conservar se queda.',
    body: dePersona.extend({ confirmacion: text(200) }),
    answer: done(),
  }),
};

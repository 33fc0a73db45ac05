/** The residents' own page: links that the office makes, what the page asks for, and the documents that it consists of. */
import { isFecha } from '#core/fecha.ts';
import { fecha, id, idParams } from '#platform/codecs.ts';
import { data, done, endpointsOf, file, page, TOLD_READ } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';

const endpoint = endpointsOf('residente');

export const PAPELES = ['propietario', 'inquilino', 'representante'] as const;
export type Papel = (typeof PAPELES)[number];

/** 'residente-12', 'representante-3': whoever a link is for. */
const persona = z.string().regex(/^(residente|representante)-[1-9]\d{0,8}$/, 'Elija para quién es el enlace');

const enlaceRow = z.object({
  id: z.number(),
  /** Whoever it is for, as `persona` names them. */
  clave: z.string(),
  nombre: z.string(),
  papel: z.enum(PAPELES),
  canal: z.string(),
  creado: z.string(),
  creadoPor: z.string(),
  usos: z.number(),
  ultimoUso: z.string().nullable(),
  /** Devices that have shown a code. */
  equipos: z.number(),
  estado: z.enum(['vigente', 'revocado', 'sin efecto']),
});
export type EnlaceRow = z.infer<typeof enlaceRow>;

const personaDelLote = z.object({
  clave: z.string(),
  nombre: z.string(),
  papel: z.enum(PAPELES),
  correos: z.array(z.string()),
  /** Of a tenant, whether the owner lets them see the account; of all others true. */
  veCuenta: z.boolean(),
});
export type PersonaDelLote = z.infer<typeof personaDelLote>;

const permisoRow = z.object({
  id: z.number(),
  inquilino: z.string(),
  permite: z.boolean(),
  /** The owner's name, where they said it on their own page; else whoever noted it. */
  dijo: z.string(),
  via: z.enum(['pagina', 'oficina']),
  creado: z.string(),
});
export type PermisoRow = z.infer<typeof permisoRow>;

export const nuevoEnlaceSchema = z.object({
  lote: id,
  persona,
  canal: z.enum(['correo', 'qr', 'whatsapp']),
  /** Of a tenant: the owner lets them see the account. Absent, it stays as it was last said. */
  veCuenta: z.boolean().optional(),
});

export const enlacesContract = {
  lote: endpoint({
    method: 'GET',
    path: '/enlace/lote/{id}',
    ...TOLD_READ,
    roles: 'ABC',
    summary: 'Los enlaces a la página del residente que un lote ha tenido, y las personas que pueden tener uno.',
    params: idParams,
    answer: data(
      z.object({
        referencia: z.string(),
        enlaces: z.array(enlaceRow),
        personas: z.array(personaDelLote),
        /** What was said of tenants and the account, the newest first. */
        permisos: z.array(permisoRow),
      }),
    ),
  }),
  crear: endpoint({
    method: 'POST',
    path: '/enlace/crear',
    roles: 'ABC',
    summary:
      'Crea un enlace para una persona de un lote; por correo también lo envía. La dirección sólo se da esta vez.',
    body: nuevoEnlaceSchema,
    answer: data(z.object({ id: z.number(), url: z.string() })),
  }),
  revocar: endpoint({
    method: 'POST',
    path: '/enlace/revocar',
    roles: 'ABC',
    summary: 'Revoca un enlace: deja de abrir en ese momento, en todos los equipos.',
    body: z.object({ id }),
    answer: done(),
  }),
  revocarTodos: endpoint({
    method: 'POST',
    path: '/enlace/revocartodos',
    roles: 'ABC',
    summary: 'Revoca todos los enlaces que una persona tiene a un lote, por si perdió su teléfono.',
    body: z.object({ lote: id, persona }),
    answer: done(),
  }),
  ver: endpoint({
    method: 'POST',
    path: '/enlace/ver',
    roles: 'ABC',
    summary: 'Abre en este navegador la página como la ve una persona del lote, sólo para leer, durante media hora.',
    body: z.object({ lote: id, persona }),
    answer: data(z.object({ url: z.string() })),
  }),
};

const visitaSchema = z.object({
  nombre: z
    .string()
    .trim()
    .min(3, 'Escriba el nombre de quien viene')
    .max(100, 'Debe tener como máximo 100 caracteres'),
  placa: z
    .string()
    .trim()
    .max(12, 'Debe tener como máximo 12 caracteres')
    .transform((text) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')),
  fecha,
});

/** Of the years that dates have. */
const mes = z.string().refine((month) => isFecha(`${month}-01`), { message: 'Elija un mes' });

/** Two months, both whole; the last half year unless told. */
const tramo = z.object({ desde: mes.optional(), hasta: mes.optional() });

/** What the page itself asks for; the lot is the session's, and no request names one. */
export const propioContract = {
  codigo: endpoint({
    method: 'POST',
    path: '/residente/propio/codigo',
    roles: 'ENLACE',
    summary: 'Envía un código a los correos registrados de la persona del enlace.',
    answer: done(),
  }),
  confirmar: endpoint({
    method: 'POST',
    path: '/residente/propio/confirmar',
    roles: 'ENLACE',
    summary: 'Confirma este equipo con el código recibido.',
    body: z.object({
      codigo: z
        .string()
        .trim()
        .regex(/^\d{6}$/, 'Escriba los 6 números del código'),
    }),
    answer: done(),
  }),
  salir: endpoint({
    method: 'POST',
    path: '/residente/propio/salir',
    roles: 'ENLACE',
    summary: 'Cierra la página en este equipo.',
    answer: done(),
  }),
};

/** A lot's papers, as files. */
export const papelesContract = {
  cuentaPdf: endpoint({
    method: 'GET',
    path: '/residente/propio/cuenta',
    roles: 'RESIDENTE',
    summary: 'El estado de cuenta del lote entre dos meses, en PDF.',
    query: tramo,
    answer: file('application/pdf'),
  }),
  reciboPdf: endpoint({
    method: 'GET',
    path: '/residente/propio/recibo/{id}',
    roles: 'RESIDENTE',
    summary: 'Un recibo del lote, en PDF.',
    params: idParams,
    answer: file('application/pdf'),
  }),
  facturaPdf: endpoint({
    method: 'GET',
    path: '/residente/propio/factura/{id}',
    roles: 'RESIDENTE',
    summary: 'Una factura del lote, en PDF.',
    params: idParams,
    answer: file('application/pdf'),
  }),
  facturaXml: endpoint({
    method: 'GET',
    path: '/residente/propio/factura/xml/{id}',
    roles: 'RESIDENTE',
    summary: 'Una factura del lote, en XML.',
    params: idParams,
    answer: file('application/xml'),
  }),
};

/** What the community posts, as files. */
export const noticiasContract = {
  informe: endpoint({
    method: 'GET',
    path: '/residente/propio/informe/{id}',
    roles: 'RESIDENTE',
    summary: 'El informe publicado de un mes, en PDF; queda anotado quién lo abrió.',
    params: idParams,
    answer: file('application/pdf'),
  }),
  imagen: endpoint({
    method: 'GET',
    path: '/residente/propio/noticia/{id}',
    roles: 'RESIDENTE',
    summary: 'La imagen de una noticia.',
    params: idParams,
    answer: file('application/octet-stream'),
  }),
};

/** Visitors, whom residents announce to the gate. */
export const visitasContract = {
  anunciar: endpoint({
    method: 'POST',
    path: '/residente/propio/visita',
    roles: 'RESIDENTE',
    summary: 'Anuncia una visita a la caseta para un día.',
    body: visitaSchema,
    answer: done(),
  }),
  cancelarVisita: endpoint({
    method: 'POST',
    path: '/residente/propio/visita/cancelar',
    roles: 'RESIDENTE',
    summary: 'Cancela una visita anunciada.',
    body: z.object({ id }),
    answer: done(),
  }),
};

/** What the owner lets their tenants see. */
export const permisosContract = {
  permitir: endpoint({
    method: 'POST',
    path: '/residente/propio/permiso',
    roles: 'RESIDENTE',
    summary: 'El propietario permite, o deja de permitir, que un inquilino vea la cuenta del lote.',
    body: z.object({ inquilino: id, permite: z.enum(['si', 'no']).transform((said) => said === 'si') }),
    answer: done(),
  }),
};

/** The documents of the page: one thing a screen, each with an address of its own. */
export const paginasContract = {
  entrar: endpoint({
    method: 'GET',
    path: '/r/{token}',
    roles: 'PUBLIC',
    writes: true,
    audited: false,
    summary: 'Abre la página de un lote en este equipo.',
    params: z.object({ token: z.string().max(200) }),
    answer: page(),
  }),
  inicio: endpoint({
    method: 'GET',
    path: '/r',
    roles: 'ENLACE',
    summary: 'Cuánto debe, con qué lo paga y su último pago.',
    answer: page(),
  }),
  codigo: endpoint({
    method: 'GET',
    path: '/r/codigo',
    roles: 'ENLACE',
    summary: 'Pide y escribe el código de este equipo.',
    query: z.object({ ir: z.string().max(200).default('/r') }),
    answer: page(),
  }),
  debo: endpoint({
    method: 'GET',
    path: '/r/debo',
    roles: 'ENLACE',
    summary: 'De dónde sale lo que debe, cargo por cargo.',
    answer: page(),
  }),
  cargo: endpoint({
    method: 'GET',
    path: '/r/cargo/{id}',
    roles: 'ENLACE',
    summary: 'De dónde sale lo que debe de un cargo.',
    params: idParams,
    answer: page(),
  }),
  pagar: endpoint({
    method: 'GET',
    path: '/r/pagar',
    roles: 'ENLACE',
    summary: 'Con qué se paga: referencia, cuenta y CLABE.',
    answer: page(),
  }),
  pagos: endpoint({
    method: 'GET',
    path: '/r/pagos',
    roles: 'ENLACE',
    summary: 'Los pagos que llegaron, los que esperan, y qué hacer si falta uno.',
    answer: page(),
  }),
  cuenta: endpoint({
    method: 'GET',
    path: '/r/cuenta',
    roles: 'RESIDENTE',
    summary: 'El estado de cuenta entre dos meses.',
    query: tramo,
    answer: page(),
  }),
  papeles: endpoint({
    method: 'GET',
    path: '/r/papeles',
    roles: 'RESIDENTE',
    summary: 'Sus recibos y facturas.',
    answer: page(),
  }),
  convenios: endpoint({
    method: 'GET',
    path: '/r/convenios',
    roles: 'RESIDENTE',
    summary: 'Sus convenios de pago: lo convenido, lo pagado y la parcialidad que sigue.',
    answer: page(),
  }),
  noticias: endpoint({
    method: 'GET',
    path: '/r/noticias',
    roles: 'RESIDENTE',
    summary: 'Las noticias de la comunidad y sus informes mensuales.',
    answer: page(),
  }),
  noticia: endpoint({
    method: 'GET',
    path: '/r/noticia/{id}',
    roles: 'RESIDENTE',
    summary: 'Una noticia de la comunidad.',
    params: idParams,
    answer: page(),
  }),
  visitas: endpoint({
    method: 'GET',
    path: '/r/visitas',
    roles: 'RESIDENTE',
    summary: 'Sus visitas anunciadas, y cómo se anuncia otra.',
    answer: page(),
  }),
  entradas: endpoint({
    method: 'GET',
    path: '/r/entradas',
    roles: 'RESIDENTE',
    summary: 'Sus vehículos y tarjetas.',
    answer: page(),
  }),
  inquilinos: endpoint({
    method: 'GET',
    path: '/r/inquilinos',
    roles: 'RESIDENTE',
    summary: 'Qué pueden ver los inquilinos de su lote.',
    answer: page(),
  }),
};

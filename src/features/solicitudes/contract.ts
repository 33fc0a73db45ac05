/** What residents send and the office accepts or not: proofs of payment, contact data, wishes for invoices, disputes. */
import { isRfc } from '#cfdi/catalogos.ts';
import {
  amount,
  fecha,
  id,
  idOrNew,
  idParams,
  optionalFecha,
  optionalText,
  paging,
  pesos,
  ref,
  text,
} from '#platform/codecs.ts';
import { data, done, endpointsOf, list, page, TOLD_READ, uploadBody } from '#platform/endpoint.ts';
import { z } from '#platform/zod.ts';
import { CLASES, ESTADOS, SELLOS } from './rules.ts';

const endpoint = endpointsOf('solicitudes');

/** Of a PDF or a picture; the XML of a CEP is far smaller. */
const COMPROBANTE_BYTES_MAX = 10 * 1024 * 1024;

const lote = z.object({ id: z.number(), referencia: z.string() });

const candidato = z.object({
  id: z.number(),
  fecha: z.string(),
  importe: amount,
  concepto: z.string(),
  /** It has the proof's clave de rastreo. */
  mismo: z.boolean(),
  /** Whom it was applied to; '' where it waits. */
  aplicado: z.string(),
});

const comprobante = z.object({
  forma: z.enum(['archivo', 'cep']),
  fecha: z.string(),
  importe: amount,
  rastreo: z.string(),
  banco: z.string(),
  ordenante: z.string(),
  cuenta: z.string(),
  sello: z.enum(SELLOS),
  archivo: z.object({ id: z.number(), nombre: z.string() }),
  deposito: z.number().nullable(),
  /** Deposits that it may be of, the surest first; none once it was decided. */
  candidatos: z.array(candidato),
});

const solicitud = z.object({
  id: z.number(),
  clase: z.enum(CLASES),
  estado: z.enum(ESTADOS),
  lote,
  residenteId: z.number().nullable(),
  remitente: z.string(),
  via: z.enum(['oficina', 'pagina']),
  texto: z.string(),
  createdAt: z.string(),
  /** What is proposed, by name. */
  datos: z.array(z.object({ label: z.string(), value: z.string() })),
  cargo: z.object({ id: z.number(), concepto: z.string(), saldo: amount }).nullable(),
  recibo: z.number().nullable(),
  respuesta: z.string(),
  resuelta: z.object({ usuario: z.string(), at: z.string() }).nullable(),
  comprobante: comprobante.nullable(),
});
export type Solicitud = z.infer<typeof solicitud>;

export const FILTROS = ['pendiente', 'aceptada', 'rechazada', 'todas'] as const;
export type Filtro = (typeof FILTROS)[number];

const telefono = z
  .string()
  .trim()
  .transform((value) => value.replace(/[()\s-]/g, ''))
  .pipe(z.string().regex(/^(\d{10})?$/, 'Escriba los 10 dígitos del teléfono'));
const correo = z
  .string()
  .trim()
  .max(200, 'Debe tener como máximo 200 caracteres')
  .refine((value) => value === '' || z.email().safeParse(value).success, { message: 'Email Inválido' });

/** New contact data: what is empty stays as it is; with `reemplaza` the new takes the place of that one. */
const contactoFields = {
  telefono: telefono.default(''),
  reemplazaTelefono: idOrNew.optional(),
  correo: correo.default(''),
  reemplazaCorreo: idOrNew.optional(),
  texto: optionalText(500),
};

const facturaFields = {
  recibo: z.object({ id: idOrNew }),
  rfc: text(13)
    .transform((value) => value.toUpperCase())
    .refine((value) => isRfc(value), { message: 'El RFC no es válido. Escríbalo como está en su constancia fiscal' }),
  razonSocial: text(300),
  codigoPostal: z
    .string()
    .trim()
    .regex(/^\d{5}$/, 'Escriba los 5 dígitos del código postal'),
  regimen: text(150),
  uso: text(150),
  correo,
  texto: optionalText(500),
};

export const aclaracionFields = { cargo: ref, texto: text(1_000) };

/** What a file does not say by itself; of a CEP its own data count. */
export const comprobanteQuery = z.object({
  fecha: fecha.optional(),
  importe: pesos.optional(),
  rastreo: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{0,30}$/, 'La clave de rastreo son letras y cifras')
    .default(''),
});

export const contactoSchema = z.object({ lote: ref, residente: ref, ...contactoFields });
export const facturaSchema = z.object({ lote: ref, ...facturaFields });
export const aclaracionSchema = z.object(aclaracionFields);

const MILES = /^\d{1,3}(,\d{3})+(?=\.|$)/;

/** An amount as people write it: '$1,500.00'. */
const importeEscrito = z
  .string()
  .default('')
  .transform((value) => value.replaceAll(/[$\s]/g, '').replace(MILES, (whole) => whole.replaceAll(',', '')))
  .refine((value) => /^(\d{1,10}(\.\d{1,2})?)?$/.test(value), {
    message: 'Escriba sólo el número, como 1500 o 1,500.50',
  })
  .transform((value) => (value === '' ? undefined : Number(value)));

/** What a resident sends on their own page: the file, and what it does not say by itself. */
export const comprobantePropioContract = {
  enviar: endpoint({
    method: 'POST',
    path: '/residente/propio/comprobante',
    roles: 'RESIDENTE',
    summary: 'Envía el comprobante de un pago del propio lote; espera junto al depósito y no mueve dinero.',
    upload: { bytesMax: COMPROBANTE_BYTES_MAX, instead: 'Envíe una foto o un PDF más pequeño' },
    body: uploadBody.extend({
      fecha: optionalFecha,
      importe: importeEscrito,
      rastreo: comprobanteQuery.shape.rastreo,
    }),
    answer: done(),
  }),
};

/** What they ask for there; the lot and the person are the session's. */
export const peticionesPropiasContract = {
  contacto: endpoint({
    method: 'POST',
    path: '/residente/propio/contacto',
    roles: 'RESIDENTE',
    summary: 'Propone datos de contacto propios; nada cambia hasta que la administración los acepta.',
    body: z.object(contactoFields),
    answer: done(),
  }),
  factura: endpoint({
    method: 'POST',
    path: '/residente/propio/factura',
    roles: 'RESIDENTE',
    summary: 'Pide la factura de un pago del propio lote, con sus datos fiscales.',
    body: z.object({ ...facturaFields, recibo: id }),
    answer: done(),
  }),
  aclaracion: endpoint({
    method: 'POST',
    path: '/residente/propio/aclaracion',
    roles: 'RESIDENTE',
    summary: 'Pide aclarar un cargo del propio lote.',
    body: z.object({ cargo: id, texto: aclaracionFields.texto }),
    answer: done(),
  }),
};

export const solicitudesPaginas = {
  contacto: endpoint({
    method: 'GET',
    path: '/r/contacto',
    roles: 'RESIDENTE',
    summary: 'Corrige su teléfono o su correo.',
    answer: page(),
  }),
  factura: endpoint({
    method: 'GET',
    path: '/r/factura',
    roles: 'RESIDENTE',
    summary: 'Pide la factura de un pago.',
    answer: page(),
  }),
  aclaracion: endpoint({
    method: 'GET',
    path: '/r/aclaracion/{id}',
    roles: 'RESIDENTE',
    summary: 'Dice por qué un cargo no es correcto.',
    params: idParams,
    answer: page(),
  }),
  enviado: endpoint({
    method: 'GET',
    path: '/r/enviado',
    roles: 'RESIDENTE',
    summary: 'Lo que ha enviado, y qué fue de ello.',
    answer: page(),
  }),
  enviar: endpoint({
    method: 'GET',
    path: '/r/comprobante',
    roles: 'RESIDENTE',
    summary: 'Envía un comprobante de pago, y dice qué fue de los enviados. Antes se acepta el aviso de privacidad.',
    answer: page(),
  }),
};

const creada = data(z.object({ id: z.number() }));

export const solicitudesContract = {
  lista: endpoint({
    method: 'GET',
    path: '/solicitud/lista',
    ...TOLD_READ,
    // Only what has contact or tax data is told.
    audited: false,
    roles: 'ABCF',
    summary: 'Lo que los residentes enviaron, por páginas; lo que espera, de lo más antiguo a lo más reciente.',
    query: z.object({
      estado: z.enum(FILTROS).default('pendiente'),
      clase: z.enum(['todas', ...CLASES]).default('todas'),
      q: optionalText(80),
      ...paging,
    }),
    answer: data(z.object({ rows: z.array(solicitud), total: z.number() })),
  }),
  deDeposito: endpoint({
    method: 'GET',
    path: '/solicitud/dedeposito/{id}',
    roles: 'ABC',
    summary: 'Los comprobantes que esperan y pueden ser de un depósito.',
    params: idParams,
    answer: list(
      z.object({
        id: z.number(),
        lote,
        remitente: z.string(),
        fecha: z.string(),
        importe: amount,
        mismo: z.boolean(),
      }),
    ),
  }),
  comprobante: endpoint({
    method: 'POST',
    path: '/solicitud/comprobante/{id}',
    roles: 'ABC',
    summary:
      'Guarda el comprobante de un pago de un lote (PDF, JPG, PNG, o el XML del CEP de SPEI, que se lee). No mueve dinero: espera junto al depósito.',
    params: idParams,
    query: comprobanteQuery,
    upload: { bytesMax: COMPROBANTE_BYTES_MAX, instead: 'Envíe una foto o un PDF más pequeño' },
    body: uploadBody,
    answer: creada,
  }),
  contacto: endpoint({
    method: 'POST',
    path: '/solicitud/contacto',
    roles: 'ABC',
    summary: 'Propone datos de contacto de una persona; nada cambia hasta que se acepta.',
    body: contactoSchema,
    answer: creada,
  }),
  factura: endpoint({
    method: 'POST',
    path: '/solicitud/factura',
    roles: 'ABC',
    summary: 'Pide una factura con sus datos fiscales.',
    body: facturaSchema,
    answer: creada,
  }),
  aclaracion: endpoint({
    method: 'POST',
    path: '/solicitud/aclaracion',
    roles: 'ABC',
    summary: 'Pide aclarar un cargo: mientras no se responde, al lote no se le escribe por cobranza.',
    body: aclaracionSchema,
    answer: creada,
  }),
  aceptar: endpoint({
    method: 'POST',
    path: '/solicitud/aceptar',
    roles: 'ABC',
    summary: 'Acepta lo que se envió. De un comprobante dice de qué depósito es; no aplica el depósito.',
    body: z.object({ id, respuesta: optionalText(500), deposito: z.object({ id: idOrNew }) }),
    answer: done(),
  }),
  rechazar: endpoint({
    method: 'POST',
    path: '/solicitud/rechazar',
    roles: 'ABC',
    summary: 'No acepta lo que se envió, y dice por qué; de un comprobante aceptado, que no era de ese depósito.',
    body: z.object({ id, razon: text(300) }),
    answer: done(),
  }),
};

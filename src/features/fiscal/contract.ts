/**
 * How a community invoices: issuer, invoice control, default receiver, tax data of its lots; certificate, stamping provider
 * and the treatment of each kind of charge, which are our additions. Amounts do not occur here.
 */
import { isGenerico, isRfc } from '#cfdi/catalogos.ts';
import { normalizeNombre, refusalOfNombre } from '#cfdi/nombre.ts';
import { archivoOfUrl } from '#features/archivos/contract.ts';
import { TIPOS_CARGO } from '#libro/rules.ts';
import { id, idOrNew, idParams, optionalText, ref, text } from '#platform/codecs.ts';
import { data, done, endpointsOf, list, saved, TOLD_READ } from '#platform/endpoint.ts';
import { REQUIRED } from '#platform/messages.ts';
import { z } from '#platform/zod.ts';
import {
  BAD_CP,
  BAD_RFC,
  faultOfCard,
  isCodigoPostal,
  MARCAS,
  PROVEEDORES,
  refusalOfName,
  refusalOfRegimen,
  SIN_DATOS,
  TIPOS_TARJETA,
  TRATAMIENTOS,
} from './rules.ts';

const endpoint = endpointsOf('facturacion');

const upper = (value: string): string => value.toUpperCase();
const BAD_EMAIL = 'Email Inválido';
const isEmail = (value: string): boolean => z.email().safeParse(value).success;

const rfc = text(13)
  .transform(upper)
  .refine((value) => isRfc(value), { message: BAD_RFC });
const NOMBRE_MAX = 254;
/** As the authority has it: what is pasted of a PDF is put right, and may leave nothing. */
const nombreFiscal = text(NOMBRE_MAX)
  .transform(normalizeNombre)
  .superRefine((value, { addIssue }) => {
    // Capitals may be longer than what was typed: 'ß' is 'SS'.
    const message =
      value === ''
        ? REQUIRED
        : value.length > NOMBRE_MAX
          ? 'Debe tener como máximo 254 caracteres'
          : refusalOfNombre(value);
    if (message !== undefined) addIssue({ code: 'custom', message });
  });
const codigoPostal = text(5).refine(isCodigoPostal, { message: BAD_CP });
const email = text(200).refine(isEmail, { message: BAD_EMAIL });
const optionalEmail = optionalText(200).refine((value) => value === '' || isEmail(value), { message: BAD_EMAIL });
const keysOf = <T extends object>(labels: T) => Object.keys(labels) as [keyof T & string, ...(keyof T & string)[]];

const savedId = data(z.object({ id: z.number() }));

const emisorFields = z.object({
  id: idOrNew,
  compania: nombreFiscal,
  direccion: text(200),
  numeroExt: text(30),
  colonia: text(100),
  ciudad: text(100),
  municipio: text(100),
  estado: text(100),
  pais: text(100),
  codigoPostal,
  rfc: rfc.refine((value) => !isGenerico(value), { message: 'El emisor necesita su propio RFC' }),
  email,
  /** c_RegimenFiscal: '603'. */
  regimenFiscal: text(10),
  serie: text(25)
    .transform(upper)
    .refine((value) => /^[A-Z0-9]+$/.test(value), { message: 'Use sólo letras sin acento y números' }),
  numeroAprobacion: text(30),
  anioAprobacion: text(4).refine((value) => /^\d{4}$/.test(value), { message: 'Escriba el año con 4 dígitos' }),
  numeroCertificado: text(20),
  contactoTipo: text(60),
  contactoNombre: text(200),
  contactoEmail: email,
  contactoTelefono: text(30),
  version: text(5).refine((value) => /^\d\.\d$/.test(value), { message: 'Escriba una versión como 4.0' }),
});

/** The form of the issuer: every field is required, and its name and regime are those of its RFC. */
export const emisorSchema = emisorFields.superRefine(({ rfc: of, compania, regimenFiscal }, context) => {
  const faults = { compania: refusalOfName(of, compania), regimenFiscal: refusalOfRegimen(of, regimenFiscal) };
  for (const [field, message] of Object.entries(faults)) {
    if (message !== undefined) context.addIssue({ code: 'custom', path: [field], message });
  }
});
export type EmisorValues = z.output<typeof emisorSchema>;

/** What is shown of a record that may not have been saved yet: then `id` is null and texts are ''. */
const emisor = z.object({
  ...Object.fromEntries(Object.keys(emisorFields.shape).map((name) => [name, z.string()])),
  id: z.number().nullable(),
}) as unknown as z.ZodType<Emisor, Emisor>;
export type Emisor = Omit<{ [K in keyof EmisorValues]: string }, 'id'> & { id: number | null };

export const controlFacturaSchema = z.object({ id: idOrNew, email, emailSecondary: optionalEmail });

const controlFactura = z.object({ id: z.number().nullable(), email: z.string(), emailSecondary: z.string() });

/** What tax data and the default receiver choose from the tax authority's catalogues. */
const cfdiRefs = {
  metodoPagoCFDI: ref,
  formaPagoCFDI: ref,
  usoCFDI: ref,
  tipoDocumento: ref,
  claveUnidadCFDI: ref,
  claveProductoServicio: ref,
  regimenFiscal: ref,
};

export const receptorSchema = z.object({
  rfc,
  ...cfdiRefs,
  /** Our addition: what a payment of a lot without tax data gets; left out, as it was. */
  sinDatos: z.enum(keysOf(SIN_DATOS)).optional(),
});

const named = z.object({ id: z.number(), name: z.string() });
const regimen = named.extend({ clave: z.string() });
const shownRefs = {
  metodoPagoCFDI: named,
  formaPagoCFDI: named,
  usoCFDI: named,
  tipoDocumento: named,
  claveUnidadCFDI: named,
  claveProductoServicio: named,
  regimenFiscal: regimen,
};

const receptor = z.object({
  id: z.number().nullable(),
  rfc: z.string(),
  metodoPagoCFDI: named.nullable(),
  formaPagoCFDI: named.nullable(),
  usoCFDI: named.nullable(),
  tipoDocumento: named.nullable(),
  claveUnidadCFDI: named.nullable(),
  claveProductoServicio: named.nullable(),
  regimenFiscal: regimen.nullable(),
  sinDatos: z.enum(keysOf(SIN_DATOS)),
  /** Stamps that payments of lots without tax data took, or would have, in the month before this one. */
  timbresMes: z.number(),
});
export type ReceptorPorDefecto = z.infer<typeof receptor>;

const optional = (max: number) => optionalText(max);

/** A card as it is typed. A number may be the mask of the kept one; the CVV is checked and goes no further. */
export const tarjetaSchema = z
  .object({
    nombre: optional(100),
    numero: optional(40),
    fechaVencimiento: optional(10),
    cvv: optional(10),
    tarjeta: optional(30),
    tipo: optional(20),
    banco: z.object({ id: idOrNew }),
  })
  .superRefine((card, context) => {
    const fault = faultOfCard(card);
    if (fault) context.addIssue({ code: 'custom', path: fault.field ? [fault.field] : [], message: fault.message });
  });

/** A card as it is read: the number masked, the CVV always ''. */
const tarjeta = z.object({
  id: z.number(),
  nombre: z.string(),
  numero: z.string(),
  fechaVencimiento: z.string(),
  cvv: z.literal(''),
  tarjeta: z.enum(keysOf(MARCAS)),
  tipo: z.enum(keysOf(TIPOS_TARJETA)),
  banco: named,
  active: z.boolean(),
});
export type Tarjeta = z.infer<typeof tarjeta>;

const datosFiscalesFields = z.object({
  id: idOrNew,
  razonSocial: nombreFiscal,
  rfc,
  poblacion: optionalText(100),
  cuenta: text(60),
  email: optionalEmail,
  domicilio: text(200),
  numeroExterior: text(30),
  colonia: text(100),
  ciudad: text(100),
  municipio: text(100),
  estado: text(100),
  pais: text(100),
  codigoPostal,
  loteTransient: z.object({ id }, { error: REQUIRED }),
  ...cfdiRefs,
  metodoPago: ref,
  /** Left out: as it was. null: none. */
  tarjeta: tarjetaSchema.nullable().optional(),
});

export const datosFiscalesSchema = datosFiscalesFields.superRefine(({ rfc: of, razonSocial }, context) => {
  const message = refusalOfName(of, razonSocial);
  if (message !== undefined) context.addIssue({ code: 'custom', path: ['razonSocial'], message });
});
export type DatosFiscalesValues = z.output<typeof datosFiscalesSchema>;

const datosFiscales = z.object({
  id: z.number(),
  razonSocial: z.string(),
  rfc: z.string(),
  poblacion: z.string(),
  cuenta: z.string(),
  email: z.string(),
  domicilio: z.string(),
  numeroExterior: z.string(),
  colonia: z.string(),
  ciudad: z.string(),
  municipio: z.string(),
  estado: z.string(),
  pais: z.string(),
  codigoPostal: z.string(),
  lote_residente: named,
  ...shownRefs,
  metodoPago: named,
  /** '' without one. */
  urlFileConstancia: z.string(),
  nameFileConstancia: z.string(),
  tarjeta: tarjeta.nullable(),
});
export type DatosFiscales = z.infer<typeof datosFiscales>;

const datosFiscalesRow = z.object({
  id: z.number(),
  razonSocial: z.string(),
  rfc: z.string(),
  lote_residente: z.object({ name: z.string() }),
});
export type DatosFiscalesRow = z.infer<typeof datosFiscalesRow>;

const constancia = z.object({ urlFileConstancia: z.string(), nameFileConstancia: z.string() });

export const fiscalContract = {
  emisor: endpoint({
    method: 'GET',
    path: '/emisor/get',
    roles: 'AB',
    summary: 'Los datos del emisor; con id nulo mientras no se guardan.',
    answer: data(emisor),
  }),
  saveEmisor: endpoint({
    method: 'POST',
    path: '/emisor/save',
    roles: 'AB',
    summary: 'Guarda los datos del emisor; aviso dice si su código postal no tiene siempre la hora del residencial.',
    body: emisorSchema,
    answer: data(z.object({ id: z.number(), aviso: z.string() })),
  }),
  control: endpoint({
    method: 'GET',
    path: '/controlfactura/get',
    roles: 'AB',
    summary: 'Los correos que controlan la facturación; con id nulo mientras no se guardan.',
    answer: data(controlFactura),
  }),
  saveControl: endpoint({
    method: 'POST',
    path: '/controlfactura/save',
    roles: 'AB',
    summary: 'Guarda los correos que controlan la facturación.',
    body: controlFacturaSchema,
    answer: savedId,
  }),
  receptor: endpoint({
    method: 'GET',
    path: '/receptordatosfiscales/get',
    roles: 'AB',
    summary: 'A quién se factura cuando el lote no tiene datos fiscales; con id nulo mientras no se guarda.',
    answer: data(receptor),
  }),
  saveReceptor: endpoint({
    method: 'POST',
    path: '/receptordatosfiscales/save',
    roles: 'AB',
    summary: 'Guarda a quién se factura cuando el lote no tiene datos fiscales.',
    body: receptorSchema,
    answer: savedId,
  }),
  all: endpoint({
    method: 'GET',
    path: '/datosfiscales/all',
    ...TOLD_READ,
    roles: 'ABC',
    summary: 'Los datos fiscales de los lotes.',
    answer: list(datosFiscalesRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/datosfiscales/get/{id}',
    ...TOLD_READ,
    roles: 'ABC',
    summary: 'Los datos fiscales de un lote. De la tarjeta sólo se ven los últimos dígitos.',
    params: idParams,
    answer: data(datosFiscales),
  }),
  save: endpoint({
    method: 'POST',
    path: '/datosfiscales/save',
    roles: 'ABC',
    summary: 'Crea (id vacío) o actualiza los datos fiscales de un lote. El CVV no se guarda.',
    body: datosFiscalesSchema,
    answer: done(),
  }),
  uploadConstancia: endpoint({
    method: 'POST',
    path: '/datosfiscales/uploadConstancia',
    roles: 'ABC',
    summary: 'Liga una constancia subida a unos datos fiscales; la anterior se borra.',
    body: z.object({
      id,
      urlFileConstancia: text(200).refine((value) => archivoOfUrl(value) !== undefined, {
        message: 'Suba el archivo de nuevo',
      }),
      nameFileConstancia: optionalText(200),
    }),
    answer: saved(constancia),
  }),
};

/* What only role A sets up: certificate, provider, treatment. */

const certificado = z.object({
  numero: z.string(),
  rfc: z.string(),
  nombre: z.string(),
  /** ISO 8601. */
  validoDesde: z.string(),
  validoHasta: z.string(),
  /** Made by the product for its simulator. */
  dePrueba: z.boolean(),
  dias: z.number(),
  /** What to do about its end; '' while it is far. */
  aviso: z.string(),
});
export type Certificado = z.infer<typeof certificado>;

/** Files of a certificate are a few kilobytes; anything of this size is another file. */
const BASE64_MAX = 40_000;
const file = (name: string) =>
  text(BASE64_MAX, REQUIRED).refine((value) => /^[A-Za-z0-9+/]+={0,2}$/.test(value), {
    message: `El archivo ${name} no llegó completo. Elíjalo de nuevo`,
  });

const certificadoSchema = z.object({
  /** Base64 of the .cer and of the .key, as the tax authority gave them. */
  cer: file('.cer'),
  llave: file('.key'),
  // A password is taken as it is: a space at its end belongs to it.
  contrasena: z.string({ error: REQUIRED }).min(1, REQUIRED).max(200, 'Debe tener como máximo 200 caracteres'),
});

/** Whose certificate is meant; left out, the issuer's. */
const deQuienSchema = z.object({ rfc: rfc.optional() });

const otroEmisor = z.object({
  rfc: z.string(),
  nombre: z.string(),
  /** What stands in its name. */
  facturas: z.number(),
  certificado: certificado.nullable(),
});
export type OtroEmisor = z.infer<typeof otroEmisor>;

const timbrado = z.object({
  proveedor: z.enum(keysOf(PROVEEDORES)),
  usuario: z.string(),
  /** Whether a password is kept; it is never told. */
  conContrasena: z.boolean(),
  /** Since when (ISO 8601) and why nobody is asked for stamps, as the account stands in the way; null where none does. */
  detenido: z.object({ desde: z.string(), mensaje: z.string() }).nullable(),
});
export type Timbrado = z.infer<typeof timbrado>;

export const timbradoSchema = z.object({
  proveedor: z.enum(keysOf(PROVEEDORES)),
  usuario: optionalText(200),
  /** '' keeps the one that is kept. */
  contrasena: z.preprocess((value) => value ?? '', z.string().max(200, 'Debe tener como máximo 200 caracteres')),
});

export const tratamientoSchema = z.object({
  tipo: z.enum(TIPOS_CARGO),
  tratamiento: z.enum(keysOf(TRATAMIENTOS)),
  /** Of the catalogues of product and unit keys. */
  claveProductoServicio: text(20),
  claveUnidad: text(10),
});

export const soloReciboSchema = z.object({
  tipos: z.array(z.enum(TIPOS_CARGO)).min(1, 'Elija al menos un cargo').max(TIPOS_CARGO.length),
  /** An accountant has said so. */
  confirmado: z.boolean().refine((said) => said, 'Confírmelo con su contador antes de guardar'),
});

const tratamiento = z.object({
  tipo: z.enum(TIPOS_CARGO),
  tratamiento: z.enum(keysOf(TRATAMIENTOS)),
  claveProductoServicio: z.string(),
  claveUnidad: z.string(),
  /** Who said so and when (ISO 8601); '' and null while nobody has. */
  confirmadoPor: z.string(),
  confirmadoAt: z.string().nullable(),
});
export type TratamientoFiscal = z.infer<typeof tratamiento>;

const serieFolio = z.object({
  serie: z.string(),
  siguiente: z.number(),
  /** Folios of rejected invoices, which the next ones take first. */
  libres: z.array(z.number()),
});
export type SerieFolio = z.infer<typeof serieFolio>;

export const serieFolioSchema = z.object({
  serie: z.string().max(25),
  siguiente: z
    .number({ error: REQUIRED })
    .int('Escriba un número entero')
    .min(1, 'Escriba un folio mayor que 0')
    .max(999_999_999, 'Escriba un folio de hasta 9 dígitos'),
});

export const timbradoContract = {
  certificado: endpoint({
    method: 'GET',
    path: '/certificado/get',
    roles: 'A',
    summary: 'El certificado de sello digital en uso, o null.',
    answer: data(certificado.nullable()),
  }),
  saveCertificado: endpoint({
    method: 'POST',
    path: '/certificado/save',
    roles: 'A',
    summary:
      'Guarda el certificado de sello digital y su llave, que queda cifrada; toma el lugar del anterior de su RFC, que es el del emisor o el de quien emitió antes.',
    body: certificadoSchema,
    answer: saved(certificado),
  }),
  probarCertificado: endpoint({
    method: 'POST',
    path: '/certificado/prueba',
    roles: 'A',
    summary:
      'Hace un certificado de prueba para el simulador, sin validez fiscal; del emisor, o de otro RFC que emitió antes.',
    body: deQuienSchema,
    answer: saved(certificado),
  }),
  retirarCertificado: endpoint({
    method: 'POST',
    path: '/certificado/retirar',
    roles: 'A',
    summary: 'Deja de usar el certificado del emisor, o el de otro RFC que emitió antes; lo sellado conserva el suyo.',
    body: deQuienSchema,
    answer: done(),
  }),
  otrosCertificados: endpoint({
    method: 'GET',
    path: '/certificado/otros',
    roles: 'A',
    summary: 'Los RFC que emitieron antes, con las facturas que siguen a su nombre y el certificado con que se firman.',
    answer: list(otroEmisor),
  }),
  timbrado: endpoint({
    method: 'GET',
    path: '/timbrado/get',
    roles: 'A',
    summary: 'Quién timbra. La contraseña no se dice nunca.',
    answer: data(timbrado),
  }),
  saveTimbrado: endpoint({
    method: 'POST',
    path: '/timbrado/save',
    roles: 'A',
    summary: 'Guarda quién timbra; la contraseña queda cifrada.',
    body: timbradoSchema,
    answer: done(),
  }),
  credito: endpoint({
    method: 'GET',
    path: '/timbrado/credito',
    roles: 'A',
    summary: 'Los timbres que le quedan a la comunidad con su proveedor; null si no lo dice.',
    answer: data(z.object({ creditos: z.number().nullable() })),
  }),
  probarTimbrado: endpoint({
    method: 'POST',
    path: '/timbrado/prueba',
    roles: 'A',
    summary:
      'Prueba la cuenta del proveedor y la firma de cancelaciones: pide cancelar un folio que no existe, que el SAT debe desconocer.',
    answer: data(z.object({ funciona: z.boolean(), mensaje: z.string() })),
    // Nothing of ours changes by it.
    writes: false,
  }),
  tratamientos: endpoint({
    method: 'GET',
    path: '/tratamientofiscal/all',
    roles: 'A',
    summary: 'Cómo se factura cada tipo de cargo y quién lo confirmó.',
    answer: list(tratamiento),
  }),
  saveTratamiento: endpoint({
    method: 'POST',
    path: '/tratamientofiscal/save',
    roles: 'A',
    summary: 'Confirma cómo se factura un tipo de cargo, con nombre y fecha.',
    body: tratamientoSchema,
    answer: done(),
  }),
  soloRecibo: endpoint({
    method: 'POST',
    path: '/tratamientofiscal/solorecibo',
    roles: 'A',
    summary: 'Deja sólo recibo, sin factura, para los tipos de cargo elegidos, con nombre y fecha.',
    body: soloReciboSchema,
    answer: done(),
  }),
  series: endpoint({
    method: 'GET',
    path: '/seriefolio/all',
    roles: 'AB',
    summary: 'Las series de facturas y el folio que sigue en cada una.',
    answer: list(serieFolio),
  }),
  saveSerie: endpoint({
    method: 'POST',
    path: '/seriefolio/save',
    roles: 'A',
    summary: 'Adelanta el folio que sigue en una serie; nunca lo regresa.',
    body: serieFolioSchema,
    answer: done(),
  }),
};

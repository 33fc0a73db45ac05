/**
 * Tax data before any invoice is made of them: what the tax authority would reject is told at the field where it is written.
 * The rules are those of #cfdi/validate.ts, which looks at the whole document with the authority's own codes.
 */
import { isGenerico, isMoral, PUBLICO_EN_GENERAL, REGIMENES, RFC_NACIONAL, USOS } from '#cfdi/catalogos.ts';
import { tieneRegimenCapital } from '#cfdi/validate.ts';

const SIN_OBLIGACIONES = '616';
const SIN_EFECTOS = 'S01';

export const BAD_RFC = 'El RFC no es válido. Son 12 caracteres de una persona moral o 13 de una física, sin guiones';
export const BAD_CP = 'Escriba los 5 dígitos del código postal';

export const isCodigoPostal = (text: string): boolean => /^(?!00000)\d{5}$/.test(text);

/** Why the authority's register would not know a name by this RFC, or undefined. Both in upper case. */
export function refusalOfName(rfc: string, nombre: string): string | undefined {
  if (nombre.includes('|')) return 'El nombre no puede llevar el signo |';
  if (rfc === RFC_NACIONAL && nombre !== PUBLICO_EN_GENERAL) {
    return `Con el RFC ${RFC_NACIONAL} el nombre es ${PUBLICO_EN_GENERAL}`;
  }
  if (rfc !== RFC_NACIONAL && nombre === PUBLICO_EN_GENERAL) return `Este nombre sólo va con el RFC ${RFC_NACIONAL}`;
  if (isMoral(rfc) && tieneRegimenCapital(nombre)) {
    return 'Escríbalo como en la constancia: sin el régimen de capital (S.A. de C.V., A.C. y similares)';
  }
  return undefined;
}

export interface Receptor {
  rfc: string;
  /** c_RegimenFiscal. */
  regimen: string;
  /** c_UsoCFDI. */
  uso: string;
}

/** Why a regime is none of an RFC, or undefined. */
export function refusalOfRegimen(rfc: string, regimen: string): string | undefined {
  if (isGenerico(rfc)) {
    return regimen === SIN_OBLIGACIONES ? undefined : `Con el RFC ${rfc} el régimen es 616, Sin obligaciones fiscales`;
  }
  const allowed = REGIMENES[regimen];
  if (!allowed) return `El régimen ${regimen} no está en el catálogo del SAT. Elija otro`;
  if (isMoral(rfc)) {
    return allowed.moral
      ? undefined
      : `El régimen ${regimen} es de personas físicas y el RFC es de una moral. Elija otro`;
  }
  return allowed.fisica
    ? undefined
    : `El régimen ${regimen} es de personas morales y el RFC es de una física. Elija otro`;
}

/** Why a use is none of an RFC and its regime, or undefined. */
export function refusalOfUso({ rfc, regimen, uso }: Receptor): string | undefined {
  if (isGenerico(rfc)) {
    return uso === SIN_EFECTOS ? undefined : `Con el RFC ${rfc} el uso es S01, Sin efectos fiscales`;
  }
  const allowed = USOS[uso];
  if (!allowed) return `El uso ${uso} no está en el catálogo del SAT. Elija otro`;
  if (uso === 'CP01' || uso === 'CN01') return `El uso ${uso} no es de una factura. Elija otro`;
  if (isMoral(rfc) && !allowed.moral) return `El uso ${uso} es sólo de personas físicas. Elija otro`;
  return allowed.regimenes.includes(regimen)
    ? undefined
    : `El régimen ${regimen} no puede usar ${uso}. Elija otro; S01 va con todos`;
}

/** Why a payment form does not go with a payment method: c_MetodoPago PUE is paid, PPD is owed. */
export function refusalOfFormaPago(metodo: string, forma: string): string | undefined {
  if (metodo === 'PPD' && forma !== '99') return 'Con el método PPD la forma es 99, Por definir';
  if (metodo === 'PUE' && forma === '99') return 'Con el método PUE elija la forma en que se paga; 99 sólo va con PPD';
  return undefined;
}

/** What tax data choose, by the authority's codes; undefined where the catalogue has no such row. */
export interface ReceptorCodes {
  regimen: string | undefined;
  uso: string | undefined;
  metodo: string | undefined;
  forma: string | undefined;
}

export interface FieldFault {
  path: string;
  message: string;
}

const CHOOSE = 'Elija una de las opciones';

/**
 * What the tax authority would reject of an RFC with these codes, at the fields of the forms that hold them. The RFC itself
 * and the postal code are the schemas' to check.
 */
export function faultsOfReceptor(rfc: string, { regimen, uso, metodo, forma }: ReceptorCodes): FieldFault[] {
  const faults: FieldFault[] = [];
  const add = (path: string, message: string | undefined) => {
    if (message !== undefined) faults.push({ path: `${path}.id`, message });
  };
  const refusal = regimen === undefined ? CHOOSE : refusalOfRegimen(rfc, regimen);
  add('regimenFiscal', refusal);
  // A use is compared with a regime that is right.
  if (uso === undefined) add('usoCFDI', CHOOSE);
  else if (refusal === undefined && regimen !== undefined) add('usoCFDI', refusalOfUso({ rfc, regimen, uso }));
  if (metodo === undefined) add('metodoPagoCFDI', CHOOSE);
  if (forma === undefined) add('formaPagoCFDI', CHOOSE);
  else if (metodo !== undefined) add('formaPagoCFDI', refusalOfFormaPago(metodo, forma));
  return faults;
}

/* The card. Specification 002, section 5. */

export const ALL_REQUIRED = 'Todos los campos son requeridos';
export const BAD_CARD = 'Error en el número de tarjeta formato inválido';
const BAD_CVV = 'Error en el CVV de tarjeta formato inválido';
const BAD_EXPIRY = 'Error en la fecha de vencimiento formato inválido';

export const MARCAS = { visa_mastercard: 'Visa/Mastercard', american_express: 'American Express' } as const;
export const TIPOS_TARJETA = { credito: 'Crédito', debito: 'Débito' } as const;

const CARD = /^\d{4}-\d{4}-\d{4}-\d{3,4}$/;
const MASKED = /^(?:\*{4}-\*{4}-\*{4}-|\*{4} )(\d{3,4})$/;

/** A number as it is shown after it has been saved: only its last group, where the original has it. */
export const maskOf = (ultimos: string): string => `****-****-****-${ultimos}`;

/** The last group behind a mask; undefined for anything else. */
export const endOfMask = (numero: string): string | undefined => MASKED.exec(numero)?.[1];

/** '**** ' and what follows position 15, as the form shows a card. */
export const shownCard = (numero: string): string => `**** ${numero.slice(15)}`;

/** The brand that a number begins as; undefined while it cannot be told. */
export function brandOf(numero: string): keyof typeof MARCAS | undefined {
  const digits = numero.replace(/\D/g, '');
  if (/^3[47]/.test(digits)) return 'american_express';
  return /^[245]/.test(digits) ? 'visa_mastercard' : undefined;
}

/** A card as forms hold it; '' and null where nothing is typed yet. */
export interface CardFields {
  nombre: string;
  numero: string;
  fechaVencimiento: string;
  cvv: string;
  tarjeta: string;
  tipo: string;
  banco: { id: number | null };
}

/** `field` is left out where something is missing: the one message says it of all. */
export interface CardFault {
  field?: keyof CardFields;
  message: string;
}

/** The first fault of a card; a number may be the mask of the one that is kept. */
export function faultOfCard(card: CardFields): CardFault | undefined {
  const { nombre, numero, fechaVencimiento, cvv, tarjeta, tipo, banco } = card;
  if ([nombre, numero, fechaVencimiento, tarjeta, tipo].includes('') || banco.id === null) {
    return { message: ALL_REQUIRED };
  }
  if (!CARD.test(numero) && !MASKED.test(numero)) return { field: 'numero', message: BAD_CARD };
  if (!/^(\d{3,4})?$/.test(cvv)) return { field: 'cvv', message: BAD_CVV };
  if (!/^(0[1-9]|1[0-2])\/\d{2}$/.test(fechaVencimiento)) return { field: 'fechaVencimiento', message: BAD_EXPIRY };
  if (!(tarjeta in MARCAS)) return { field: 'tarjeta', message: CHOOSE };
  if (!(tipo in TIPOS_TARJETA)) return { field: 'tipo', message: CHOOSE };
  return undefined;
}

/* The certificate and the provider. */

export const PROVEEDORES = {
  simulador: 'Simulador, sin validez fiscal',
  sw_pruebas: 'SW Sapien, ambiente de pruebas',
  sw: 'SW Sapien, producción',
} as const;
export type Proveedor = keyof typeof PROVEEDORES;

/** Whether a provider's documents count before the tax authority. */
export const isReal = (proveedor: Proveedor): boolean => proveedor === 'sw';

/** Why a provider cannot stamp what this certificate seals, or undefined: a real one goes with a real one. */
export function refusalOfProveedor(
  proveedor: Proveedor,
  certificado: { dePrueba: boolean } | undefined,
): string | undefined {
  if (!certificado || isReal(proveedor) !== certificado.dePrueba) return undefined;
  return certificado.dePrueba
    ? 'El certificado en uso es de prueba. Retírelo antes y cargue después el de la empresa'
    : 'El certificado en uso es el de la empresa y este proveedor timbra sin validez fiscal. Retírelo antes';
}

const NOMBRADAS = 5;

/** Why a provider cannot be left while its account is needed by invoices, by their folios, and the way out; undefined for none. */
export function refusalToLeave(proveedor: Proveedor, folios: readonly string[]): string | undefined {
  if (folios.length === 0) return undefined;
  const esperan = folios.length === 1 ? '1 factura espera' : `${folios.length} facturas esperan`;
  const cuales = `${folios.slice(0, NOMBRADAS).join(', ')}${folios.length > NOMBRADAS ? '…' : ''}`;
  return `${esperan} la respuesta de «${PROVEEDORES[proveedor]}», que necesita su cuenta: ${cuales}. Cambie de proveedor cuando terminen. Si la cuenta ya no sirve, búsquelas en su portal: la que no esté timbrada, dela por vencida al abrirla; la cancelación que nadie contesta se retira a las 72 horas`;
}

/** Why a certificate cannot be used with the chosen provider, or undefined. */
export function refusalOfCertificado(proveedor: Proveedor, dePrueba: boolean): string | undefined {
  if (isReal(proveedor) !== dePrueba) return undefined;
  return dePrueba
    ? 'El certificado es de prueba y el proveedor elegido timbra con validez fiscal. Elija el certificado de la empresa'
    : `El certificado es el de la empresa y el proveedor elegido (${PROVEEDORES[proveedor]}) no da validez fiscal. Elija antes el proveedor de producción`;
}

const DAY_MS = 86_400_000;
/** A new certificate takes days to get. */
export const WARNING_DAYS = 30;

/** Whole days until an instant; negative once it has passed. */
export const daysUntil = (until: Date, now: Date): number => Math.floor((until.getTime() - now.getTime()) / DAY_MS);

/** What to say of a certificate's end from so many days before it; '' until then. */
export function warningOfExpiry(days: number): string {
  if (days < 0) return 'El certificado ya venció: no se puede timbrar hasta cargar uno vigente';
  if (days > WARNING_DAYS) return '';
  const when = days === 0 ? 'hoy' : days === 1 ? 'mañana' : `en ${days} días`;
  return `El certificado vence ${when}. Tramite uno nuevo en el SAT y cárguelo aquí antes`;
}

/** What a payment of a lot without tax data gets. */
export const SIN_DATOS = {
  factura: 'Una factura por pago, al receptor por defecto',
  global: 'Ninguna: van en la factura global del mes',
} as const;

export const TRATAMIENTOS = {
  recibo: 'Sólo recibo, sin factura',
  no_objeto: 'No objeto de impuesto (01)',
  exento: 'Exento de IVA (02)',
  iva16: 'IVA 16% (02), incluido en el monto',
  iva8: 'IVA 8% (02), de la región fronteriza, incluido en el monto',
  iva0: 'IVA 0% (02)',
} as const;

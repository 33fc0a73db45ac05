/** What residents send and what becomes of it. */
import { addDays, type Fecha } from '#core/fecha.ts';

export const CLASES = ['comprobante', 'contacto', 'factura', 'aclaracion'] as const;
export type Clase = (typeof CLASES)[number];
export const CLASE: Readonly<Record<Clase, string>> = {
  comprobante: 'Comprobante de pago',
  contacto: 'Cambio de contacto',
  factura: 'Pide factura',
  aclaracion: 'Aclaración de un cargo',
};

export const ESTADOS = ['pendiente', 'aceptada', 'rechazada'] as const;
export type Estado = (typeof ESTADOS)[number];

export const SELLOS = ['ninguno', 'sin_comprobar', 'valido'] as const;
export type Sello = (typeof SELLOS)[number];
export const SELLO: Readonly<Record<Sello, string>> = {
  ninguno: 'es un archivo, sin sello',
  sin_comprobar: 'sin comprobar: búsquelo en banxico.org.mx/cep',
  valido: 'comprobado con el certificado de Banxico',
};

/** A proof is of the last year: what is older was found out by the bank's own statements. */
const PROOF_DAYS = 366;

export function refusalOfComprobante(
  { fecha, importe }: { fecha: Fecha; importe: number },
  today: Fecha,
): string | undefined {
  if (fecha > today) return 'La fecha del comprobante es futura. Revise que sea el correcto';
  if (fecha < addDays(today, -PROOF_DAYS))
    return 'El comprobante tiene más de un año. Lleve el original a la administración';
  if (importe <= 0) return 'El importe debe ser mayor a cero';
  return undefined;
}

/** The last four, as an account may be told to whoever does not own it. */
export const terminacion = (cuenta: string): string => cuenta.slice(-4);

/** A deposit that a proof may be of: by its clave de rastreo for sure, else by day and amount. */
export const DIAS_CERCA = 5;

/** Why a proof is not of this deposit. */
export function refusalOfDeposito(
  deposito: { importe: number; lotes: readonly { id: number; referencia: string }[] },
  proof: { importe: number; loteId: number },
): string | undefined {
  if (deposito.importe !== proof.importe) return 'El depósito es de otro importe. Elija el que corresponde';
  if (deposito.lotes.length === 0 || deposito.lotes.some(({ id }) => id === proof.loteId)) return undefined;
  const cuales = deposito.lotes.map(({ referencia }) => referencia).join(', ');
  return `Ese depósito ya se aplicó a ${cuales}. Corrija ese recibo primero, o elija otro depósito`;
}

/** How much of one person may wait at once: more is noise, and disputes one after another would stop collection for good. */
export const ESPERAN_MAX = 10;

export function refusalOfOtra(esperan: number): string | undefined {
  return esperan < ESPERAN_MAX
    ? undefined
    : `Ya tiene ${ESPERAN_MAX} envíos por revisar. Espere la respuesta, o llame a la administración`;
}

/** '55••••5678' and 'ro••••@correo.mx': to know it by, for whoever it is not. */
export const velado = (contacto: string): string => {
  const at = contacto.indexOf('@');
  return at < 0
    ? `${contacto.slice(0, 2)}••••${contacto.slice(-4)}`
    : `${contacto.slice(0, Math.min(2, at))}••••${contacto.slice(at)}`;
};

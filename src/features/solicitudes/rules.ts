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

/** What came back, came twice or went from one own account to another is nobody's payment. */
const SIN_PAGO: Readonly<Record<string, string>> = {
  duplicado: 'está repetido',
  retirado: 'se retiró',
  devuelto: 'el banco lo devolvió',
  traspaso: 'es un traspaso entre cuentas propias',
};
export const SITUACIONES_SIN_PAGO = Object.keys(SIN_PAGO);

/** Why a proof is not of this deposit; `otro`: the lot of another proof that it was said to be of. */
export function refusalOfDeposito(
  deposito: {
    importe: number;
    situacion: string;
    lotes: readonly { id: number; referencia: string }[];
    otro: string | null;
  },
  proof: { importe: number; loteId: number },
): string | undefined {
  const sinPago = SIN_PAGO[deposito.situacion];
  if (sinPago) return `Ese depósito no es de un pago: ${sinPago}. Elija otro, o espere al estado de cuenta del banco`;
  if (deposito.otro !== null)
    return `Ya se dijo que ese depósito es de otro comprobante, de ${deposito.otro}. Elija otro, o deshaga aquél primero`;
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

/**
 * The code of a paper: a short text of what it says, and an Ed25519 signature over it, joined by dots. Whoever has the community's
 * public key can check it without asking anybody. Pure: the server signs, and server, command and page take apart, by the same.
 *
 *   R.1.10231.20261126.754700..M01-L01.signature
 *   kind, key, folio, day, centavos, what else the kind says, reference of the lot (which may have dots itself)
 *
 * There is one spelling of each code: one that differs in anything is none. Source: docs/adr/0059-signed-papers.md.
 */
import { type Fecha, isFecha } from '#core/fecha.ts';
import type { Centavos } from '#core/money.ts';

/** Receipt; statement of a lot with its units, of one alone, and as known at a past day; certificate of no debt; judicial packet. */
export const TIPOS = ['R', 'E', 'U', 'H', 'N', 'J'] as const;
export type Tipo = (typeof TIPOS)[number];

/** What a paper says that can be held against it. */
export interface Verificable {
  tipo: Tipo;
  /** As it is printed: '10231', 'NA-00012'. Letters, digits and hyphens. */
  folio: string;
  fecha: Fecha;
  monto: Centavos;
  /** The last day of a certificate, or of a statement's rows; null of a receipt. */
  hasta: Fecha | null;
  referencia: string;
}

export interface Codigo extends Verificable {
  /** Which of the community's keys signed it. */
  llave: number;
  /** What was signed, as it stands in the code. */
  texto: string;
  firma: Uint8Array;
}

const FOLIO = /^[A-Z0-9][A-Z0-9-]{0,39}$/;
const LLAVE = /^[1-9]\d{0,3}$/;
const MONTO = /^(?:0|-?[1-9]\d{0,14})$/;
const FIRMA = /^[\w-]{86}$/;
const REFERENCIA_MAX = 60;
/** Nothing longer is looked at. */
const CODIGO_MAX = 240;

const digits = (fecha: Fecha): string => fecha.replaceAll('-', '');

function fechaOf(text: string): Fecha | undefined {
  const fecha = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  return /^\d{8}$/.test(text) && isFecha(fecha) ? fecha : undefined;
}

/** What is signed of a paper. */
export function textoDe({ tipo, folio, fecha, monto, hasta, referencia }: Verificable, llave: number): string {
  return [tipo, llave, folio, digits(fecha), monto, hasta === null ? '' : digits(hasta), referencia].join('.');
}

/** The bytes that the signature is over: a text of another community, or of another use of the key, is none of this one. */
export const firmado = (comunidad: string, texto: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`porton-papel-1 ${comunidad}\n${texto}`);

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Of bytes without padding; browser and server alike. */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Undefined where the text is not the one spelling of so many bytes. */
export function bytesOf(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  if ([...text].some((letter) => !BASE64URL.includes(letter))) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0));
    return bytes.length === length && base64url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

export const codigoDe = (texto: string, firma: Uint8Array): string => `${texto}.${base64url(firma)}`;

/** Takes a code apart; undefined where it is none. That its signature is true is another question. */
export function leerCodigo(codigo: string): Codigo | undefined {
  if (codigo.length > CODIGO_MAX) return undefined;
  const [tipo = '', llave = '', folio = '', dia = '', monto = '', ultimo = '', ...rest] = codigo.split('.');
  const firma = rest.pop() ?? '';
  const referencia = rest.join('.');
  const fecha = fechaOf(dia);
  const hasta = ultimo === '' ? null : fechaOf(ultimo);
  const bytes = FIRMA.test(firma) ? bytesOf(firma, 64) : undefined;
  if (!TIPOS.includes(tipo as Tipo) || !LLAVE.test(llave) || !FOLIO.test(folio) || !MONTO.test(monto)) return undefined;
  if (fecha === undefined || hasta === undefined || bytes === undefined) return undefined;
  if (referencia === '' || referencia.length > REFERENCIA_MAX) return undefined;
  const of = { tipo: tipo as Tipo, folio, fecha, monto: Number(monto), hasta, referencia };
  return { ...of, llave: Number(llave), texto: codigo.slice(0, -firma.length - 1), firma: bytes };
}

/** Where a code is looked up; without an address the code alone, which is typed or pasted there. */
export const direccionDe = (origin: string, codigo: string): string =>
  origin === '' ? codigo : `${origin}/v/${encodeURIComponent(codigo).replaceAll(/['()*!]/g, escaped)}`;

const escaped = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;

/** The code in what somebody pasted: the address of a QR code, or the code itself. */
export function codigoEn(pegado: string): string {
  const text = pegado.trim();
  const at = /^https?:\/\/[^/]+\/v\/([^?#]+)/i.exec(text)?.[1];
  try {
    return at === undefined ? text : decodeURIComponent(at);
  } catch {
    return text;
  }
}

/** A statement has no number of its own: its folio names the lot, and the moment at which it was made ('YYYY-MM-DD HH:mm:ss'). */
export const folioDeEstado = (loteId: number, reloj: string): string =>
  `EC-${loteId}-${reloj.replaceAll(/[-:]/g, '').replace(' ', '-').slice(2, 13)}`;

/** The lot that such a folio names. */
export function loteDeFolio(folio: string): number | undefined {
  const id = /^EC-(\d{1,9})-\d{6}-\d{4}$/.exec(folio)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** What each kind is called. */
export const DOCUMENTOS: Readonly<Record<Tipo, string>> = {
  R: 'Recibo de pago',
  E: 'Estado de cuenta',
  U: 'Estado de cuenta',
  H: 'Estado de cuenta',
  N: 'Constancia de no adeudo',
  J: 'Expediente de cobranza',
};

/** What the amount of each is. */
export const MONTOS: Readonly<Record<Tipo, string>> = {
  R: 'Monto',
  E: 'Debe',
  U: 'Debe',
  H: 'Debe',
  N: 'Adeudo',
  J: 'Debía',
};

/** A public key as it is published. */
export interface LlavePublica {
  id: number;
  /** 32 bytes in base64url. */
  publica: string;
  /** Since when papers are signed by it: an instant. */
  desde: string;
}

/** What a community publishes at `WELL_KNOWN`. */
export interface LlavesPublicas {
  comunidad: string;
  nombre: string;
  algoritmo: 'Ed25519';
  llaves: LlavePublica[];
}

export const WELL_KNOWN = '/.well-known/porton-verificacion.json';

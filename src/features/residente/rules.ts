import { addDays, type Fecha } from '#core/fecha.ts';
import { monthName } from '#core/period.ts';
import type { EnlaceRow, Papel } from './contract.ts';

export const PAPEL: Record<Papel, string> = {
  propietario: 'Propietario',
  inquilino: 'Inquilino',
  representante: 'Representante',
};

export const CANAL: Readonly<Record<string, string>> = {
  correo: 'Correo',
  qr: 'Código QR',
  whatsapp: 'WhatsApp',
  carta: 'Carta',
  estado: 'Estado de cuenta',
};

/** Told to a tenant who may not see the account, in place of it. */
export const SIN_CUENTA =
  'El propietario no permite que usted vea la cuenta del lote. Si la necesita, pídasela: él lo cambia en su propia página';

/** Whom a link is for, by the key that lists name them by. */
export function personaDe(clave: string): { residenteId: number } | { representanteId: number } {
  const [de, numero] = clave.split('-');
  return de === 'residente' ? { residenteId: Number(numero) } : { representanteId: Number(numero) };
}

/** How far ahead a visit is announced, and how many of a lot in one day. */
export const VISITA_DIAS = 30;
const VISITAS_POR_DIA = 20;

/** Why a visit may not be announced for a day, or undefined when it may. */
export function refusalOfVisita(fecha: Fecha, hoy: Fecha, ese: number): string | undefined {
  if (fecha < hoy) return 'Ese día ya pasó. Elija hoy u otro día';
  if (fecha > addDays(hoy, VISITA_DIAS)) return `Se anuncian con ${VISITA_DIAS} días de anticipación como máximo`;
  if (ese >= VISITAS_POR_DIA)
    return `Ya anunció ${VISITAS_POR_DIA} visitas para ese día. Si vienen más, llame a la administración`;
  return undefined;
}

/** What becomes of a link: one whose person is of the lot no longer opens nothing, and nobody has to revoke it. */
export function estadoDeEnlace({ revocado, vive }: { revocado: boolean; vive: boolean }): EnlaceRow['estado'] {
  if (revocado) return 'revocado';
  return vive ? 'vigente' : 'sin efecto';
}

/** A way back that leads nowhere but to the page itself. */
export function wayBack(ir: string): string {
  return /^\/r(\/[a-z0-9/-]*)?(\?[a-z0-9=&-]*)?$/i.test(ir) ? ir : '/r';
}

/** A long number in fours, as it is read aloud and breaks at the edge of a telephone: '0125 8000 1234 5001 84'. */
export const enGrupos = (numero: string): string =>
  /^\d{10,}$/.test(numero) ? numero.replaceAll(/\d{4}(?=\d)/g, '$& ') : numero;

/** '2026-11-03' as people say it: '3 de noviembre de 2026'. */
export function enPalabras(fecha: string): string {
  const [year, month, day] = fecha.slice(0, 10).split('-').map(Number);
  return `${day} de ${monthName({ mes: month ?? 1 }).toLowerCase()} de ${year}`;
}

/** The days of two months, both whole: of what was chosen, or the last half year. A first month after the last is turned round. */
export function tramoDe(
  { desde, hasta }: { desde?: string | undefined; hasta?: string | undefined },
  hoy: Fecha,
): { desde: Fecha; hasta: Fecha; meses: { desde: string; hasta: string } } {
  const last = hasta ?? hoy.slice(0, 7);
  const first = desde ?? plusMonths(last, -5);
  const [from, to] = first <= last ? [first, last] : [last, first];
  return { desde: `${from}-01`, hasta: addDays(`${plusMonths(to, 1)}-01`, -1), meses: { desde: from, hasta: to } };
}

/** '2026-11' and −5: '2026-06'. */
function plusMonths(month: string, by: number): string {
  const [year = 0, mes = 1] = month.split('-').map(Number);
  const months = year * 12 + mes - 1 + by;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** '2026-11': 'noviembre de 2026'. */
export function mesEnPalabras(month: string): string {
  const [year, mes] = month.split('-').map(Number);
  return `${monthName({ mes: mes ?? 1 }).toLowerCase()} de ${year}`;
}

/** The months that can be chosen, the newest first. */
export const mesesHasta = (hoy: Fecha, count = 24): string[] =>
  Array.from({ length: count }, (_, ago) => plusMonths(hoy.slice(0, 7), -ago));

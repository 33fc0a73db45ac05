import { monthName } from '#core/period.ts';
import type { EnlaceRow, Papel } from './contract.ts';

export const PAPEL: Record<Papel, string> = {
  propietario: 'Propietario',
  inquilino: 'Inquilino',
  representante: 'Representante',
};

/** What becomes of a link: one whose person is of the lot no longer opens nothing, and nobody has to revoke it. */
export function estadoDeEnlace({ revocado, vive }: { revocado: boolean; vive: boolean }): EnlaceRow['estado'] {
  if (revocado) return 'revocado';
  return vive ? 'vigente' : 'sin efecto';
}

/** A way back that leads nowhere but to the page itself. */
export function wayBack(ir: string): string {
  return /^\/r(\/[a-z0-9/-]*)?(\?[a-z0-9=&-]*)?$/i.test(ir) ? ir : '/r';
}

/** '2026-11-03' as people say it: '3 de noviembre de 2026'. */
export function enPalabras(fecha: string): string {
  const [year, month, day] = fecha.slice(0, 10).split('-').map(Number);
  return `${day} de ${monthName({ mes: month ?? 1 }).toLowerCase()} de ${year}`;
}

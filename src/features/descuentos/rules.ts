/** What a change of a lot's special discount does, in words: the same in the form, before it, and in the audit log. */
import { formatMoney } from '#ui/format.ts';
import type { EfectoEspecial } from './contract.ts';

/** Why it was changed, where nobody said. */
export const SIN_MOTIVO = 'No se dio motivo';

/** The months that it closes or opens, out of those that it touches: 'y los cierra', 'y cierra 1'. */
function which(verb: string, some: number, all: number): string {
  if (some === 0) return '';
  if (some < all) return ` y ${verb} ${some}`;
  return all === 1 ? ` y lo ${verb}` : ` y los ${verb}`;
}

const months = (count: number, kind = '') =>
  `${count} ${count === 1 ? 'mes' : 'meses'}${kind && ` ${kind}${count === 1 ? '' : 's'}`}`;

/** What happens to the lot's debt, in a sentence. */
export function debtInWords({
  perdona,
  devuelve,
  intereses,
}: Pick<EfectoEspecial, 'perdona' | 'devuelve' | 'intereses'>): string {
  const parts = [
    ...(perdona.meses > 0
      ? [
          `Perdona ${formatMoney(perdona.monto)} de ${months(perdona.meses, 'abierto')}${which('cierra', perdona.cierra, perdona.meses)}.`,
        ]
      : []),
    ...(devuelve.meses > 0
      ? [
          `Devuelve a la deuda ${formatMoney(devuelve.monto)} de ${months(devuelve.meses)}${which('abre', devuelve.reabre, devuelve.meses)}.`,
        ]
      : []),
    ...(intereses === 0
      ? []
      : [`Los intereses moratorios ${intereses > 0 ? 'bajan' : 'suben'} ${formatMoney(Math.abs(intereses))}.`]),
  ];
  return parts.join(' ') || 'No cambia lo que el lote debe hoy.';
}

/** What stays as it is, and what the months to come will cost. */
export function restInWords({ despues, quedan, cuota, cuotaNeta }: EfectoEspecial): string {
  const parts = [
    ...(quedan > 0
      ? [
          `${quedan === 1 ? 'Queda' : 'Quedan'} como ${quedan === 1 ? 'está' : 'están'} ${months(quedan)} que se ${quedan === 1 ? 'pagó o nació' : 'pagaron o nacieron'} sin nada que pagar.`,
        ]
      : []),
    ...(cuota === null || cuotaNeta === null
      ? []
      : [
          despues === null
            ? `Cada mes nuevo costará ${formatMoney(cuota)}.`
            : `Cada mes nuevo costará ${formatMoney(cuotaNeta)} en lugar de ${formatMoney(cuota)}.`,
        ]),
  ];
  return parts.join(' ');
}

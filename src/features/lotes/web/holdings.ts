import { formatMoney } from '#ui/format.ts';
import type { LoteConUnidades } from '../../estado-cuenta/contract.ts';

/** What a lot owes and has: 'deuda de $7,500.00 y saldo a favor de $120.00'. */
export function holdings({ deuda, direccion: { fondo } }: LoteConUnidades): string {
  const parts = [
    ...(deuda > 0 ? [`deuda de ${formatMoney(deuda)}`] : []),
    ...(fondo > 0 ? [`saldo a favor de ${formatMoney(fondo)}`] : []),
  ];
  return parts.join(' y ') || 'sin deuda ni saldo a favor';
}

/** The deposits of a month that nobody has identified. */
import { type Centavos, toPesos } from '#core/money.ts';
import { lastDayOf } from '#core/period.ts';
import { cuantos, noAplica, type PuntoSource, porHacer } from '#libro/server/month-end.ts';
import { formatMoney } from '#ui/format.ts';
import { countAbiertos } from './repository.ts';

const WHERE = '/cobranza/depositos';

export const depositosPoint: PuntoSource = async ({ tx }, month) => {
  const { deposito, pendientes, monto, apartados, montoApartado } = await countAbiertos(tx, lastDayOf(month));
  if (!deposito) return noAplica('No hay depósitos de bancos hasta ese mes', WHERE);
  const told = (n: number, of: Centavos, what: string) =>
    n === 0 ? [] : [`${cuantos(n, 'depósito', 'depósitos')} por ${formatMoney(toPesos(of))} ${what}`];
  return porHacer(
    pendientes + apartados,
    {
      abierto: [
        ...told(pendientes, monto, 'sin identificar o por confirmar'),
        ...told(apartados, montoApartado, 'apartados por identificar'),
      ].join(' y '),
      hecho: 'Todos los depósitos tienen su lote',
    },
    pendientes > 0 ? WHERE : `${WHERE}?situacion=por_identificar`,
  );
};

/** The deposits of a month that nobody has identified. */
import { toPesos } from '#core/money.ts';
import { lastDayOf } from '#core/period.ts';
import { cuantos, noAplica, type PuntoSource, porHacer } from '#libro/server/month-end.ts';
import { formatMoney } from '#ui/format.ts';
import { countAbiertos } from './repository.ts';

const WHERE = '/cobranza/depositos';

export const depositosPoint: PuntoSource = async ({ tx }, month) => {
  const { deposito, cantidad, monto } = await countAbiertos(tx, lastDayOf(month));
  if (!deposito) return noAplica('No hay depósitos de bancos hasta ese mes', WHERE);
  return porHacer(
    cantidad,
    {
      abierto: `${cuantos(cantidad, 'depósito', 'depósitos')} por ${formatMoney(toPesos(monto))} sin identificar o por confirmar`,
      hecho: 'Todos los depósitos tienen su lote',
    },
    WHERE,
  );
};

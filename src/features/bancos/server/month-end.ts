/** The deposits of a month that nobody has identified. */
import { counted } from '#core/counted.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { firstDayOf, lastDayOf, type Month } from '#core/period.ts';
import { noAplica, type PuntoSource, porHacer } from '#libro/server/month-end.ts';
import { formatMoney } from '#ui/format.ts';
import { countAbiertos } from './repository.ts';

/** The list of them up to the month's end, or of what came in it. */
function where(month: Month, { pendientes, apartados }: { pendientes: number; apartados: number }): string {
  const hasta = lastDayOf(month);
  if (pendientes + apartados === 0)
    return `/cobranza/depositos?situacion=todas&desde=${firstDayOf(month)}&hasta=${hasta}`;
  const situacion = pendientes === 0 ? 'por_identificar' : apartados === 0 ? 'pendientes' : 'sin_identificar';
  return `/cobranza/depositos?situacion=${situacion}&hasta=${hasta}`;
}

export const depositosPoint: PuntoSource = async ({ tx }, month) => {
  const { deposito, pendientes, monto, apartados, montoApartado } = await countAbiertos(tx, lastDayOf(month));
  const enlace = where(month, { pendientes, apartados });
  if (!deposito) return noAplica('No hay depósitos de bancos hasta ese mes', enlace);
  const told = (n: number, of: Centavos, what: string) =>
    n === 0 ? [] : [`${counted(n, 'depósito')} por ${formatMoney(toPesos(of))} ${what}`];
  return porHacer(
    pendientes + apartados,
    {
      abierto: [
        ...told(pendientes, monto, 'sin identificar o por confirmar'),
        ...told(apartados, montoApartado, 'apartados por identificar'),
      ].join(' y '),
      hecho: 'Todos los depósitos tienen su lote',
    },
    enlace,
  );
};

/** What of a month's invoices is still to be done, for the list of its end. */
import { counted } from '#core/counted.ts';
import { type Fecha, instantInZone } from '#core/fecha.ts';
import { toPesos } from '#core/money.ts';
import { addMonths, firstDayOf, lastDayOf, type Month } from '#core/period.ts';
import { type PuntoSource, porHacer } from '#libro/server/month-end.ts';
import { formatMoney } from '#ui/format.ts';
import { countFallidas, countSinFacturarOf } from './repository.ts';
import { countPorComplementar } from './repository-ppd.ts';

/** The first instant after a month. */
const afterMonth = (month: Month, timeZone: string): Date =>
  instantInZone(`${firstDayOf(addMonths(month, 1)) satisfies Fecha}T00:00:00`, timeZone);

export const facturasPoint: PuntoSource = async ({ tx, community }, month) => {
  const { rechazadas, porRehacer, primera } = await countFallidas(tx, afterMonth(month, community.timeZone));
  const words = [
    ...(rechazadas > 0 ? [`${counted(rechazadas, 'factura que no se timbró', 'facturas que no se timbraron')}`] : []),
    ...(porRehacer > 0 ? [`${counted(porRehacer, 'pago')} sin factura, porque la suya se canceló`] : []),
  ];
  return porHacer(
    rechazadas + porRehacer,
    { abierto: words.join('; '), hecho: 'Ninguna factura falló' },
    // Of one it is that one that is opened.
    primera === null
      ? '/cobranza/factura-global'
      : rechazadas === 1
        ? `/factura/${primera}`
        : `/cobranza/facturas?fallidas=1&hasta=${lastDayOf(month)}`,
  );
};

export const complementosPoint: PuntoSource = async ({ tx }, month) => {
  const hasta = lastDayOf(month);
  const { cantidad, monto } = await countPorComplementar(tx, hasta);
  return porHacer(
    cantidad,
    {
      abierto: `${counted(cantidad, 'pago')} por ${formatMoney(toPesos(monto))} sin su complemento`,
      hecho: 'Ningún pago espera su complemento',
    },
    `/cobranza/complementos-pendientes?hasta=${hasta}`,
  );
};

export const globalPoint: PuntoSource = async ({ tx }, month) => {
  const { cantidad, monto } = await countSinFacturarOf(tx, firstDayOf(month), lastDayOf(month));
  return porHacer(
    cantidad,
    {
      abierto: `${counted(cantidad, 'pago')} por ${formatMoney(toPesos(monto))} que nadie ha facturado`,
      hecho: 'Todos los pagos del mes que llevan factura la tienen',
    },
    `/cobranza/factura-global?mes=${firstDayOf(month)}`,
  );
};

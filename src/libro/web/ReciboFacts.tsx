/** The receipt of a payment that was just made: its folio, what was received, and what the fund got or gave. */
import { Facts } from '#platform/web/kit/facts.tsx';
import { formatFecha, formatMoney } from '#ui/format.ts';
import type { ReciboHecho } from '../contract.ts';

export function ReciboFacts({ recibo }: { recibo: ReciboHecho }) {
  return (
    <Facts
      columns={3}
      items={[
        { label: 'Folio del recibo', value: String(recibo.id) },
        { label: 'Fecha pago', value: formatFecha(recibo.fechaPago) },
        { label: 'Recibido', value: formatMoney(recibo.total) },
        ...(recibo.fondo > 0 ? [{ label: 'Saldo a favor', value: formatMoney(recibo.fondo) }] : []),
        ...(recibo.fondo < 0 ? [{ label: 'Pagado con el fondo', value: formatMoney(-recibo.fondo) }] : []),
      ]}
    />
  );
}

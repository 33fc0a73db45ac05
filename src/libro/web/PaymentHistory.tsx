/** 'Historial de pagos': what was received for a charge; cancelled payments in red and not in the total, those about to be in amber. */
import { sumPesos } from '#core/money.ts';
import { formatFechaHoraConMes, formatMoney } from '#ui/format.ts';
import type { PagoEnHistorial } from '../contract.ts';
import { DosFechas } from './DosFechas.tsx';
import classes from './libro.module.css';

/** What stands after the amount of a payment that is not in force, or not for long. */
const SUFFIXES: Readonly<Record<string, string>> = { cancelado: ' - CXLD', en_cancelacion: ' - en cancelación' };

export function PaymentHistory({
  pagos,
  withTime = false,
}: {
  pagos: readonly PagoEnHistorial[];
  /** Shows the instant of posting instead of the date of payment. */
  withTime?: boolean;
}) {
  const received = pagos.filter((pago) => pago.pagoStatus !== 'cancelado');
  return (
    <details className={classes.history} open>
      <summary>Historial de pagos</summary>
      {pagos.length === 0 ? (
        <p className={classes.quiet}>No hay pagos registrados hasta el momento</p>
      ) : (
        <>
          <ul>
            {pagos.map((pago) => (
              <li key={pago.id} data-status={pago.pagoStatus}>
                {/* Where both dates are told, the instant of posting says less than they do. */}
                <span>
                  {withTime && pago.fechaContable === pago.fechaPago ? (
                    formatFechaHoraConMes(pago.create_at)
                  ) : (
                    <DosFechas {...pago} />
                  )}
                </span>
                <span className={classes.amount}>
                  {formatMoney(pago.pagado)}
                  {SUFFIXES[pago.pagoStatus] ?? ''}
                </span>
              </li>
            ))}
          </ul>
          {pagos.length > 1 ? (
            <p className={classes.historyTotal}>
              <span>Total pagado</span>
              <span className={classes.amount}>{formatMoney(sumPesos(received, ({ pagado }) => pagado))}</span>
            </p>
          ) : null}
        </>
      )}
    </details>
  );
}

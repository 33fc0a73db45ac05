/** What a maintenance payment will do, in figures, before the money moves: the server books the same. */
import { allocateMaintenance, type MaintenanceDue, type MaintenancePayment } from '#core/allocation.ts';
import { type Centavos, toPesos } from '#core/money.ts';
import { monthTitle } from '#core/period.ts';
import { formatMoney } from '#ui/format.ts';
import { paidInterestParts, remainderParts } from './due-parts.ts';
import { SumButton } from './Explicacion.tsx';
import classes from './libro.module.css';

const pesos = (centavos: Centavos): string => formatMoney(toPesos(centavos));

export interface PreviewProps {
  due: MaintenanceDue;
  payment: MaintenancePayment;
  /** What is handed over, or what the fund pays. */
  taken: Centavos;
}

export function MaintenancePreview({ due, payment, taken }: PreviewProps) {
  if (taken <= 0 || taken > due.total) return null;
  const { interest, months, excedente } = allocateMaintenance(due, payment, taken);
  const interestPaid = interest.reduce((sum, line) => sum + line.pago, 0);
  const settled = months.reduce((sum, line) => sum + line.pago, 0) + interestPaid;
  return (
    <div className={classes.preview} aria-live="polite">
      <h2>Qué se hará con {pesos(taken)}</h2>
      <ul>
        {interest.length > 0 ? (
          <li>
            <span>
              {interest.length === 1 ? '1 interés moratorio' : `${interest.length} intereses moratorios`}
              {payment.interestPercent > 0 ? ` con ${payment.interestPercent}% de descuento` : ''}
            </span>
            <span className={classes.amount}>
              <SumButton
                title="Intereses moratorios"
                amount={toPesos(interestPaid)}
                parts={paidInterestParts(interest)}
              />
            </span>
          </li>
        ) : null}
        {months.map(({ month, pago, descuento }) => {
          const left = month.total - month.pagado - month.ajustado - descuento - pago;
          return (
            <li key={`${month.year}-${month.mes}`}>
              <span>
                {monthTitle(month)}
                {descuento > 0 ? <span className={classes.quiet}> · descuento {pesos(descuento)}</span> : null}
                {left > 0 ? <span className={classes.quiet}> · quedan {pesos(left)}</span> : null}
              </span>
              <span className={classes.amount}>{pesos(pago)}</span>
            </li>
          );
        })}
        {excedente > 0 ? (
          <li>
            <span>Al fondo del lote</span>
            <span className={classes.amount}>{pesos(excedente)}</span>
          </li>
        ) : null}
        {due.exact > settled ? (
          <li>
            <span>Queda por pagar del rango</span>
            <span className={classes.amount}>
              <SumButton
                title="Queda por pagar del rango"
                amount={toPesos(due.exact - settled)}
                parts={remainderParts(due.exact, settled)}
              />
            </span>
          </li>
        ) : null}
      </ul>
    </div>
  );
}

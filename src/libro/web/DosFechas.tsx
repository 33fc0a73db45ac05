/** The day that money counts from and, where that is another one, the day that it is booked on. */
import { formatFecha } from '#ui/format.ts';
import { contabilizado } from '../rules.ts';
import classes from './libro.module.css';

export function DosFechas({ fechaPago, fechaContable }: { fechaPago: string; fechaContable: string }) {
  return (
    <>
      {formatFecha(fechaPago)}
      {fechaContable === fechaPago ? null : <span className={classes.booked}> {contabilizado(fechaContable)}</span>}
    </>
  );
}

/** The tab Condominio: the condominal lot that a unit belongs to. */
import { LoteIcon } from '#ui/lote-icons.tsx';
import classes from './lotes.module.css';

export function Condominio({ referencia }: { referencia: string }) {
  return (
    <dl className={classes.facts}>
      <dt>Lote condominal</dt>
      <dd>
        <LoteIcon kind="condominal" /> {referencia}
      </dd>
    </dl>
  );
}

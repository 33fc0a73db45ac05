/** The tab Condominio: the condominal lot that a unit belongs to. */
import { Facts } from '#platform/web/kit/facts.tsx';
import { LoteIcon } from '#ui/lote-icons.tsx';
import classes from './lotes.module.css';

export function Condominio({ referencia }: { referencia: string }) {
  return (
    <Facts
      items={[
        {
          label: 'Lote condominal',
          value: (
            <b className={classes.withIcon}>
              <LoteIcon kind="condominal" /> {referencia}
            </b>
          ),
        },
      ]}
    />
  );
}

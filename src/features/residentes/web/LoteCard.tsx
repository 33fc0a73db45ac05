/** The lots that a resident is tied to; four or more scroll. */
import { useId } from 'react';
import { NO_VALUES } from '#platform/messages.ts';
import { StatusBadge } from '#platform/web/kit/page.tsx';
import type { ResidenteDetail } from '../contract.ts';
import classes from './cards.module.css';

const SCROLL_FROM = 4;

export function LoteCard({ direcciones }: { direcciones: ResidenteDetail['direcciones'] }) {
  const titleId = useId();
  const scrolls = direcciones.length >= SCROLL_FROM;
  return (
    <section className={classes.card} aria-labelledby={titleId} data-wide>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          Lote
        </h2>
      </div>
      {direcciones.length === 0 ? (
        <p className={classes.empty}>{NO_VALUES}</p>
      ) : (
        <ul
          className={classes.items}
          aria-labelledby={titleId}
          data-scroll={scrolls || undefined}
          // What scrolls must be reachable by keyboard.
          tabIndex={scrolls ? 0 : undefined}
        >
          {direcciones.map(({ referencia, is_asociado, direccion }) => (
            <li key={`${referencia} ${is_asociado}`} className={classes.item}>
              <div className={classes.text}>
                <p className={classes.main}>
                  <strong>{referencia}</strong>
                  <StatusBadge color={is_asociado ? 'blue' : 'violet'} label={is_asociado ? 'Asociado' : 'Inquilino'} />
                </p>
                <p className={classes.detail}>{direccion}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

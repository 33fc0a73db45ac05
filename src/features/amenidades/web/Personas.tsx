import type { Reserva } from '../contract.ts';
import classes from './amenidades.module.css';

/** Who comes with a reservation. */
export function Personas({ personas }: Pick<Reserva, 'personas'>) {
  return (
    <ul className={classes.whoList}>
      {personas.map((persona, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may share a name, and the list never changes
        <li key={index} className={classes.whoPerson}>
          {persona.name}
          <small className={classes.whoNote}>{persona.isVisita ? 'Visita' : (persona.referencia ?? 'N/A')}</small>
        </li>
      ))}
    </ul>
  );
}

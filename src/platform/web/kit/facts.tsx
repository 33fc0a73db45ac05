import type { ReactNode } from 'react';
import classes from './facts.module.css';

export interface Fact {
  /** Needed where two have the same label. */
  key?: string;
  label: string;
  /** Nothing (null, undefined, '') is shown as '—'. */
  value: ReactNode;
}

export interface FactsProps {
  items: readonly Fact[];
  /** Pairs beside each other; fewer where the panel is narrow. */
  columns?: 1 | 2 | 3;
}

/** Names with their values, to be read: the data of a record, the figures of a panel. */
export function Facts({ items, columns = 1 }: FactsProps) {
  return (
    <div className={classes.frame}>
      <dl className={classes.facts} data-columns={columns}>
        {items.map(({ label, value, key = label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value === null || value === undefined || value === '' ? '—' : value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

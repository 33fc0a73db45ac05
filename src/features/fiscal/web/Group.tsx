import { type ReactNode, useId } from 'react';
import classes from './fiscal.module.css';

/** A part of a long form under a heading of its own. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h2 id={id} className={classes.legend}>
        {title}
      </h2>
      {children}
    </section>
  );
}

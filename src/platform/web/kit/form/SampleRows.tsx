/** Rows of somebody's file, as they stand in it or as they are read. */
import classes from './sample-rows.module.css';

interface SampleRowsProps {
  label: string;
  rows: readonly (readonly string[])[];
}

export function SampleRows({ label, rows }: SampleRowsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className={classes.sample} tabIndex={0} aria-label={label}>
      <table>
        <tbody>
          {rows.map((celdas, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name
            <tr key={n}>
              {celdas.map((celda, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor have its cells
                <td key={at}>{celda}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

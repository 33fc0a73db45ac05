/** One chart of the home: title, month, and bars of one hue with their counts and shares. The bars are drawn of a table. */
import { type CSSProperties, type ReactNode, useId } from 'react';
import { NO_VALUES, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { MonthInput } from '#platform/web/kit/form/DateInput.tsx';
import { ErrorPanel } from '#platform/web/kit/page.tsx';
import { formatNumber } from '#ui/format.ts';
import { type ChartSlice, mostOf, percentText, shareOf, totalOf } from './chart-data.ts';
import classes from './inicio.module.css';

export interface ChartPanelProps {
  title: string;
  /** Of which day it is, where that is not the chosen month, or what is counted. */
  note?: string;
  /** Undefined while they are not there. */
  slices: readonly ChartSlice[] | undefined;
  /** How many of them are expected: their place is kept. */
  expected: number;
  /** The first column's header in the table: 'Forma de pago'. */
  category: string;
  /** The second's: 'Pagos'. */
  unit: string;
  /** False: the parts are no parts of a whole. */
  shares?: boolean;
  /** Of what is late. */
  red?: boolean;
  /** A first day of a month; without it the chart is of today. */
  month?: { value: string; onChange: (value: string) => void };
  failed: boolean;
  onRetry: () => void;
}

export function ChartPanel(props: ChartPanelProps) {
  const { title, note, slices, expected, month, failed, onRetry } = props;
  const id = useId();
  let content: ReactNode;
  if (failed) {
    content = <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={onRetry} />;
  } else if (!slices) {
    content = <Waiting lines={expected} />;
  } else if (totalOf(slices) === 0) {
    content = <p className={classes.noValues}>{NO_VALUES}</p>;
  } else {
    content = <Bars {...props} slices={slices} />;
  }
  return (
    <section
      className={classes.chart}
      aria-labelledby={id}
      data-red={props.red || undefined}
      style={{ '--lines': expected } as CSSProperties}
    >
      <div className={classes.chartHead}>
        <h2 id={id} className={classes.heading}>
          {title}
        </h2>
        {note ? <p className={classes.chartNote}>{note}</p> : null}
        {month ? (
          <MonthInput
            className={classes.month}
            size="xs"
            aria-label={`Mes de ${title}`}
            value={month.value}
            onChange={(value) => {
              if (value) month.onChange(value);
            }}
          />
        ) : null}
      </div>
      {content}
    </section>
  );
}

/** The place of a chart before it is there. */
export function Waiting({ lines }: { lines: number }) {
  return (
    <div className={classes.ghosts} role="status">
      <span className="kit-hidden">Cargando…</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <span key={line} className={classes.ghost} style={{ width: `${84 - line * 7}%` }} />
      ))}
    </div>
  );
}

type BarsProps = Pick<ChartPanelProps, 'title' | 'category' | 'unit' | 'shares'> & { slices: readonly ChartSlice[] };

function Bars({ title, category, unit, slices, shares = true }: BarsProps) {
  const most = mostOf(slices);
  return (
    <table className={classes.bars}>
      <caption className="kit-hidden">{title}</caption>
      <colgroup>
        <col className={classes.nameCol} />
        <col />
        {shares ? <col className={classes.shareCol} /> : null}
      </colgroup>
      <thead className="kit-hidden">
        <tr>
          <th scope="col">{category}</th>
          <th scope="col">{unit}</th>
          {shares ? <th scope="col">Porcentaje</th> : null}
        </tr>
      </thead>
      <tbody>
        {slices.map(({ name, label = name, value, whole }) => (
          <tr key={name} data-whole={whole || undefined}>
            <th scope="row" title={label}>
              {label}
            </th>
            <td>
              <span className={classes.bar}>
                <span aria-hidden="true">{whole ? null : <span style={{ width: `${(value / most) * 100}%` }} />}</span>
                {formatNumber(value)}
                {shares ? null : <small aria-hidden="true"> {unit.toLowerCase()}</small>}
              </span>
            </td>
            {shares ? <td className={classes.share}>{percentText(shareOf(value, slices))}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

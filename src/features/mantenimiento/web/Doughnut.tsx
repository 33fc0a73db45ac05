/** A doughnut of counts, drawn by hand: two hundred bytes of SVG do not ask for the charts library. Words and a table say the same. */
import { useId } from 'react';
import { NO_VALUES } from '#platform/messages.ts';
import { formatNumber } from '#ui/format.ts';
import classes from './mantenimiento.module.css';

export interface DoughnutSlice {
  name: string;
  value: number;
  colour: string;
}

const RADIUS = 42;
const WIDTH = 14;
/** Of a circle of 100. */
const GAP = 0.6;

const shareOf = (value: number, total: number): number => (total === 0 ? 0 : (value / total) * 100);

export interface DoughnutProps {
  title: string;
  unit: string;
  slices: readonly DoughnutSlice[];
  /** The counts are still on their way. */
  loading: boolean;
}

interface PartsProps extends Pick<DoughnutProps, 'slices'> {
  total: number;
}

function Ring({ slices, total, unit }: PartsProps & Pick<DoughnutProps, 'unit'>) {
  let start = 0;
  const arcs = slices
    .filter((slice) => slice.value > 0)
    .map((slice) => {
      const share = shareOf(slice.value, total);
      const arc = { ...slice, start, length: share === 100 ? 100 : Math.max(share - GAP, 0.2) };
      start += share;
      return arc;
    });
  return (
    <div className={classes.ring}>
      <svg viewBox="0 0 100 100" focusable="false" aria-hidden="true">
        <g transform="rotate(-90 50 50)">
          {arcs.map((arc) => (
            <circle
              key={arc.name}
              cx="50"
              cy="50"
              r={RADIUS}
              pathLength="100"
              fill="none"
              stroke={arc.colour}
              strokeWidth={WIDTH}
              strokeDasharray={`${arc.length} ${100 - arc.length}`}
              strokeDashoffset={-arc.start}
            />
          ))}
        </g>
      </svg>
      <p>
        <b>{formatNumber(total)}</b> {unit.toLowerCase()}
      </p>
    </div>
  );
}

function Legend({ slices, total }: PartsProps) {
  return (
    <ul className={classes.legend}>
      {slices.map(({ name, value, colour }) => (
        <li key={name}>
          <span className={classes.dot} style={{ background: colour }} />
          {name}
          <span className={classes.share}>
            {formatNumber(value)} · {Math.round(shareOf(value, total) * 10) / 10}%
          </span>
        </li>
      ))}
    </ul>
  );
}

function Counts({ title, unit, slices }: Omit<DoughnutProps, 'loading'>) {
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Estado</th>
          <th scope="col">{unit}</th>
        </tr>
      </thead>
      <tbody>
        {slices.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatNumber(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Doughnut({ title, unit, slices, loading }: DoughnutProps) {
  const id = useId();
  const total = slices.reduce((sum, slice) => sum + slice.value, 0);
  return (
    <section className={classes.chart} aria-labelledby={id}>
      <h2 id={id} className={classes.chartTitle}>
        {title}
      </h2>
      {total === 0 && !loading ? (
        <p className={classes.noValues}>{NO_VALUES}</p>
      ) : (
        // In its room from the beginning: nothing beneath moves when the counts come.
        <div className={classes.drawing} style={{ visibility: loading ? 'hidden' : undefined }} aria-hidden="true">
          <Ring slices={slices} total={total} unit={unit} />
          <Legend slices={slices} total={total} />
        </div>
      )}
      <div className="kit-hidden" hidden={loading}>
        <Counts title={title} unit={unit} slices={slices} />
      </div>
    </section>
  );
}

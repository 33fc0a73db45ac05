/** One chart of the home: title, month, drawing, legend, and the same in a table for those who cannot see it. */
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { NO_VALUES, SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { MonthInput } from '#platform/web/kit/form/DateInput.tsx';
import { ErrorPanel } from '#platform/web/kit/page.tsx';
import { formatNumber } from '#ui/format.ts';
import { type ChartSlice, LABEL_SHARE_MIN, percentText, shareOf, totalOf } from './chart-data.ts';
import { colourOf } from './colours.ts';
import type { Shape } from './Drawing.tsx';
import classes from './inicio.module.css';

/** Legend and table still tell the values where the drawing cannot be fetched. */
const NoDrawing = () => <p className={classes.noValues}>No se pudo cargar la gráfica</p>;
const loadDrawing = () => import('./Drawing.tsx').catch(() => ({ default: NoDrawing }));
const Drawing = lazy(loadDrawing);

/** Fetches the charts library ahead of its use. */
export function preloadDrawing(): void {
  void loadDrawing();
}

export interface ChartPanelProps {
  title: string;
  /** Of which day it is, where that is not the chosen month. */
  note?: string;
  shape: Shape;
  /** Undefined while they are not there. */
  slices: readonly ChartSlice[] | undefined;
  /** The first column's header in the table: 'Forma de pago'. */
  category: string;
  /** The second's: 'Pagos'. */
  unit: string;
  /** A first day of a month; without it the chart is of today. */
  month?: { value: string; onChange: (value: string) => void };
  failed: boolean;
  onRetry: () => void;
}

export function ChartPanel(props: ChartPanelProps) {
  const { title, note, shape, slices, category, unit, month, failed, onRetry } = props;
  const id = useId();
  let content: ReactNode;
  if (failed) {
    content = <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={onRetry} />;
  } else if (!slices) {
    content = <Waiting shape={shape} />;
  } else if (totalOf(slices) === 0) {
    content = <p className={classes.noValues}>{NO_VALUES}</p>;
  } else {
    content = (
      <>
        <Suspense fallback={<Waiting shape={shape} />}>
          <div className={classes.drawing} data-shape={shape} aria-hidden="true">
            <Drawing shape={shape} slices={slices} />
            {shape === 'half' ? (
              <p className={classes.whole}>
                <b>{formatNumber(totalOf(slices))}</b> {unit.toLowerCase()}
              </p>
            ) : null}
          </div>
        </Suspense>
        {shape === 'bars' ? null : <Legend slices={slices} />}
        <AsTable title={title} category={category} unit={unit} slices={slices} percent={shape !== 'bars'} />
      </>
    );
  }
  return (
    <section className={classes.chart} aria-labelledby={id}>
      <div className={classes.chartHead}>
        <div>
          <h2 id={id} className={classes.chartTitle}>
            {title}
          </h2>
          {note ? <p className={classes.chartNote}>{note}</p> : null}
        </div>
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

/** The place of a drawing before it is there. */
export function Waiting({ shape }: { shape: Shape }) {
  return (
    <div className={classes.drawing} data-shape={shape} role="status">
      <span className="kit-hidden">Cargando…</span>
      <span className={classes.ghost} data-shape={shape} />
    </div>
  );
}

function Legend({ slices }: { slices: readonly ChartSlice[] }) {
  return (
    <ul className={classes.legend} aria-hidden="true">
      {slices.map(({ name, value }) => {
        const share = shareOf(value, slices);
        return (
          <li key={name}>
            <span className={classes.dot} style={{ background: colourOf(name) }} />
            {name} ({formatNumber(value)})
            {share > 0 && share < LABEL_SHARE_MIN ? (
              <small className={classes.share}>{percentText(share)}</small>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

interface TableProps {
  title: string;
  category: string;
  unit: string;
  slices: readonly ChartSlice[];
  percent: boolean;
}

function AsTable({ title, category, unit, slices, percent }: TableProps) {
  return (
    <div className="kit-hidden">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{category}</th>
            <th scope="col">{unit}</th>
            {percent ? <th scope="col">Porcentaje</th> : null}
          </tr>
        </thead>
        <tbody>
          {slices.map(({ name, label, value }) => (
            <tr key={name}>
              <th scope="row">{label ?? name}</th>
              <td>{formatNumber(value)}</td>
              {percent ? <td>{percentText(shareOf(value, slices))}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

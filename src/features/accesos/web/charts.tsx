/** The drawings of the gate's figures: plain elements, and the same in a table for those who cannot see them. */
import { type ReactNode, useId } from 'react';
import { NO_VALUES } from '#platform/messages.ts';
import { formatNumber } from '#ui/format.ts';
import classes from './accesos.module.css';

export interface Column {
  key: string;
  /** Under the column; '' leaves its place empty. */
  label: string;
  /** What the column is called in words: '21-11-2026', '14:00'. */
  name: string;
  values: readonly number[];
}

interface Series {
  name: string;
  /** Of the one hue: in its strength, or paler. */
  tone: 'full' | 'pale';
}

interface FrameProps {
  title: string;
  note?: ReactNode;
  tall?: boolean | undefined;
  children: ReactNode;
}

function Frame({ title, note, tall, children }: FrameProps) {
  const id = useId();
  return (
    <section className={classes.chart} data-tall={tall || undefined} aria-labelledby={id}>
      <div className={classes.chartHead}>
        <h2 id={id}>{title}</h2>
        {note}
      </div>
      {children}
    </section>
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className={classes.legend} aria-hidden="true">
      {series.map(({ name, tone }) => (
        <li key={name} data-tone={tone}>
          {name}
        </li>
      ))}
    </ul>
  );
}

const HEIGHT = 160;

export interface ColumnsProps {
  title: string;
  /** Header of the first column of the table: 'Día'. */
  category: string;
  series: readonly Series[];
  columns: readonly Column[];
}

/** Columns of stacked values. */
export function Columns({ title, category, series, columns }: ColumnsProps) {
  const top = Math.max(1, ...columns.map(({ values }) => values.reduce((sum, value) => sum + value, 0)));
  /** On a phone every second of them has no room. */
  const labelled = columns.filter(({ label }) => label !== '').map(({ key }) => key);
  const empty = columns.every(({ values }) => values.every((value) => value === 0));
  return (
    <Frame title={title} note={<Legend series={series} />}>
      {empty ? (
        <p className={classes.noValues}>{NO_VALUES}</p>
      ) : (
        <>
          <div className={classes.columns} aria-hidden="true">
            <span className={classes.top}>{formatNumber(top)}</span>
            {columns.map(({ key, label, name, values }) => (
              <div
                key={key}
                className={classes.column}
                title={`${name}: ${series.map((one, at) => `${one.name} ${formatNumber(values[at] ?? 0)}`).join(', ')}`}
              >
                <span className={classes.stack} style={{ height: HEIGHT }}>
                  {series.map((one, at) => (
                    <span
                      key={one.name}
                      data-tone={one.tone}
                      style={{ height: `${((values[at] ?? 0) / top) * 100}%` }}
                    />
                  ))}
                </span>
                <small data-spare={labelled.indexOf(key) % 2 === 1 || undefined}>{label}</small>
              </div>
            ))}
          </div>
          <div className="kit-hidden">
            <table>
              <caption>{title}</caption>
              <thead>
                <tr>
                  <th scope="col">{category}</th>
                  {series.map(({ name }) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {columns.map(({ key, name, values }) => (
                  <tr key={key}>
                    <th scope="row">{name}</th>
                    {series.map((one, at) => (
                      <td key={one.name}>{formatNumber(values[at] ?? 0)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Frame>
  );
}

export interface BarsProps {
  title: string;
  rows: readonly { nombre: string; total: number; note?: string }[];
  /** Has so many lines that two others fit beside it. */
  tall?: boolean;
}

/** One bar a line, the longest first, with its figure beside it: read as the list that it is. */
export function Bars({ title, rows, tall }: BarsProps) {
  const top = Math.max(1, ...rows.map(({ total }) => total));
  return (
    <Frame title={title} tall={tall}>
      {rows.every(({ total }) => total === 0) ? (
        <p className={classes.noValues}>{NO_VALUES}</p>
      ) : (
        <ol className={classes.bars}>
          {rows
            .toSorted((a, b) => b.total - a.total)
            .map(({ nombre, total, note }) => (
              <li key={nombre}>
                <span className={classes.barName}>
                  {nombre}
                  {note ? <small>{note}</small> : null}
                </span>
                <span className={classes.bar} data-tone="full" aria-hidden="true">
                  <span style={{ width: `${(total / top) * 100}%` }} />
                </span>
                <b>{formatNumber(total)}</b>
              </li>
            ))}
        </ol>
      )}
    </Frame>
  );
}

/** Figures side by side. */
export function Figures({ items }: { items: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={classes.figures}>
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

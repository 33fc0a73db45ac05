/** The pieces that the product's own dashboards are made of: numbers, and charts with the same values in a table. */
import { type ReactNode, Suspense, useId } from 'react';
import { monthName, monthOf } from '#core/period.ts';
import { SERVER_ERROR_RETRY } from '#platform/messages.ts';
import { passes } from '#platform/roles.ts';
import { KitLink } from '#platform/web/kit/link.tsx';
import { ErrorPanel, Skeletons } from '#platform/web/kit/page.tsx';
import { lazyPart } from '#platform/web/kit/part.tsx';
import { useSession } from '#platform/web/session.ts';
import { COLOUR, TIPO_COLOURS } from '#ui/colours.ts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import type { PorIdentificar } from '../contract.ts';
import type { ChartRow, Series } from './Charts.tsx';
import classes from './dashboards.module.css';

const NoCharts = () => <p className={classes.noChart}>No se pudo cargar la gráfica</p>;
const Charts = lazyPart(() => import('./Charts.tsx'), NoCharts);

export const colourOfTipo = (name: string): string => TIPO_COLOURS[name] ?? COLOUR.gray;

/** '2026-11' to 'Nov 26'. */
export function shortMonth(mes: string): string {
  return `${monthName(monthOf(mes)).slice(0, 3)} ${mes.slice(2, 4)}`;
}

/** '2026-11' to 'Noviembre 2026'. */
export function longMonth(mes: string): string {
  return `${monthName(monthOf(mes))} ${mes.slice(0, 4)}`;
}

export const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`;

/** In the colours of the home. */
function ageRows({ d30, d60, d90 }: { d30: number; d60: number; d90: number }): ChartRow[] {
  return [
    { name: '1 a 30 días', values: { monto: d30 }, colour: COLOUR.amber },
    { name: '31 a 60 días', values: { monto: d60 }, colour: COLOUR.orange },
    { name: '61 días o más', values: { monto: d90 }, colour: COLOUR.red },
  ];
}

export interface Figure {
  label: string;
  value: string;
  /** What the number means, or what it is compared with. */
  note?: ReactNode;
  /** Of what is exceptional alone. */
  tone?: 'red';
}

/** Where it is seen which they are, for whoever may. */
function SetAside({ depositos }: Pick<PorIdentificar, 'depositos'>) {
  const { role } = useSession();
  const told = `${formatNumber(depositos)} ${depositos === 1 ? 'depósito' : 'depósitos'} que nadie reclama`;
  if (depositos === 0 || !passes('ABCF', role)) return <>hoy, {told}</>;
  return (
    <>
      hoy, <KitLink to="/reportes/depositos?situacion=por_identificar">{told}</KitLink>
    </>
  );
}

/** What is owed to nobody knows whom. */
export const asideFigure = ({ depositos, monto }: PorIdentificar): Figure => ({
  ...{ label: 'Por identificar', value: formatMoney(monto), note: <SetAside depositos={depositos} /> },
});

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, value, note, tone }) => (
        <div key={label} data-tone={tone}>
          <dt>{label}</dt>
          <dd>
            <b>{value}</b>
            {note ? <span className={classes.note}>{note}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function Grid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>;
}

export interface ChartCardProps {
  title: string;
  /** What it shows, in a sentence. */
  note?: string;
  rows: readonly ChartRow[];
  series: readonly Series[];
  /** The header of the rows' names in the table: 'Mes'. */
  category: string;
  unit?: 'money' | 'number';
  /** Bars that lie down, for names that need room. */
  lying?: boolean;
  wide?: boolean;
  tall?: boolean;
  emptyText?: string;
}

/** What is overdue, by its age. */
export function AgeCard({ title, ages }: { title: string; ages: Parameters<typeof ageRows>[0] }) {
  return (
    <ChartCard
      title={title}
      note="A hoy: días desde el corte o el vencimiento."
      category="Antigüedad"
      rows={ageRows(ages)}
      series={[{ key: 'monto', name: 'Vencido', colour: COLOUR.red, shape: 'bar' }]}
      emptyText="No hay cargos vencidos"
    />
  );
}

export function ChartCard(props: ChartCardProps) {
  const { title, note, rows, series, category, unit = 'money', lying = false, wide, tall } = props;
  const id = useId();
  const isEmpty = rows.every((row) => series.every(({ key }) => !row.values[key]));
  const write = unit === 'money' ? formatMoney : formatNumber;
  return (
    <section className={classes.card} aria-labelledby={id} data-wide={wide || undefined}>
      <div className={classes.cardHead}>
        <div>
          <h2 id={id}>{title}</h2>
          {note ? <p>{note}</p> : null}
        </div>
      </div>
      {isEmpty ? (
        <p className={classes.noChart}>{props.emptyText ?? 'Todavía no hay datos que dibujar'}</p>
      ) : (
        <>
          <div className={classes.chart} data-tall={tall || undefined} aria-hidden="true">
            <Suspense fallback={<span className={classes.ghost} />}>
              <Charts rows={rows} series={series} unit={unit} lying={lying} />
            </Suspense>
          </div>
          {series.length > 1 ? (
            <ul className={classes.legend} aria-hidden="true">
              {series.map(({ key, name, colour, shape }) => (
                <li key={key}>
                  <span data-shape={shape} style={{ background: colour }} />
                  {name}
                </li>
              ))}
            </ul>
          ) : null}
        </>
      )}
      <div className="kit-hidden">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{category}</th>
              {series.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.long ?? row.name}</th>
                {series.map(({ key }) => (
                  <td key={key}>{write(row.values[key] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** What a dashboard shows of a call: its values, or that they are awaited or failed. */
export function Loaded<T>({
  call,
  children,
}: {
  call: { data: T | undefined; isError: boolean; refetch: () => unknown };
  children: (data: T) => ReactNode;
}) {
  if (call.data === undefined) {
    if (call.isError) return <ErrorPanel message={SERVER_ERROR_RETRY} onRetry={() => void call.refetch()} />;
    return <Skeletons lines={10} />;
  }
  return children(call.data);
}

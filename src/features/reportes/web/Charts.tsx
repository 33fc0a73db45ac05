/** The drawings of the dashboards, in a chunk of their own with the charts library. Hidden from screen readers, who get a table. */
import {
  Area,
  Bar,
  CartesianGrid,
  Cell,
  ComposedChart,
  Line,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { formatMoney, formatNumber } from '#ui/format.ts';
import classes from './dashboards.module.css';

export interface ChartRow {
  /** On the axis; unique. */
  name: string;
  /** In the tooltip, where there is room for more. */
  long?: string;
  values: Readonly<Record<string, number>>;
  /** Of this row's bar, where rows and not series have colours. */
  colour?: string;
}

export interface Series {
  key: string;
  name: string;
  colour: string;
  shape: 'bar' | 'line' | 'area';
  /** Bars of one stack stand on each other. */
  stack?: string;
  dashed?: boolean;
}

export interface ChartProps {
  rows: readonly ChartRow[];
  series: readonly Series[];
  unit: 'money' | 'number';
  lying: boolean;
}

const FILL = { width: '100%', height: '100%' } as const;
const QUIET = { fill: 'var(--kit-ink-2)', fontSize: 11 } as const;
const RADIUS = 3;
const NAMES_WIDTH = 132;
const AXIS_WIDTH = 58;

/** An amount as an axis has room for it: '$1.2 M', '$350 k'. */
function compact(value: number, unit: ChartProps['unit']): string {
  const sign = unit === 'money' ? '$' : '';
  const amount = Math.abs(value);
  const minus = value < 0 ? '-' : '';
  if (amount >= 1_000_000) return `${minus}${sign}${formatNumber(Math.round(amount / 100_000) / 10)} M`;
  if (amount >= 1_000) return `${minus}${sign}${formatNumber(Math.round(amount / 100) / 10)} k`;
  return `${minus}${sign}${formatNumber(amount)}`;
}

function Tip({ active, payload, unit, series }: TooltipContentProps & Pick<ChartProps, 'unit' | 'series'>) {
  const row = payload?.[0]?.payload as ChartRow | undefined;
  if (!active || !row) return null;
  const write = unit === 'money' ? formatMoney : formatNumber;
  const shown = series.filter(({ key }) => series.length < 4 || row.values[key]);
  return (
    <div className={classes.tip}>
      <p>{row.long ?? row.name}</p>
      <dl>
        {shown.map(({ key, name, colour }) => (
          <div key={key}>
            <dt>
              <span style={{ background: row.colour ?? colour }} />
              {name}
            </dt>
            <dd>{write(row.values[key] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Of what the library looks for among the children of a chart there are elements, not components of ours. */
function axesOf(unit: ChartProps['unit'], lying: boolean) {
  const amounts = {
    tick: QUIET,
    tickLine: false,
    axisLine: false,
    allowDecimals: unit === 'money',
    tickFormatter: (value: number) => compact(value, unit),
  };
  return lying ? (
    <>
      <XAxis type="number" {...amounts} />
      <YAxis
        type="category"
        dataKey="name"
        width={NAMES_WIDTH}
        tick={QUIET}
        tickLine={false}
        axisLine={false}
        interval={0}
      />
    </>
  ) : (
    <>
      <XAxis
        dataKey="name"
        tick={QUIET}
        tickLine={false}
        axisLine={{ stroke: 'var(--kit-line-strong)' }}
        interval="preserveStartEnd"
        minTickGap={6}
      />
      <YAxis width={AXIS_WIDTH} {...amounts} />
    </>
  );
}

type Corners = [number, number, number, number];

function drawingOf(of: Series, rows: readonly ChartRow[], radius: Corners) {
  const common = {
    key: of.key,
    name: of.name,
    dataKey: (row: ChartRow) => row.values[of.key] ?? 0,
    isAnimationActive: false,
  };
  if (of.shape === 'bar') {
    return (
      <Bar
        {...common}
        key={of.key}
        fill={of.colour}
        radius={radius}
        maxBarSize={44}
        {...(of.stack && { stackId: of.stack })}
      >
        {rows.some(({ colour }) => colour !== undefined)
          ? rows.map(({ name, colour }) => <Cell key={name} fill={colour ?? of.colour} />)
          : null}
      </Bar>
    );
  }
  const stroke = { stroke: of.colour, strokeWidth: 2.25, ...(of.dashed && { strokeDasharray: '5 4' }) };
  return of.shape === 'line' ? (
    <Line {...common} key={of.key} type="linear" {...stroke} dot={{ r: 2.5, fill: of.colour, strokeWidth: 0 }} />
  ) : (
    <Area {...common} key={of.key} type="linear" {...stroke} fill={of.colour} fillOpacity={0.14} />
  );
}

export default function Charts({ rows, series, unit, lying }: ChartProps) {
  const tops = new Map(series.filter(({ stack }) => stack !== undefined).map(({ stack, key }) => [stack, key]));
  const corners = (of: Series): Corners => {
    const isTop = of.stack === undefined || tops.get(of.stack) === of.key;
    if (!isTop) return [0, 0, 0, 0];
    return lying ? [0, RADIUS, RADIUS, 0] : [RADIUS, RADIUS, 0, 0];
  };
  return (
    <ComposedChart
      responsive
      style={FILL}
      accessibilityLayer={false}
      layout={lying ? 'vertical' : 'horizontal'}
      data={[...rows]}
      margin={{ top: 8, right: lying ? 16 : 4, bottom: 0, left: 0 }}
      barGap={2}
      stackOffset="sign"
    >
      <CartesianGrid vertical={lying} horizontal={!lying} stroke="var(--kit-line)" />
      {axesOf(unit, lying)}
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: 'var(--kit-hover)', stroke: 'var(--kit-line-strong)' }}
        content={(props) => <Tip {...props} unit={unit} series={series} />}
      />
      {series.map((of) => drawingOf(of, rows, corners(of)))}
    </ComposedChart>
  );
}

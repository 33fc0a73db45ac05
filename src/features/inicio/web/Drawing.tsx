/** The drawings of the home's charts, in a chunk of their own with the charts library. Hidden from screen readers, who get a table. */
import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  Pie,
  PieChart,
  type PieLabelRenderProps,
  XAxis,
  YAxis,
} from 'recharts';
import { formatNumber } from '#ui/format.ts';
import type { ChartSlice } from './chart-data.ts';
import { LABEL_SHARE_MIN, percentText } from './chart-data.ts';
import { colourOf } from './colours.ts';

export type Shape = 'pie' | 'half' | 'bars';

/** Specification 000, section 9: the axis of 'Cartera vencida'; a community with more lots than that still sees its bars. */
const BARS_TOP = 700;

const FILL = { width: '100%', height: '100%' } as const;
const TEXT = { fill: 'var(--kit-ink)', fontSize: 12 } as const;
const QUIET = { fill: 'var(--kit-ink-2)', fontSize: 12 } as const;
const LABEL_GAP = 14;
const DEGREE = Math.PI / 180;
/** Room for '10,000'. */
const AXIS_WIDTH = 46;

const labelOf = (value: unknown): string => formatNumber(Number(value));

function PercentLabel({ cx, cy, midAngle = 0, outerRadius, percent = 0 }: PieLabelRenderProps) {
  if (percent < LABEL_SHARE_MIN) return null;
  const radius = Number(outerRadius) + LABEL_GAP;
  const x = Number(cx) + radius * Math.cos(-midAngle * DEGREE);
  const y = Number(cy) + radius * Math.sin(-midAngle * DEGREE);
  const anchor = Math.abs(x - Number(cx)) < LABEL_GAP ? 'middle' : x > Number(cx) ? 'start' : 'end';
  return (
    <text x={x} y={y} textAnchor={anchor} dominantBaseline="central" {...TEXT}>
      {percentText(percent)}
    </text>
  );
}

function Slices({ slices, half }: { slices: readonly ChartSlice[]; half: boolean }) {
  const arc = half
    ? { startAngle: 180, endAngle: 0, cy: '92%', innerRadius: '82%', outerRadius: '120%' }
    : { startAngle: 90, endAngle: -270, outerRadius: '78%' };
  return (
    <PieChart responsive style={FILL} accessibilityLayer={false} margin={{ top: 4, right: 4, bottom: 4, left: 4 }}>
      <Pie
        {...arc}
        data={slices.map(({ name, value }) => ({ name, value, fill: colourOf(name) }))}
        dataKey="value"
        nameKey="name"
        stroke="var(--kit-surface)"
        strokeWidth={2}
        isAnimationActive={false}
        label={PercentLabel}
        labelLine={false}
        rootTabIndex={-1}
      />
    </PieChart>
  );
}

function Bars({ slices }: { slices: readonly ChartSlice[] }) {
  return (
    <BarChart
      responsive
      style={FILL}
      accessibilityLayer={false}
      data={slices.map(({ name, label, value }) => ({ label: label ?? name, value, fill: colourOf(name) }))}
      margin={{ top: 18, right: 4, bottom: 0, left: 0 }}
    >
      <CartesianGrid vertical={false} stroke="var(--kit-line)" />
      <XAxis
        dataKey="label"
        interval={0}
        tick={QUIET}
        tickLine={false}
        axisLine={{ stroke: 'var(--kit-line-strong)' }}
      />
      <YAxis
        domain={[0, (most: number) => Math.max(BARS_TOP, most)]}
        tickCount={8}
        allowDecimals={false}
        width={AXIS_WIDTH}
        tick={QUIET}
        tickLine={false}
        axisLine={false}
        tickFormatter={formatNumber}
      />
      <Bar dataKey="value" radius={[4, 4, 0, 0]} maxBarSize={64} isAnimationActive={false}>
        <LabelList dataKey="value" position="top" formatter={labelOf} {...TEXT} />
      </Bar>
    </BarChart>
  );
}

export default function Drawing({ shape, slices }: { shape: Shape; slices: readonly ChartSlice[] }) {
  return shape === 'bars' ? <Bars slices={slices} /> : <Slices slices={slices} half={shape === 'half'} />;
}

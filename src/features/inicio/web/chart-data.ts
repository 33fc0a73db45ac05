/** What the charts show, pure. */

export interface ChartSlice {
  name: string;
  value: number;
  /** How the name reads on an axis, where it differs. */
  label?: string;
  /** It counts what the others are of, and is no bar among them. */
  whole?: boolean;
}

/** A share of 0 to 1 as '33.3%', whole ones without decimals. */
export function percentText(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}

export const totalOf = (slices: readonly ChartSlice[]): number => slices.reduce((sum, { value }) => sum + value, 0);

/** Share of a value in the whole, 0 where there is no whole. */
export function shareOf(value: number, slices: readonly ChartSlice[]): number {
  const total = totalOf(slices);
  return total === 0 ? 0 : value / total;
}

/** The longest bar. */
export const mostOf = (slices: readonly ChartSlice[]): number =>
  Math.max(1, ...slices.filter(({ whole }) => !whole).map(({ value }) => value));

/** The largest first; those alike stay in their order. */
export const sorted = (slices: readonly ChartSlice[]): ChartSlice[] => slices.toSorted((a, b) => b.value - a.value);

const ALL_AGES = '100';

const AGES: Readonly<Record<string, string>> = {
  '30': '1 a 30 días',
  '60': '31 a 60 días',
  '90': '61 días o más',
  [ALL_AGES]: 'Todos',
};

/** The ages of overdue debts, with the words for their axis: each lot at its oldest one, and under them how many lots that are. */
export function agesOf(buckets: readonly { name: string; masAntigua: number }[]): ChartSlice[] {
  return buckets.map(({ name, masAntigua }) => ({
    ...{ name, value: masAntigua, label: AGES[name] ?? name },
    ...(name === ALL_AGES && { whole: true }),
  }));
}

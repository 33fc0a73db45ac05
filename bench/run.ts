/**
 * npm run bench — measures against a baseline taken in the same run and fails on a missed limit. Not part of npm test.
 * npm run bench -- NAME runs one scenario.
 */
import { readdirSync } from 'node:fs';

export interface Measure {
  name: string;
  value: number;
  unit: string;
  /** What the same work costs by hand, where there is such a thing. */
  baseline?: number;
  /** Missing: the figure is reported and judged by nobody. */
  limit?: number;
}

/** A scenario is a file of this folder whose default export measures. */
export type Scenario = () => Promise<Measure[]>;

const only = process.argv[2];
const files = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.bench.ts') && (!only || name.startsWith(`${only}.`)))
  .sort();

let missed = 0;
for (const file of files) {
  const { default: scenario } = (await import(`./${file}`)) as { default: Scenario };
  console.log(`\n${file.replace('.bench.ts', '')}`);
  for (const { name, value, unit, baseline, limit } of await scenario()) {
    const ok = limit === undefined || value <= limit;
    if (!ok) missed += 1;
    const against = baseline === undefined ? '' : `  (a mano: ${baseline.toFixed(2)} ${unit})`;
    const mark = limit === undefined ? '·' : ok ? '✓' : '✗';
    const most = limit === undefined ? '' : `, límite ${Number(limit.toFixed(2))} ${unit}`;
    console.log(`  ${mark} ${name}: ${value.toFixed(2)} ${unit}${most}${against}`);
  }
}
console.log(
  missed === 0 ? '\nTodas las medidas están dentro de su límite.' : `\n${missed} medidas pasan de su límite.`,
);
process.exit(missed === 0 ? 0 : 1);

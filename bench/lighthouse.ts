/**
 * What Lighthouse makes of a screen, on its own slow 4G and a processor a quarter as fast. It is no dependency: npx brings it, in
 * this version, some 180 MB of it with the first run.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const ENOUGH_MS = 180_000;
const REPORT_BYTES_MAX = 64 * 1024 * 1024;

/** What is looked at, by its name in Spanish. Private pages are not to be found, so that its fourth, being found, is left out. */
export const CATEGORIES = {
  performance: 'rendimiento',
  accessibility: 'accesibilidad',
  'best-practices': 'buenas prácticas',
} as const;
type Category = keyof typeof CATEGORIES;

interface Report {
  categories: Record<Category, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; displayValue?: string }>;
}

export interface Seen {
  /** Of 100. */
  points: Record<Category, number>;
  /** The audits that took something off. */
  wanting: string[];
}

const names = Object.keys(CATEGORIES) as Category[];

/** A screen as a browser opens it that has this cookie and nothing else. */
export async function lighthouse(url: string, { name, value }: { name: string; value: string }): Promise<Seen> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      ...['--yes', LIGHTHOUSE, url, '--quiet', '--output=json', '--output-path=stdout'],
      ...[`--only-categories=${names.join()}`, `--extra-headers=${JSON.stringify({ Cookie: `${name}=${value}` })}`],
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
    ],
    {
      ...{ timeout: ENOUGH_MS, maxBuffer: REPORT_BYTES_MAX },
      env: { ...process.env, CHROME_PATH: process.env.PORTON_CHROMIUM ?? '/usr/bin/chromium' },
    },
  );
  const { categories, audits } = JSON.parse(stdout) as Report;
  const wanting = names.flatMap((category) =>
    categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => [id, audits[id]?.displayValue].filter(Boolean).join(' ')),
  );
  const points = Object.fromEntries(names.map((category) => [category, 100 * categories[category].score]));
  return { points: points as Seen['points'], wanting };
}

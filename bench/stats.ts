/** The median of samples. */
export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The value below which a share (0 to 1) of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Milliseconds of each of `runs` awaited calls, after a warm-up of a tenth of them. */
export async function time(runs: number, work: () => Promise<unknown>): Promise<number[]> {
  for (let run = 0; run < Math.ceil(runs / 10); run += 1) await work();
  const samples: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    await work();
    samples.push(performance.now() - start);
  }
  return samples;
}

/** Who asks, as any server has to find out first. */
export const SESSION_BY_HAND = `SELECT u.id, u.username, r.name FROM sesion s JOIN usuario u ON u.id = s.usuario_id
  JOIN role r ON r.id = u.role_id WHERE s.last_seen_at > now() - interval '1 hour' AND u.enabled`;

/** Runs both `runs` times in turn, after a tenth of that to warm them up; milliseconds of each. */
export async function sideBySide(
  runs: number,
  ours: (run: number) => Promise<unknown>,
  theirs: (run: number) => Promise<unknown>,
) {
  const samples: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let run = -Math.ceil(runs / 10); run < runs; run += 1) {
    const which = Math.abs(run);
    const started = performance.now();
    await ours(which);
    const between = performance.now();
    await theirs(which);
    const ended = performance.now();
    if (run < 0) continue;
    samples.ours.push(between - started);
    samples.theirs.push(ended - between);
  }
  return samples;
}

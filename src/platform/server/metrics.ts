/** Counters and times of requests in Prometheus text form. */
import type pg from 'pg';
import type { DiskState } from './disk.ts';
import type { Turnstile } from './turnstile.ts';

const BUCKETS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000];

interface Series {
  labels: string;
  count: number;
  sum: number;
  buckets: number[];
}

const WARN = 40;
const LEVELS: Readonly<Record<number, string>> = { 40: 'warn', 50: 'error', 60: 'fatal' };

/** What the log tells of that somebody should look at, counted by its name: what alarms stand on. */
export class ToldEvents {
  readonly #counts = new Map<string, number>();

  /** Hears of each line before it is written; `told` is what the line was made of. */
  hear(level: number, told: unknown): void {
    if (level < WARN) return;
    const named = typeof told === 'object' && told !== null && 'evento' in told ? told.evento : 'otro';
    const labels = `evento="${String(named)}",nivel="${LEVELS[level] ?? level}"`;
    this.#counts.set(labels, (this.#counts.get(labels) ?? 0) + 1);
  }

  get lines(): string[] {
    const name = 'porton_events_total';
    return [`# TYPE ${name} counter`, ...[...this.#counts].map(([labels, count]) => `${name}{${labels}} ${count}`)];
  }
}

interface MetricsOptions {
  pool: pg.Pool;
  turnstile: Turnstile;
  disk: DiskState;
  events: ToldEvents;
  refusedConnections: () => number;
}

export class Metrics {
  readonly #options: MetricsOptions;
  readonly #requests = new Map<string, Series>();

  constructor(options: MetricsOptions) {
    this.#options = options;
  }

  /** Counts one answered request; `route` is the declared path, never the URL, so that the series stay few. */
  observe(method: string, route: string, status: number, milliseconds: number): void {
    const labels = `method="${method}",route="${route}",status="${status}"`;
    let series = this.#requests.get(labels);
    if (!series) {
      series = { labels, count: 0, sum: 0, buckets: BUCKETS_MS.map(() => 0) };
      this.#requests.set(labels, series);
    }
    series.count += 1;
    series.sum += milliseconds;
    for (const [index, bound] of BUCKETS_MS.entries()) {
      if (milliseconds <= bound) series.buckets[index] = (series.buckets[index] ?? 0) + 1;
    }
  }

  text(): string {
    const lines = ['# TYPE porton_http_request_duration_ms histogram'];
    for (const { labels, count, sum, buckets } of this.#requests.values()) {
      for (const [index, bound] of BUCKETS_MS.entries()) {
        lines.push(`porton_http_request_duration_ms_bucket{${labels},le="${bound}"} ${buckets[index]}`);
      }
      lines.push(`porton_http_request_duration_ms_bucket{${labels},le="+Inf"} ${count}`);
      lines.push(`porton_http_request_duration_ms_sum{${labels}} ${sum.toFixed(3)}`);
      lines.push(`porton_http_request_duration_ms_count{${labels}} ${count}`);
    }
    const { pool, turnstile, disk, events, refusedConnections } = this.#options;
    const gauges = {
      porton_pool_total: pool.totalCount,
      porton_pool_idle: pool.idleCount,
      porton_pool_waiting: pool.waitingCount,
      porton_transactions_waiting: turnstile.waiting,
      porton_disk_low: Number(disk.low),
      porton_memory_bytes: process.memoryUsage.rss(),
      porton_uptime_seconds: Math.round(process.uptime()),
    };
    for (const [name, value] of Object.entries(gauges)) lines.push(`# TYPE ${name} gauge`, `${name} ${value}`);
    const refused = 'porton_connections_refused_total';
    lines.push(`# TYPE ${refused} counter`, `${refused} ${refusedConnections()}`, ...events.lines);
    return `${lines.join('\n')}\n`;
  }
}

/** Counters and times of requests in Prometheus text form. */
import type pg from 'pg';
import type { Turnstile } from './turnstile.ts';

const BUCKETS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000];

interface Series {
  labels: string;
  count: number;
  sum: number;
  buckets: number[];
}

export class Metrics {
  readonly #pool: pg.Pool;
  readonly #turnstile: Turnstile;
  readonly #refusedConnections: () => number;
  readonly #requests = new Map<string, Series>();

  constructor(pool: pg.Pool, turnstile: Turnstile, refusedConnections: () => number) {
    this.#pool = pool;
    this.#turnstile = turnstile;
    this.#refusedConnections = refusedConnections;
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
    const gauges = {
      porton_pool_total: this.#pool.totalCount,
      porton_pool_idle: this.#pool.idleCount,
      porton_pool_waiting: this.#pool.waitingCount,
      porton_transactions_waiting: this.#turnstile.waiting,
      porton_memory_bytes: process.memoryUsage.rss(),
      porton_uptime_seconds: Math.round(process.uptime()),
    };
    for (const [name, value] of Object.entries(gauges)) lines.push(`# TYPE ${name} gauge`, `${name} ${value}`);
    const refused = 'porton_connections_refused_total';
    lines.push(`# TYPE ${refused} counter`, `${refused} ${this.#refusedConnections()}`);
    return `${lines.join('\n')}\n`;
  }
}

/** What the figures of the server mean, in words. Pure. */
import { formatNumber } from '#ui/format.ts';

export interface Health {
  trabajosActivos: boolean;
  conexiones: { enEspera: number };
  bitacora: { sinSellar: number };
}

/** Rows are sealed in under a second; what waits longer than this does so for a reason. */
const UNSEALED_MAX_SECONDS = 15;

/** Sentences that ask for attention; [] when all is in order. `unsealedSeconds`: how long the seal has stood still. */
export function problemsOf({ trabajosActivos, conexiones, bitacora }: Health, unsealedSeconds: number): string[] {
  const problems: string[] = [];
  if (!trabajosActivos) problems.push('Los trabajos de fondo están detenidos. Revise el registro del servidor.');
  if (conexiones.enEspera > 0) {
    problems.push(
      conexiones.enEspera === 1
        ? 'Una petición espera una conexión a la base de datos.'
        : `${formatNumber(conexiones.enEspera)} peticiones esperan una conexión a la base de datos.`,
    );
  }
  if (bitacora.sinSellar > 0 && unsealedSeconds > UNSEALED_MAX_SECONDS) {
    problems.push('La bitácora no se está sellando. Revise el registro del servidor.');
  }
  return problems;
}

const unit = (count: number, one: string, many: string): string => `${formatNumber(count)} ${count === 1 ? one : many}`;

/** Milliseconds as people say them, in at most two units: '3 días 4 horas', '12 minutos'. */
export function durationText(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  const parts: readonly [number, string][] = [
    [Math.floor(minutes / 1440), unit(Math.floor(minutes / 1440), 'día', 'días')],
    [Math.floor(minutes / 60) % 24, unit(Math.floor(minutes / 60) % 24, 'hora', 'horas')],
    [minutes % 60, unit(minutes % 60, 'minuto', 'minutos')],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return 'menos de un minuto';
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([, text]) => text)
    .join(' ');
}

export interface QueueCount {
  name: string;
  state: string;
  count: number;
}

export interface QueueRow {
  name: string;
  counts: Readonly<Record<string, number>>;
}

/** One row per job, its counts by state. The queues that the queue keeps for itself are left out. */
export function queueRows(counts: readonly QueueCount[]): QueueRow[] {
  const rows = new Map<string, Record<string, number>>();
  const own = counts.filter(({ name }) => !name.startsWith('__'));
  for (const { name, state, count } of own) rows.set(name, { ...rows.get(name), [state]: count });
  return [...rows].map(([name, states]) => ({ name, counts: states }));
}

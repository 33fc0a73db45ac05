/**
 * The dashboards that an installation may take from a service outside: one address each in the configuration. Where there
 * is none, the product draws its own.
 */
import { endpoint, list } from './endpoint.ts';
import { type Guard, passes } from './roles.ts';
import { z } from './zod.ts';

/** Who may see each; its screen has the same guard. */
const GUARDS = {
  dashboard: 'ABCDF',
  proyecciones: 'ABCDF',
  pagosPorPeriodo: 'ABCDF',
  saldos: 'ABCDF',
  lotesEntregados: 'ABCDF',
  accesosEstadisticas: 'AB',
  rondines: 'AB',
} as const satisfies Record<string, Guard>;

export type DashboardName = keyof typeof GUARDS;

/** Addresses as configured; {comunidad} in one stands for the community's code. */
export type DashboardTemplates = Readonly<Partial<Record<DashboardName, string>>>;

export const DASHBOARD_NAMES = Object.keys(GUARDS) as [DashboardName, ...DashboardName[]];

export function maySeeDashboard(name: DashboardName, role: string): boolean {
  return passes(GUARDS[name], role);
}

export const dashboardsContract = {
  // Not in the page's document, which anybody may read: a shared report opens to whoever knows its address.
  addresses: endpoint({
    method: 'GET',
    path: '/tablero/all',
    roles: 'ABCDF',
    area: 'tableros',
    summary: 'Las direcciones de los tableros externos configurados que el usuario puede ver.',
    answer: list(z.object({ tablero: z.enum(DASHBOARD_NAMES), direccion: z.string() })),
  }),
};

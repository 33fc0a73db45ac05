/**
 * The dashboards that an installation may take from a service outside: one address each in the configuration. Where there
 * is none, the product draws its own.
 */
import { type Guard, passes } from './roles.ts';

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

/** Who may ask for addresses at all. */
export const DASHBOARDS_GUARD = 'ABCDF' satisfies Guard;

export type DashboardName = keyof typeof GUARDS;

/** Addresses as configured; {comunidad} in one stands for the community's code. */
export type DashboardTemplates = Readonly<Partial<Record<DashboardName, string>>>;

export const DASHBOARD_NAMES = Object.keys(GUARDS) as [DashboardName, ...DashboardName[]];

export function maySeeDashboard(name: DashboardName, role: string): boolean {
  return passes(GUARDS[name], role);
}

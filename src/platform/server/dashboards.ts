/** The configured addresses of dashboards outside: which one a community embeds, and what the page may frame for it. */
import { DASHBOARD_NAMES, type DashboardName, type DashboardTemplates, maySeeDashboard } from '../dashboards.ts';
import { dashboardsContract } from '../dashboards-contract.ts';
import { register } from './context.ts';

/** The address of a dashboard for a community; undefined where none is configured. */
function dashboardAddress(templates: DashboardTemplates, name: DashboardName, comunidad: string): string | undefined {
  return templates[name]?.replaceAll('{comunidad}', encodeURIComponent(comunidad));
}

/** The origins that a page with these dashboards may frame, each once. */
export function dashboardOrigins(templates: DashboardTemplates): string[] {
  const addresses = Object.values(templates).filter((address) => address !== undefined);
  return [...new Set(addresses.map((address) => new URL(address).origin))].sort();
}

export const dashboardsEndpoints = register(dashboardsContract, {
  async addresses({ ctx }) {
    // They are somebody else's servers, and a practice is none of theirs to know of.
    if (ctx.community.practicaDe !== null) return [];
    return DASHBOARD_NAMES.filter((name) => maySeeDashboard(name, ctx.user.role)).flatMap((tablero) => {
      const direccion = dashboardAddress(ctx.services.dashboards, tablero, ctx.community.codigo);
      return direccion === undefined ? [] : [{ tablero, direccion }];
    });
  },
});

/** The call that gives the addresses of dashboards. Apart from their names, which the page's first load holds, without schemas. */
import { DASHBOARD_NAMES, DASHBOARDS_GUARD } from './dashboards.ts';
import { endpoint, list } from './endpoint.ts';
import { z } from './zod.ts';

export const dashboardsContract = {
  // Not in the page's document, which anybody may read: a shared report opens to whoever knows its address.
  addresses: endpoint({
    method: 'GET',
    path: '/tablero/all',
    roles: DASHBOARDS_GUARD,
    area: 'tableros',
    summary: 'Las direcciones de los tableros externos configurados que el usuario puede ver.',
    answer: list(z.object({ tablero: z.enum(DASHBOARD_NAMES), direccion: z.string() })),
  }),
};

/** Which dashboards of the installation come from outside. */
import { useQuery } from '@tanstack/react-query';
import { DASHBOARDS_GUARD, type DashboardName } from '../dashboards.ts';
import { passes } from '../roles.ts';
import { call } from './api.ts';
import { session } from './session.ts';

/** The addresses that the signed-in user may see; asked for only while `wanted`. */
export function useDashboardAddresses(wanted: boolean) {
  const role = session.use()?.role ?? '';
  return useQuery({
    queryKey: ['tableros'],
    // The menu asks this: its schemas come when they are needed, not with the page.
    queryFn: async ({ signal }) => {
      const { dashboardsContract } = await import('../dashboards-contract.ts');
      return call(dashboardsContract.addresses, { signal });
    },
    enabled: wanted && passes(DASHBOARDS_GUARD, role),
  });
}

/** Where a link leads outside the product; undefined while that is not known, or where it leads to our own screen. */
export function useExternalLinks(
  links: readonly { dashboard?: DashboardName }[],
): (link: { dashboard?: DashboardName }) => string | undefined {
  const { data } = useDashboardAddresses(links.some((link) => link.dashboard !== undefined));
  return ({ dashboard }) => data?.find(({ tablero }) => tablero === dashboard)?.direccion;
}

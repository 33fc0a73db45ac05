/** Which dashboards of the installation come from outside. */
import { type DashboardName, dashboardsContract } from '../dashboards.ts';
import { passes } from '../roles.ts';
import { useCall } from './query.ts';
import { session } from './session.ts';

/** The addresses that the signed-in user may see; asked for only while `wanted`. */
export function useDashboardAddresses(wanted: boolean) {
  const role = session.use()?.role ?? '';
  return useCall(
    dashboardsContract.addresses,
    {},
    { enabled: wanted && passes(dashboardsContract.addresses.roles, role) },
  );
}

/** Where a link leads outside the product; undefined while that is not known, or where it leads to our own screen. */
export function useExternalLinks(
  links: readonly { dashboard?: DashboardName }[],
): (link: { dashboard?: DashboardName }) => string | undefined {
  const { data } = useDashboardAddresses(links.some((link) => link.dashboard !== undefined));
  return ({ dashboard }) => data?.find(({ tablero }) => tablero === dashboard)?.direccion;
}

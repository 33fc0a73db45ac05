/** How many exceptions are to be looked at, beside the link to their list. Where that is not known nothing is said. */
import { StatusBadge } from '#platform/web/kit/page.tsx';
import { useCall } from '#platform/web/query.ts';
import { formatNumber } from '#ui/format.ts';
import { excepcionesContract } from '../contract.ts';

export default function Pendientes() {
  const pendientes = useCall(excepcionesContract.pendientes, {}).data?.pendientes ?? 0;
  return pendientes === 0 ? null : <StatusBadge color="amber" label={`${formatNumber(pendientes)} por revisar`} />;
}

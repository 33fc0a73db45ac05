/** The overdue portfolio as a workbook, for the hub's button and its screen. */

import { wallClockInZone } from '#core/fecha.ts';
import { download, messageOf } from '#platform/web/api.ts';
import { timeZone } from '#platform/web/identity.ts';
import { withBusy } from '#platform/web/kit/busy.tsx';
import { toast } from '#platform/web/kit/toast.tsx';
import { reportesContract } from '../contract.ts';

export const CARTERA_FAILED = 'No se ha podido descargar la cartera vencida. Intente otra vez';

/** 'CarteraVencida-{timestamp}.xlsx' on the community's clock. */
const stamped = () =>
  `CarteraVencida-${wallClockInZone(new Date(), timeZone).replace('T', '_').replaceAll(':', '-')}.xlsx`;

/** Downloads it behind the overlay; what goes wrong is told. */
export async function downloadCartera(): Promise<void> {
  try {
    await withBusy(download(reportesContract.carteraExcel, {}, stamped()));
  } catch (error) {
    toast.error(messageOf(error, CARTERA_FAILED), 8);
  }
}

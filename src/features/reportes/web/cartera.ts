/** The overdue portfolio as a workbook, for the hub's button and its screen. */

import { wallClockInZone } from '#core/fecha.ts';
import { download } from '#platform/web/api.ts';
import { timeZone } from '#platform/web/identity.ts';
import { attempt } from '#platform/web/kit/attempt.ts';
import { reportesContract } from '../contract.ts';

export const CARTERA_FAILED = 'No se ha podido descargar la cartera vencida. Intente otra vez';

/** 'CarteraVencida-{timestamp}.xlsx' on the community's clock. */
const stamped = () =>
  `CarteraVencida-${wallClockInZone(new Date(), timeZone).replace('T', '_').replaceAll(':', '-')}.xlsx`;

/** Downloads it behind the overlay; what goes wrong is told. */
export const downloadCartera = () =>
  attempt(() => download(reportesContract.carteraExcel, {}, stamped()), CARTERA_FAILED);

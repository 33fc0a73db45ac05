/** The list of invoices as a workbook, made in the browser. */
import { residencialName } from '#platform/web/identity.ts';
import { today } from '#platform/web/kit/today.ts';
import { saveWorkbook } from '#platform/web/workbook.ts';
import { formatFechaHora } from '#ui/format.ts';
import type { FacturaListada } from '../contract.ts';
import { workbookTitle } from '../rules.ts';
import { facturasWorkbook } from '../workbook.ts';

/** 'DD-MM-YYYY_h_mm_ss' on the community's clock. */
function moment(now: Date): string {
  const [day, hour, minute] = formatFechaHora(now.toISOString()).split(/[ :]/);
  return `${day}_${Number(hour) % 12 || 12}_${minute}_${String(now.getSeconds()).padStart(2, '0')}`;
}

export async function downloadFacturas(
  facturas: readonly FacturaListada[],
  filter: { desde: string; hasta: string; referencia: string },
): Promise<void> {
  const title = workbookTitle(residencialName, filter, today());
  await saveWorkbook(facturasWorkbook(facturas, title), `Facturas de ${residencialName} ${moment(new Date())}.xlsx`);
}

/** The list of invoices as a workbook and on paper, made in the browser. */
import { fileName } from '#documents/definition.ts';
import type { NamedReport } from '#documents/reportes.ts';
import { residencialName } from '#platform/web/identity.ts';
import { today } from '#platform/web/kit/today.ts';
import { saveWorkbook } from '#platform/web/workbook.ts';
import { formatFechaHora } from '#ui/format.ts';
import type { FacturaListada } from '../contract.ts';
import { FACTURAS } from '../listings.ts';
import { workbookTitle } from '../rules.ts';
import { facturasSheet } from '../workbook.ts';

/** 'DD-MM-YYYY_h_mm_ss' on the community's clock. */
function moment(now: Date): string {
  const [day, hour, minute] = formatFechaHora(now.toISOString()).split(/[ :]/);
  return `${day}_${Number(hour) % 12 || 12}_${minute}_${String(now.getSeconds()).padStart(2, '0')}`;
}

interface Filter {
  desde: string;
  hasta: string;
  referencia: string;
}

export function facturasReport(rows: readonly FacturaListada[], filter: Filter): NamedReport<FacturaListada> {
  return {
    name: fileName('pdf', 'Facturas'),
    report: {
      title: 'Facturas',
      subtitle: workbookTitle(residencialName, filter, today()),
      list: FACTURAS,
      rows,
      landscape: true,
      fontSize: 7,
      emptyText: 'No hay facturas para mostrar',
    },
  };
}

export async function downloadFacturas(facturas: readonly FacturaListada[], filter: Filter): Promise<void> {
  const title = workbookTitle(residencialName, filter, today());
  await saveWorkbook(`Facturas de ${residencialName} ${moment(new Date())}.xlsx`, facturasSheet(facturas, title));
}

/** The list of invoices as a workbook, made in the browser. */
import { residencialName } from '#platform/web/identity.ts';
import { today } from '#platform/web/kit/today.ts';
import { formatFecha } from '#ui/format.ts';
import type { FacturaListada } from '../contract.ts';
import { documentTime, statusLabel, workbookTitle } from '../rules.ts';

const SHEET = 'Lista de Facturas';
const COLUMNS = [
  { header: 'FechaEmision', width: 20 },
  { header: 'Folio', width: 12 },
  { header: 'Referencia', width: 14 },
  { header: 'Conceptos', width: 60 },
  { header: 'RazonSocial', width: 36 },
  { header: 'Monto', width: 14 },
  { header: 'Estado', width: 14 },
  { header: 'ClaveCancelacion', width: 18 },
  { header: 'FolioFiscal', width: 40 },
] as const;

/** Cells typed as text, also for whoever edits them: what begins with = + - @ stays what it is. */
const text = (value: string) => ({ value, type: String, format: '@' });
const heading = (value: string) => ({ value, type: String, fontWeight: 'bold' as const });

const rowOf = (factura: FacturaListada) => [
  text(documentTime(factura.fechaEmision)),
  text(factura.folio),
  text(factura.referenciaReceptor),
  text(factura.conceptosList.join(' || ')),
  text(factura.nombreReceptor),
  { value: factura.total, type: Number, format: '#,##0.00' },
  text(statusLabel(factura.status)),
  text(factura.tipoMotivoCancelacion?.clave ?? ''),
  text(factura.folioFiscal),
];

/** 'DD-MM-YYYY_h_mm_ss' of the browser's own clock, the day being the community's. */
function moment(now: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${formatFecha(today())}_${now.getHours() % 12 || 12}_${two(now.getMinutes())}_${two(now.getSeconds())}`;
}

/** Hands the browser the file. The writer is loaded on the first use. */
export async function downloadFacturas(
  facturas: readonly FacturaListada[],
  filter: { desde: string; hasta: string; referencia: string },
): Promise<void> {
  const { default: writeXlsxFile } = await import('write-excel-file/browser');
  const table =
    facturas.length === 0
      ? [[heading('respuesta')], [text('No hay facturas para mostrar')]]
      : [COLUMNS.map(({ header }) => heading(header)), ...facturas.map(rowOf)];
  await writeXlsxFile([[heading(workbookTitle(residencialName, filter, today()))], [], ...table], {
    sheet: SHEET,
    columns: COLUMNS.map(({ width }) => ({ width })),
    stickyRowsCount: 3,
  }).toFile(`Facturas de ${residencialName} ${moment(new Date())}.xlsx`);
}

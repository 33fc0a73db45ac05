/** The list of invoices as a workbook, made in the browser. */
import { residencialName } from '#platform/web/identity.ts';
import { today } from '#platform/web/kit/today.ts';
import { formatFechaHora } from '#ui/format.ts';
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

/** A cell of text that is nobody's to type; nothing for ''. A text is never a formula, whatever it begins with. */
const plain = (value: string) => (value === '' ? null : { value, type: String });
/** The same for what people wrote: marked as text also for whoever edits it, so that = + - @ stay what they are. */
const written = (value: string) => (value === '' ? null : { value, type: String, format: '@' });
const heading = (value: string) => ({ value, type: String, fontWeight: 'bold' as const });

const rowOf = (factura: FacturaListada) => [
  plain(documentTime(factura.fechaEmision)),
  plain(factura.folio),
  written(factura.referenciaReceptor),
  written(factura.conceptosList.join(' || ')),
  written(factura.nombreReceptor),
  { value: factura.total, type: Number, format: '"$"#,##0.00' },
  plain(statusLabel(factura.status)),
  plain(factura.tipoMotivoCancelacion?.clave ?? ''),
  plain(factura.folioFiscal),
];

/** 'DD-MM-YYYY_h_mm_ss' on the community's clock. */
function moment(now: Date): string {
  const [day, hour, minute] = formatFechaHora(now.toISOString()).split(/[ :]/);
  return `${day}_${Number(hour) % 12 || 12}_${minute}_${String(now.getSeconds()).padStart(2, '0')}`;
}

/** Hands the browser the file. The writer is loaded on the first use. */
export async function downloadFacturas(
  facturas: readonly FacturaListada[],
  filter: { desde: string; hasta: string; referencia: string },
): Promise<void> {
  const { default: writeXlsxFile } = await import('write-excel-file/browser');
  const table =
    facturas.length === 0
      ? [[heading('respuesta')], [plain('No hay facturas para mostrar')]]
      : [COLUMNS.map(({ header }) => heading(header)), ...facturas.map(rowOf)];
  await writeXlsxFile([[heading(workbookTitle(residencialName, filter, today()))], [], ...table], {
    sheet: SHEET,
    columns: COLUMNS.map(({ width }) => ({ width })),
    stickyRowsCount: 3,
  }).toFile(`Facturas de ${residencialName} ${moment(new Date())}.xlsx`);
}

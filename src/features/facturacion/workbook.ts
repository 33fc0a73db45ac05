/** The list of invoices as the cells of a workbook. */
import type { FacturaListada } from './contract.ts';
import { documentTime, statusLabel } from './rules.ts';

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

export function facturasWorkbook(facturas: readonly FacturaListada[], title: string) {
  const table =
    facturas.length === 0
      ? [[heading('respuesta')], [plain('No hay facturas para mostrar')]]
      : [COLUMNS.map(({ header }) => heading(header)), ...facturas.map(rowOf)];
  return {
    cells: [[heading(title)], [], ...table],
    options: { sheet: SHEET, columns: COLUMNS.map(({ width }) => ({ width })), stickyRowsCount: 3 },
  };
}

/** What every report offers beside its title: its saved views, its file on paper and as a workbook. */
import { type NamedReport, reportDocument } from '#documents/reportes.ts';
import { download } from '#platform/web/api.ts';
import { archivosContract } from '../reportes/contract.ts';
import type { ClaveReporte, FiltrosDe, Pedido } from '../reportes/filtros.ts';
import { ExcelButton } from './ExcelButton.tsx';
import { making, PdfButton } from './PdfButton.tsx';
import { ReportViews } from './ReportViews.tsx';

export interface ReportToolsProps<K extends ClaveReporte, Row> {
  reporte: K;
  /** What is shown, as the server is asked for it. */
  filtros: FiltrosDe<K>;
  /** How many rows there are; undefined while they are awaited. */
  rows: number | undefined;
  report: () => NamedReport<Row>;
  /** Where the workbook has a way of its own. */
  excel?: () => Promise<void>;
  /** Asks for another filter; left out, no views are saved of it. */
  onApply?: (filtros: FiltrosDe<K>) => void;
  /** Among the tools of a table, in place of beside the title. */
  compact?: boolean;
}

export function ReportTools<K extends ClaveReporte, Row>(props: ReportToolsProps<K, Row>) {
  const { reporte, filtros, rows, report, compact = false } = props;
  const body = { reporte, filtros } as Pedido;
  const pdf = () => {
    const { name, report: drawn } = report();
    return { name, document: reportDocument(drawn, making()) };
  };
  return (
    <>
      {props.onApply ? <ReportViews reporte={reporte} filtros={filtros} onApply={props.onApply} /> : null}
      <PdfButton rows={rows} make={pdf} compact={compact} />
      <ExcelButton
        compact={compact}
        disabled={!rows}
        download={props.excel ?? (() => download(archivosContract.excel, { body }))}
      />
    </>
  );
}

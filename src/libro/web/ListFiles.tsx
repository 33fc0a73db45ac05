/** 'Descargar PDF' and 'Descargar XLSX' among the tools of a table, of its rows as they are shown. */
import { listaReport, listaWorkbook } from '#documents/lista.ts';
import { reportDocument } from '#documents/reportes.ts';
import type { ListFilesProps } from '#platform/web/kit/table/files.ts';
import { saveWorkbook } from '#platform/web/workbook.ts';
import { ExcelButton } from './ExcelButton.tsx';
import { making, PdfButton } from './PdfButton.tsx';

export default function ListFiles(lista: ListFilesProps) {
  const { rows } = lista;
  const pdf = () => {
    const { name, report } = listaReport(lista);
    return { name, document: reportDocument(report, making()) };
  };
  const excel = async () => {
    const { name, sheet } = listaWorkbook(lista, making());
    await saveWorkbook(name, sheet);
  };
  return (
    <>
      <PdfButton compact rows={rows.length} make={pdf} />
      <ExcelButton compact disabled={rows.length === 0} download={excel} />
    </>
  );
}

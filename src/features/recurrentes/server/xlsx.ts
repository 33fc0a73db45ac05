/** Sheets of cells as a workbook. Texts are typed as text, so that what begins with = + - @ stays what it is. */
import writeXlsxFile from 'write-excel-file/node';
import type { Hoja } from '../workbook.ts';

const PESOS = '"$"#,##0.00';

type Celda = Hoja['filas'][number][number];

function cell(value: Celda, header: boolean) {
  if (typeof value === 'string') {
    return value === '' ? null : { value, type: String, format: '@', ...(header && { fontWeight: 'bold' as const }) };
  }
  if (typeof value === 'number') return { value, type: Number };
  return { value: value.pesos, type: Number, format: PESOS, ...(value.total && { fontWeight: 'bold' as const }) };
}

/** @param conTitulos the sheets whose first row are headings */
export async function writeWorkbook(hojas: readonly Hoja[], conTitulos: readonly string[] = []): Promise<Uint8Array> {
  const sheets = hojas.map(({ nombre, filas, anchos }) => ({
    sheet: nombre,
    ...(anchos && { columns: anchos.map((width) => ({ width })) }),
    data: filas.map((fila, n) => fila.map((value) => cell(value, n === 0 && conTitulos.includes(nombre)))),
  }));
  return new Uint8Array(await writeXlsxFile(sheets).toBuffer());
}

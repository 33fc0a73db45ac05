/** The workbook that people fill in: one sheet per list, a header, an example, and the help in a sheet of its own. */
import writeXlsxFile from 'write-excel-file/node';
import { AYUDA, SHEETS } from '../layout.ts';

const HEADER = { fontWeight: 'bold', backgroundColor: '#e3efec' } as const;

export async function templateWorkbook(): Promise<Uint8Array> {
  const lists = SHEETS.map(({ name, columns }) => ({
    sheet: name,
    columns: columns.map(({ header }) => ({ width: Math.max(14, header.length + 4) })),
    data: [columns.map(({ header, required }) => ({ value: required ? `${header}*` : header, ...HEADER }))],
  }));
  const help = {
    sheet: AYUDA,
    columns: [{ width: 22 }, { width: 22 }, { width: 14 }, { width: 70 }, { width: 30 }],
    data: [
      ['Hoja', 'Columna', 'Obligatoria', 'Qué lleva', 'Ejemplo'].map((value) => ({ value, ...HEADER })),
      ...SHEETS.flatMap(({ name, columns }) =>
        columns.map(({ header, required, help: text, example }) =>
          [name, header, required ? 'Si' : 'No', text, String(example)].map((value) => ({ value })),
        ),
      ),
    ],
  };
  return new Uint8Array(await writeXlsxFile([...lists, help]).toBuffer());
}

/** A listing as the cells of a workbook that the browser writes. */
import { type Listing, type SheetColumn, sheetKindOf } from './listing.ts';

const DAY = 'dd-mm-yyyy';
const PESOS = '"$"#,##0.00';

const heading = (value: string) => ({ value, type: String, fontWeight: 'bold' as const });

/** A text is marked as one also for whoever edits it: what begins with = + - @ stays what it is. */
function cellOf<Row>({ kind, value }: SheetColumn<Row>, row: Row) {
  const raw = value(row) ?? '';
  if (raw === '') return null;
  if (typeof raw === 'number') return { value: raw, type: Number, ...(kind === 'money' && { format: PESOS }) };
  if (sheetKindOf(kind) === 'date')
    return { value: new Date(`${raw.slice(0, 10)}T00:00:00Z`), type: Date, format: DAY };
  return { value: raw, type: String, format: '@' };
}

export type Workbook = ReturnType<typeof workbookOf>;

/** One sheet. @param title stands above the table, with an empty line between */
export function workbookOf<Row>({ sheet: columns }: Listing<Row>, name: string, rows: readonly Row[], title?: string) {
  const above = title === undefined ? [] : [[heading(title)], []];
  return {
    cells: [
      ...above,
      columns.map(({ header }) => heading(header)),
      ...rows.map((row) => columns.map((column) => cellOf(column, row))),
    ],
    options: { sheet: name, columns: columns.map(({ width }) => ({ width })), stickyRowsCount: above.length + 1 },
  };
}

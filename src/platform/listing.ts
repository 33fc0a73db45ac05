/**
 * A list's columns, declared once. They give the table on screen, its totals, the table of the PDF and the sheet of the
 * workbook; where one of these says a column otherwise, or leaves it out, the declaration tells it.
 */
import { type Centavos, toCentavos, toPesos } from '#core/money.ts';

export type CellValue = string | number | null | undefined;
/** `instant`: a moment with its hour, as an instant or, where it names no zone, as a wall clock shows it. */
export type ColumnKind = 'text' | 'money' | 'date' | 'instant' | 'number';

interface ColumnOf<Row> {
  /** Unique in the list; also names the column in the address ('orden'). */
  key: string;
  header: string;
  /** What is shown, searched and sorted by: pesos for money, 'YYYY-MM-DD' for dates, ISO for instants. */
  value: (row: Row) => CellValue;
  kind?: ColumnKind;
  /** Summed under the column, in pesos; a function, where something else than the value is. */
  total?: true | ((row: Row) => number);
}

export interface ScreenColumn<Row> extends ColumnOf<Row> {
  align?: 'left' | 'center' | 'right';
  sortable?: boolean;
  /** Of CSS. */
  width?: number | string;
  /** The share in percent of the table that a long text takes: it keeps to one line, and the whole of it is at hand. */
  grow?: number;
  /** It stands only where the table has room for it, so that amounts are in sight: as wide as a tablet, or as a desk. */
  room?: 'medium' | 'wide';
}

export interface PaperColumn<Row> extends ColumnOf<Row> {
  /** In points; the texts without one share what is left. */
  width?: number;
}

export interface SheetColumn<Row> extends ColumnOf<Row> {
  /** In characters. */
  width: number;
}

/** What one place has otherwise; false: the column does not stand there. */
type Otherwise<Column> = false | Partial<Omit<Column, 'key' | 'total'>>;

/** The fields of a row that a column can show as they are. */
export type FieldOf<Row> = { [K in keyof Row & string]: Row[K] extends CellValue ? K : never }[keyof Row & string];

export type ListColumn<Row> = Omit<ScreenColumn<Row>, 'key' | 'value'> & {
  screen?: false;
  paper?: Otherwise<PaperColumn<Row>>;
  sheet?: Otherwise<SheetColumn<Row>>;
} & (Pick<ColumnOf<Row>, 'key' | 'value'> | { /** Without `value`: the field whose value it is. */ key: FieldOf<Row> });

export interface Listing<Row> {
  screen: readonly ScreenColumn<Row>[];
  paper: readonly PaperColumn<Row>[];
  sheet: readonly SheetColumn<Row>[];
}

/** The kinds that a cell of a workbook has. An instant is told in two: `withHours()` of documents/lista.ts. */
export function sheetKindOf(kind: ColumnKind | undefined): Exclude<ColumnKind, 'instant'> {
  if (kind === 'instant') throw new Error('a workbook tells an instant as its day and its hour');
  return kind ?? 'text';
}

const SHEET_WIDTH: Readonly<Record<ColumnKind, number>> = { text: 14, money: 15, date: 12, instant: 17, number: 8 };

/** Without what is left out. */
function given<Row>(
  own: {
    [K in 'width' | 'grow' | 'room']: ScreenColumn<Row>[K] | undefined;
  },
): Pick<ScreenColumn<Row>, 'width' | 'grow' | 'room'> {
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
}

export function listing<Row>(columns: readonly ListColumn<Row>[]): Listing<Row> {
  const screens: ScreenColumn<Row>[] = [];
  const papers: PaperColumn<Row>[] = [];
  const sheets: SheetColumn<Row>[] = [];
  for (const { screen, paper, sheet, width, grow, room, ...declared } of columns) {
    const field = (row: Row) => row[declared.key as keyof Row] as CellValue;
    const column = { value: field, ...declared };
    if (screen !== false) screens.push({ ...column, ...given({ width, grow, room }) });
    if (paper !== false) papers.push({ ...column, ...paper });
    if (sheet !== false) sheets.push({ ...column, width: SHEET_WIDTH[column.kind ?? 'text'], ...sheet });
  }
  return { screen: screens, paper: papers, sheet: sheets };
}

/** What a row adds to the sum under a column. */
export function summand<Row>({ total, value }: ColumnOf<Row>, row: Row): Centavos {
  if (!total) return 0;
  return toCentavos(total === true ? Number(value(row) ?? 0) : total(row));
}

/** The sums of the columns that have one, in pesos and by key. Without the errors of sums of fractions. */
export function totalsOf<Row>(columns: readonly ColumnOf<Row>[], rows: readonly Row[]): Record<string, number> {
  const summed = columns.filter(({ total }) => total);
  return Object.fromEntries(
    summed.map((column) => [column.key, toPesos(rows.reduce((sum, row) => sum + summand(column, row), 0))]),
  );
}

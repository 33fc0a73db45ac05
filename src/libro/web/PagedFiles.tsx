/** 'Descargar PDF' and 'Descargar XLSX' of a list that the server pages: what its filter leaves, up to a told limit. */
import { fileName } from '#documents/definition.ts';
import { listaSheet } from '#documents/lista.ts';
import { reportDocument } from '#documents/reportes.ts';
import type { Listing } from '#platform/listing.ts';
import { toast } from '#platform/web/kit/toast.tsx';
import { saveWorkbook } from '#platform/web/workbook.ts';
import { formatNumber } from '#ui/format.ts';
import { ExcelButton } from './ExcelButton.tsx';
import { making, PdfButton } from './PdfButton.tsx';

/** The server's pages are of so many at most. */
const SIZE = 100;
/** Read page by page, more would take minutes. */
const ROWS_MAX = 5_000;

/** `next`: what the page after it is asked with, and undefined after the last one. */
export interface PageOfRows<Row, Next> {
  rows: readonly Row[];
  next: Next | undefined;
}

export interface PagedFilesProps<Row, Next> {
  title: string;
  list: Listing<Row>;
  rowKey: (row: Row) => string | number;
  /** What the list was searched by, in words; '' for nothing. */
  filtro: string;
  /** Of all pages; undefined while it is awaited. */
  total: number | undefined;
  /** Undefined asks for the first. */
  read: (next: Next | undefined, size: number) => Promise<PageOfRows<Row, Next>>;
  landscape?: boolean;
  compact?: boolean;
}

/** `read` of a list that is asked for by the number of its page, from 0. */
export const byPages =
  <Row,>(ask: (page: number, size: number) => Promise<{ rows: readonly Row[]; total: number }>) =>
  async (next: number | undefined, size: number): Promise<PageOfRows<Row, number>> => {
    const page = next ?? 0;
    const { rows, total } = await ask(page, size);
    return { rows, next: (page + 1) * size < total ? page + 1 : undefined };
  };

async function readAll<Row, Next>({ read, rowKey }: Pick<PagedFilesProps<Row, Next>, 'read' | 'rowKey'>) {
  // By key: what is written meanwhile pushes rows to the next page, which has them again.
  const rows = new Map<string | number, Row>();
  let next: Next | undefined;
  do {
    const page = await read(next, SIZE);
    for (const row of page.rows) rows.set(rowKey(row), row);
    next = page.next;
  } while (next !== undefined && rows.size < ROWS_MAX);
  return { rows: [...rows.values()].slice(0, ROWS_MAX), cut: next !== undefined };
}

const LIMIT = `Sólo los primeros ${formatNumber(ROWS_MAX)} registros`;

export function PagedFiles<Row, Next>(props: PagedFilesProps<Row, Next>) {
  const { title, list, filtro, total, landscape = false, compact = false } = props;
  const gather = async () => {
    const { rows, cut } = await readAll(props);
    if (cut) toast.info(`${LIMIT} van en el archivo. Elija un periodo más corto para ver los demás`, 10);
    return { rows, words: [filtro, cut ? LIMIT : ''].filter((part) => part !== '').join(' · ') };
  };
  const pdf = async () => {
    const { rows, words } = await gather();
    const report = { title, list, rows, landscape, emptyText: 'No hay registros' };
    return {
      name: fileName('pdf', title),
      document: reportDocument({ ...report, ...(words !== '' && { subtitle: words }) }, making()),
    };
  };
  const excel = async () => {
    const { rows, words } = await gather();
    await saveWorkbook(fileName('xlsx', title), listaSheet({ title, list, rows, of: words }, making()));
  };
  return (
    <>
      <PdfButton compact={compact} rows={total && Math.min(total, ROWS_MAX)} make={pdf} />
      <ExcelButton compact={compact} disabled={!total} download={excel} />
    </>
  );
}

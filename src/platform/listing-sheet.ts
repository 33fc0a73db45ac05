/** A listing as a sheet of a workbook, with its sums. */
import { toPesos } from '#core/money.ts';
import { type Listing, sheetKindOf, summand } from './listing.ts';
import type { XlsxLine, XlsxSheet } from './workbook-parts.ts';

declare const ofListing: unique symbol;

/** Made by sheetOf() alone, so that no sheet has columns of its own. */
export type ListingSheet = XlsxSheet & { readonly [ofListing]: true };

/** What no sheet's name may hold, and how long it may be: Excel opens no other. */
const UNNAMEABLE = /[:\\/?*[\]]/g;
const SHEET_NAME_MAX = 31;

const sheetName = (title: string): string => title.replace(UNNAMEABLE, ' ').slice(0, SHEET_NAME_MAX).trim();

/** The last rows of a list as a block of their own. */
interface Block<Row> {
  title: string;
  /** The key of the column that its title and the subtotals are written in. */
  at: string;
  has: (row: Row) => boolean;
}

/**
 * A sheet of these rows; where columns are summed, with 'Total' under the first one. Where a block has rows, what stands before
 * it and the block have their subtotals.
 */
export function sheetOf<Row>(
  { sheet: columns }: Listing<Row>,
  sheet: Pick<XlsxSheet, 'name' | 'heading'>,
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  block?: Block<Row>,
): ListingSheet {
  const sums = columns.map(() => 0);
  /** What of the sums the subtotals have told. */
  let told = columns.map(() => 0);
  const strong = (words: string): XlsxLine => ({
    strong: columns.map(({ key }) => (key === block?.at ? words : null)),
  });
  const subtotal = (): XlsxLine => {
    const line = columns.map(({ key, total }, at) =>
      total ? toPesos((sums[at] ?? 0) - (told[at] ?? 0)) : key === block?.at ? 'Subtotal' : null,
    );
    told = [...sums];
    return { strong: line };
  };
  async function* lines() {
    let isInBlock = false;
    for await (const batch of batches) {
      const written: XlsxLine[] = [];
      for (const row of batch) {
        if (block && !isInBlock && block.has(row)) {
          isInBlock = true;
          written.push(subtotal(), strong(block.title));
        }
        columns.forEach((column, at) => {
          sums[at] = (sums[at] ?? 0) + summand(column, row);
        });
        written.push(columns.map(({ value }) => value(row) ?? null));
      }
      yield written;
    }
    if (isInBlock) yield [subtotal()];
  }
  // A word is no date.
  const said = columns.findIndex(({ kind, total }) => kind !== 'date' && !total);
  const totals = () =>
    columns.map(({ key, total }, at) => {
      if (total) return toPesos(sums[at] ?? 0);
      return key === block?.at || (block === undefined && at === said) ? 'Total' : null;
    });
  const headed = columns.map(({ kind, ...column }) => ({ ...column, kind: sheetKindOf(kind) }));
  const made: XlsxSheet = {
    ...sheet,
    name: sheetName(sheet.name),
    columns: headed,
    rows: lines(),
    ...(columns.some(({ total }) => total) && { totals }),
  };
  return made as ListingSheet;
}

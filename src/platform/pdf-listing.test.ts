import { expect, test } from 'vitest';
import { drawListing, type Face, wrapText } from './pdf-listing.ts';

const widthOf = (text: string) => text.length;

test('a text is broken between words, and a word too long for a line within itself', () => {
  expect(wrapText('Mantenimiento', 13, widthOf)).toEqual(['Mantenimiento']);
  expect(wrapText('Ana de Jesús Peña', 8, widthOf)).toEqual(['Ana de', 'Jesús', 'Peña']);
  expect(wrapText('a Extraordinaria', 6, widthOf)).toEqual(['a', 'Extrao', 'rdinar', 'ia']);
  expect(wrapText('', 6, widthOf)).toEqual(['']);
  expect(wrapText('xy', 0, widthOf)).toEqual(['x', 'y']);
});

/** The texts of each page of a listing on paper that is 100 points high. */
function pagesOf(rows: number, beneath?: readonly number[]): string[][] {
  const pages: string[][] = [[]];
  const doc = {
    page: { width: 200, height: 100 },
    addPage: () => pages.push([]),
    text: (text: string) => pages.at(-1)?.push(text),
    widthOfString: (text: string) => text.length,
    currentLineHeight: () => 10,
  };
  const anything: object = new Proxy(doc, {
    get: (target, key) => (key in target ? target[key as keyof typeof target] : () => anything),
  });
  const face: Face = { layoutCached: () => ({ glyphs: [], positions: [], advanceWidth: 0 }) };
  drawListing(
    anything as PDFKit.PDFDocument,
    {
      fontSize: 8,
      columns: [
        { header: 'Lote', width: 60, align: 'left' },
        { header: 'Monto', width: 60, align: 'right' },
      ],
      rows: Array.from({ length: rows }, (_, at) => [`L${at + 1}`, '$1.00']),
      ...(beneath && { beneath }),
      emptyText: '',
      totals: [null, '$9.00'],
      closing: 'Fecha de impresión',
    },
    { top: 0, margins: [0, 0, 0, 0], faces: { normal: face, bold: { ...face } } },
  );
  return pages;
}

test('the totals stand on the page of the last row, wherever that page ends', () => {
  const lengths = Array.from({ length: 12 }, (_, at) => at + 1).map((rows) => {
    const pages = pagesOf(rows);
    const last = pages.findIndex((page) => page.includes(`L${rows}`));
    expect(pages[last]).toContain('$9.00');
    expect(pages[last]?.[0]).toBe('Lote');
    return last + 1;
  });
  expect(new Set(lengths)).toEqual(new Set([1, 2, 3]));
});

test('what a row is of begins on its page', () => {
  for (const rows of [3, 4, 5, 6, 7, 8, 9, 10]) {
    for (const beneath of [[rows - 1], [rows - 2, rows - 1]]) {
      const pages = pagesOf(rows, beneath);
      const of = (row: number) => pages.findIndex((page) => page.includes(`L${row}`));
      const [first = 0] = beneath;
      expect([rows, beneath, of(first + 1)]).toEqual([rows, beneath, of(first)]);
    }
  }
});

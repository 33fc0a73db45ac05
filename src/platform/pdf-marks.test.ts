/** The mark of a practice, drawn on each page of a document whose table goes on. */
import { expect, it } from 'vitest';
import { drawSinValor } from './pdf-listing.ts';

it('stands at the right of each page’s head', () => {
  const written: unknown[] = [];
  let page = -1;
  const doc = {
    page: { width: 600, height: 800 },
    bufferedPageRange: () => ({ start: 0, count: 3 }),
    switchToPage(at: number) {
      page = at;
    },
    font: () => doc,
    fontSize: () => doc,
    fillColor: () => doc,
    widthOfString: () => 100,
    text: (...said: unknown[]) => void written.push([page, ...said.slice(0, 3)]),
  };
  const mark = { text: 'PRÁCTICA, sin valor', fontSize: 11, color: '#b45309', margin: [32, 10, 32, 0] };
  drawSinValor(doc as unknown as PDFKit.PDFDocument, mark, {} as never);
  expect(written).toEqual([0, 1, 2].map((at) => [at, 'PRÁCTICA, sin valor', 468, 10]));
});

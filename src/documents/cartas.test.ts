/** Letters as they are printed: one to a page, each with what it says, whom it is for, and a line to sign on. */
import pdfmake from 'pdfmake';
import { describe, expect, it } from 'vitest';
import { practiceName } from '#core/residenciales.ts';
import { createPdf, type PdfDocument, sinValorOf } from '#platform/pdf.ts';
// Brings the faces.
import '#platform/server/pdf.ts';
import { type CartaImpresa, cartasDocument } from './cartas.ts';

const MAKING = { codigo: 'ENCINOS', residencial: 'Residencial Los Encinos', impreso: '21-11-2026 12:00' };
const CARTA: CartaImpresa = {
  lote: { referencia: 'M01-L02', direccion: 'Paseo de los Encinos 104' },
  nombre: 'José Ñandú Peña',
  fecha: '2026-11-21',
  asunto: 'Adeudo del lote M01-L02',
  texto: 'Estimado José:\n\nDebe $1,500.00 desde el 01-08-2026.\nLe pedimos pagarlo.',
};

interface Line {
  text: string;
  top: number;
  right: number;
}

/** The lines of each page, from above. */
async function pagesOf(document: PdfDocument): Promise<Line[][]> {
  const made = await createPdf((drawn, options) => pdfmake.createPdf(drawn, options), document);
  interface Drawn {
    type: string;
    item: { x: number; y: number; inlines: { text: string; x: number; width: number }[] };
  }
  const { _pdfMakePages: pages } = (await made.getStream()) as unknown as { _pdfMakePages: { items: Drawn[] }[] };
  return pages.map(({ items }) =>
    items
      .filter(({ type, item }) => type === 'line' && item.inlines.length > 0)
      .map(({ item: { x, y, inlines } }) => {
        const last = inlines.at(-1);
        return {
          text: inlines.map(({ text }) => text).join(''),
          top: y,
          right: x + (last ? last.x + last.width : 0),
        };
      })
      .toSorted((a, b) => a.top - b.top),
  );
}
const textOf = (page: readonly Line[] | undefined) => (page ?? []).map(({ text }) => text.trim()).join(' ');

describe('letters on paper', () => {
  it('say each paragraph, whom they are for and by whom, with a line to sign on beneath', async () => {
    const [page, ...more] = await pagesOf(cartasDocument([CARTA], MAKING));
    expect(more).toEqual([]);
    const said = textOf(page);
    for (const part of [
      'Residencial Los Encinos',
      'Adeudo del lote M01-L02',
      'Lote M01-L02 · 21-11-2026',
      'Para José Ñandú Peña. Paseo de los Encinos 104',
      'Estimado José:',
      'Debe $1,500.00 desde el 01-08-2026.',
      'Por la administración de Residencial Los Encinos',
      'Recibí: nombre, firma y fecha',
    ]) {
      expect(said).toContain(part);
    }
    const topOf = (part: string) => page?.find(({ text }) => text.includes(part))?.top ?? Number.NaN;
    expect(topOf('Le pedimos pagarlo')).toBeLessThan(topOf('Por la administración'));
    expect(topOf('Por la administración')).toBeLessThan(topOf('Recibí'));
  });

  it('stand one to a page, and say nothing of each other', async () => {
    const other: CartaImpresa = {
      ...CARTA,
      lote: { referencia: 'M09-L09', direccion: 'Otra 9' },
      nombre: 'Luz',
      asunto: 'Lote M09-L09',
    };
    const pages = await pagesOf(cartasDocument([CARTA, other, CARTA], MAKING));
    expect(pages.map((page) => /M0\d-L0\d/.exec(textOf(page))?.[0])).toEqual(['M01-L02', 'M09-L09', 'M01-L02']);
    expect(textOf(pages[1])).not.toContain('M01-L02');
    for (const page of pages) expect(textOf(page)).toContain('Recibí: nombre, firma y fecha');
  });

  it('go on to a further page where they are long, and stay on the paper whatever was typed', async () => {
    const long = { ...CARTA, nombre: 'Ñ'.repeat(150), texto: `${'x'.repeat(400)}\n`.repeat(60) };
    const document = cartasDocument([long, CARTA], MAKING);
    const pages = await pagesOf(document);
    expect(pages.length).toBeGreaterThan(2);
    expect(textOf(pages.at(-1))).toContain('Estimado José:');
    // A letter page is 612 points wide, 56 of which are its margin.
    for (const { text, right } of pages.flat())
      expect([text.slice(0, 30), right <= 612 - 55]).toEqual([text.slice(0, 30), true]);
  });
});

it('are known as a practice’s by its name', () => {
  const of = (residencial: string) => sinValorOf(cartasDocument([CARTA], { ...MAKING, residencial }));
  expect(of('Los Encinos')).toBeUndefined();
  expect(of(practiceName('Los Encinos'))).toMatchObject({ text: 'PRÁCTICA, sin valor' });
});

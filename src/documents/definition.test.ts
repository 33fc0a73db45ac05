import { expect, test } from 'vitest';
import { renderPdf } from '#platform/server/pdf.ts';
import type { PdfDocument } from './definition.ts';
import { debtsDocument, statementDocument } from './estado-cuenta.ts';
import { notaDocument } from './nota.ts';

/** On which page the library put each text; it notes that in the objects that it is given. */
function pagesOf(node: unknown, found = new Map<string, number>()): Map<string, number> {
  if (Array.isArray(node)) for (const child of node) pagesOf(child, found);
  else if (typeof node === 'object' && node !== null) {
    const { text, positions } = node as { text?: unknown; positions?: { pageNumber: number }[] };
    if (typeof text === 'string' && positions?.[0]) found.set(text, positions[0].pageNumber);
    for (const key of ['content', 'columns', 'stack', 'table', 'body'])
      if (key in node) pagesOf((node as Record<string, unknown>)[key], found);
  }
  return found;
}

const LOTE = {
  residencial: 'Los Encinos',
  name: 'José Ñandú',
  referencia: 'M01-L02',
  direccion: 'Paseo de los Encinos 104',
  tipoLote: 'habitacional',
  unidad: '',
  impreso: '20-05-2026 10:15',
};
const line = (id: number) => ({
  id,
  fecha: '2026-02-10',
  descripcion: `Renglón ${id}`,
  concepto: `Renglón ${id}`,
  folio: '',
  cargo: 10,
  abono: 0,
  saldo: 10,
  monto: 10,
  codigo: 'VIGT',
  asociado: LOTE.name,
  referencia: LOTE.referencia,
  direccion: LOTE.direccion,
  emitido: 'Ana López',
});
type Line = ReturnType<typeof line>;

test.each<[string, (rows: Line[]) => PdfDocument, readonly string[]]>([
  [
    'a statement',
    (rows) =>
      statementDocument({
        ...LOTE,
        desde: '2026-01-01',
        hasta: '2026-12-31',
        conocido: null,
        rows,
        totals: { cargo: 1, abono: 0, deuda: 7 },
      }),
    ['Total', 'Deuda: $7.00'],
  ],
  ['debts', (rows) => debtsDocument({ ...LOTE, rows, total: 7 }), ['Monto de deuda total']],
  ['a note', (rows) => notaDocument(rows, 'carta', { residencial: 'Los Encinos', impreso: LOTE.impreso }), ['Total']],
])('the totals of %s stand on the page of the last row, wherever that page ends', async (_, make, closing) => {
  const pages = new Set<number | undefined>();
  for (let rows = 30; rows <= 42; rows += 1) {
    const definition = make(Array.from({ length: rows }, (_row, at) => line(at + 1)));
    await renderPdf(definition);
    const found = pagesOf(definition);
    const last = found.get(`Renglón ${rows}`);
    expect(last).toBeDefined();
    pages.add(last);
    for (const text of closing) expect(`${rows} ${text} ${found.get(text)}`).toBe(`${rows} ${text} ${last}`);
  }
  expect(pages).toEqual(new Set([1, 2]));
});

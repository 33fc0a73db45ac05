import { expect, test } from 'vitest';
import { renderByPdfmake } from '#platform/server/pdf.ts';
import { recibo, renglon } from '../../test/recibo.ts';
import { breakable, type PdfDocument } from './definition.ts';
import { debtsDocument, statementDocument } from './estado-cuenta.ts';
import { notaDocument } from './recibo.ts';

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

/** How wide the library made each column; it notes that there too. */
function widthsOf(node: unknown): number[] {
  if (Array.isArray(node)) return node.flatMap(widthsOf);
  if (typeof node !== 'object' || node === null) return [];
  const { _calcWidth: own } = node as { _calcWidth?: number };
  const inside = ['content', 'columns', 'stack', 'table', 'widths', 'body'].flatMap((key) =>
    widthsOf((node as Record<string, unknown>)[key]),
  );
  return typeof own === 'number' ? [own, ...inside] : inside;
}

const LOTE = {
  residencial: 'Los Encinos',
  name: 'José Ñandú',
  referencia: 'M01-L02',
  direccion: 'Paseo de los Encinos 104',
  tipoLote: 'habitacional',
  codigo: 'ENCINOS',
  unidad: '',
  referenciaPago: 'M01-L02',
  codigoPago: '',
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
  estado: 'vigente',
  asociado: LOTE.name,
  referencia: LOTE.referencia,
  direccion: LOTE.direccion,
  emitido: 'Ana López',
});
type Line = ReturnType<typeof line>;

const STATEMENT = (rows: Line[]): PdfDocument =>
  statementDocument({
    ...LOTE,
    desde: '2026-01-01',
    hasta: '2026-12-31',
    conocido: null,
    ...{ verificacion: '', folio: '' },
    debe: { label: 'Debe hoy', monto: 7 },
    rows,
    totals: { cargo: 1, abono: 0, saldo: 7 },
  });
const DEBTS = (rows: Line[]): PdfDocument => debtsDocument({ ...LOTE, rows });
const note =
  (format: 'carta' | 'ticket') =>
  (rows: Line[]): PdfDocument => {
    const renglones = rows.map(({ id, concepto, monto }) => renglon({ pagoId: id, cargoId: id, concepto, monto }));
    const recibido = rows.reduce((sum, { monto }) => sum + monto, 0);
    return notaDocument([recibo({ renglones, recibido, fondo: 0 })], format, LOTE);
  };
const NOTE = note('carta');
const TICKET = note('ticket');

test.each<[string, (rows: Line[]) => PdfDocument, readonly string[]]>([
  ['a statement', STATEMENT, ['Total', 'Saldo al 31-12-2026: $7.00']],
  ['debts', DEBTS, ['Monto de deuda total']],
  ['a note', NOTE, ['Recibido']],
])('the totals of %s stand on the page of the last row, wherever that page ends', async (_, make, closing) => {
  const pages = new Set<number | undefined>();
  for (let rows = 26; rows <= 42; rows += 1) {
    const definition = make(Array.from({ length: rows }, (_row, at) => line(at + 1)));
    await renderByPdfmake(definition);
    const found = pagesOf(definition);
    const last = found.get(`Renglón ${rows}`);
    expect(last).toBeDefined();
    pages.add(last);
    for (const text of closing) expect(`${rows} ${text} ${found.get(text)}`).toBe(`${rows} ${text} ${last}`);
  }
  expect(pages).toEqual(new Set([1, 2]));
});

test.each<[string, (rows: Line[]) => PdfDocument]>([
  ['a statement', STATEMENT],
  ['debts', DEBTS],
  ['a note', NOTE],
  ['a note on the paper of a till', TICKET],
])('the amounts of %s stay on the paper beside a folio without a space, as long as one may be', async (_, make) => {
  const widthsBeside = async (folio: string) => {
    const concepto = `Sanción Ruido excesivo, folio ${folio}`;
    const definition = make([{ ...line(1), descripcion: concepto, concepto }, line(2)]);
    await renderByPdfmake(definition);
    return widthsOf(definition);
  };
  const widths = await widthsBeside('1');
  expect(widths.length).toBeGreaterThan(1);
  expect(await widthsBeside('W'.repeat(60))).toEqual(widths);
});

test('a text of words is left as it is, and of one with a long word that word alone is broken', () => {
  expect(breakable('Mantenimiento Octubre - 2026 (Impermeabilización)')).toBe(
    'Mantenimiento Octubre - 2026 (Impermeabilización)',
  );
  expect(breakable('folio ACTA20261122PATRULLA07LOTE18 del día')).toEqual([
    { text: 'folio ' },
    { text: 'ACTA20261122PATRULLA07LOTE18', wordBreak: 'break-all' },
    { text: ' del día' },
  ]);
});

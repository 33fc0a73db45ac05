import { expect, test } from 'vitest';
import { practiceName } from '#core/residenciales.ts';
import { listing } from '#platform/listing.ts';
import { sinValorOf } from '#platform/pdf.ts';
import { renderPdf } from '#platform/server/pdf.ts';
import { type Corte, corteFileName, corteReport } from './corte.ts';
import { reportDocument } from './reportes.ts';

const MAKING = { codigo: 'ENCINOS', residencial: 'Los Encinos', impreso: '21-11-2026 12:05' };
const CORTE: Corte = {
  desde: '2026-11-01',
  hasta: '2026-11-21',
  caja: 'Caja / Oficina',
  noConvenio: '123 / 456',
  noCuenta: '789 / 012',
  metodo: 'Todos',
  rows: [
    {
      fecha: '2026-11-05',
      fechaPago: '2026-11-05',
      loteId: 1,
      referenciaLote: 'M01-L02',
      manzana: '1',
      lote: '2',
      asociado: 'José Ñandú',
      descripcion: 'Mantenimiento Noviembre - 2026',
      folio_factura: '',
      metodoPago: 'Efectivo',
      pago: 2500.5,
      recibo: 7,
      caja: 'Oficina',
      correccion: false,
    },
  ],
};

const corteDocument = (corte: Corte, making: typeof MAKING) => reportDocument(corteReport(corte).report, making);

/** Every text of a definition, in order. */
function texts(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap(texts);
  if (typeof node !== 'object' || node === null) return [];
  return [
    'content',
    'text',
    'stack',
    'table',
    'body',
    'listing',
    'header',
    'columns',
    'rows',
    'emptyText',
    'totals',
    'closing',
  ].flatMap((key) => (key in node ? texts((node as Record<string, unknown>)[key]) : []));
}

test('the cash cut-off on paper says what it is of, and comes to its total', async () => {
  const document = corteDocument(CORTE, MAKING);
  expect(document.pageSize).toBe('A4');
  const said = texts(document).join('\n');
  for (const text of [
    'Los Encinos',
    'REPORTE DE CORTE DE CAJA',
    'RANGO DE FECHAS: 01-11-2026 al 21-11-2026',
    'No. De Convenio:\n123 / 456',
    'No. De Cuenta:\n789 / 012',
    'Método de pago:\nTodos',
    'Fecha\nRecibo\nReferencia\nManzana\nLote\nAsociado\nDescripción\nMonto\n05-11-2026\n7\nM01-L02',
    '$2,500.50\nFecha de impresión 21-11-2026 12:05',
  ]) {
    expect(said).toContain(text);
  }
  expect(corteFileName(CORTE)).toBe('corte_caja_Caja_Oficina_01-11-2026_21-11-2026.pdf');
  expect(structuredClone(document)).toEqual(document);
  expect((await renderPdf(document)).subarray(0, 5).toString()).toBe('%PDF-');
});

test('the cash cut-off begins with methods by registers, which come to what its rows come to', async () => {
  const [row] = CORTE.rows;
  if (!row) throw new Error('no row');
  const cajas = ['Oficina', 'Banco', 'Tienda', 'Caseta', 'Club', 'Obra', 'Norte'];
  const rows = cajas.map((caja, at) => ({
    ...row,
    caja,
    recibo: at,
    pago: 0.1,
    metodoPago: at % 2 ? 'Cheque' : 'Efectivo',
  }));
  const refund = { ...row, recibo: null, caja: 'Oficina', pago: -0.3, descripcion: 'Reembolso de fondo' };
  const document = corteDocument({ ...CORTE, rows: [...rows, refund] }, MAKING);
  const said = texts(document).join('\n');
  expect(said).toContain('Por método de pago y caja\nMétodo de pago\nRecibos\n');
  // Seven registers do not stand beside each other: the last of them and the grand total are in a table below.
  expect(said).toMatch(/Método de pago\n[^$]*\nTotal\nCheque\n(\$0\.\d0\n)+Efectivo\n/);
  expect(said).toContain('Total\n7\n');
  expect(said.split('$0.40')).toHaveLength(3);
  expect((await renderPdf(document)).subarray(0, 5).toString()).toBe('%PDF-');
  expect(texts(corteDocument({ ...CORTE, rows: [] }, MAKING))).not.toContain('Por método de pago y caja');
});

test('the cash cut-off has a line for each receipt with its folio and its sum, and beneath it what it was of', async () => {
  const [row] = CORTE.rows;
  if (!row) throw new Error('no row');
  const rows = [
    { ...row, descripcion: 'Tag', pago: 250 },
    { ...row, descripcion: 'Cuota inicial', pago: 12_000 },
    { ...row, descripcion: 'Multa', pago: 0.1, recibo: 8 },
    { ...row, descripcion: 'Reembolso de fondo', pago: -5, recibo: null },
  ];
  const { listing: drawn } = corteDocument({ ...CORTE, rows }, MAKING);
  expect(drawn?.rows.map((cells) => [cells[1], ...cells.slice(6)])).toEqual([
    ['7', 'Cuota inicial y Tag', '$12,250.00'],
    ['', 'Tag', '$250.00'],
    ['', 'Cuota inicial', '$12,000.00'],
    ['8', 'Multa', '$0.10'],
    ['', 'Reembolso de fondo', '-$5.00'],
  ]);
  // What stands beneath is not summed once more.
  expect(drawn).toMatchObject({ beneath: [1, 2], totals: [null, null, null, null, null, null, null, '$12,245.10'] });
  expect(structuredClone(drawn)).toEqual(drawn);
});

test('what corrects closed days stands in a block of its own, and all of it comes to the total', async () => {
  const [row] = CORTE.rows;
  if (!row) throw new Error('no row');
  const taken = {
    ...row,
    descripcion: 'Se quita: Mantenimiento Marzo - 2026 (recibo 12)',
    pago: -1000,
    correccion: true,
  };
  const document = corteDocument({ ...CORTE, rows: [row, taken] }, MAKING);
  expect(document.listing?.rows.map((cells) => cells.slice(6))).toEqual([
    ['Mantenimiento nov 2026', '$2,500.50'],
    ['Subtotal', '$2,500.50'],
    ['Correcciones de días cerrados', ''],
    ['Se quita: Mantenimiento Marzo - 2026 (recibo 12)', '-$1,000.00'],
    ['Subtotal', '-$1,000.00'],
  ]);
  expect(document.listing).toMatchObject({
    strong: [1, 2, 4],
    totals: [null, null, null, null, null, null, null, '$1,500.50'],
  });
  expect((await renderPdf(document)).subarray(0, 5).toString()).toBe('%PDF-');
});

/** Pages of a file whose page objects are not compressed. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

test('a long report goes on over as many pages as it takes', async () => {
  const rows = Array.from({ length: 120 }, (_, recibo) => ({ ...(CORTE.rows[0] ?? ({} as never)), recibo }));
  expect(pagesOf(await renderPdf(corteDocument(CORTE, MAKING)))).toBe(1);
  expect(pagesOf(await renderPdf(corteDocument({ ...CORTE, rows }, MAKING)))).toBe(3);
});

test('a report without rows says so, and prints the day alone where that is asked for', () => {
  const report = {
    title: 'Lote entregado',
    list: listing([{ key: 'monto', header: 'Monto', value: () => 1, total: true }]),
    rows: [],
    emptyText: 'Nada',
  };
  const said = texts(reportDocument({ ...report, printed: 'fecha' }, MAKING)).join('\n');
  expect(said).toContain('Nada\nFecha de impresión 21-11-2026');
  expect(said).not.toContain('12:05');
});

test('a report of a practice says so on each page', async () => {
  const rows = Array.from({ length: 90 }, () => CORTE.rows[0] as (typeof CORTE.rows)[number]);
  const of = (residencial: string) => corteDocument({ ...CORTE, rows }, { ...MAKING, residencial });
  expect(sinValorOf(of('Los Encinos'))).toBeUndefined();
  const { text: mark = '' } = sinValorOf(of(practiceName('Los Encinos'))) ?? {};
  expect(mark).toBe('PRÁCTICA, sin valor');
  const [plain, marked] = [await renderPdf(of('Los Encinos')), await renderPdf(of(practiceName('Los Encinos')))];
  expect(pagesOf(marked)).toBe(pagesOf(plain));
  expect(pagesOf(marked)).toBeGreaterThan(1);
});

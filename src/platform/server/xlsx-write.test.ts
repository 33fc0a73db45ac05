import { strFromU8, unzipSync } from 'fflate';
import { expect, it, vi } from 'vitest';
import { columnName, type XlsxSheet } from '../workbook-parts.ts';
import { readWorkbook } from './xlsx.ts';
import { writeWorkbook } from './xlsx-write.ts';

const LOGO = { png: Uint8Array.of(0x89, 0x50, 0x4e, 0x47), width: 1, height: 1 };

async function bytesOf(sheets: readonly XlsxSheet[]): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeWorkbook(sheets, LOGO)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const COLUMNS = [
  { header: 'Fecha', width: 12, kind: 'date' },
  { header: 'Asociado', width: 30 },
  { header: 'Pago', width: 14, kind: 'money' },
] as const;

it('writes what a workbook program reads: dates, amounts, several sheets, a total', async () => {
  const bytes = await bytesOf([
    {
      name: 'Corte',
      heading: ['Los Encinos', 'Corte de caja'],
      columns: COLUMNS,
      rows: [[['2026-02-28', 'José Ñandú & Cía <1>', 2500.1]], [['2026-03-01', '', 0.2]]],
      totals: () => [null, 'Total', 2500.3],
    },
    { name: 'Vacía', columns: COLUMNS, rows: [] },
  ]);
  const [corte, vacia] = await readWorkbook(bytes);
  expect(corte?.name).toBe('Corte');
  expect(corte?.rows.map((row) => row.slice(0, 3))).toEqual([
    ['Los Encinos', null, null],
    ['Corte de caja', null, null],
    [null, null, null],
    ['Fecha', 'Asociado', 'Pago'],
    [new Date('2026-02-28T00:00:00Z'), 'José Ñandú & Cía <1>', 2500.1],
    [new Date('2026-03-01T00:00:00Z'), null, 0.2],
    [null, 'Total', 2500.3],
  ]);
  expect(vacia?.rows).toEqual([['Fecha', 'Asociado', 'Pago']]);
});

it('shows amounts as pesos', async () => {
  const bytes = await bytesOf([{ name: 'Corte', columns: COLUMNS, rows: [], totals: () => [null, 'Total', 2500.3] }]);
  const { 'xl/styles.xml': styles, 'xl/worksheets/sheet1.xml': sheet } = unzipSync(bytes);
  expect(strFromU8(styles ?? new Uint8Array())).toContain('numFmtId="164" formatCode="&quot;$&quot;#,##0.00"');
  // The ninth format, of totals of money, is by number 164.
  expect(strFromU8(sheet ?? new Uint8Array())).toContain('<c r="C2" s="8"><v>2500.3</v></c>');
});

it('keeps texts as texts, whatever they begin with, and drops what no file may hold', async () => {
  const texts = ['=1+1', '+52 55', '-3', '@SUM(A1)', '\t=2', '0012', '_x000D_', 'con \u0000 nulo', 'a\ud800b'];
  const bytes = await bytesOf([
    { name: 'Textos', columns: [{ header: 'T', width: 9 }], rows: [texts.map((text) => [text])] },
  ]);
  const [sheet] = await readWorkbook(bytes);
  expect(sheet?.formulas).toEqual([]);
  const read = sheet?.rows.slice(1).map(([value]) => String(value));
  expect(read?.slice(0, 4)).toEqual(texts.slice(0, 4));
  expect(read?.[5]).toBe('0012');
  expect(read?.slice(7)).toEqual(['con  nulo', 'ab']);
});

it('gives its first bytes before the last row is read, and stops reading when it is left', async () => {
  let read = 0;
  async function* rows() {
    for (read = 0; read < 400; read += 1)
      yield Array.from({ length: 200 }, (_, at) => [`${read}-${at}-${Math.random()}`]);
  }
  for await (const chunk of writeWorkbook(
    [{ name: 'Largo', columns: [{ header: 'T', width: 9 }], rows: rows() }],
    LOGO,
  )) {
    if (chunk.length > 10_000) break;
  }
  expect(read).toBeLessThan(200);
});

it('names columns as workbooks do', () => {
  expect([0, 25, 26, 51, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'AAA']);
});

it('bears the logo on each sheet that has a heading, and on no other', async () => {
  const headed = { heading: ['Los Encinos · Corte'], columns: COLUMNS, rows: [] };
  const bytes = await bytesOf([
    { ...headed, name: 'Uno' },
    { name: 'Sin título', columns: COLUMNS, rows: [] },
    { ...headed, name: 'Tres' },
  ]);
  const parts = unzipSync(bytes);
  const text = (path: string) => strFromU8(parts[path] ?? new Uint8Array());
  expect(parts['xl/media/image1.png']).toEqual(LOGO.png);
  expect(Object.keys(parts).filter((path) => /^xl\/drawings\/drawing/.test(path))).toEqual([
    'xl/drawings/drawing1.xml',
    'xl/drawings/drawing3.xml',
  ]);
  for (const n of [1, 3]) {
    expect(text(`xl/worksheets/sheet${n}.xml`)).toMatch(/<drawing r:id="rId1"\/><\/worksheet>$/);
    expect(text(`xl/worksheets/_rels/sheet${n}.xml.rels`)).toContain(`Target="../drawings/drawing${n}.xml"`);
    expect(text(`xl/drawings/_rels/drawing${n}.xml.rels`)).toContain('Target="../media/image1.png"');
    expect(text('[Content_Types].xml')).toContain(`PartName="/xl/drawings/drawing${n}.xml"`);
  }
  expect(text('xl/worksheets/sheet2.xml')).not.toContain('<drawing');
  expect((await readWorkbook(bytes)).map(({ name }) => name)).toEqual(['Uno', 'Sin título', 'Tres']);
});

it('is the same bytes whenever it is written', async () => {
  const made = () => bytesOf([{ name: 'Hoja', columns: COLUMNS, rows: [[['2026-10-05', 'José', 12.5]]] }]);
  const first = await made();
  vi.setSystemTime(new Date('2031-02-03T04:05:06Z'));
  expect(Buffer.from(await made()).equals(Buffer.from(first))).toBe(true);
  vi.useRealTimers();
});

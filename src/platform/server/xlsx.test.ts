import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { dayOfCell } from '#core/workbook-cell.ts';
import { books, hostileBooks } from '#test/hostile-files.ts';
import { readWorkbook } from './xlsx.ts';

async function workbook(sheets: { sheet: string; data: (string | number)[][] }[]): Promise<Uint8Array> {
  const written = writeXlsxFile(
    sheets.map(({ sheet, data }) => ({ sheet, data: data.map((row) => row.map((value) => ({ value }))) })),
  );
  return new Uint8Array(await written.toBuffer());
}

const changed = (bytes: Uint8Array, path: string, change: (xml: string) => string): Uint8Array => {
  const parts = unzipSync(bytes);
  const before = new TextDecoder().decode(parts[path]);
  return zipSync({ ...parts, [path]: strToU8(change(before)) });
};

describe('a workbook from outside', () => {
  it('gives its sheets, cells and names', async () => {
    const bytes = await workbook([
      {
        sheet: 'Lotes & más',
        data: [
          ['Referencia', 'Superficie'],
          ['A-01', 200.5],
        ],
      },
      { sheet: 'Otra', data: [['x']] },
    ]);
    expect(await readWorkbook(bytes)).toEqual([
      {
        name: 'Lotes & más',
        rows: [
          ['Referencia', 'Superficie'],
          ['A-01', 200.5],
        ],
        formulas: [],
      },
      { name: 'Otra', rows: [['x']], formulas: [] },
    ]);
  });

  it('tells the cells that hold a formula, with the attributes in any order', async () => {
    const bytes = await workbook([{ sheet: 'Hoja', data: [['a', 1]] }]);
    const withFormula = changed(bytes, 'xl/worksheets/sheet1.xml', (xml) =>
      xml.replace(/<c ([^>]*r="B1"[^>]*)>/, '<c $1><f>HYPERLINK("http://x")</f>'),
    );
    expect((await readWorkbook(withFormula))[0]?.formulas).toEqual(['B1']);
  });

  it.each([
    ['text', strToU8('hola, esto no es un libro de Excel')],
    ['nothing', new Uint8Array()],
    ['another kind of archive', zipSync({ 'a.txt': strToU8('a') })],
  ])('refuses %s', async (_what, bytes) => {
    await expect(readWorkbook(bytes)).rejects.toThrow('no es un libro de Excel');
  });

  it('refuses a document type, which is how XML attacks', async () => {
    const bytes = await workbook([{ sheet: 'Hoja', data: [['a']] }]);
    const hostile = changed(bytes, 'xl/worksheets/sheet1.xml', (xml) =>
      xml.replace('<worksheet', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet'),
    );
    await expect(readWorkbook(hostile)).rejects.toThrow('no es un libro de Excel');
  });

  it('refuses what would unpack to too much, without unpacking it', async () => {
    const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(80 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(200_000);
    const before = process.memoryUsage().rss;
    await expect(readWorkbook(bomb)).rejects.toThrow('demasiado grande');
    expect(process.memoryUsage().rss - before).toBeLessThan(40 * 1024 * 1024);
  });

  it('refuses a directory of very many entries', async () => {
    const many = zipSync(Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`${index}.xml`, strToU8('a')])));
    await expect(readWorkbook(many)).rejects.toThrow('demasiado grande');
  });

  it('never inflates more than the directory declares', async () => {
    const bytes = zipSync({ 'xl/workbook.xml': new Uint8Array(60 * 1024 * 1024) });
    // The declared size is made small: the directory lies about what follows.
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length - 4; at += 1)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
    await expect(readWorkbook(bytes)).rejects.toThrow('El libro está dañado');
  });

  it('refuses a book of which a digit, or the checksum, is not what was saved', async () => {
    const bytes = zipSync(unzipSync(await workbook([{ sheet: 'Hoja', data: [['a', 1700]] }])), { level: 0 });
    const at = Buffer.from(bytes).indexOf('<v>1700</v>') + 3;
    const turned = Uint8Array.from(bytes);
    turned[at] = '9'.charCodeAt(0);
    await expect(readWorkbook(turned)).rejects.toThrow('El libro está dañado');
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    for (let n = 0; n < bytes.length - 4; n += 1)
      if (view.getUint32(n, true) === 0x02014b50) view.setUint32(n + 16, view.getUint32(n + 16, true) ^ 1, true);
    await expect(readWorkbook(bytes)).rejects.toThrow('El libro está dañado');
  });

  it.each([
    ['2026-11-01', null],
    ['2026-11-01T23:59:59', null],
    ['2026-11-01T23:59:59-06:00', 'tiene una fecha con zona horaria'],
    ['2026-11-01T00:00:00Z', 'tiene una fecha con zona horaria'],
    ['2026-02-30', 'tiene una fecha que no existe'],
    ['2026-11-01 y más', 'tiene una fecha que no existe'],
  ])('reads the date %s as the day that is written, or refuses it', async (written, refusal) => {
    const bytes = changed(await workbook([{ sheet: 'Hoja', data: [[1]] }]), 'xl/worksheets/sheet1.xml', (xml) =>
      xml.replace(/<c r="A1"[^>]*>.*?<\/c>/, `<c r="A1" t="d"><v>${written}</v></c>`),
    );
    const read = readWorkbook(bytes).then(([sheet]) => dayOfCell(sheet?.rows[0]?.[0] as Date));
    if (refusal) await expect(read).rejects.toThrow(refusal);
    else expect(await read).toBe('2026-11-01');
  });
});

describe('a hostile workbook', () => {
  const NO_BOOK = /no es un libro de Excel \(\.xlsx\) válido\. Ábralo en Excel/;
  const TOO_LARGE = /demasiado grande al descomprimirlo\. Divídalo/;
  const ROWS = /llega hasta la fila \d+ y se leen 60000 por hoja\. Borre las que sobran/;
  const NESTED = /demasiados elementos, demasiado largos, o unos dentro de otros/;
  const said: Readonly<Record<string, RegExp>> = {
    'a directory that lies': /El libro está dañado/,
    'a cell in the far corner': ROWS,
    'a row of four hundred millions': ROWS,
    'a far row whose cell says another': ROWS,
    'a far cell in a near row': ROWS,
    'a far empty cell beside one that is near': ROWS,
    'a far cell by a prefix': ROWS,
    'a sheet of another name': ROWS,
    'a dimension of everything': ROWS,
    'four hundred thousand rows': ROWS,
    'wide and long': /abarca \d+ celdas, filas por columnas, y se leen 1000000/,
    'a million attributes in an unclosed cell': NESTED,
    'nested a hundred thousand deep': NESTED,
    'a tag of one long name': NESTED,
    'a tag of three million spaces': NESTED,
    'an end of three million spaces': NESTED,
    'an attribute of three million characters': NESTED,
    'three million spaces between tags': NESTED,
    'three million spaces after the end': NESTED,
    'a long text in pieces between comments': NESTED,
    'a long CDATA': NESTED,
    'a number format of two hundred thousand brackets': /formato de número demasiado largo, o demasiados/,
    'a number format of brackets that look like entities': /formato de número demasiado largo, o demasiados/,
    'a hundred thousand number formats': /formato de número demasiado largo, o demasiados/,
    'a cell of a million characters': /tiene más de 32767 caracteres/,
    'one long text in every cell': /demasiado texto/,
    'a day that does not exist': /La celda A1 tiene una fecha que no existe/,
    'thousands of sheets': /más de 100 hojas/,
    'a bomb': TOO_LARGE,
    'a bomb within an archive': NO_BOOK,
    'an encrypted entry': /protegido con contraseña\. Quítesela/,
    'a size of another directory': TOO_LARGE,
  };

  it('is refused with what is wrong with it', async () => {
    const files = await hostileBooks();
    expect(Object.keys(said).filter((name) => !files.some(({ what }) => what === name))).toEqual([]);
    for (const { what, bytes } of files) {
      const refusal = await readWorkbook(bytes).then(
        () => 'it was read',
        (error: Error) => error.message,
      );
      expect([what, refusal]).toEqual([what, expect.stringMatching(said[what] ?? NO_BOOK)]);
    }
  });

  it('is one only beyond the limits: what people send is read', async () => {
    const { rows } = await books();
    const last = rows('<row r="60000"><c r="A60000" t="inlineStr"><is><t>fin</t></is></c></row>');
    expect((await readWorkbook(last))[0]?.rows).toHaveLength(60_000);
    // As some programs end every sheet, and format it beyond its columns.
    const empty = '<row r="1048575" ht="12.8"/><row><c r="XFD400000000" s="0"/></row>';
    const formatted = rows(`<row r="1"><c r="A1"><v>1</v></c><c r="AMJ1" s="0"/></row>${empty}`);
    expect((await readWorkbook(formatted))[0]?.rows).toEqual([[1]]);
    // Comments and instructions are left out, be they long or many, and be they in rows that are left out themselves.
    const comment = `<!--${'-'.repeat(3_000_000)}-->`;
    const commented = rows(
      `${comment}<row r="1"><?a?><c r="A1"><v>1<!-- -->2</v></c>${'<!---->'.repeat(1_000)}</row>` +
        `<row r="70000"><!-- --><c r="A70000"/><?b?></row>${comment}<row r="70001"/>`,
    );
    expect((await readWorkbook(commented))[0]?.rows).toEqual([[12]]);
    // A cell of as many characters as Excel takes, each of them an entity.
    const long = rows(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'&#x1f3e0;'.repeat(16_000)}</t></is></c></row>`);
    expect((await readWorkbook(long))[0]?.rows[0]?.[0]).toHaveLength(16_000);
    // Places of a row are told by their cells where the row has none; a day that exists is one in any way of writing it.
    const days = rows('<row><c r="A1" t="d"><v>2024-02-29</v></c><c r="SF1"><v>7</v></c></row>');
    const [row] = (await readWorkbook(days))[0]?.rows ?? [];
    expect(row).toHaveLength(500);
    expect(row?.[0]).toEqual(new Date('2024-02-29T00:00:00Z'));
  });
});

import { describe, expect, it } from 'vitest';
import writeXlsx from 'write-excel-file/node';
import { OFFICIAL_CATALOGUES } from '#platform/server/official-keys.ts';
import { keysOfSheet, keysOfWorkbook } from './claves-sat.ts';

const HEAD = ['c_FormaPago', 'Descripción', 'Bancarizado', 'Fecha inicio de vigencia', 'Fecha fin de vigencia'];

describe('a sheet as the authority publishes it', () => {
  it('has its keys below their heading, with their zeros and last days', () => {
    const rows = [
      ['Catálogo de formas de pago.'],
      ['Versión CFDI', 'Versión catálogo'],
      ['4.0', '2.0'],
      [],
      HEAD,
      ['01', 'Efectivo', 'No', new Date('2022-01-01T00:00:00Z'), null],
      [2, 'Cheque nominativo', 'Sí', '01/01/2022', '31/12/2025'],
      ['99', ' Por definir ', 'Opcional', null, new Date('2030-12-31T00:00:00Z')],
      [null, 'Notas'],
      ['77', 'after the end'],
    ];
    expect(keysOfSheet('c_FormaPago', rows)).toEqual([
      { catalogo: 'c_FormaPago', clave: '01', texto: 'Efectivo', hasta: null },
      { catalogo: 'c_FormaPago', clave: '02', texto: 'Cheque nominativo', hasta: '2025-12-31' },
      { catalogo: 'c_FormaPago', clave: '99', texto: 'Por definir', hasta: '2030-12-31' },
    ]);
  });

  it('may have a heading of several rows, as that of uses has, and an empty column before it', () => {
    const rows = [
      ['Catálogo de uso de comprobantes.', null, null],
      ['c_UsoCFDI', null, null],
      [null, null, 'Versión'],
      [
        'c_UsoCFDI',
        'Descripción',
        'Aplica para tipo persona',
        null,
        'Fecha inicio de vigencia',
        'Fecha fin de vigencia',
      ],
      ['', null, 'Física', 'Moral'],
      [null, null, null, null, null, null],
      ['G01', 'Adquisición de mercancías.', 'Sí', 'Sí', new Date('2022-01-01T00:00:00Z'), null],
      ['G02', 'Devoluciones', 'Sí', 'Sí', new Date('2022-01-01T00:00:00Z'), '31/12/2025'],
    ];
    const keys = [
      { catalogo: 'c_UsoCFDI', clave: 'G01', texto: 'Adquisición de mercancías.', hasta: null },
      { catalogo: 'c_UsoCFDI', clave: 'G02', texto: 'Devoluciones', hasta: '2025-12-31' },
    ];
    expect(keysOfSheet('c_UsoCFDI', rows)).toEqual(keys);
    expect(
      keysOfSheet(
        'c_UsoCFDI',
        rows.map((row) => [null, ...row]),
      ),
    ).toEqual(keys);
  });

  it('is refused without heading or keys', () => {
    expect(() => keysOfSheet('c_FormaPago', [['01', 'Efectivo']])).toThrow(/no tiene claves/);
    expect(() => keysOfSheet('c_FormaPago', [HEAD])).toThrow(/no tiene claves/);
  });
});

describe('the workbook', () => {
  const bookOf = async (sheets: readonly string[]): Promise<Buffer> =>
    writeXlsx(
      sheets.map((sheet) => ({
        sheet,
        data: [
          [{ value: 'Catálogo' }],
          [{ value: sheet }, { value: 'Descripción' }],
          [{ value: 'X1' }, { value: 'Uno' }],
        ],
      })),
    ).toBuffer();

  it('gives the keys of all that is kept', async () => {
    const keys = await keysOfWorkbook(await bookOf(['c_Otra', ...OFFICIAL_CATALOGUES]));
    expect(keys.map(({ catalogo, clave }) => `${catalogo} ${clave}`)).toEqual(
      OFFICIAL_CATALOGUES.map((catalogo) => `${catalogo} X1`),
    );
  });

  it('may have a catalogue in parts, each with its heading', async () => {
    const book = (key: string) => (sheet: string) => ({
      sheet,
      data: [
        [{ value: 'Catálogo' }],
        [{ value: sheet.replace(/[ _](Parte|\().*/, '') }, { value: 'Descripción' }],
        [null, { value: 'Física' }],
        [{ value: key }, { value: 'Uno' }],
      ],
    });
    const [first, ...others] = OFFICIAL_CATALOGUES;
    const bytes = await writeXlsx([
      book('01010101')('c_ClaveProdServ_Parte_1'),
      book('80131801')('c_ClaveProdServ_Parte_2'),
      book('84111506')('c_ClaveProdServ (3)'),
      book('99999999')('c_ClaveProdServCP'),
      ...others.map(book('X1')),
    ]).toBuffer();
    const keys = await keysOfWorkbook(bytes);
    expect(keys.filter(({ catalogo }) => catalogo === first).map(({ clave }) => clave)).toEqual([
      '01010101',
      '80131801',
      '84111506',
    ]);
  });

  it('is told from others', async () => {
    await expect(keysOfWorkbook(await bookOf(['Hoja 1']))).rejects.toThrow(/no tiene la hoja c_ClaveProdServ/);
    await expect(keysOfWorkbook(Buffer.from('D0CF11E0A1B11AE1', 'hex'))).rejects.toThrow(/guárdelo como .xlsx/);
  });
});

import { describe, expect, it } from 'vitest';
import type { Cell } from '#core/workbook-cell.ts';
import { OFFICIAL_CATALOGUES } from '#platform/server/official-keys.ts';
import { LAST_DAY, type SatSheet, satBook, satSheet } from '#test/sat-catalogue.ts';
import { keysOfSheet, keysOfWorkbook } from './claves-sat.ts';

const HEAD = ['c_FormaPago', 'Descripción', 'Bancarizado', 'Fecha inicio de vigencia', 'Fecha fin de vigencia'];
const formas = (rows: Cell[][]) => keysOfSheet('c_FormaPago', { name: 'c_FormaPago', rows });

describe('a sheet as the authority publishes it', () => {
  it('has its keys below their heading, with their zeros and last days', () => {
    const rows = [
      ['Catálogo de formas de pago.'],
      ['Versión CFDI', 'Versión catálogo'],
      ['4.0', '2.0'],
      [],
      HEAD,
      [null, null, 'Sí o no', null, '(cuando proceda)'],
      ['01', 'Efectivo', 'No', new Date('2022-01-01T00:00:00Z'), null],
      [2, 'Cheque\u0000 nominativo', 'Sí', '01/01/2022', '31/12/2025'],
      [null],
      ['99', ' Por definir ', 'Opcional', null, new Date('2030-12-31T00:00:00Z')],
      [null, 'Notas'],
      ['* Según el complemento'],
    ];
    expect(formas(rows)).toEqual([
      { catalogo: 'c_FormaPago', clave: '01', texto: 'Efectivo', hasta: null },
      { catalogo: 'c_FormaPago', clave: '02', texto: 'Cheque  nominativo', hasta: '2025-12-31' },
      { catalogo: 'c_FormaPago', clave: '99', texto: 'Por definir', hasta: '2030-12-31' },
    ]);
  });

  it('is refused without heading or keys, and where something else stands among them', () => {
    expect(() => formas([['01', 'Efectivo']])).toThrow(/no tiene claves/);
    expect(() => formas([HEAD])).toThrow(/no tiene claves/);
    expect(() => formas([HEAD, ['01'], ['0x'], ['03']])).toThrow(/hoja c_FormaPago, fila 3, «0x» no es una clave/);
  });

  it.each([new Date(Date.UTC(10_000, 0, 1)), new Date(Number.NaN), new Date(1e15), '31/02/2025', 1e15, 'pronto', true])(
    'names the row whose last day is none: %s',
    (day) => {
      expect(() => formas([['Título'], HEAD, ['01', '', '', '', day]])).toThrow(
        /^En la hoja c_FormaPago, fila 3, el fin de vigencia no es una fecha/,
      );
    },
  );
});

describe('the workbook', () => {
  const small = () => OFFICIAL_CATALOGUES.map((catalogo) => satSheet(catalogo, { count: 3 }));
  const keysOf = async (sheets: readonly SatSheet[]) => keysOfWorkbook(satBook(sheets));

  it('gives the keys of all that is kept, and of each below all its headings', async () => {
    const keys = await keysOf([{ name: 'c_Otra', rows: [['x']] }, ...small()]);
    for (const catalogo of OFFICIAL_CATALOGUES) {
      expect([catalogo, keys.filter((key) => key.catalogo === catalogo).length]).toEqual([catalogo, 3]);
    }
    expect(keys.at(-1)).toEqual({ catalogo: 'c_RegimenFiscal', clave: '603', texto: 'Texto 603', hasta: null });
  });

  it('has a catalogue in one sheet or in parts, each key once', async () => {
    const [, ...rest] = small();
    for (const name of ['c_ClaveProdServ_Parte_', 'C_ClaveProdServ_']) {
      const parts = [0, 1].map((n) => satSheet('c_ClaveProdServ', { count: 3, from: 2 * n, name: `${name}${n + 1}` }));
      const keys = (await keysOf([...parts, ...rest])).filter(({ catalogo }) => catalogo === 'c_ClaveProdServ');
      expect(keys.map(({ clave }) => clave)).toEqual(['10000000', '10000001', '10000002', '10000003', '10000004']);
    }
  });

  it('is told from others', async () => {
    await expect(keysOf([{ name: 'Hoja 1', rows: [['x']] }])).rejects.toThrow(/no tiene la hoja c_ClaveProdServ/);
    await expect(keysOfWorkbook(Buffer.from('D0CF11E0A1B11AE1', 'hex'))).rejects.toThrow(/guárdelo como .xlsx/);
  });

  it('is bounded: what is read is near, and what is not read costs nothing', async () => {
    const sheets = small();
    const lastDay = (serial: number) => {
      const [uno, ...rest] = small();
      const row = uno?.rows.at(-1) ?? [];
      row[LAST_DAY] = { serial };
      return keysOf([...(uno ? [uno] : []), ...rest]);
    };
    await expect(lastDay(2_958_466)).rejects.toThrow(/hoja c_ClaveProdServ, fila 8, el fin de vigencia/);
    await expect(lastDay(1e15)).rejects.toThrow(/hoja c_ClaveProdServ, fila 8, el fin de vigencia/);
    const far = (name: string): SatSheet => ({
      name,
      rows: Array.from({ length: 60_002 }, () => ['x']),
    });
    await expect(keysOf([...sheets, far('c_ClaveProdServ_2')])).rejects.toThrow(/llega hasta la fila 60001/);
    expect(await keysOf([far('c_Colonia'), ...sheets])).toHaveLength(15);
  });
});

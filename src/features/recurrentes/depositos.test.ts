import { describe, expect, it } from 'vitest';
import { LibroRechazado, leerDepositos } from './depositos.ts';

const HOY = '2026-11-21';
const HEADER = ['NO', 'REFERENCIA', 'MANTTO', 'FECHA PAGO', 'OBSERVACION'];

describe('reading', () => {
  const sheet = (rows: (string | number | Date | null)[][], formulas: string[] = []) => [
    { name: 'Hoja', rows, formulas },
  ];

  it('finds its columns under the lines that a bank writes first, by other names and in another order', () => {
    const rows = [
      ['BANCO', null],
      [],
      ['Fecha', 'Concepto', 'Abono', 'Referencia'],
      ['11/20/2026', 'SPEI', '$1,234.50', 'A-1'],
      [],
    ];
    expect(leerDepositos(sheet(rows), HOY)).toEqual([
      { fila: 4, referencia: 'A-1', monto: 123_450, fecha: '2026-11-20', observacion: 'SPEI', faltas: [] },
    ]);
  });

  it('takes the sheet of the bank workbook among its others', () => {
    const other = {
      name: 'Datos',
      rows: [
        ['NO', 'REFERENCIA', 'MANTTO', 'FECHA PAGO'],
        [1, 'NO ES', 1, '11/20/2026'],
      ],
      formulas: [],
    };
    const own = { name: 'IMPORTACION DE PAGOS', rows: [HEADER, [1, 'A-1', 2250, '11/20/2026', null]], formulas: [] };
    expect(leerDepositos([other, own], HOY).map(({ referencia }) => referencia)).toEqual(['A-1']);
  });

  it('refuses a column that is there twice', () => {
    const row = ['M01-L06', 200, '10/30/2026', 100];
    expect(() => leerDepositos(sheet([['REFERENCIA', 'MANTTO', 'FECHA PAGO', 'Mantto'], row]), HOY)).toThrow(
      'La columna «MANTTO» está dos veces en el libro, y no se sabe cuál vale',
    );
    // Another name of the same is no second: the specification's own is taken.
    const [found] = leerDepositos(sheet([['REFERENCIA', 'MANTTO', 'FECHA PAGO', 'ABONO'], row]), HOY);
    expect(found?.monto).toBe(20_000);
  });

  it('tells which columns are missing', () => {
    expect(() => leerDepositos(sheet([['REFERENCIA', 'MANTTO']]), HOY)).toThrow(
      'Faltan columnas en el libro: FECHA PAGO',
    );
    expect(() => leerDepositos(sheet([['uno', 'dos']]), HOY)).toThrow(LibroRechazado);
  });

  it('sees formulas where they matter only', () => {
    const rows = [HEADER, [1, 'A-1', 100, '11/20/2026', ''], [2, 'A-2', 100, '11/20/2026', '']];
    const read = leerDepositos(sheet(rows, ['A2', 'C3']), HOY);
    expect(read.map(({ faltas }) => faltas)).toEqual([[], ['La celda C3 lleva una fórmula. Péguela como valor']]);
  });
});

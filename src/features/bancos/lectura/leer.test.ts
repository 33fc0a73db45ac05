/** Every format: what is written is read again; and what no bank sent is refused in words, never thrown. */

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { dato } from '#platform/tabla.ts';
import { deLaCuenta, esDeOtroBanco } from './cuenta.ts';
import { type Disposicion, disposicion } from './disposicion.ts';
import { type EstadoDeCuenta, Fallas, type Lectura, type Movimiento } from './estado.ts';
import { leerEstado, reconocer } from './leer.ts';
import { revisarSaldos } from './saldos.ts';
import { enBbva, enCamt053, enMt940, enSantander } from './testing.ts';

const bytes = (texto: string): Uint8Array => new TextEncoder().encode(texto);
const leer = (texto: string, ...pedido: Parameters<typeof leerEstado> extends [unknown, ...infer P] ? P : never) =>
  leerEstado(bytes(texto), ...pedido);

function estados(lectura: Lectura): EstadoDeCuenta[] {
  if ('rechazo' in lectura) throw new Error(lectura.fallas.map(({ mensaje }) => mensaje).join('\n'));
  return lectura.estado;
}

const mensajes = (lectura: Lectura): string[] =>
  'rechazo' in lectura ? lectura.fallas.map(({ mensaje }) => mensaje) : [];

const CABECERA = 'Fecha,Concepto,Referencia,Cargo,Abono,Saldo';
const MI_BANCO: Disposicion = disposicion.parse({
  fecha: 'fecha',
  formaFecha: 'dd/mm/aaaa',
  importe: { forma: 'dos', cargo: 'cargo', abono: 'abono' },
  formaNumero: '1,234.56',
  saldo: 'saldo',
  concepto: ['concepto'],
  referencia: 'referencia',
});
const COLUMNAS = { formato: 'columnas', disposicion: MI_BANCO } as const;

describe('columns that the user declared', () => {
  it('reads lines below the bank’s own, its balances and its last words', async () => {
    const [estado, ...otros] = estados(
      await leer(
        [
          'Banco de Ejemplo,,,,,',
          'Movimientos del mes,,,,,',
          '',
          CABECERA,
          '01/03/2026,Saldo anterior,,,,"1,000.00"',
          '02/03/2026,"PAGO ""MANTTO""  lote 12, marzo",000124,,"$1,250.50","2,250.50"',
          '03/03/2026,COMISION,-,(10.50),,"2,240.00"',
          'Totales,,,10.50,"1,250.50",',
          '"Este documento no es un comprobante fiscal",,,,,',
        ]
          .join('\r\n')
          .replace('(10.50)', '10.50'),
        COLUMNAS,
      ),
    );
    expect(otros).toEqual([]);
    expect(estado).toEqual({
      formato: 'columnas',
      cuenta: '',
      moneda: 'MXN',
      desde: '2026-03-02',
      hasta: '2026-03-03',
      saldoInicial: 1_000_00,
      saldoFinal: 2_240_00,
      movimientos: [
        {
          fila: 6,
          fecha: '2026-03-02',
          valor: '2026-03-02',
          importe: 1_250_50,
          saldo: 2_250_50,
          concepto: 'PAGO "MANTTO" lote 12, marzo',
          referencia: '000124',
          rastreo: '',
          ordenante: { nombre: '', cuenta: '', rfc: '' },
          devolucion: false,
        },
        expect.objectContaining({ fila: 7, importe: -10_50, concepto: 'COMISION', referencia: '' }),
      ],
    });
  });

  it('tells every row with its fault, and takes nothing of the file', async () => {
    const lectura = await leer(
      [
        CABECERA,
        '31/02/2026,UNO,,,100.00,100.00',
        '02/03/2026,DOS,,,cien,200.00',
        '03/03/2026,TRES,,5.00,5.00,200.00',
        ',CUATRO,,,7.00,207.00',
        '05/03/2026,CINCO,,-7.00,,200.00',
        '06/03/2026,SEIS,,,,',
        '07/03/2026,SIETE,,,1.00',
      ].join('\n'),
      COLUMNAS,
    );
    expect(mensajes(lectura)).toEqual([
      expect.stringMatching(/^Fila 2: «31\/02\/2026» no es una fecha como dd\/mm\/aaaa\. Revise/),
      expect.stringMatching(/^Fila 3: el abono «cien» no es un monto como 1,234\.56\. Revise/),
      expect.stringMatching(/^Fila 4: tiene cargo y abono a la vez\. Revise/),
      expect.stringMatching(/^Fila 5: no tiene fecha\. Revise/),
      expect.stringMatching(/^Fila 6: el cargo tiene el signo contrario\. Revise/),
      expect.stringMatching(/^Fila 7: no tiene importe\. Complétela/),
      expect.stringMatching(/^Fila 8: tiene 5 columnas y las demás 6: el archivo está cortado\. Descárguelo de nuevo$/),
    ]);
    expect(lectura).toMatchObject({ rechazo: expect.stringMatching(/^El archivo tiene 7 fallas\. Fila 2:/) });
  });

  it('keeps twenty faults and counts the others', async () => {
    const filas = Array.from({ length: 50 }, (_, i) => `99/99/2026,${i},,,1.00,1.00`);
    expect(await leer([CABECERA, ...filas].join('\n'), COLUMNAS)).toMatchObject({
      fallasTotal: 50,
      fallas: { length: 20 },
    });
  });

  it.each([
    [
      'a line that is missing',
      `${CABECERA}\n02/03/2026,A,,,10.00,110.00\n04/03/2026,C,,,10.00,140.00`,
      /^Fila 3: el saldo dice \$140\.00 y .* \$120\.00/,
    ],
    ['titles that are not there', 'Fecha,Texto\n02/03/2026,A', /no tiene los títulos «fecha», .*Revise/],
    ['a title twice', `${CABECERA},Fecha\n02/03/2026,A,,,1.00,1.00,`, /^Fila 1: el título «fecha» está dos veces/],
    [
      'quotes that do not end',
      `${CABECERA}\n02/03/2026,"A,,,10.00,110.00`,
      /^Fila 2: las comillas de «"A,,,10\.00.* no se cierran/,
    ],
    [
      'an amount that has a sign beside a column that says which',
      'Fecha,Concepto,Tipo,Importe\n02/03/2026,A,D,-5.00',
      /^Fila 2: el importe ya tiene signo\. Elija/,
    ],
    [
      'a word that says neither',
      'Fecha,Concepto,Tipo,Importe\n02/03/2026,A,X,5.00',
      /^Fila 2: «x» no dice si es cargo/,
    ],
    ['no lines', CABECERA, /no tiene movimientos\. Elija otro/],
    ['another currency', `${CABECERA},Moneda\n02/03/2026,A,,,1.00,1.00,USD`, /^Fila 2: está en «USD» y sólo .*Elija/],
    [
      'a text that no bank writes',
      `${CABECERA}\n02/03/2026,${'A'.repeat(2_001)},,,1.00,1.00`,
      /^Fila 2: el texto «A+…» tiene más de 2000 caracteres\. Revise/,
    ],
  ])('refuses %s', async (_, texto, mensaje) => {
    const cambio = {
      ...(texto.includes('Moneda') && { moneda: 'Moneda' }),
      ...(texto.includes('Tipo') && {
        importe: { forma: 'sentido' as const, columna: 'Importe', sentido: 'Tipo', cargo: 'D', abono: 'C' },
        saldo: undefined,
        referencia: undefined,
      }),
    };
    const pedido = { formato: 'columnas', disposicion: { ...MI_BANCO, ...cambio } } as const;
    expect(mensajes(await leer(texto, pedido))[0]).toMatch(mensaje);
  });

  it('reads balances that the bank tells of some lines alone, and says where they disagree', async () => {
    const filas = (saldo: string) =>
      [
        CABECERA,
        '02/03/2026,A,,,10.00,',
        '02/03/2026,B,,,10.00,120.00',
        '03/03/2026,C,,5.00,,',
        `03/03/2026,D,,5.00,,${saldo}`,
      ].join('\n');
    expect(estados(await leer(filas('110.00'), COLUMNAS))).toMatchObject([
      { saldoInicial: 100_00, saldoFinal: 110_00 },
    ]);
    expect(mensajes(await leer(filas('109.00'), COLUMNAS))[0]).toMatch(
      /^Fila 5: el saldo dice \$109\.00 y .* \$110\.00/,
    );
  });

  it('takes balances that stand in rows of their own, of each account its own', async () => {
    const filas = [
      `Cuenta,${CABECERA}`,
      '1,,SALDO INICIAL,,,,100.00',
      '1,02/03/2026,A,,,10.00,',
      '1,,SALDO FINAL,,,,110.00',
      '2,,SALDO INICIAL,,,,50.00',
      '2,02/03/2026,B,,5.00,,',
      '2,,SALDO FINAL,,,,45.00',
    ];
    const pedido = { formato: 'columnas', disposicion: { ...MI_BANCO, cuenta: 'Cuenta' } } as const;
    expect(estados(await leer(filas.join('\n'), pedido))).toMatchObject([
      { cuenta: '1', saldoInicial: 100_00, saldoFinal: 110_00, movimientos: { length: 1 } },
      { cuenta: '2', saldoInicial: 50_00, saldoFinal: 45_00, movimientos: { length: 1 } },
    ]);
    expect(mensajes(await leer([...filas, '1,03/03/2026,C,,,1.00,'].join('\n'), pedido))).toEqual([
      expect.stringMatching(/^Fila 4: no tiene importe/),
    ]);
    expect(estados(await leer(filas.slice(0, 3).join('\n'), pedido))).toMatchObject([
      { saldoInicial: 100_00, saldoFinal: null },
    ]);
  });

  it.each([
    ['the last, cut off', ['02/03/2026,A,,,10.00,110.00', '03/03/2026,SPEI REC'], 3],
    ['the last, cut off in its day', ['02/03/2026,A,,,10.00,110.00', '03/03/2026'], 3],
    ['the last, with a balance', ['02/03/2026,A,,,10.00,110.00', '03/03/2026,B,,,,110.00'], 3],
    ['the first, with a balance', ['02/03/2026,A,,,,100.00', '03/03/2026,B,,,10.00,110.00'], 2],
    ['the first, without any', ['02/03/2026,A,,-,-,', '03/03/2026,B,,,10.00,110.00'], 2],
    ['the only one', ['02/03/2026,A,,,,'], 2],
  ])('tells a line with a day and without an amount: %s', async (_, filas, fila) => {
    expect(mensajes(await leer([CABECERA, ...filas].join('\n'), COLUMNAS))).toEqual([
      `Fila ${fila}: no tiene importe. Complétela o bórrela, o descargue el archivo de nuevo`,
    ]);
  });

  it('passes over titles that are printed again', async () => {
    const texto = [CABECERA, '02/03/2026,A,,,10.00,10.00', CABECERA, '03/03/2026,B,,,10.00,20.00'].join('\n');
    expect(estados(await leer(texto, COLUMNAS))[0]?.movimientos).toMatchObject([{ fila: 2 }, { fila: 4 }]);
  });

  it('turns a file around by its days where it tells no balances', async () => {
    const texto = [CABECERA, '03/03/2026,DOS,,,10.00,', '02/03/2026,UNO,,,20.00,'].join('\n');
    expect(estados(await leer(texto, COLUMNAS))[0]?.movimientos).toMatchObject([
      { concepto: 'UNO' },
      { concepto: 'DOS' },
    ]);
  });

  it('wants columns by number where there are no titles', () => {
    expect(disposicion.safeParse({ ...MI_BANCO, encabezado: 0 }).error?.issues).toMatchObject([
      { path: ['encabezado'], message: 'Sin fila de títulos, diga cada columna por su número' },
    ]);
  });

  it('turns a file around that has the newest first, also of one day', async () => {
    const [estado] = estados(
      await leer(
        [CABECERA, '02/03/2026,TRES,,5.00,,25.00', '02/03/2026,DOS,,,10.00,30.00', '02/03/2026,UNO,,,20.00,20.00'].join(
          '\n',
        ),
        COLUMNAS,
      ),
    );
    expect(estado).toMatchObject({ saldoInicial: 0, saldoFinal: 25_00 });
    expect(estado?.movimientos.map(({ concepto }) => concepto)).toEqual(['UNO', 'DOS', 'TRES']);
  });

  test.each<[string, Partial<Disposicion>, string]>([
    [
      'semicolons and decimal commas',
      { separador: ';', formaNumero: '1.234,56' },
      'fecha;concepto;referencia;cargo;abono;saldo\n02/03/26;PAGO;77;;"1.250,50";2.250,50',
    ],
    [
      'tabs and months in letters',
      { separador: '\t', formaFecha: 'dd-mmm-aaaa' },
      'Fecha\tConcepto\tReferencia\tCargo\tAbono\tSaldo\n02-MAR-2026\tPAGO\t77\t\t1,250.50\t2,250.50',
    ],
    [
      'bars',
      { separador: '|', formaFecha: 'aaaa-mm-dd' },
      'FECHA|CONCEPTO|REFERENCIA|CARGO|ABONO|SALDO|\n2026-03-02|PAGO|77||1250.50|2250.50|',
    ],
    [
      'an amount with its sign',
      { importe: { forma: 'signo', columna: 'Importe' } },
      'Fecha,Concepto,Referencia,Importe,Saldo\n02/03/2026,PAGO,77,1250.50,2250.50',
    ],
    [
      'a column that says which',
      { importe: { forma: 'sentido', columna: 'Importe', sentido: 'Tipo', cargo: 'D', abono: 'C' } },
      'Fecha,Concepto,Referencia,Tipo,Importe,Saldo\n02/03/2026,PAGO,77,c,1250.50,2250.50',
    ],
    [
      'no titles',
      { encabezado: 0, fecha: 1, concepto: [2], referencia: 3, importe: { forma: 'signo', columna: 4 }, saldo: 5 },
      "02/03/2026,PAGO,'77',1250.50,2250.50",
    ],
    [
      'fixed widths',
      {
        separador: [
          { desde: 1, largo: 8 },
          { desde: 9, largo: 10 },
          { desde: 19, largo: 4 },
          { desde: 23, largo: 9 },
          { desde: 32, largo: 9 },
        ],
        encabezado: 0,
        formaFecha: 'ddmmaaaa',
        formaNumero: 'centavos',
        fecha: 1,
        concepto: [2],
        referencia: 3,
        importe: { forma: 'signo', columna: 4 },
        saldo: 5,
      },
      '02032026PAGO        77000125050000225050',
    ],
  ])('reads %s', async (_, cambio, texto) => {
    const [estado] = estados(await leer(texto, { formato: 'columnas', disposicion: { ...MI_BANCO, ...cambio } }));
    expect(estado?.movimientos).toMatchObject([
      { fecha: '2026-03-02', importe: 1_250_50, saldo: 2_250_50, concepto: 'PAGO', referencia: '77' },
    ]);
    expect(estado?.saldoInicial).toBe(1_000_00);
  });

  it.each([
    ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, ...bytes(`${CABECERA}\n02/03/2026,Señal,,,1.00,1.00`)]],
    ['Windows-1252', [...Buffer.from(`${CABECERA}\n02/03/2026,Señal,,,1.00,1.00`, 'latin1')]],
    ['UTF-16', [0xff, 0xfe, ...Buffer.from(`${CABECERA}\n02/03/2026,Señal,,,1.00,1.00`, 'utf16le')]],
  ])('reads %s', async (_, archivo) => {
    const [estado] = estados(await leerEstado(Uint8Array.from(archivo), COLUMNAS));
    expect(estado?.movimientos[0]?.concepto).toBe('Señal');
  });

  it('gives the accounts of a file one statement each, of which the user’s own is taken', async () => {
    const varias = {
      formato: 'columnas',
      disposicion: { ...MI_BANCO, cuenta: 'Cuenta' },
    } as const;
    const lectura = await leer(
      [`Cuenta,${CABECERA}`, "'0113831760,02/03/2026,A,,,1.00,1.00", "'0999999999,02/03/2026,B,,,2.00,2.00"].join('\n'),
      varias,
    );
    expect(deLaCuenta(lectura, ['012180001138317601'])).toMatchObject({
      estado: [{ cuenta: '0113831760', movimientos: [{ concepto: 'A' }] }],
      otras: ['0999999999'],
    });
    expect(deLaCuenta(lectura, ['5555'])).toMatchObject({
      rechazo:
        'El archivo es de las cuentas «0113831760», «0999999999» y no de «5555». Elija la cuenta del archivo, o descargue el de la suya',
    });
  });

  it('reads a workbook, its dates and numbers, and refuses formulas and rounded numbers', async () => {
    const libro = async (...filas: (string | number | Date)[][]) =>
      new Uint8Array(
        await writeXlsxFile([
          {
            sheet: 'Hoja1',
            data: filas.map((fila) =>
              fila.map((value) => {
                if (value instanceof Date) return { value, type: Date, format: 'dd/mm/yyyy' };
                if (typeof value === 'number') return { value, type: Number };
                return value.startsWith('=')
                  ? { value: value.slice(1), type: 'Formula' as const }
                  : { value, type: String };
              }),
            ),
          },
        ]).toBuffer(),
      );
    const cabecera = CABECERA.split(',');
    const dia = new Date('2026-03-02T00:00:00Z');
    const [estado] = estados(
      await leerEstado(await libro(['Cuenta', '123'], cabecera, [dia, 'PAGO', 77, '', 1250.5, 2250.5]), COLUMNAS),
    );
    expect(estado?.movimientos).toMatchObject([{ fila: 3, fecha: '2026-03-02', importe: 1_250_50, referencia: '77' }]);
    const dosHojas = new Uint8Array(
      await writeXlsxFile(
        ['Enero', 'Febrero'].map((sheet) => ({ sheet, data: [cabecera.map((value) => ({ value }))] })),
      ).toBuffer(),
    );
    expect(mensajes(await leerEstado(dosHojas, COLUMNAS))[0]).toMatch(/hojas «Enero» y «Febrero»\. Diga/);
    const redondo = await leerEstado(await libro(cabecera, [dia, 'PAGO', 1.234e19, '', 1, 1]), COLUMNAS);
    expect(mensajes(redondo)[0]).toMatch(/^Fila 2: Excel redondeó el número .*CSV o TXT/);
    const formula = await leerEstado(await libro(cabecera, [dia, 'PAGO', 77, '', 1, '=1+1']), COLUMNAS);
    expect(mensajes(formula)[0]).toMatch(/^Fila 2: la celda F2 lleva una fórmula\. Use/);
    const sinValor = await libro(cabecera, [dia, 'PAGO', 77, '', 1, 1], [dia, 'PAGO', 78, '', '=1+1', 2]);
    expect(mensajes(await leerEstado(sinValor, COLUMNAS))).toEqual([
      expect.stringMatching(/^Fila 3: la celda E3 lleva una fórmula\. Use/),
    ]);
    const roto = await libro(cabecera, [dia, 'PAGO', 77, '', 1, 1], [dia, 'PAGO', 78, '', '#REF!', 2]);
    expect(mensajes(await leerEstado(roto, COLUMNAS))).toEqual([
      expect.stringMatching(/^Fila 3: el abono «#REF!» no es un monto/),
    ]);
  });
});

describe('what four banks’ customers download', () => {
  const XLS_DE_BBVA = `<?xml version="1.0"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Worksheet ss:Name="Hoja1"><Table>
<Row><Cell><Data ss:Type="String">Cuenta</Data></Cell><Cell><Data ss:Type="String">0113831760</Data></Cell></Row>
<Row><Cell><Data ss:Type="String">Fecha Operación</Data></Cell><Cell><Data ss:Type="String">Concepto</Data></Cell><Cell><Data ss:Type="String">Referencia</Data></Cell><Cell><Data ss:Type="String">Referencia Ampliada</Data></Cell><Cell><Data ss:Type="String">Cargo</Data></Cell><Cell><Data ss:Type="String">Abono</Data></Cell><Cell><Data ss:Type="String">Saldo</Data></Cell></Row>
<Row><Cell><Data ss:Type="Number">46086</Data></Cell><Cell><Data ss:Type="String">SPEI RECIBIDO</Data></Cell><Cell><Data ss:Type="String">0124</Data></Cell><Cell><Data ss:Type="String">MANTTO &amp; AGUA</Data></Cell><Cell ss:Index="6"><Data ss:Type="Number">1250.5</Data></Cell><Cell><Data ss:Type="Number">2250.5</Data></Cell></Row>
</Table></Worksheet></Workbook>`;

  const fijo = (codigo: string, fecha: string): string =>
    [
      '65501234567'.padEnd(16),
      fecha,
      '0930',
      '0981',
      codigo,
      'ABONO SPEI'.padEnd(40),
      '+',
      '125050'.padStart(14, '0'),
      '225050'.padStart(14, '0'),
      '00000124',
      'MANTTO LOTE 12'.padEnd(90),
    ]
      .join('')
      .padEnd(codigo === '' ? 581 : 630);

  test.each<[string, string, object]>([
    [
      'bbva',
      'Día\tConcepto / Referencia\tcargo\tAbono\tSaldo\n05-03-2026\tSPEI RECIBIDOBANORTE/0115664522  072 0000124MANTTO\t\t1,250.50\t2,250.50',
      { referencia: '0115664522', concepto: 'SPEI RECIBIDOBANORTE/0115664522 072 0000124MANTTO' },
    ],
    ['bbva', XLS_DE_BBVA, { referencia: '0124', concepto: 'SPEI RECIBIDO MANTTO & AGUA' }],
    [
      'bbva',
      'FECHA,DESCRIPCIÓN,CARGO,ABONO,SALDO\n05/03/2026,DEPOSITO,,"1,250.50","2,250.50"',
      { concepto: 'DEPOSITO' },
    ],
    [
      'bbva',
      'FECHA,DESCRIPCIÓN,CARGO,ABONO,SALDO\n05/03/2026,DEPOSITO,,"1,300.50","2,300.50"\n05/03/2026,COMISION,-50.00,,"2,250.50"',
      {},
    ],
    [
      'bbva',
      'FECHA,DESCRIPCIÓN,CARGO,ABONO,SALDO\n05/03/2026,DEPOSITO,,"1,300.50","2,300.50"\n05/03/2026,COMISION,50.00,,"2,250.50"',
      {},
    ],
    ['santander', fijo('', '05032026'), { referencia: '00000124', concepto: 'ABONO SPEI MANTTO LOTE 12' }],
    ['santander', fijo('T205', '03052026'), { referencia: '00000124', concepto: 'ABONO SPEI MANTTO LOTE 12' }],
    [
      'banorte',
      '\ufeff"CUENTA","FECHA DE OPERACIÓN","FECHA","REFERENCIA","DESCRIPCIÓN","COD. TRANSAC","SUCURSAL","DEPÓSITOS","RETIROS","SALDO","MOVIMIENTO","DESCRIPCIÓN DETALLADA","CHEQUE"\n' +
        '"\'0601500111","05/03/2026","05/03/2026","124","SPEI","123","7","$1,250.50","-","$2,250.50","55","SPEI RECIBIDO, BCO:0012 BANCO HR LIQ: 10:00:00, DEL CLIENTE ANA RIOS, DE LA CLABE 012180001138317601 CON RFC RIAA800101AB1, CONCEPTO: MANTTO, REFERENCIA: 124 CVE RAST: MBAN01002603050000123","-"',
      {
        referencia: '124',
        rastreo: 'MBAN01002603050000123',
        ordenante: { nombre: 'ANA RIOS', cuenta: '012180001138317601', rfc: 'RIAA800101AB1' },
      },
    ],
    [
      'banorte',
      'Cuenta|Fecha De Operación|Referencia|Descripción|Depósitos|Retiros|Saldo\n0601500111|05/03/2026|124|DEPOSITO EN EFECTIVO|$1,250.50|-|$2,250.50',
      { referencia: '124', concepto: 'DEPOSITO EN EFECTIVO' },
    ],
    [
      'citibanamex',
      'Cuenta de cheques\nDetalle de Movimientos - Depósitos y Retiros\nFecha,Descripción,Depósitos,Retiros,Saldo\n05-03-26,PAGO INTERBANCARIO Referencia Númerica: 124 Autorización: 00445566,"1,250.50",,"2,250.50"',
      { referencia: '124' },
    ],
  ])('%s', async (formato, texto, dicho) => {
    expect(await reconocer(bytes(texto))).toMatchObject({ formato });
    const [estado] = estados(await leer(texto));
    expect(estado).toMatchObject({ formato, saldoInicial: 1_000_00, saldoFinal: 2_250_50 });
    expect(estado?.movimientos.reduce((suma, { importe }) => suma + importe, 0)).toBe(1_250_50);
    expect(estado?.movimientos[0]).toMatchObject({ fecha: '2026-03-05', ...dicho });
  });

  it.each([
    ['bbva', ['BBVA México', 'Bancomer', 'bbva'], ['Banorte', 'Santander', 'Citibanamex', 'HSBC', 'BanBajío']],
    ['santander', ['Banco Santander (México)'], ['BBVA', 'Banamex', 'Banco Azteca']],
    ['banorte', ['BANORTE', 'Banco Mercantil del Norte'], ['Santánder']],
    ['citibanamex', ['Banamex', 'CitiBanamex', 'Banco Nacional de México'], ['Banorte', 'Ve por Más']],
    ['columnas', ['BBVA', 'HSBC'], []],
    ['mt940', ['BBVA'], []],
  ] as const)('%s may be of a bank with its name or an unknown one, and of no other', (formato, own, others) => {
    for (const banco of [...own, '', 'Caja de ahorro'])
      expect([banco, esDeOtroBanco(formato, banco)]).toEqual([banco, false]);
    for (const banco of others) expect([banco, esDeOtroBanco(formato, banco)]).toEqual([banco, true]);
  });

  it('says that a file is not of the bank that was chosen', async () => {
    const texto = 'Día\tConcepto / Referencia\tcargo\tAbono\tSaldo\n05-03-2026\tX\t\t1.00\t1.00';
    expect(await leer(texto, { formato: 'banorte' })).toMatchObject({
      rechazo: 'El archivo no tiene las columnas de los archivos de Banorte. Elija otro formato, o diga sus columnas',
    });
    expect(await leer(texto, { formato: 'camt053' })).toMatchObject({
      rechazo: 'El archivo no es camt.053 (ISO 20022). Elija su formato, u otro archivo',
    });
  });
});

/* What is written is read again. */

const palabra = (max: number) => fc.stringMatching(/^[A-Za-zÑñáéíóú0-9]{2,12}$/).map((texto) => texto.slice(0, max));
const texto = fc
  .array(palabra(12), { minLength: 1, maxLength: 8 })
  .map((palabras) => palabras.join(' '))
  .filter((uno) => dato(uno) !== '');
/** Signs that mean something to one format or the other. */
const conSignos = fc
  .tuple(texto, fc.constantFrom('', '&', '<', '"', ',', "'", ';', '->', '%', '#'), texto)
  .map((partes) => partes.filter(Boolean).join(' '));
const codigo = fc.stringMatching(/^[A-Z0-9]{1,16}$/).filter((uno) => dato(uno) !== '');
const vacio = fc.constant('');

const escritos = (concepto: fc.Arbitrary<string>) =>
  fc.record({
    cuenta: fc.stringMatching(/^[1-9]\d{9}$/),
    saldoInicial: fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }),
    movimientos: fc
      .array(
        fc.record({
          dia: fc.integer({ min: 1, max: 28 }),
          importe: fc.integer({ min: -50_000_00, max: 50_000_00 }).filter((importe) => importe !== 0),
          concepto,
          referencia: codigo,
          rastreo: fc.oneof(vacio, codigo),
          nombre: fc.oneof(vacio, texto),
          cuenta: fc.oneof(vacio, fc.stringMatching(/^\d{18}$/)),
          devolucion: fc.boolean(),
        }),
        { minLength: 1, maxLength: 12 },
      )
      .map((lineas) =>
        lineas
          .sort((a, b) => a.dia - b.dia)
          .map(({ dia, nombre, cuenta, ...linea }, index): Movimiento => {
            const fecha = `2026-03-${String(dia).padStart(2, '0')}`;
            return {
              ...linea,
              fila: index + 1,
              fecha,
              valor: fecha,
              saldo: null,
              ordenante: { nombre, cuenta, rfc: '' },
            };
          }),
      ),
  });

/** What every format has of a line. */
const resumen = ({ fecha, importe, concepto, referencia }: Movimiento) => ({ fecha, importe, concepto, referencia });
const entero = ({ fila: _, saldo: __, ...linea }: Movimiento) => linea;

describe('what is written is read again', () => {
  it('as camt.053', async () => {
    await fc.assert(
      fc.asyncProperty(escritos(conSignos), fc.constantFrom('02', '08'), async (escrito, version) => {
        const [estado] = estados(await leer(enCamt053(escrito, version)));
        expect(estado).toMatchObject({
          formato: 'camt053',
          cuenta: escrito.cuenta,
          saldoInicial: escrito.saldoInicial,
        });
        expect(estado?.movimientos.map(entero)).toEqual(escrito.movimientos.map(entero));
      }),
      { numRuns: 40 },
    );
  });

  it('as MT940', async () => {
    await fc.assert(
      fc.asyncProperty(escritos(texto), async (escrito) => {
        const [estado] = estados(await leer(enMt940(escrito)));
        expect(estado).toMatchObject({ formato: 'mt940', cuenta: escrito.cuenta, saldoInicial: escrito.saldoInicial });
        expect(estado?.movimientos.map((uno) => ({ ...entero(uno), concepto: '' }))).toEqual(
          escrito.movimientos.map((uno) => ({ ...entero(uno), concepto: '' })),
        );
        for (const [i, { concepto }] of escrito.movimientos.entries()) {
          expect(estado?.movimientos[i]?.concepto).toContain(concepto);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('as Santander has it', async () => {
    await fc.assert(
      fc.asyncProperty(escritos(conSignos), async (escrito) => {
        const [estado] = estados(await leer(enSantander(escrito)));
        expect(estado).toMatchObject({
          formato: 'santander',
          cuenta: escrito.cuenta,
          saldoInicial: escrito.saldoInicial,
        });
        expect(estado?.movimientos.map(entero)).toEqual(escrito.movimientos.map(entero));
      }),
      { numRuns: 40 },
    );
  });

  it('as BBVA has it, the newest first', async () => {
    await fc.assert(
      fc.asyncProperty(escritos(texto), async (escrito) => {
        const [estado] = estados(await leer(enBbva(escrito)));
        expect(estado).toMatchObject({ formato: 'bbva', saldoInicial: escrito.saldoInicial });
        expect(estado?.movimientos.map(resumen)).toEqual(
          escrito.movimientos.map((uno) => ({ ...resumen(uno), concepto: `${uno.concepto}/${uno.referencia}` })),
        );
      }),
      { numRuns: 40 },
    );
  });
});

/* What no bank sent. */

const seLee = (lectura: Lectura): boolean => {
  if ('rechazo' in lectura) {
    // A sentence that ends with what to do, or names what it is about.
    expect(lectura.rechazo.length).toBeGreaterThan(20);
    expect(lectura.fallas.length).toBeGreaterThan(0);
    return false;
  }
  for (const estado of lectura.estado) {
    const fallas = new Fallas('Fila');
    revisarSaldos(estado, fallas);
    expect(fallas.total).toBe(0);
  }
  return true;
};

const muestras = escritos(texto).map((escrito) => ({
  camt: enCamt053(escrito),
  mt940: enMt940(escrito),
  santander: enSantander(escrito),
  bbva: enBbva(escrito),
}));

describe('a file that no bank sent', () => {
  it('is refused in words, whatever its bytes are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 600 }),
          fc.string({ maxLength: 600, unit: 'binary' }).map(bytes),
          fc
            .tuple(
              fc.constantFrom(
                '<?xml ',
                ':20:X\n:25:1\n:60F:',
                'PK\u0003\u0004',
                'Fecha,Cargo\n',
                '<Document><BkToCstmrStmt>',
              ),
              fc.string({ maxLength: 300 }),
            )
            .map((partes) => bytes(partes.join(''))),
        ),
        async (archivo) => {
          expect(seLee(await leerEstado(archivo))).toBe(false);
          seLee(await leerEstado(archivo, COLUMNAS));
          await reconocer(archivo);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('or is read to balances that agree, where some of its bytes were changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        muestras,
        fc.constantFrom('camt', 'mt940', 'santander', 'bbva'),
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        async (escritas, cual, cambios) => {
          const archivo = bytes(escritas[cual as keyof typeof escritas]);
          for (const [lugar, byte] of cambios) archivo[Math.floor(lugar * (archivo.length - 1))] = byte;
          seLee(await leerEstado(archivo));
          seLee(await leerEstado(archivo, COLUMNAS));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('is refused where it is cut off before its closing balance', async () => {
    await fc.assert(
      fc.asyncProperty(muestras, fc.double({ min: 0, max: 0.98, noNaN: true }), async ({ camt, mt940 }, parte) => {
        expect(seLee(await leer(camt.slice(0, Math.floor(parte * camt.length))))).toBe(false);
        const final = mt940.indexOf(':62F:');
        expect(seLee(await leer(mt940.slice(0, Math.floor(parte * final))))).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  it('or has only whole lines, where it is a table that is cut off', async () => {
    await fc.assert(
      fc.asyncProperty(escritos(texto), fc.double({ min: 0.2, max: 1, noNaN: true }), async (escrito, parte) => {
        const archivo = enSantander(escrito);
        const lectura = await leer(archivo.slice(0, Math.floor(parte * archivo.length)));
        if (!seLee(lectura)) return;
        const leidos = estados(lectura).flatMap(({ movimientos }) => movimientos.map(entero));
        expect(leidos).toEqual(escrito.movimientos.slice(0, leidos.length).map(entero));
      }),
      { numRuns: 60 },
    );
  });

  test.each<[string, string | number[], RegExp]>([
    ['nothing', '', /vacío/],
    ['blanks', ' \n \n', /vacío/],
    ['a PDF', '%PDF-1.7 …', /es un PDF\. Descargue/],
    ['an old workbook', [0xd0, 0xcf, 0x11, 0xe0, 0xa1], /versión anterior de Excel \(\.xls\)\. Ábralo/],
    ['a page of the web', '\n<html><table><tr><td>Fecha', /página web con otro nombre\. Ábralo/],
    ['no workbook', [0x50, 0x4b, 0x03, 0x04, 1, 2, 3], /no es un libro de Excel/],
    ['NULs', 'Fecha,\u0000', /no es de texto\. Descargue/],
    ['an element with the name of what objects have', '<constructor/>', /no es un estado de cuenta camt\.053\. Elija/],
    ['another XML', '<a/>', /no es un estado de cuenta camt\.053\. Elija/],
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', /cortado o dañado/],
    ['deep XML', '<a>'.repeat(5_000), /demasiado grande/],
    ['one endless entry', `<Document><BkToCstmrStmt><Stmt><Ntry>${'<a/>'.repeat(500_000)}`, /demasiado grande/],
    ['one long text', `<Document><BkToCstmrStmt><Stmt><Id>${'x'.repeat(100_000)}`, /demasiado grande/],
    ['a camt.052', '<Document><BkToCstmrAcctRpt/></Document>', /camt\.052, .* Pida al banco/],
    ['a text', 'Estimado cliente:\nsu saldo es de 10 pesos', /ningún banco que se conozca/],
    ['many columns', `Fecha${',x'.repeat(10_000)}`, /ningún banco/],
  ])('is refused: %s', async (_, archivo, mensaje) => {
    const lectura = await leerEstado(typeof archivo === 'string' ? bytes(archivo) : Uint8Array.from(archivo));
    expect(lectura).toMatchObject({ rechazo: expect.stringMatching(mensaje) });
  });

  it('is refused where it is huge, or has more lines than are read', async () => {
    expect(await leerEstado(new Uint8Array(25 * 1024 * 1024 + 1))).toMatchObject({
      rechazo: expect.stringMatching(/más de 25 MB\. Descargue del banco un período más corto/),
    });
    const corta = { encabezado: 0, fecha: 1, concepto: [2], importe: { forma: 'signo', columna: 3 } };
    const muchas = '02/03/2026,A,1\n'.repeat(100_001);
    expect(
      await leer(muchas, {
        formato: 'columnas',
        disposicion: disposicion.parse({ ...corta, formaFecha: 'dd/mm/aaaa', formaNumero: '1,234.56' }),
      }),
    ).toMatchObject({ rechazo: expect.stringMatching(/más de 100,000 movimientos\. Descargue/) });
  });
});

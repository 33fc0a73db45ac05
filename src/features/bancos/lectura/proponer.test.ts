import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { anchosDe, anchosDesde } from './anchos.ts';
import { esLaMisma } from './cuenta.ts';
import { disposicion } from './disposicion.ts';
import { leerEstado, reconocer } from './leer.ts';
import { filasDeAnchos } from './texto.ts';

const bytes = (texto: string): Uint8Array => new TextEncoder().encode(texto);

test.each<[string, string, object]>([
  [
    'two columns',
    'Mi Banco\n\nFecha de operación;Descripción;Cargos (MXN);Abonos (MXN);Saldo (MXN);Folio\n02/03/2026;PAGO;;1.250,50;2.250,50;77',
    {
      separador: ';',
      encabezado: 3,
      fecha: 'Fecha de operación',
      formaFecha: 'dd/mm/aaaa',
      formaNumero: '1.234,56',
      importe: { forma: 'dos', cargo: 'Cargos (MXN)', abono: 'Abonos (MXN)', cargoNegativo: false },
      referencia: 'Folio',
    },
  ],
  [
    'an amount with a sign',
    'Fecha\tDescripción\tMonto\tSaldo\tClave Rastreo\n2026-03-02\tPAGO\t1250.50\t2250.50\tX1',
    {
      separador: '\t',
      formaFecha: 'aaaa-mm-dd',
      importe: { forma: 'signo', columna: 'Monto' },
      rastreo: 'Clave Rastreo',
    },
  ],
  [
    'a column that says which',
    'Fecha,Tipo,Concepto,Importe\n02-MAR-2026,Abono,PAGO,"1,250.50"\n03-MAR-2026,Cargo,COMISION,10',
    {
      formaFecha: 'dd-mmm-aaaa',
      importe: { forma: 'sentido', columna: 'Importe', sentido: 'Tipo', cargo: 'cargo', abono: 'abono' },
    },
  ],
  [
    'charges with a sign',
    'Fecha,Concepto,Cargos,Abonos\n02/03/2026,PAGO,,1250.50\n03/03/2026,OTRO,-1.00,',
    { importe: { forma: 'dos', cargo: 'Cargos', abono: 'Abonos', cargoNegativo: true } },
  ],
  [
    'months before days, where a day tells it',
    'Fecha,Concepto,Importe\n03/02/2026,PAGO,1250.50\n03/22/2026,OTRO,1',
    { formaFecha: 'mm/dd/aaaa' },
  ],
  [
    'long titles and numbers with a comma, whose reference is all digits',
    'Fecha;Descripcion larga;Ref;Importe\n02/03/2026;PAGO, DE MARZO, CASA;123;1.250,50\n03/03/2026;COMISION;124;-1.100,50',
    {
      ...{ separador: ';', encabezado: 1, formaNumero: '1.234,56', concepto: ['Descripcion larga'] },
      ...{ importe: { forma: 'signo', columna: 'Importe' }, referencia: 'Ref' },
    },
  ],
  [
    'titles that say nothing',
    'Mi banco\nUno|Dos|Tres|Cuatro\n02/03/2026|77|PAGO DE MARZO|1,250.50\n03/03/2026|78|COMISION|-1.00',
    {
      ...{ separador: '|', encabezado: 2, fecha: 'Uno', concepto: ['Tres'] },
      importe: { forma: 'signo', columna: 'Cuatro' },
    },
  ],
  [
    'no titles at all',
    '02/03/2026\tPAGO DE MARZO\t1250.50\n03/03/2026\tCOMISION\t-1.00',
    { separador: '\t', encabezado: 0, fecha: 1, concepto: [2], importe: { forma: 'signo', columna: 3 } },
  ],
  [
    'fixed widths',
    'Fecha       Concepto                 Importe\n02/03/2026  PAGO DE MARZO           1,250.50\n03/03/2026  COMISION DE MARZO          -1.00',
    {
      separador: [
        { desde: 1, largo: 12 },
        { desde: 13, largo: 24 },
        { desde: 37, largo: 1_000 },
      ],
      ...{ encabezado: 1, fecha: 'Fecha', importe: { forma: 'signo', columna: 'Importe' } },
    },
  ],
])('proposes a layout of %s, which reads the file', async (_, texto, esperada) => {
  const reconocido = await reconocer(bytes(texto));
  expect(reconocido).toMatchObject({ formato: 'columnas', porConfirmar: true, disposicion: esperada });
  if (!('disposicion' in reconocido) || !reconocido.disposicion) throw new Error('nothing proposed');
  expect(reconocido.filas.length).toBeGreaterThan(1);
  expect(await leerEstado(bytes(texto), { formato: 'columnas', disposicion: reconocido.disposicion })).toMatchObject({
    estado: [
      { movimientos: expect.arrayContaining([expect.objectContaining({ fecha: '2026-03-02', importe: 1_250_50 })]) },
    ],
  });
});

it('cuts a file as it is asked to, and tries what is declared', async () => {
  const texto = 'Fecha;Descripcion larga;Ref;Importe\n02/03/2026;PAGO;123;1.250,50\n03/03/2026;COMISION;124;-1.100,50';
  const cut = await reconocer(bytes(texto), { corte: { separador: ',' } });
  expect(cut).toMatchObject({ corte: { separador: ',' }, disposicion: null, prueba: null });
  const found = await reconocer(bytes(texto));
  if (!('disposicion' in found) || !found.disposicion) throw new Error('nothing proposed');
  expect(found.prueba).toMatchObject({
    ...{ total: 2, fallas: [] },
    lineas: [
      { fecha: '2026-03-02', concepto: 'PAGO', referencia: '123', importe: 1_250_50 },
      { fecha: '2026-03-03', importe: -1_100_50 },
    ],
  });
  const wrong = await reconocer(bytes(texto), { disposicion: { ...found.disposicion, formaNumero: '1,234.56' } });
  expect(wrong).toMatchObject({
    prueba: { lineas: [], fallas: [expect.stringMatching(/no es un monto como 1,234.56/), expect.any(String)] },
  });
  const comma = await reconocer(bytes(texto), { disposicion: { ...found.disposicion, separador: ',' } });
  expect(comma).toMatchObject({ prueba: { fallas: [expect.stringMatching(/no tiene los títulos/)] } });
});

it('shows a file of fixed widths as it stands, and cuts it where it is told to', async () => {
  const lineas = ['02/03/2026PAGO DE MARZO       0000125050C', '03/03/2026COMISION            0000000100D'];
  const texto = `${lineas.join('\n')}\n\n`;
  const found = await reconocer(bytes(texto), { corte: { separador: 'anchos' } });
  expect(found).toMatchObject({ disposicion: null, renglones: lineas });
  const separador = anchosDesde([1, 11, 31, 41]);
  const base = { encabezado: 0, fecha: 1, formaFecha: 'dd/mm/aaaa', formaNumero: 'centavos', concepto: [2] };
  const importe = { forma: 'sentido', columna: 3, sentido: 4, cargo: 'D', abono: 'C' };
  const cut = await reconocer(bytes(texto), { disposicion: disposicion.parse({ ...base, separador, importe }) });
  expect(cut).toMatchObject({
    corte: { separador },
    filas: [{ celdas: ['02/03/2026', 'PAGO DE MARZO', '0000125050', 'C'] }, { fila: 2 }, {}, {}],
    prueba: { lineas: [{ concepto: 'PAGO DE MARZO', importe: 1_250_50 }, { importe: -1_00 }], fallas: [] },
  });
});

it('gives columns that begin where it is told, and lose no character of a line', () => {
  const inicios = fc.uniqueArray(fc.integer({ min: 2, max: 300 }), { maxLength: 20 });
  fc.assert(
    fc.property(inicios, fc.string({ maxLength: 400 }), (otros, texto) => {
      const linea = texto.replaceAll('\n', ' ');
      const [fila] = filasDeAnchos(linea, anchosDesde([1, ...otros.toSorted((a, b) => a - b)]));
      expect(fila?.celdas.join('')).toBe(linea);
    }),
  );
});

it('finds widths in any text without a fault, in the order of its characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (texto) => {
      const inicios = anchosDe(texto).map(({ desde }) => desde);
      expect(inicios).toEqual([...new Set(inicios)].toSorted((a, b) => a - b));
      expect(inicios[0]).toBe(1);
    }),
  );
});

it('refuses a layout that cannot be, in words', () => {
  const base = { formaFecha: 'dd/mm/aaaa', formaNumero: '1,234.56', concepto: ['Concepto'], fecha: 'Fecha' };
  for (const [changes, words] of [
    [{ importe: { forma: 'signo', columna: 'Fecha' } }, /«Fecha» está dos veces/],
    [{ importe: { forma: 'dos', cargo: 'Monto', abono: 'Monto' } }, /«Monto» está dos veces/],
    [{ importe: { forma: 'signo', columna: '' } }, /Campo Requerido/],
    [{ importe: { forma: 'signo', columna: 'Monto' }, encabezado: 0 }, /por su número/],
  ] as const) {
    expect(
      disposicion
        .safeParse({ ...base, ...changes })
        .error?.issues.map(({ message }) => message)
        .join(),
    ).toMatch(words);
  }
});

it('proposes nothing where no row has titles that its rows bear out', async () => {
  for (const texto of ['Nombre,Edad\nAna,30', 'Fecha,Concepto,Importe\nayer,PAGO,cien', 'Fecha,Concepto,Importe']) {
    expect(await reconocer(bytes(texto))).toMatchObject({ formato: 'columnas', disposicion: null });
  }
});

test.each([
  ['0113831760', '113831760', true],
  ['01-138317-60', '0113831760', true],
  ['012180001138317601', '0113831760', true],
  ['012180001138317601', '012180001138317614', false],
  ['****1760', '0113831760', true],
  ['*760', '0113831760', false],
  ['0113831760', '0113831761', false],
  ['', '', false],
])('account %s is %s: %s', (una, otra, misma) => {
  expect(esLaMisma(una, otra)).toBe(misma);
  expect(esLaMisma(otra, una)).toBe(misma);
});

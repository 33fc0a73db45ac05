import { expect, it, test } from 'vitest';
import { esLaMisma } from './cuenta.ts';
import { leerEstado, reconocer } from './leer.ts';

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

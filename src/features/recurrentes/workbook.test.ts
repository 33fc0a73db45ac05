import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ANCHO_WEB_TRANSFER,
  type Cargo,
  type Codigos,
  conGuiones,
  faltaEnCodigos,
  fechaDeImportacion,
  hojasDelLibro,
  nombreDelLibro,
} from './workbook.ts';

const CODIGOS: Codigos = {
  nombreCorto: 'ENCI',
  residencial: '0417',
  entidad: '00017',
  nombre: 'LOSENCINOS',
  webTransferResidencial: 'H0041700',
  webTransferCorto: '417',
  banco: 'Banorte',
};

const CARGOS: Cargo[] = [
  {
    referencia: 'ENC-00017',
    direccion: 'Paseo de los Encinos 12',
    asociado: 'Íñigo Güemes Peña',
    tarjetaHabiente: 'Íñigo Güemes',
    tarjeta: '4111111111111111',
    banco: 'Banco del Bajío',
    monto: 225_000,
    tipo: 'Crédito',
  },
  {
    referencia: 'ENC-00108',
    direccion: 'Privada Cóndor 3',
    asociado: 'Ana Núñez',
    tarjetaHabiente: '',
    tarjeta: '378282246310005',
    banco: 'HSBC',
    monto: 12_345_600,
    tipo: 'Débito',
  },
];

const FECHAS = { hoy: '2026-11-05', fechaPago: '2026-11-09' };
const [datos, mes, web, importacion] = hojasDelLibro(CARGOS, CODIGOS, FECHAS);

describe('Datos', () => {
  it('is a table in capitals with its sum', () => {
    expect(datos?.nombre).toBe('Datos');
    expect(datos?.filas).toEqual([
      [
        'NO',
        'REFERENCIA',
        'DIRECCION',
        'ASOCIADO',
        'TARJETAHABIENTE',
        'NUM DE TARJETA',
        'BANCO',
        'MANTTO',
        'TIPO TARJETA',
      ],
      [
        1,
        'ENC-00017',
        'PASEO DE LOS ENCINOS 12',
        'ÍÑIGO GÜEMES PEÑA',
        'ÍÑIGO GÜEMES',
        '4111-1111-1111-1111',
        'BANCO DEL BAJÍO',
        { pesos: 2250 },
        'CRÉDITO',
      ],
      [2, 'ENC-00108', 'PRIVADA CÓNDOR 3', 'ANA NÚÑEZ', '', '3782-8224-6310-005', 'HSBC', { pesos: 123_456 }, 'DÉBITO'],
      ['', '', '', '', '', '', '', { pesos: 125_706, total: true }, ''],
    ]);
  });
});

describe('Mes', () => {
  it('has header, details and trailer, field by field', () => {
    expect(mes?.nombre).toBe('Mes');
    expect(mes?.filas).toEqual([
      ['H', 'WEBFT2.00', 'ENT', '00017', 'LOSENCINOS', 'BANORTE', '11052026'],
      ['D5', '4111111111111111', '000000225000', '484', 'ENCIENC000170417', '000', '         .'],
      ['D5', '378282246310005', '000012345600', '484', 'ENCIENC001080417', '000', '         .'],
      ['T', '000002', '000000012570600', '000000', '000000000000000', '000000', '000000000000000'],
    ]);
  });
});

describe('WEB TRANSFER', () => {
  it('is one column, character by character', () => {
    expect(web?.nombre).toBe('WEB TRANSFER');
    expect(web?.anchos).toEqual([ANCHO_WEB_TRANSFER]);
    expect(web?.filas).toEqual([
      ['H004170011052026                                                .'],
      ['D54111111111111111000000225000484ENCIENC00017417         .'],
      ['D5378282246310005000012345600484ENCIENC00108417         .'],
      ['T000002000000012570600000000000000000000000000000000000000000000.'],
    ]);
  });

  it('has a trailer of 65 characters, and a header as long', () => {
    expect(web?.filas[0]?.[0]).toHaveLength(65);
    expect(web?.filas.at(-1)?.[0]).toHaveLength(65);
  });
});

describe('IMPORTACION DE PAGOS', () => {
  it('is what the import reads, with the chosen date', () => {
    expect(importacion?.nombre).toBe('IMPORTACION DE PAGOS');
    expect(importacion?.filas).toEqual([
      ['NO', 'REFERENCIA', 'MANTTO', 'FECHA PAGO', 'OBSERVACION'],
      [1, 'ENC-00017', { pesos: 2250 }, '11/09/2026', ''],
      [2, 'ENC-00108', { pesos: 123_456 }, '11/09/2026', ''],
    ]);
  });
});

it('sums what it charges, in as many digits as the bank reads', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 99_999 }), { maxLength: 300 }), (pesos) => {
      const cargos = pesos.map((peso) => ({ ...(CARGOS[0] as Cargo), monto: peso * 100 }));
      const [, , lines] = hojasDelLibro(cargos, CODIGOS, FECHAS);
      const trailer = String(lines?.filas.at(-1)?.[0]);
      expect(Number(trailer.slice(1, 7))).toBe(cargos.length);
      const details = (lines?.filas.slice(1, -1) ?? []).map(([line]) => Number(String(line).slice(18, 30)));
      expect(details.reduce((sum, amount) => sum + amount, 0)).toBe(Number(trailer.slice(7, 22)));
    }),
  );
});

it('has no room for centavos', () => {
  expect(() => hojasDelLibro([{ ...(CARGOS[0] as Cargo), monto: 225_050 }], CODIGOS, FECHAS)).toThrow(RangeError);
});

it('writes cards, dates and its own name as the bank and the cashier know them', () => {
  expect(conGuiones('5555555555554444')).toBe('5555-5555-5555-4444');
  expect(fechaDeImportacion('2026-02-28')).toBe('02/28/2026');
  expect(nombreDelLibro('2026-11-05')).toBe('05-11-2026.xlsx');
});

it('tells what the configuration lacks, and where it is captured', () => {
  expect(faltaEnCodigos(CODIGOS)).toBeUndefined();
  expect(faltaEnCodigos({ ...CODIGOS, entidad: ' ', webTransferCorto: '' })).toBe(
    'Faltan datos para los cargos recurrentes: Código entidad, Código WT corto. Captúrelos en Administración, Configuración residencial',
  );
  expect(faltaEnCodigos({ ...CODIGOS, banco: '' })).toMatch(/Cajas/);
  expect(faltaEnCodigos({ ...CODIGOS, webTransferResidencial: 'X'.repeat(57) })).toMatch(/demasiado largo/);
});

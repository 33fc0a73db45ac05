import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usoDeEgreso } from './catalogos.ts';
import type { Documento, DocumentoIngreso, DocumentoPago, ParteReceptor } from './documento.ts';
import { AHORA, concepto, documentoArbitrario, EMISOR, egreso, ingreso, pago, publicoEnGeneral } from './testing.ts';
import { fallasOf, tieneRegimenCapital } from './validate.ts';

const codes = (documento: Documento, ahora = AHORA) => fallasOf(documento, { ahora }).map(({ codigo }) => codigo);
const receptor = (over: Partial<ParteReceptor>): DocumentoIngreso =>
  ingreso({ receptor: { ...ingreso().receptor, ...over } });
const MORAL = { rfc: 'GHO010203AB1', nombre: 'GRUPO HOGAR', regimenFiscal: '601', usoCFDI: 'G03' };

describe('what the authority would accept', () => {
  it('has no faults', () => {
    for (const documento of [
      ingreso(),
      pago(),
      publicoEnGeneral(),
      egreso(),
      receptor(MORAL),
      receptor({ regimenFiscal: '606', usoCFDI: 'G03' }),
      receptor({ regimenFiscal: '605', usoCFDI: 'D04' }),
      ingreso({ metodoPago: 'PPD', formaPago: '99' }),
      // The generic RFC with a name of its own is no sale to the general public.
      ingreso({
        receptor: { rfc: 'XAXX010101000', nombre: 'VECINO SIN RFC', cp: '45019', regimenFiscal: '616', usoCFDI: 'S01' },
      }),
      ingreso({
        receptor: { rfc: 'XEXX010101000', nombre: 'JOHN SMITH', cp: '45019', regimenFiscal: '616', usoCFDI: 'S01' },
      }),
      ingreso({ folio: '' }),
    ]) {
      expect(fallasOf(documento, { ahora: AHORA })).toEqual([]);
    }
  });

  it('whatever it is of', () => {
    fc.assert(
      fc.property(documentoArbitrario, (documento) => {
        expect(fallasOf(documento, { ahora: AHORA })).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('who receives it', () => {
  it.each<[string, string, Partial<ParteReceptor>]>([
    ['an RFC that is none', 'CFDI40143', { rfc: 'MUNA801301AB3' }],
    ['a day that no month has', 'CFDI40143', { rfc: 'MUNA800230AB3' }],
    ['an RFC in lower case', 'CFDI40143', { rfc: 'muna800101ab3' }],
    ['no name', 'CFDI40145', { nombre: '  ' }],
    ['a name in lower case', 'CFDI40145', { nombre: 'Ana Muñoz' }],
    ['a name with a pipe', 'CFDI40145', { nombre: 'ANA | MUÑOZ' }],
    ['a name with a control character', 'CFDI40145', { nombre: 'ANA\u0001MUÑOZ' }],
    ['a name that is too long', 'CFDI40145', { nombre: 'Ñ'.repeat(301) }],
    ['a capital regime', 'CFDI40145', { ...MORAL, nombre: 'GRUPO HOGAR, S.A. DE C.V.' }],
    ['a postal code of four digits', 'CFDI40147', { cp: '4511' }],
    ['a regime that does not exist', 'CFDI40157', { regimenFiscal: '999' }],
    ["a company's regime for a person", 'CFDI40158', { regimenFiscal: '601' }],
    ["a person's regime for a company", 'CFDI40158', { ...MORAL, regimenFiscal: '605', usoCFDI: 'S01' }],
    ['a use that does not exist', 'CFDI40160', { usoCFDI: 'P01' }],
    ['a use that objects inherit', 'CFDI40160', { usoCFDI: 'constructor' }],
    ['a regime that objects inherit', 'CFDI40157', { regimenFiscal: 'toString' }],
    ['G03 with 605', 'CFDI40161', { regimenFiscal: '605', usoCFDI: 'G03' }],
    ['G03 with 616', 'CFDI40161', { regimenFiscal: '616', usoCFDI: 'G03' }],
    ["a person's use for a company", 'CFDI40161', { ...MORAL, usoCFDI: 'D01' }],
    ['CP01 on an invoice', '', { usoCFDI: 'CP01' }],
    ['the general public with another RFC', 'CFDI40146', { nombre: 'PUBLICO EN GENERAL' }],
  ])('%s: %s', (_what, code, over) => {
    expect(codes(receptor(over))).toEqual([code]);
  });

  it.each<[string, string, Partial<ParteReceptor>]>([
    ['a postal code that is not the place of issue', 'CFDI40149', { cp: '45110' }],
    ['another regime', 'CFDI40159', { regimenFiscal: '612' }],
    ['another use', 'CFDI40161', { usoCFDI: 'G03' }],
    ['another name with the period', 'CFDI40130', { nombre: 'VECINO SIN RFC' }],
  ])('the general public with %s: %s', (_what, code, over) => {
    const base = publicoEnGeneral();
    expect(codes(publicoEnGeneral({ receptor: { ...base.receptor, ...over } }))).toEqual([code]);
  });

  it('says what to correct and where', () => {
    expect(fallasOf(receptor({ cp: '451' }), { ahora: AHORA })).toEqual([
      {
        codigo: 'CFDI40147',
        mensaje:
          'El código postal del receptor «451» no es válido. Escriba los 5 dígitos de su domicilio fiscal en Datos fiscales del lote (o en Receptor a facturar, si el lote no tiene los suyos).',
      },
    ]);
  });
});

describe('who issues it', () => {
  it.each<[string, string, Partial<DocumentoIngreso>]>([
    ['a generic RFC', '', { emisor: { ...EMISOR, rfc: 'XAXX010101000', regimenFiscal: '612' } }],
    ['a name with its capital regime', 'CFDI40139', { emisor: { ...EMISOR, nombre: 'CONDOMINIO ROBLES A.C.' } }],
    ['a regime that does not exist', 'CFDI40140', { emisor: { ...EMISOR, regimenFiscal: '' } }],
    ["a person's regime for a company", 'CFDI40141', { emisor: { ...EMISOR, regimenFiscal: '612' } }],
    ['a place of issue that is none', 'CFDI40126', { lugarExpedicion: '00000' }],
    ['a series with signs', '', { serie: 'A|B' }],
    ['a folio with signs', '', { folio: '12 5' }],
  ])('%s: %s', (_what, code, over) => {
    expect(codes(ingreso(over))).toEqual([code]);
  });
});

describe('when', () => {
  it.each([
    ['2026-11-18T12:00:00', []],
    ['2026-11-18T11:59:59', ['401']],
    ['2026-11-21T12:05:00', []],
    ['2026-11-21T12:05:01', ['401']],
    ['2026-02-30T12:00:00', ['CFDI40101']],
    ['2026-11-21 12:00:00', ['CFDI40101']],
  ])('%s', (fecha, expected) => {
    expect(codes(ingreso({ fecha }))).toEqual(expected);
  });
});

describe('how it is paid', () => {
  it.each<[string, Partial<DocumentoIngreso>]>([
    ['CFDI40104', { formaPago: '07' }],
    ['CFDI40105', { metodoPago: 'PPD' }],
    ['', { formaPago: '99' }],
  ])('%s', (code, over) => {
    expect(codes(ingreso(over))).toEqual([code]);
  });
});

describe('the period of a global invoice', () => {
  const global = { periodicidad: '04', meses: '10', anio: '2026' };
  it.each<[string, Partial<DocumentoIngreso>]>([
    ['CFDI40130', { global: undefined }],
    ['CFDI40131', { global: { ...global, periodicidad: '06' } }],
    ['CFDI40133', { global: { ...global, meses: '19' } }],
    ['CFDI40134', { global: { ...global, meses: '13' } }],
    ['CFDI40136', { global: { ...global, anio: '2024' } }],
    ['', { metodoPago: 'PPD', formaPago: '99' }],
  ])('%s', (code, over) => {
    expect(codes(publicoEnGeneral(over))).toEqual([code]);
  });

  it('of two months is for regime 621 only, and last year is allowed', () => {
    expect(codes(publicoEnGeneral({ global: { ...global, periodicidad: '05' } }))).toEqual(['CFDI40132', 'CFDI40135']);
    expect(codes(publicoEnGeneral({ global: { ...global, anio: '2025' } }))).toEqual([]);
  });
});

describe('its concepts', () => {
  it.each<[string, Parameters<typeof concepto>[0]]>([
    ['CFDI40162', { claveProdServ: '8013180' }],
    ['CFDI40165', { claveUnidad: 'e48' }],
    ['CFDI40166', { importe: 0 }],
    ['CFDI40166', { importe: -100 }],
    ['CFDI40166', { importe: 10.5 }],
    ['CFDI40166', { cantidad: 0 }],
    ['CFDI40166', { importe: 1, cantidad: 100_000_000 }],
    ['CFDI40180', { iva: 40_000 }],
    ['CFDI40180', { tratamiento: 'iva16', importe: 10_000, iva: 1_601 }],
    ['CFDI40180', { tratamiento: 'iva16', importe: 10_000, iva: 0 }],
    ['', { descripcion: ' ' }],
    ['', { descripcion: 'a|b' }],
    ['', { descripcion: 'x'.repeat(1001) }],
    ['', { unidad: 'x'.repeat(21) }],
    ['', { noIdentificacion: 'x'.repeat(101) }],
  ])('%s %j', (code, over) => {
    expect(codes(ingreso({ conceptos: [concepto(over)] }))).toEqual([code]);
  });

  it('are told once and are needed', () => {
    const bad = concepto({ unidad: 'a|b' });
    expect(codes(ingreso({ conceptos: [bad, bad] }))).toEqual(['']);
    expect(codes(ingreso({ conceptos: [] }))).toEqual(['']);
  });

  it('take the centavo of a VAT that was within the payment', () => {
    expect(codes(ingreso({ conceptos: [concepto({ tratamiento: 'iva16', importe: 86_208, iva: 13_794 })] }))).toEqual(
      [],
    );
  });
});

describe('its relation', () => {
  const uuid = '6F2A1B3C-1111-4222-8333-ABCDEF012345';
  it('is one of the catalogue, to folios', () => {
    expect(codes(ingreso({ relacion: { tipo: '04', uuids: [uuid] } }))).toEqual([]);
    expect(codes(ingreso({ relacion: { tipo: '09', uuids: [uuid] } }))).toEqual(['CFDI40137']);
    expect(codes(ingreso({ relacion: { tipo: '04', uuids: [] } }))).toEqual(['']);
    expect(codes(ingreso({ relacion: { tipo: '04', uuids: ['1'] } }))).toEqual(['']);
    expect(codes(pago({ relacion: { tipo: '01', uuids: [uuid] } }))).toEqual(['']);
  });
});

describe('a credit note', () => {
  const uuids = ['6F2A1B3C-1111-4222-8333-ABCDEF012345'];
  it('is related to its invoice by 01 or 03, and PUE', () => {
    expect(codes(egreso({ relacion: { tipo: '03', uuids } }))).toEqual([]);
    expect(codes(egreso({ relacion: { tipo: '04', uuids } }))).toEqual(['']);
    expect(codes(egreso({ relacion: undefined }))).toEqual(['']);
    expect(codes(egreso({ metodoPago: 'PPD', formaPago: '99' }))).toEqual(['']);
  });

  it('has the use that its receiver may have', () => {
    for (const [rfc, regimenFiscal, uso] of [
      ['MUNA800101AB3', '612', 'G02'],
      ['MUNA800101AB3', '605', 'S01'],
      ['GHO010203AB1', '603', 'G02'],
      ['XAXX010101000', '616', 'S01'],
    ] as const) {
      expect(usoDeEgreso({ rfc, regimenFiscal })).toBe(uso);
    }
  });
});

describe('a payment complement', () => {
  type Docto = DocumentoPago['pagos'][number]['documentos'][number];
  const withDocto = (over: Partial<Docto>): DocumentoPago =>
    pago({
      pagos: pago().pagos.map((one) => ({
        ...one,
        documentos: one.documentos.map((docto) => ({ ...docto, ...over })),
      })),
    });
  it.each<[string, DocumentoPago]>([
    ['', pago({ receptor: { ...pago().receptor, usoCFDI: 'S01' } })],
    ['', pago({ pagos: [] })],
    ['', pago({ pagos: pago().pagos.map((one) => ({ ...one, documentos: [] })) })],
    ['', pago({ pagos: pago().pagos.map((one) => ({ ...one, fecha: '2026-11-22T00:00:00' })) })],
    ['', pago({ pagos: pago().pagos.map((one) => ({ ...one, fecha: 'ayer' })) })],
    ['CRP20212', pago({ pagos: pago().pagos.map((one) => ({ ...one, formaPago: '99' })) })],
    ['CRP20239', withDocto({ saldoAnterior: 0, pagado: 0 })],
    ['CRP20241', withDocto({ pagado: 0 })],
    ['CRP20244', withDocto({ pagado: 250_001 })],
    ['', withDocto({ uuid: 'x' })],
    ['', withDocto({ parcialidad: 0 })],
  ])('%s', (code, documento) => {
    expect(codes(documento)[0]).toBe(code);
  });
});

describe('a capital regime in a name', () => {
  it.each([
    'GRUPO HOGAR SA DE CV',
    'GRUPO HOGAR, S.A. de C.V.',
    'GRUPO HOGAR S. A. DE C. V.',
    'GRUPO HOGAR SAPI DE CV',
    'GRUPO HOGAR S.A.P.I. DE C.V.',
    'GRUPO HOGAR S DE RL DE CV',
    'GRUPO HOGAR, S. DE R.L. DE C.V.',
    'GRUPO HOGAR SC',
    'COLONOS DEL BOSQUE, A.C.',
    'COLONOS DEL BOSQUE ASOCIACIÓN CIVIL',
    'GRUPO HOGAR SAS',
    'GRUPO HOGAR SA',
  ])('%s', (nombre) => {
    expect(tieneRegimenCapital(nombre)).toBe(true);
  });
  it.each(['GRUPO HOGAR', 'COLONOS DEL BOSQUE', 'CASA SACRA', 'CONDOMINIO LAS AC ACIAS', 'SA'])('not: %s', (nombre) => {
    expect(tieneRegimenCapital(nombre)).toBe(false);
  });
});

it.each([
  ['written as a text', '{"iva16":{"base":86207,"iva":13793}}'],
  ['less than what was paid', { iva16: { base: 10_000, iva: 1_600 } }],
  ['VAT that is not of its base', { iva16: { base: 90_000, iva: 10_000 } }],
  ['VAT of what has no rate', { exento: { base: 90_000, iva: 10_000 } }],
  ['no treatment', { iva11: { base: 100_000, iva: 0 } }],
])('refuses a complement whose parts are %s', (_what, partes) => {
  const [one] = pago().pagos;
  const [docto] = one?.documentos ?? [];
  if (!one || !docto) throw new Error('the sample has a payment');
  const documento = pago({ pagos: [{ ...one, documentos: [{ ...docto, partes: partes as typeof docto.partes }] }] });
  expect(fallasOf(documento, { ahora: documento.fecha }).map(({ mensaje }) => mensaje)).toContainEqual(
    expect.stringMatching(/El IVA de lo pagado de la factura .* no corresponde a su monto/),
  );
});

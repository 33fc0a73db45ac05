/** Documents for tests and measures: one of each kind, and random ones that the authority would accept. */
import fc from 'fast-check';
import { FORMAS_PAGO, isMoral, REGIMENES, USOS } from './catalogos.ts';
import { desglosarIva } from './comprobante.ts';
import {
  type ConceptoDocumento,
  type Documento,
  type DocumentoIngreso,
  type DocumentoPago,
  GRAVADOS,
  isGravado,
  type ParteReceptor,
  type Tratamiento,
} from './documento.ts';
import { isXmlText } from './xml.ts';

export const AHORA = '2026-11-21T12:00:00';
/** The same moment as an instant, in Mexico City. */
export const INSTANTE = new Date('2026-11-21T18:00:00Z');
export const RFC_EMISOR = 'CRO850101AB1';
export const NOMBRE_EMISOR = 'CONDOMINIO ROBLES Y PEÑÓN';

export const EMISOR = { rfc: RFC_EMISOR, nombre: NOMBRE_EMISOR, regimenFiscal: '603' };

export function concepto(over: Partial<ConceptoDocumento> = {}): ConceptoDocumento {
  return {
    claveProdServ: '80131801',
    claveUnidad: 'E48',
    unidad: 'Servicio',
    noIdentificacion: '1017',
    cantidad: 1,
    descripcion: 'Mantenimiento noviembre 2026, lote Ñ-12',
    importe: 250_000,
    iva: 0,
    tratamiento: 'no_objeto',
    ...over,
  };
}

export function ingreso(over: Partial<DocumentoIngreso> = {}): DocumentoIngreso {
  return {
    tipo: 'ingreso',
    serie: 'A',
    folio: '125',
    fecha: '2026-11-21T11:58:30',
    lugarExpedicion: '45019',
    emisor: EMISOR,
    receptor: { rfc: 'MUNA800101AB3', nombre: 'ANA MUÑOZ ÁVILA', cp: '45110', regimenFiscal: '605', usoCFDI: 'S01' },
    formaPago: '03',
    metodoPago: 'PUE',
    conceptos: [concepto()],
    ...over,
  };
}

const ACREDITADA = '6F2A1B3C-1111-4222-8333-ABCDEF012345';

export function egreso(over: Partial<DocumentoIngreso> = {}): DocumentoIngreso {
  return ingreso({ tipo: 'egreso', relacion: { tipo: '01', uuids: [ACREDITADA] }, ...over });
}

export function pago(over: Partial<DocumentoPago> = {}): DocumentoPago {
  const { formaPago: _f, metodoPago: _m, conceptos: _c, ...common } = ingreso();
  return {
    ...common,
    tipo: 'pago',
    receptor: { ...common.receptor, usoCFDI: 'CP01' },
    pagos: [
      {
        fecha: '2026-11-20T12:00:00',
        formaPago: '03',
        documentos: [
          {
            uuid: ACREDITADA,
            serie: 'A',
            folio: '90',
            parcialidad: 1,
            saldoAnterior: 250_000,
            pagado: 100_000,
            partes: { no_objeto: { base: 100_000, iva: 0 } },
          },
        ],
      },
    ],
    ...over,
  };
}

export function publicoEnGeneral(over: Partial<DocumentoIngreso> = {}): DocumentoIngreso {
  return ingreso({
    receptor: { rfc: 'XAXX010101000', nombre: 'PUBLICO EN GENERAL', cp: '45019', regimenFiscal: '616', usoCFDI: 'S01' },
    global: { periodicidad: '04', meses: '10', anio: '2026' },
    ...over,
  });
}

/** Text that a field holds: any characters of XML but the pipe, with something in it. */
export const textoArbitrario = (max: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: max }),
      fc.stringMatching(/^[A-ZÑÁÉÍÓÚa-zñáéíóúü0-9 &<>"'.,#/-]{1,20}$/),
    )
    .map((text) =>
      [...text]
        .filter((character) => character !== '|' && isXmlText(character))
        .slice(0, max)
        .join(''),
    )
    .filter((text) => text.replace(/[\t\n\r ]/g, '') !== '');

const nombreArbitrario = fc.stringMatching(/^[A-ZÑÁÉ&]{2,12}( [A-ZÑÁÉ&]{4,12}){0,3}X$/).map((text) => `${text} HOGAR`);

const receptorArbitrario: fc.Arbitrary<ParteReceptor> = fc
  .record({
    rfc: fc.stringMatching(/^[A-ZÑ&]{3,4}[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|1[0-9]|2[0-8])[A-Z0-9]{2}[0-9A]$/),
    nombre: nombreArbitrario,
    cp: fc.stringMatching(/^[1-9][0-9]{4}$/),
    pick: fc.nat(),
  })
  .map(({ rfc, nombre, cp, pick }) => {
    const moral = isMoral(rfc);
    const pairs = Object.entries(REGIMENES)
      .filter(([, who]) => (moral ? who.moral : who.fisica))
      .flatMap(([regimenFiscal]) =>
        Object.entries(USOS)
          .filter(
            ([clave, uso]) =>
              !/^C[PN]01$/.test(clave) && uso.regimenes.includes(regimenFiscal) && (uso.moral || !moral),
          )
          .map(([usoCFDI]) => ({ regimenFiscal, usoCFDI })),
      );
    const pair = pairs[pick % pairs.length] ?? { regimenFiscal: '616', usoCFDI: 'S01' };
    return { rfc, nombre, cp, ...pair };
  });

/** An amount that is all that is told of its treatment. */
const parteSola = (monto: number, tratamiento: Tratamiento) =>
  isGravado(tratamiento) ? desglosarIva(monto, tratamiento) : { base: monto, iva: 0 };

/** Every treatment that a line of a document can have. */
const TRATADOS: readonly Tratamiento[] = ['no_objeto', 'exento', ...GRAVADOS];

const importeArbitrario = fc.oneof(
  fc.integer({ min: 1, max: 500 }),
  fc.integer({ min: 1, max: 20_000_000 }),
  fc.integer({ min: 1, max: 99_999_999_999 }),
);

const conceptoArbitrario: fc.Arbitrary<ConceptoDocumento> = fc
  .record({
    claveProdServ: fc.stringMatching(/^[0-9]{8}$/),
    claveUnidad: fc.constantFrom('E48', 'ACT', 'H87'),
    unidad: fc.oneof(fc.constant(''), textoArbitrario(20)),
    noIdentificacion: fc.oneof(fc.constant(''), textoArbitrario(100)),
    cantidad: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 50 }), fc.constantFrom(0.5, 1.25, 2.333333)),
    descripcion: textoArbitrario(1000),
    pagado: importeArbitrario,
    tratamiento: fc.constantFrom(...TRATADOS),
  })
  .map(({ pagado, ...rest }) => {
    const { tratamiento } = rest;
    const { base, iva } = isGravado(tratamiento) ? desglosarIva(pagado, tratamiento) : { base: pagado, iva: 0 };
    return { ...rest, importe: base, iva };
  });

const uuidArbitrario = fc.uuid().map((uuid) => uuid.toUpperCase());
const comunArbitrario = {
  serie: fc.constantFrom('', 'A', 'SIM', 'FAC2026'),
  folio: fc.integer({ min: 1, max: 999_999 }).map(String),
  fecha: fc.constantFrom('2026-11-21T11:58:30', '2026-11-18T12:00:00', '2026-11-21T12:04:00'),
  lugarExpedicion: fc.constant('45019'),
  emisor: fc.constant(EMISOR),
  relacion: fc.option(
    fc.record({ tipo: fc.constant('04'), uuids: fc.array(uuidArbitrario, { minLength: 1, maxLength: 2 }) }),
    { nil: undefined },
  ),
};

/** Valid documents of every kind. */
export const documentoArbitrario: fc.Arbitrary<Documento> = fc.oneof(
  fc.record({
    ...comunArbitrario,
    tipo: fc.constant('ingreso' as const),
    receptor: receptorArbitrario,
    formaPago: fc.constantFrom(...[...FORMAS_PAGO].filter((forma) => forma !== '99')),
    metodoPago: fc.constant('PUE' as const),
    conceptos: fc.array(conceptoArbitrario, { minLength: 1, maxLength: 6 }),
  }),
  fc
    .record({
      relacion: fc.record({ tipo: fc.constantFrom('01', '03'), uuids: fc.tuple(uuidArbitrario) }),
      receptor: receptorArbitrario,
      conceptos: fc.array(conceptoArbitrario, { minLength: 1, maxLength: 4 }),
    })
    .map(egreso),
  fc.array(conceptoArbitrario, { minLength: 1, maxLength: 4 }).map((conceptos) => publicoEnGeneral({ conceptos })),
  fc.record({
    ...comunArbitrario,
    tipo: fc.constant('pago' as const),
    receptor: receptorArbitrario.map((receptor) => ({ ...receptor, usoCFDI: 'CP01' })),
    pagos: fc.array(
      fc.record({
        fecha: fc.constantFrom('2026-11-20T12:00:00', '2026-11-02T12:00:00'),
        formaPago: fc.constantFrom('01', '03', '28'),
        documentos: fc.array(
          fc
            .record({
              uuid: uuidArbitrario,
              serie: fc.constantFrom('', 'A'),
              folio: fc.integer({ min: 1, max: 9999 }).map(String),
              parcialidad: fc.integer({ min: 1, max: 999 }),
              saldoAnterior: fc.integer({ min: 2, max: 99_999_999 }),
              part: fc.double({ min: 0, max: 1, noNaN: true }),
              tratamientos: fc.uniqueArray(fc.constantFrom(...TRATADOS), {
                minLength: 1,
                maxLength: 2,
              }),
            })
            .map(({ part, tratamientos: [one = 'no_objeto', other], ...rest }) => {
              const pagado = Math.max(2, Math.floor(rest.saldoAnterior * part));
              const half = Math.floor(pagado / 2);
              return {
                ...rest,
                pagado,
                partes:
                  other === undefined
                    ? { [one]: parteSola(pagado, one) }
                    : { [one]: parteSola(pagado - half, one), [other]: parteSola(half, other) },
              };
            }),
          { minLength: 1, maxLength: 3 },
        ),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
);

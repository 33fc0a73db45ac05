import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cadenaOriginal } from './cadena.ts';
import { comprobanteTree, comprobanteXml, desglosarIva, ivaFits, parteDe, totalsOf } from './comprobante.ts';
import { GRAVADOS } from './documento.ts';
import { centavosOf, readDocumento } from './leer.ts';
import { concepto, documentoArbitrario, ingreso, pago, publicoEnGeneral } from './testing.ts';
import { childOf, childrenOf, sameElement, type XmlElement } from './xml.ts';

const SELLADO = { noCertificado: '30001000000512345678', certificado: 'QUJD', sello: 'WFla' };
const DIECISEIS = { base: 10_000, iva: 1_600 };
const EXENTO = { base: 5_000, iva: 0 };
const treeOf = (documento: Parameters<typeof comprobanteTree>[0]) => comprobanteTree(documento, SELLADO);
const attr = (node: XmlElement | undefined, name: string) => node?.attributes.get(name);
const conceptosOf = (tree: XmlElement) => childrenOf(childOf(tree, 'cfdi:Conceptos'), 'cfdi:Concepto');

describe('an invoice', () => {
  it('is written attribute by attribute as the schema orders them', () => {
    expect(comprobanteXml(treeOf(ingreso()))).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        '<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
        ' xsi:schemaLocation="http://www.sat.gob.mx/cfd/4 http://www.sat.gob.mx/sitio_internet/cfd/4/cfdv40.xsd"',
        ' Version="4.0" Serie="A" Folio="125" Fecha="2026-11-21T11:58:30" Sello="WFla" FormaPago="03"',
        ' NoCertificado="30001000000512345678" Certificado="QUJD" SubTotal="2500.00" Moneda="MXN" Total="2500.00"',
        ' TipoDeComprobante="I" Exportacion="01" MetodoPago="PUE" LugarExpedicion="45019">',
        '<cfdi:Emisor Rfc="CRO850101AB1" Nombre="CONDOMINIO ROBLES Y PEÑÓN" RegimenFiscal="603"/>',
        '<cfdi:Receptor Rfc="MUNA800101AB3" Nombre="ANA MUÑOZ ÁVILA" DomicilioFiscalReceptor="45110"',
        ' RegimenFiscalReceptor="605" UsoCFDI="S01"/>',
        '<cfdi:Conceptos><cfdi:Concepto ClaveProdServ="80131801" NoIdentificacion="1017" Cantidad="1" ClaveUnidad="E48"',
        ' Unidad="Servicio" Descripcion="Mantenimiento noviembre 2026, lote Ñ-12" ValorUnitario="2500.00"',
        ' Importe="2500.00" ObjetoImp="01"/></cfdi:Conceptos></cfdi:Comprobante>',
      ].join(''),
    );
  });

  it('has taxes where a concept is an object of them, and none where none is', () => {
    const base = treeOf(ingreso({ conceptos: [concepto(), concepto({ tratamiento: 'exento' })] }));
    const impuestos = childOf(base, 'cfdi:Impuestos');
    expect(attr(impuestos, 'TotalImpuestosTrasladados')).toBeUndefined();
    expect([...(childOf(childOf(impuestos, 'cfdi:Traslados'), 'cfdi:Traslado')?.attributes ?? [])]).toEqual([
      ['Base', '2500.00'],
      ['Impuesto', '002'],
      ['TipoFactor', 'Exento'],
    ]);
    expect(childOf(treeOf(ingreso()), 'cfdi:Impuestos')).toBeUndefined();
  });

  it.each([
    ['iva16', '862.08', '0.160000', '137.93'],
    ['iva8', '925.94', '0.080000', '74.07'],
    ['iva0', '1000.01', '0.000000', '0.00'],
  ] as const)(
    'states %s with its rate, so that both parts are what was paid',
    (tratamiento, subtotal, tasa, importe) => {
      const { base, iva } = desglosarIva(100_001, tratamiento);
      const tree = treeOf(ingreso({ conceptos: [concepto({ importe: base, iva, tratamiento })] }));
      expect([attr(tree, 'SubTotal'), attr(tree, 'Total')]).toEqual([subtotal, '1000.01']);
      const [node] = conceptosOf(tree);
      const traslado = childOf(childOf(childOf(node, 'cfdi:Impuestos'), 'cfdi:Traslados'), 'cfdi:Traslado');
      expect([attr(traslado, 'TasaOCuota'), attr(traslado, 'Importe')]).toEqual([tasa, importe]);
    },
  );

  it('states a unit price with as many of six decimals as it needs', () => {
    const tree = treeOf(
      ingreso({ conceptos: [concepto({ cantidad: 3, importe: 100_00 }), concepto({ cantidad: 0.5 })] }),
    );
    expect(conceptosOf(tree).map((node) => [attr(node, 'Cantidad'), attr(node, 'ValorUnitario')])).toEqual([
      ['3', '33.333333'],
      ['0.5', '5000.00'],
    ]);
  });

  it('omits what is empty and folds white space', () => {
    const tree = treeOf(ingreso({ serie: '', conceptos: [concepto({ unidad: ' ', descripcion: ' a\n  b ' })] }));
    expect(tree.attributes.has('Serie')).toBe(false);
    expect(conceptosOf(tree).map((node) => [node.attributes.has('Unidad'), attr(node, 'Descripcion')])).toEqual([
      [false, 'a b'],
    ]);
  });

  it('to the general public states its period first', () => {
    const [first] = treeOf(publicoEnGeneral()).children;
    expect(first?.name).toBe('cfdi:InformacionGlobal');
    expect([...(first?.attributes ?? [])]).toEqual([
      ['Periodicidad', '04'],
      ['Meses', '10'],
      ['Año', '2026'],
    ]);
  });

  it('states a relation before the issuer', () => {
    const uuid = '6F2A1B3C-1111-4222-8333-ABCDEF012345';
    const xml = comprobanteXml(treeOf(ingreso({ relacion: { tipo: '04', uuids: [uuid] } })));
    expect(xml).toContain(
      `<cfdi:CfdiRelacionados TipoRelacion="04"><cfdi:CfdiRelacionado UUID="${uuid}"/></cfdi:CfdiRelacionados><cfdi:Emisor`,
    );
  });

  it('cannot be written with characters that XML lacks', () => {
    const documento = ingreso({ conceptos: [concepto({ descripcion: 'a\u0007b' })] });
    expect(() => comprobanteXml(treeOf(documento))).toThrow(RangeError);
  });
});

describe('a payment complement', () => {
  it('is of 0 XXX with its one concept, and its own sums', () => {
    const tree = treeOf(pago());
    expect(
      ['SubTotal', 'Moneda', 'Total', 'TipoDeComprobante', 'FormaPago', 'MetodoPago'].map((name) => attr(tree, name)),
    ).toEqual(['0', 'XXX', '0', 'P', undefined, undefined]);
    expect(conceptosOf(tree).map(({ attributes }) => [...attributes.values()])).toEqual([
      ['84111506', '1', 'ACT', 'Pago', '0', '0', '01'],
    ]);
    const xml = comprobanteXml(tree);
    expect(xml).toContain('xmlns:pago20="http://www.sat.gob.mx/Pagos20"');
    expect(xml).toContain(
      '<pago20:Pagos Version="2.0"><pago20:Totales MontoTotalPagos="1000.00"/><pago20:Pago FechaPago="2026-11-20T12:00:00" FormaDePagoP="03" MonedaP="MXN" TipoCambioP="1" Monto="1000.00">',
    );
    expect(xml).toContain(
      'MonedaDR="MXN" EquivalenciaDR="1" NumParcialidad="1" ImpSaldoAnt="2500.00" ImpPagado="1000.00" ImpSaldoInsoluto="1500.00" ObjetoImpDR="01"/>',
    );
    expect(totalsOf(pago())).toEqual({ subtotal: 0, iva: 0, total: 0 });
  });

  it('adds up the taxes of its documents, by payment and in all', () => {
    const [one] = pago().pagos;
    const [docto] = one?.documentos ?? [];
    if (!one || !docto) throw new Error('the sample has a payment');
    const xml = comprobanteXml(
      treeOf(
        pago({
          pagos: [
            {
              ...one,
              documentos: [
                { ...docto, pagado: 11_600, partes: { iva16: DIECISEIS } },
                { ...docto, pagado: 5_000, partes: { exento: EXENTO } },
              ],
            },
          ],
        }),
      ),
    );
    expect(xml).toContain(
      '<pago20:Totales TotalTrasladosBaseIVA16="100.00" TotalTrasladosImpuestoIVA16="16.00" TotalTrasladosBaseIVAExento="50.00" MontoTotalPagos="166.00"/>',
    );
    expect(xml).toContain(
      '<pago20:ImpuestosP><pago20:TrasladosP><pago20:TrasladoP BaseP="100.00" ImpuestoP="002" TipoFactorP="Tasa" TasaOCuotaP="0.160000" ImporteP="16.00"/><pago20:TrasladoP BaseP="50.00" ImpuestoP="002" TipoFactorP="Exento"/></pago20:TrasladosP></pago20:ImpuestosP>',
    );
  });

  it('sums each rate apart, in the order of the schema', () => {
    const [one] = pago().pagos;
    const [docto] = one?.documentos ?? [];
    if (!one || !docto) throw new Error('the sample has a payment');
    const partes = {
      iva0: { base: 3_000, iva: 0 },
      iva8: { base: 10_000, iva: 800 },
      iva16: DIECISEIS,
      exento: EXENTO,
    };
    const documentos = [{ ...docto, pagado: 30_400, partes }];
    const xml = comprobanteXml(treeOf(pago({ pagos: [{ ...one, documentos }] })));
    expect(xml).toContain(
      '<pago20:Totales TotalTrasladosBaseIVA16="100.00" TotalTrasladosImpuestoIVA16="16.00" TotalTrasladosBaseIVA8="100.00" TotalTrasladosImpuestoIVA8="8.00" TotalTrasladosBaseIVA0="30.00" TotalTrasladosImpuestoIVA0="0.00" TotalTrasladosBaseIVAExento="50.00" MontoTotalPagos="304.00"/>',
    );
    expect(xml.match(/TasaOCuotaP="[^"]*"/g)).toEqual([
      'TasaOCuotaP="0.160000"',
      'TasaOCuotaP="0.080000"',
      'TasaOCuotaP="0.000000"',
    ]);
  });

  it('one document of several treatments has a tax node for each', () => {
    const [one] = pago().pagos;
    const [docto] = one?.documentos ?? [];
    if (!one || !docto) throw new Error('the sample has a payment');
    const documentos = [
      { ...docto, pagado: 20_600, partes: { no_objeto: { base: 4_000, iva: 0 }, exento: EXENTO, iva16: DIECISEIS } },
    ];
    const xml = comprobanteXml(treeOf(pago({ pagos: [{ ...one, documentos }] })));
    expect(xml.match(/<pago20:DoctoRelacionado /g)).toHaveLength(1);
    expect(xml).toContain(
      'ImpPagado="206.00" ImpSaldoInsoluto="2294.00" ObjetoImpDR="02"><pago20:ImpuestosDR><pago20:TrasladosDR><pago20:TrasladoDR BaseDR="100.00" ImpuestoDR="002" TipoFactorDR="Tasa" TasaOCuotaDR="0.160000" ImporteDR="16.00"/><pago20:TrasladoDR BaseDR="50.00" ImpuestoDR="002" TipoFactorDR="Exento"/></pago20:TrasladosDR></pago20:ImpuestosDR>',
    );
  });
});

it('the last part of a line takes the rounding of those before', () => {
  const of = { total: 100_000, iva: 13_793 };
  const parts = [33_333, 33_333, 33_334].map((monto, n) =>
    parteDe(monto, 'iva16', { ...of, dicho: n * 33_333, ivaDicho: [0, 4_598, 9_195][n] ?? 0 }),
  );
  expect(parts.map(({ iva }) => iva)).toEqual([4_598, 4_597, 4_598]);
  expect(parteDe(500, 'exento', { total: 500, iva: 0, dicho: 0, ivaDicho: 0 })).toEqual({ base: 500, iva: 0 });
});

it('told in parts, lines have told their VAT to the centavo, and each part what the authority allows', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...GRAVADOS),
      fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
      (gravado, lines, cuts) => {
        const total = lines.reduce((sum, line) => sum + line, 0);
        const own = lines.reduce((sum, line) => sum + desglosarIva(line, gravado).iva, 0);
        const ends = [...new Set([...cuts.map((cut) => Math.floor(cut * total)), total])].sort((a, b) => a - b);
        let [dicho, ivaDicho] = [0, 0];
        for (const end of ends.filter((one) => one > 0)) {
          const part = parteDe(end - dicho, gravado, { total, iva: own, dicho, ivaDicho });
          expect(part.base + part.iva).toBe(end - dicho);
          expect(part.base).toBeGreaterThan(0);
          expect(ivaFits(part, gravado)).toBe(true);
          dicho = end;
          ivaDicho += part.iva;
        }
        // What the authority allows in one part comes first: a last centavo may be one that it could not bear.
        expect(Math.abs(ivaDicho - own)).toBeLessThanOrEqual(lines.length);
      },
    ),
  );
});

describe('laws of every document', () => {
  const centavos = (node: XmlElement | undefined, name: string) => centavosOf(attr(node, name) ?? '0');
  const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

  it('its totals are the sums of the values that it emits', () => {
    fc.assert(
      fc.property(documentoArbitrario, (documento) => {
        const tree = treeOf(documento);
        const importes = conceptosOf(tree).map((node) => centavos(node, 'Importe'));
        const ivas = conceptosOf(tree).map((node) =>
          centavos(childOf(childOf(childOf(node, 'cfdi:Impuestos'), 'cfdi:Traslados'), 'cfdi:Traslado'), 'Importe'),
        );
        const { subtotal, iva, total: sum } = totalsOf(documento);
        expect(centavos(tree, 'SubTotal')).toBe(total(importes));
        expect(centavos(tree, 'Total')).toBe(total(importes) + total(ivas));
        expect([subtotal, iva, sum]).toEqual([total(importes), total(ivas), total(importes) + total(ivas)]);
        const impuestos = childOf(tree, 'cfdi:Impuestos');
        expect(centavos(impuestos, 'TotalImpuestosTrasladados')).toBe(total(ivas));
        const pagos = childOf(childOf(tree, 'cfdi:Complemento'), 'pago20:Pagos');
        const totales = childOf(pagos, 'pago20:Totales');
        const cada = childrenOf(pagos, 'pago20:Pago');
        expect(centavos(totales, 'MontoTotalPagos')).toBe(total(cada.map((node) => centavos(node, 'Monto'))));
        const traslados = cada.flatMap((node) =>
          childrenOf(childOf(childOf(node, 'pago20:ImpuestosP'), 'pago20:TrasladosP'), 'pago20:TrasladoP'),
        );
        for (const [rate, tasa] of [
          ['16', '0.160000'],
          ['8', '0.080000'],
          ['0', '0.000000'],
        ]) {
          const of = traslados.filter((node) => attr(node, 'TasaOCuotaP') === tasa);
          for (const [name, part] of [
            ['Base', 'BaseP'],
            ['Impuesto', 'ImporteP'],
          ]) {
            expect(centavos(totales, `TotalTraslados${name}IVA${rate}`)).toBe(
              total(of.map((node) => centavos(node, part ?? ''))),
            );
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('is read back as what it was built of, and builds the same text again', () => {
    fc.assert(
      fc.property(documentoArbitrario, (documento) => {
        const tree = treeOf(documento);
        const again = comprobanteTree(readDocumento(tree), SELLADO);
        expect(sameElement(again, tree)).toBe(true);
        expect(comprobanteXml(again)).toBe(comprobanteXml(tree));
        expect(cadenaOriginal(again)).toBe(cadenaOriginal(tree));
      }),
      { numRuns: 150 },
    );
  });
});

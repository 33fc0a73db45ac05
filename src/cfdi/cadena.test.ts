import { describe, expect, it } from 'vitest';
import { CadenaFault, cadenaOriginal, tfdCadena } from './cadena.ts';
import { comprobanteTree } from './comprobante.ts';
import { concepto, ingreso, pago, publicoEnGeneral } from './testing.ts';
import { element, type XmlElement } from './xml.ts';

const SELLADO = { noCertificado: '30001000000512345678', certificado: 'QUJD', sello: 'WFla' };
const tree = comprobanteTree(ingreso(), SELLADO);
const replaced = (over: Partial<XmlElement>): XmlElement => ({ ...tree, ...over });

describe('the cadena original', () => {
  it('of an invoice', () => {
    expect(cadenaOriginal(tree)).toBe(
      '||4.0|A|125|2026-11-21T11:58:30|03|30001000000512345678|2500.00|MXN|2500.00|I|01|PUE|45019|CRO850101AB1|CONDOMINIO ROBLES Y PEÑÓN|603|MUNA800101AB3|ANA MUÑOZ ÁVILA|45110|605|S01|80131801|1017|1|E48|Servicio|Mantenimiento noviembre 2026, lote Ñ-12|2500.00|2500.00|01||',
    );
  });

  it('puts period, relation and taxes in their places; the total of taxes comes last', () => {
    const uuid = '6F2A1B3C-1111-4222-8333-ABCDEF012345';
    const documento = publicoEnGeneral({
      serie: '',
      relacion: { tipo: '04', uuids: [uuid] },
      conceptos: [
        concepto({ importe: 10_000, iva: 1_600, tratamiento: 'iva16', noIdentificacion: '', unidad: '' }),
        concepto({ importe: 5_000, tratamiento: 'exento', descripcion: '  dos   espacios ' }),
      ],
    });
    expect(cadenaOriginal(comprobanteTree(documento, SELLADO))).toBe(
      `||4.0|125|2026-11-21T11:58:30|03|30001000000512345678|150.00|MXN|166.00|I|01|PUE|45019|04|10|2026|04|${uuid}|CRO850101AB1|CONDOMINIO ROBLES Y PEÑÓN|603|XAXX010101000|PUBLICO EN GENERAL|45019|616|S01|80131801|1|E48|Mantenimiento noviembre 2026, lote Ñ-12|100.00|100.00|02|100.00|002|Tasa|0.160000|16.00|80131801|1017|1|E48|Servicio|dos espacios|50.00|50.00|02|50.00|002|Exento|100.00|002|Tasa|0.160000|16.00|50.00|002|Exento|16.00||`,
    );
  });

  it('of a payment complement', () => {
    expect(cadenaOriginal(comprobanteTree(pago(), SELLADO))).toBe(
      '||4.0|A|125|2026-11-21T11:58:30|30001000000512345678|0|XXX|0|P|01|45019|CRO850101AB1|CONDOMINIO ROBLES Y PEÑÓN|603|MUNA800101AB3|ANA MUÑOZ ÁVILA|45110|605|CP01|84111506|1|ACT|Pago|0|0|01|2.0|1000.00|2026-11-20T12:00:00|03|MXN|1|1000.00|6F2A1B3C-1111-4222-8333-ABCDEF012345|A|90|MXN|1|1|2500.00|1000.00|1500.00|01||',
    );
  });

  it('does not count the seal, the certificate, a stamp or an addenda', () => {
    const stamped = replaced({
      children: [
        ...tree.children,
        element('cfdi:Complemento', [], [element('tfd:TimbreFiscalDigital', [['UUID', 'x']])]),
        element('cfdi:Addenda', [], [element('{urn:x}Nota', [])]),
      ],
      attributes: new Map([...tree.attributes, ['Sello', 'other'], ['Certificado', 'other']]),
    });
    expect(cadenaOriginal(stamped)).toBe(cadenaOriginal(tree));
  });

  it.each([
    [
      'another complement',
      replaced({
        children: [...tree.children, element('cfdi:Complemento', [], [element('{urn:donat}Donatarias', [])])],
      }),
    ],
    ['another version', replaced({ attributes: new Map([...tree.attributes, ['Version', '3.3']]) })],
    ['an attribute that it does not know', replaced({ attributes: new Map([...tree.attributes, ['Nuevo', '1']]) })],
    [
      'a missing attribute',
      replaced({ attributes: new Map([...tree.attributes].filter(([name]) => name !== 'Total')) }),
    ],
    ['another element', element('Comprobante', [['Version', '4.0']])],
  ])('is not written for %s', (_what, other) => {
    expect(() => cadenaOriginal(other)).toThrow(CadenaFault);
  });
});

describe('the cadena original of a stamp', () => {
  const timbre = {
    uuid: '6F2A1B3C-1111-4222-8333-ABCDEF012345',
    fechaTimbrado: '2026-11-21T12:00:01',
    rfcProvCertif: 'SIM010101AAA',
    selloCFD: 'AAA=',
    noCertificadoSAT: '30001000000500000001',
  };
  it('has the legend only where there is one', () => {
    expect(tfdCadena(timbre)).toBe(
      '||1.1|6F2A1B3C-1111-4222-8333-ABCDEF012345|2026-11-21T12:00:01|SIM010101AAA|AAA=|30001000000500000001||',
    );
    expect(tfdCadena({ ...timbre, leyenda: 'SIN VALIDEZ FISCAL' })).toContain('|SIM010101AAA|SIN VALIDEZ FISCAL|AAA=|');
  });
});

import { createHash, verify, X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { SCHEMAS, WITHOUT_SCHEMAS } from '#test/sat-schemas.ts';
import { cadenaOriginal } from '../cadena.ts';
import { comprobanteTree, comprobanteXml } from '../comprobante.ts';
import type { Documento } from '../documento.ts';
import {
  concepto,
  documentoArbitrario,
  egreso,
  INSTANTE,
  ingreso,
  NOMBRE_EMISOR,
  pago,
  publicoEnGeneral,
  RFC_EMISOR,
  textoArbitrario,
} from '../testing.ts';
import { childOf, normalizeSpace, sameElement } from '../xml.ts';
import { type Certificado, makeTestCertificate, readCertificate } from './certificate.ts';
import { qrJpeg } from './qr.ts';
import { sealDocument, verifySeal } from './seal.ts';
import { readTimbre, TimbreFault } from './timbre.ts';
import { parseXml, XmlFault } from './xml.ts';
import { validateXsd } from './xsd.ts';

/** The authority's schemas, beside the project where they are; a clone elsewhere has none and these checks are skipped. */

let certificado: Certificado;

beforeAll(async () => {
  const archivos = await makeTestCertificate({ rfc: RFC_EMISOR, nombre: NOMBRE_EMISOR, ahora: INSTANTE });
  certificado = readCertificate({ ...archivos, rfcEmisor: RFC_EMISOR, ahora: INSTANTE });
});

describe('a seal', () => {
  it('is of the UTF-8 bytes, and verifies', () => {
    const { xml, sello, cadena } = sealDocument(ingreso(), certificado);
    expect(cadena).toContain('|CONDOMINIO ROBLES Y PEÑÓN|');
    expect(verifySeal(xml)).toBe(true);
    const { publicKey } = new X509Certificate(certificado.certificado);
    expect(verify('sha256', Buffer.from(cadena, 'utf8'), publicKey, Buffer.from(sello, 'base64'))).toBe(true);
    expect(verify('sha256', Buffer.from(cadena, 'latin1'), publicKey, Buffer.from(sello, 'base64'))).toBe(false);
    expect(sealDocument(ingreso(), certificado).xml.equals(xml)).toBe(true);
  });

  it('does not verify once anything that it signs changed', () => {
    const { xml } = sealDocument(ingreso(), certificado);
    const text = xml.toString('utf8');
    for (const [from, to] of [
      ['PEÑÓN', 'PENON'],
      ['Total="2500.00"', 'Total="2500.01"'],
      ['Folio="125"', 'Folio="126"'],
      ['NoCertificado="3', 'NoCertificado="4'],
      ['Sello="', 'Sello="AAAA'],
    ] as const) {
      const changed = text.replace(from, to);
      expect(changed).not.toBe(text);
      expect(verifySeal(Buffer.from(changed, 'utf8'))).toBe(false);
    }
    expect(verifySeal(Buffer.from('nada'))).toBe(false);
  });

  it('verifies for whatever document, whose bytes say what was built', () => {
    fc.assert(
      fc.property(documentoArbitrario, (documento) => {
        const { xml, sello, cadena } = sealDocument(documento, certificado);
        expect(verifySeal(xml)).toBe(true);
        const tree = parseXml(xml);
        expect(cadenaOriginal(tree)).toBe(cadena);
        const sellado = {
          noCertificado: certificado.numero,
          certificado: certificado.certificado.toString('base64'),
          sello,
        };
        expect(sameElement(tree, comprobanteTree(documento, sellado))).toBe(true);
        expect(comprobanteXml(tree)).toBe(xml.toString('utf8'));
      }),
      { numRuns: 60 },
    );
  });

  it('any text goes through XML and comes back', () => {
    fc.assert(
      fc.property(textoArbitrario(200), (descripcion) => {
        const { xml } = sealDocument(ingreso({ conceptos: [concepto({ descripcion })] }), certificado);
        const node = childOf(childOf(parseXml(xml), 'cfdi:Conceptos'), 'cfdi:Concepto');
        expect(node?.attributes.get('Descripcion')).toBe(normalizeSpace(descripcion));
        expect(verifySeal(xml)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

describe.skipIf(SCHEMAS === '')(`the authority's schemas${WITHOUT_SCHEMAS}`, () => {
  it('hold for documents of every kind', () => {
    for (const documento of [ingreso(), egreso(), pago(), publicoEnGeneral(), ingreso({ serie: '', folio: '' })]) {
      expect(validateXsd(sealDocument(documento, certificado).xml, SCHEMAS)).toEqual([]);
    }
    fc.assert(
      fc.property(documentoArbitrario, (documento) => {
        expect(validateXsd(sealDocument(documento, certificado).xml, SCHEMAS)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('tell what is broken', () => {
    const { xml } = sealDocument(ingreso(), certificado);
    const broken = xml.toString('utf8').replace('UsoCFDI="S01"', 'UsoCFDI="P01"').replace(' Moneda="MXN"', '');
    const faults = validateXsd(Buffer.from(broken, 'utf8'), SCHEMAS);
    expect(faults.some((fault) => fault.includes('UsoCFDI'))).toBe(true);
    expect(faults.some((fault) => fault.includes('Moneda'))).toBe(true);
  });
});

describe('reading XML', () => {
  it.each([
    ['text', 'nada'],
    ['nothing', ''],
    ['a DTD', '<!DOCTYPE a><a/>'],
    ['an entity', '<!DOCTYPE a [<!ENTITY x "y">]><a b="&x;"/>'],
    ['a file of this machine', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['an entity that nobody declared', '<a b="&x;"/>'],
    ['half a document', '<a><b></a>'],
    ['depth without end', `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`],
  ])('refuses %s', (_what, text) => {
    expect(() => parseXml(Buffer.from(text, 'utf8'))).toThrow(XmlFault);
  });

  it('refuses a DTD in another encoding', () => {
    const text = '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE a [<!ENTITY x "y">]><a b="&x;"/>';
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    expect(() => parseXml(bytes)).toThrow(XmlFault);
  });

  it('does not care for prefixes', () => {
    const text = '<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/4" a="1"><b xmlns="urn:x"/></c:Comprobante>';
    expect(parseXml(Buffer.from(text))).toMatchObject({ name: 'cfdi:Comprobante', children: [{ name: '{urn:x}b' }] });
  });
});

describe('what comes back stamped', () => {
  const TFD =
    '<tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" Version="1.1" UUID="6f2a1b3c-1111-4222-8333-abcdef012345" FechaTimbrado="2026-11-21T12:00:01" RfcProvCertif="SPR190613I52" SelloCFD="SELLO" NoCertificadoSAT="00001000000504465028" SelloSAT="QUJD"/>';
  const stampedOf = (documento: Documento = ingreso(), change = (text: string) => text) => {
    const { xml, sello } = sealDocument(documento, certificado);
    const text = xml.toString('utf8');
    const tfd = TFD.replace('"SELLO"', `"${sello}"`);
    const stamped = text.includes('</cfdi:Complemento>')
      ? text.replace('</cfdi:Complemento>', `${tfd}</cfdi:Complemento>`)
      : text.replace('</cfdi:Comprobante>', `<cfdi:Complemento>${tfd}</cfdi:Complemento></cfdi:Comprobante>`);
    return { xml, sello, stamped: Buffer.from(change(stamped), 'utf8') };
  };

  it('is read', () => {
    const { xml, sello, stamped } = stampedOf();
    expect(readTimbre(stamped, xml)).toEqual({
      uuid: '6f2a1b3c-1111-4222-8333-abcdef012345',
      fechaTimbrado: '2026-11-21T12:00:01',
      rfcProvCertif: 'SPR190613I52',
      leyenda: undefined,
      selloCFD: sello,
      noCertificadoSAT: '00001000000504465028',
      selloSAT: 'QUJD',
      cadena: `||1.1|6f2a1b3c-1111-4222-8333-abcdef012345|2026-11-21T12:00:01|SPR190613I52|${sello}|00001000000504465028||`,
    });
    expect(verifySeal(stamped)).toBe(true);
    const complement = stampedOf(pago());
    expect(readTimbre(complement.stamped, complement.xml).selloSAT).toBe('QUJD');
  });

  it('may be written otherwise: spaces, order of attributes, hints of schemas', () => {
    const { xml, stamped } = stampedOf(ingreso(), (text) =>
      text
        .replace(' Serie="A" Folio="125"', ' Folio="125"\n  Serie="A"')
        .replaceAll('><', '>\n<')
        .replace('cfdv40.xsd"', 'cfdv40.xsd http://www.sat.gob.mx/TimbreFiscalDigital tfd.xsd"'),
    );
    expect(readTimbre(stamped, xml).rfcProvCertif).toBe('SPR190613I52');
  });

  it.each<[string, (text: string) => string]>([
    ['without a stamp', (text) => text.replace(/<cfdi:Complemento>.*<\/cfdi:Complemento>/, '')],
    ['with two', (text) => text.replace(/(<tfd:[^>]*>)/, '$1$1')],
    ['of another seal', (text) => text.replace('SelloCFD="', 'SelloCFD="AAAA')],
    ['with a changed total', (text) => text.replace(' Total="2500.00"', ' Total="2500.01"')],
    ['with an attribute more', (text) => text.replace(' Moneda=', ' Descuento="0" Moneda=')],
    ['with an element more', (text) => text.replace('<cfdi:Emisor', '<cfdi:InformacionGlobal/><cfdi:Emisor')],
    ['with an addenda', (text) => text.replace('</cfdi:Comprobante>', '<cfdi:Addenda/></cfdi:Comprobante>')],
    ['of a day that no calendar has', (text) => text.replace(/ FechaTimbrado="[^T]*T/, ' FechaTimbrado="2026-02-30T')],
    ['without a UUID', (text) => text.replace(/ UUID="[^"]*"/, '')],
    ['with a certificate number that is none', (text) => text.replace('00001000000504465028', '1')],
    ['cut short', (text) => text.slice(0, -10)],
    ['as something else', () => '<html><body>Bad gateway</body></html>'],
  ])('is refused %s', (_what, change) => {
    const { xml, stamped } = stampedOf(ingreso(), change);
    expect(() => readTimbre(stamped, xml)).toThrow(TimbreFault);
  });

  it('is refused when it is another document', () => {
    const one = stampedOf(ingreso({ folio: '1' }));
    const two = stampedOf(ingreso({ folio: '2' }));
    expect(() => readTimbre(one.stamped, two.xml)).toThrow(TimbreFault);
  });
});

describe('the QR image', () => {
  it('is a JPEG, always the same', () => {
    const jpeg = qrJpeg(
      'https://sin-validez-fiscal.invalid/?id=6F2A1B3C-1111-4222-8333-ABCDEF012345&re=A&rr=B&tt=1.0&fe=x',
    );
    expect(jpeg.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(jpeg.length).toBeLessThan(80_000);
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(hash(qrJpeg('x'))).toBe(hash(qrJpeg('x')));
  });
});

import { createVerify, X509Certificate } from 'node:crypto';
import { XmlDocument, XmlElement } from 'libxml2-wasm';
import { beforeAll, describe, expect, it } from 'vitest';
import { INSTANTE, NOMBRE_EMISOR, RFC_EMISOR } from '../testing.ts';
import { type Certificado, makeTestCertificate, readCertificate } from './certificate.ts';
import { readSolicitud, type SolicitudCancelacion, signSolicitud } from './solicitud.ts';

const NS = { d: 'http://www.w3.org/2000/09/xmldsig#' };

let certificado: Certificado;
beforeAll(async () => {
  const archivos = await makeTestCertificate({ rfc: RFC_EMISOR, nombre: NOMBRE_EMISOR, ahora: INSTANTE });
  certificado = readCertificate({ ...archivos, rfcEmisor: RFC_EMISOR, ahora: INSTANTE });
});

const solicitud = (over: Partial<SolicitudCancelacion> = {}): SolicitudCancelacion => ({
  rfcEmisor: RFC_EMISOR,
  fecha: '2026-11-21T12:00:00',
  uuid: '6F2A1B3C-1111-4222-8333-ABCDEF012345',
  motivo: '02',
  folioSustitucion: undefined,
  ...over,
});

const CASES: [string, Partial<SolicitudCancelacion>][] = [
  ['without a substitute', {}],
  ['with one', { motivo: '01', folioSustitucion: '6F2A1B3C-1111-4222-8333-ABCDEF012346' }],
  ['of an RFC with a sign that XML escapes', { rfcEmisor: 'C&O850101AB1' }],
];

describe('a request to cancel', () => {
  it('has the digest that others make of the same request', () => {
    // Facts of a request that was signed elsewhere: its data and the digest of its canonical form.
    const known = solicitud({
      rfcEmisor: 'EKU9003173C9',
      fecha: '2022-01-06T17:49:12',
      uuid: '62B00C5E-4187-4336-B569-44E0030DC729',
    });
    expect(signSolicitud(known, certificado).toString()).toContain(
      '<DigestValue>28wlg0suJ57t4P4P+LshbcH5PYE=</DigestValue>',
    );
  });

  it.each(CASES)('%s is signed over its canonical form, by another reading of it', (_what, over) => {
    const xml = signSolicitud(solicitud(over), certificado);
    const document = XmlDocument.fromBuffer(xml);
    try {
      const info = document.get('//d:SignedInfo', NS);
      const text = (name: string) => document.get(`//d:${name}`, NS)?.content ?? '';
      if (!(info instanceof XmlElement)) throw new Error('no SignedInfo');
      const verifier = createVerify('sha1').update(info.canonicalizeToString());
      const { publicKey } = new X509Certificate(Buffer.from(text('X509Certificate'), 'base64'));
      expect(verifier.verify(publicKey, text('SignatureValue'), 'base64')).toBe(true);
      expect(text('X509Certificate')).toBe(certificado.certificado.toString('base64'));
    } finally {
      document.dispose();
    }
  });

  it.each(CASES)('%s is read back as it was asked', (_what, over) => {
    const xml = signSolicitud(solicitud(over), certificado);
    expect(readSolicitud(xml)).toEqual({
      ...solicitud(over),
      certificado: certificado.certificado,
      firmada: true,
    });
    // Said again with another motive, it is nobody's.
    const changed = Buffer.from(xml.toString().replace(/Motivo="0\d"/, 'Motivo="03"'));
    expect(readSolicitud(changed)?.firmada).toBe(false);
  });

  it.each(['', '<a/>', '<Cancelacion/>', '<Cancelacion xmlns="http://cancelacfd.sat.gob.mx"/>', '%'])(
    'is not %j',
    (text) => {
      expect(readSolicitud(Buffer.from(text))).toBeUndefined();
    },
  );
});

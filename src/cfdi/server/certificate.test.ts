import { createPrivateKey } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { hostileKeys } from '#test/hostile-files.ts';
import { INSTANTE, NOMBRE_EMISOR, RFC_EMISOR } from '../testing.ts';
import {
  type CertificadoDePrueba,
  CertificateRefused,
  type LecturaCertificado,
  makeTestCertificate,
  readCertificate,
} from './certificate.ts';

let csd: CertificadoDePrueba;
let otro: CertificadoDePrueba;
let fiel: CertificadoDePrueba;

beforeAll(async () => {
  const base = { rfc: RFC_EMISOR, nombre: NOMBRE_EMISOR, ahora: INSTANTE };
  [csd, otro, fiel] = await Promise.all([
    makeTestCertificate(base),
    makeTestCertificate({ ...base, contrasena: 'Contraseña 1', vigenciaDias: 30 }),
    makeTestCertificate({ ...base, kind: 'fiel' }),
  ]);
});

const read = (over: Partial<LecturaCertificado> = {}) =>
  readCertificate({ ...csd, rfcEmisor: RFC_EMISOR, ahora: INSTANTE, ...over });

function refusal(over: Partial<LecturaCertificado>): string {
  try {
    read(over);
  } catch (error) {
    if (error instanceof CertificateRefused) return error.message;
    throw error;
  }
  throw new Error('it was taken');
}

describe('a seal certificate', () => {
  it('is read with its number, whose it is and until when', () => {
    const leido = read();
    expect(leido.numero).toMatch(/^3000100000\d{10}$/);
    expect(leido).toMatchObject({ rfc: RFC_EMISOR, nombre: NOMBRE_EMISOR, esDePrueba: true });
    expect(leido.validoDesde.getTime()).toBe(INSTANTE.getTime() - 86_400_000);
    expect(leido.validoHasta.getFullYear()).toBe(2030);
    expect(leido.certificado.equals(csd.cer)).toBe(true);
    // In clear: it opens without a password.
    expect(createPrivateKey({ key: leido.llave, format: 'der', type: 'pkcs8' }).asymmetricKeyType).toBe('rsa');
  });

  it('takes a password with any characters', () => {
    expect(readCertificate({ ...otro, rfcEmisor: RFC_EMISOR, ahora: INSTANTE }).rfc).toBe(RFC_EMISOR);
  });

  it('is refused with what is wrong', () => {
    expect(refusal({ contrasena: 'otra' })).toContain('contraseña de la llave privada no es correcta');
    expect(refusal({ llave: otro.llave, contrasena: otro.contrasena })).toContain('no corresponde al certificado');
    expect(refusal({ rfcEmisor: 'XYZ010101AB1' })).toContain(
      `El certificado es de ${RFC_EMISOR} y el emisor es XYZ010101AB1`,
    );
    expect(refusal({ ...fiel })).toContain('e.firma (FIEL)');
    expect(refusal({ ...otro, ahora: new Date('2027-01-01T00:00:00Z') })).toContain('venció el 21-12-2026');
    expect(refusal({ ahora: new Date('2026-11-01T00:00:00Z') })).toContain('válido a partir del 20-11-2026');
    expect(refusal({ llave: csd.cer })).toContain('.key no es una llave privada');
    for (const cer of [csd.llave, Buffer.from('%PDF-1.7'), Buffer.alloc(0), csd.cer.subarray(0, 300)]) {
      expect(refusal({ cer })).toContain('.cer no es un certificado');
    }
    for (const llave of [Buffer.alloc(0), Buffer.from('no'), csd.llave.subarray(0, 20)]) {
      expect(refusal({ llave })).toContain('.key no es una llave privada');
    }
  });

  it('is refused without a word of its password', () => {
    expect(refusal({ contrasena: 'secreto-muy-largo' })).not.toContain('secreto');
  });

  it('is refused where its key would take long to open, before it is tried', () => {
    for (const { what, bytes } of hostileKeys()) {
      const words =
        /rounds/.test(what) && what !== 'no rounds' ? /pide más de 1000000 vueltas/ : /no es una llave privada del SAT/;
      expect([what, refusal({ llave: bytes })]).toEqual([what, expect.stringMatching(words)]);
    }
  });
});

/**
 * Seal certificates (CSD) as the authority gives them: a DER certificate and a PKCS#8 key under a password. Read with
 * node:crypto alone. Also makes certificates for the simulator, which no authority stands behind.
 */
import { createPrivateKey, generateKeyPair, type KeyObject, randomInt, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import type forge from 'node-forge';
import { DerFault, type DerNode, derChildren, derOid, derText, readDer, TAG } from './der.ts';

/** What may seal. The key is in clear: it is kept sealed and lives in memory only while it is used. */
export interface Certificado {
  /** NoCertificado: 20 digits. */
  numero: string;
  rfc: string;
  nombre: string;
  validoDesde: Date;
  validoHasta: Date;
  /** DER. */
  certificado: Buffer;
  /** PKCS#8 DER without a password. */
  llave: Buffer;
  /** Of a test authority (this product's or the tax authority's): what it seals has no fiscal value. */
  esDePrueba: boolean;
}

/** Why a certificate cannot be used, in Spanish, with what to do. */
export class CertificateRefused extends Error {}

const OID = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  branch: '2.5.4.11',
  name: '2.5.4.41',
  uniqueIdentifier: '2.5.4.45',
  keyUsage: '2.5.29.15',
  passwordBased: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
} as const;

/** The issuer of this product's own certificates. */
const TEST_AUTHORITY = 'AC de pruebas de Portón';
/** Names of test authorities: ours, and the tax authority's, whose certificates are public with their keys. */
const TEST_ISSUER = /pruebas|\bUAT\b/i;

/** Key agreement and data encipherment: what an e.firma may do and a CSD may not. */
const E_FIRMA_USES = 0b0001_1000;

/** The authority's keys have 2,048 bits and are opened by 2,048 rounds. Native code is not broken off, so both are bounded. */
const RSA_BITS_MAX = 4_096;
const ROUNDS_MAX = 1_000_000;
/** What no column of instants holds. */
const END_OF_DATES = Date.UTC(9999, 11, 31);

export interface CertificadoLeido {
  x509: X509Certificate;
  numero: string;
  rfc: string;
  nombre: string;
  validoDesde: Date;
  validoHasta: Date;
  esFiel: boolean;
  esDePrueba: boolean;
}

function nameOf(node: DerNode): Map<string, string> {
  const values = new Map<string, string>();
  for (const set of derChildren(node)) {
    for (const pair of derChildren(set)) {
      const [oid, value] = derChildren(pair);
      if (oid && value) values.set(derOid(oid), derText(value));
    }
  }
  return values;
}

/** First octet of the keyUsage extension; undefined where there is none. */
function keyUsageOf(fields: readonly DerNode[]): number | undefined {
  const wrapper = fields.find(({ tag }) => tag === 0xa3);
  const extensions = wrapper && derChildren(wrapper)[0];
  for (const extension of extensions ? derChildren(extensions) : []) {
    const parts = derChildren(extension);
    const value = parts.at(-1);
    if (parts[0] && derOid(parts[0]) === OID.keyUsage && value?.tag === TAG.octetString) {
      // A bit string: how many bits are unused, then the bits.
      return readDer(value.content).content[1];
    }
  }
  return undefined;
}

/** What the bytes of a certificate say; undefined where they are none of the authority's kind. */
export function parseCertificate(der: Uint8Array): CertificadoLeido | undefined {
  try {
    const x509 = new X509Certificate(der);
    const [body] = derChildren(readDer(x509.raw));
    if (!body) return undefined;
    const fields = derChildren(body);
    // version [0], serial, algorithm, issuer, validity, subject, key, extensions [3]
    const start = fields[0]?.tag === 0xa0 ? 1 : 0;
    const issuerNode = fields[start + 2];
    const subjectNode = fields[start + 4];
    if (!issuerNode || !subjectNode) return undefined;
    const issuer = nameOf(issuerNode);
    const subject = nameOf(subjectNode);
    const numero = Buffer.from(x509.serialNumber, 'hex').toString('latin1');
    const rfc = (subject.get(OID.uniqueIdentifier) ?? '').split('/')[0]?.trim() ?? '';
    if (!/^\d{20}$/.test(numero) || rfc === '') return undefined;
    const { validFromDate: validoDesde, validToDate: validoHasta } = x509;
    if (Number.isNaN(validoDesde.getTime()) || !(validoHasta.getTime() < END_OF_DATES)) return undefined;
    // A key that nobody issues would make every seal take minutes.
    const { asymmetricKeyType, asymmetricKeyDetails } = x509.publicKey;
    if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) > RSA_BITS_MAX) return undefined;
    const uses = keyUsageOf(fields) ?? 0;
    return {
      x509,
      numero,
      rfc,
      nombre: (subject.get(OID.name) ?? subject.get(OID.commonName) ?? subject.get(OID.organization) ?? '').trim(),
      validoDesde,
      validoHasta,
      // The authority tells them by the branch, which only a CSD names.
      esFiel: (subject.get(OID.branch) ?? '').trim() === '' || (uses & E_FIRMA_USES) !== 0,
      esDePrueba: TEST_ISSUER.test(issuer.get(OID.commonName) ?? ''),
    };
  } catch (error) {
    if (error instanceof DerFault || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
}

/**
 * How many rounds of PBKDF2 open a PKCS#8 key, as the authority's .key files say it; undefined where the bytes are no such key.
 * Every other way to make a key of a password is refused: what it costs in memory and time would be the file's to say.
 */
function roundsOf(bytes: Buffer): number | undefined {
  try {
    const [oid, parameters] = derChildren(derChildren(readDer(bytes))[0] ?? NO_NODE);
    if (!oid || !parameters || derOid(oid) !== OID.passwordBased) return undefined;
    const [kdf, values] = derChildren(derChildren(parameters)[0] ?? NO_NODE);
    const rounds = values && derChildren(values)[1];
    if (!kdf || derOid(kdf) !== OID.pbkdf2 || rounds?.tag !== TAG.integer) return undefined;
    return rounds.content.length > 6 ? Number.POSITIVE_INFINITY : rounds.content.readUIntBE(0, rounds.content.length);
  } catch (error) {
    if (error instanceof DerFault || error instanceof RangeError) return undefined;
    throw error;
  }
}

const NO_NODE: DerNode = { tag: 0, content: Buffer.alloc(0) };

function openKey(llave: Buffer, contrasena: string): KeyObject {
  const rounds = roundsOf(llave);
  if (rounds === undefined) {
    throw new CertificateRefused(
      'El archivo .key no es una llave privada del SAT. Elija el que acompaña a su certificado.',
    );
  }
  if (rounds > ROUNDS_MAX) {
    throw new CertificateRefused(
      `El archivo .key pide más de ${ROUNDS_MAX} vueltas para abrirse. Elija el que entregó el SAT.`,
    );
  }
  try {
    return createPrivateKey({ key: llave, format: 'der', type: 'pkcs8', passphrase: contrasena });
  } catch {
    throw new CertificateRefused('La contraseña de la llave privada no es correcta. Escríbala de nuevo.');
  }
}

const dia = (date: Date): string => date.toISOString().slice(0, 10).split('-').reverse().join('-');

export interface LecturaCertificado {
  /** The .cer file. */
  cer: Uint8Array;
  /** The .key file. */
  llave: Uint8Array;
  contrasena: string;
  /** RFC that it must be of: the issuer's, or one of the others. */
  rfcEmisor: string;
  /** Who issued before. */
  otros?: readonly string[] | undefined;
  ahora: Date;
}

/**
 * Reads a CSD and its key, checked: they belong together and to the issuer, and are in force.
 * @throws CertificateRefused saying in Spanish what is wrong and what to do
 */
export function readCertificate({
  cer,
  llave,
  contrasena,
  rfcEmisor,
  otros = [],
  ahora,
}: LecturaCertificado): Certificado {
  const leido = parseCertificate(cer);
  if (!leido) {
    throw new CertificateRefused(
      'El archivo .cer no es un certificado del SAT. Elija el certificado de sello digital (CSD).',
    );
  }
  const { x509, numero, rfc, nombre, validoDesde, validoHasta, esFiel, esDePrueba } = leido;
  if (esFiel) {
    throw new CertificateRefused(
      'El certificado es una e.firma (FIEL). Elija el certificado de sello digital (CSD), que se obtiene en Certifica del SAT.',
    );
  }
  const key = openKey(Buffer.from(llave), contrasena);
  if (!x509.checkPrivateKey(key)) {
    throw new CertificateRefused(
      'La llave privada no corresponde al certificado. Elija el .cer y el .key del mismo sello.',
    );
  }
  if (![rfcEmisor.trim(), ...otros].some((one) => one.toUpperCase() === rfc.toUpperCase())) {
    throw new CertificateRefused(
      `El certificado es de ${rfc} y el emisor es ${rfcEmisor}. Elija el del emisor o corrija Datos del emisor.`,
    );
  }
  if (ahora < validoDesde) {
    throw new CertificateRefused(
      `El certificado es válido a partir del ${dia(validoDesde)}. Súbalo ese día o elija otro.`,
    );
  }
  if (ahora > validoHasta) {
    throw new CertificateRefused(`El certificado venció el ${dia(validoHasta)}. Suba uno vigente.`);
  }
  return {
    numero,
    rfc,
    nombre,
    validoDesde,
    validoHasta,
    certificado: Buffer.from(x509.raw),
    llave: key.export({ type: 'pkcs8', format: 'der' }),
    esDePrueba,
  };
}

const DIA_MS = 86_400_000;
const makeKeyPair = promisify(generateKeyPair);

export interface CertificadoDePrueba {
  /** As files: what `readCertificate` reads. */
  cer: Buffer;
  llave: Buffer;
  contrasena: string;
}

/**
 * A certificate as the authority's, of this product's own test authority, and its key under a password. Takes some tenths of a
 * second, off the main thread but for the signature.
 * @param options.kind 'fiel' makes what must be refused: an e.firma
 * @param options.validoDesde the day before `ahora` unless told
 * @param options.vigenciaDias from `ahora` on; four years unless told
 */
export async function makeTestCertificate({
  rfc,
  nombre,
  ahora,
  kind = 'csd',
  contrasena = '12345678a',
  validoDesde = new Date(ahora.getTime() - DIA_MS),
  vigenciaDias = 4 * 365,
}: {
  rfc: string;
  nombre: string;
  ahora: Date;
  kind?: 'csd' | 'fiel';
  contrasena?: string;
  validoDesde?: Date;
  vigenciaDias?: number;
}): Promise<CertificadoDePrueba> {
  const { publicKey, privateKey } = await makeKeyPair('rsa', { modulusLength: 2048 });
  // Loaded by whoever makes one: a product that is given its certificate never needs it.
  const { default: forge } = await import('node-forge');
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey.export({ type: 'spki', format: 'pem' }).toString());
  const numero = `3000100000${String(randomInt(0, 10 ** 10)).padStart(10, '0')}`;
  certificate.serialNumber = Buffer.from(numero, 'latin1').toString('hex');
  certificate.validity.notBefore = validoDesde;
  certificate.validity.notAfter = new Date(ahora.getTime() + vigenciaDias * DIA_MS);
  const text = (type: string, value: string): forge.pki.CertificateField => ({
    type,
    value,
    valueTagClass: forge.asn1.Type.UTF8 as unknown as forge.asn1.Class,
  });
  const persona = rfc.length === 12 ? `${rfc} / ${rfc}` : `${rfc} / XEXX010101HNEXXXA4`;
  certificate.setSubject([
    text(OID.commonName, nombre),
    text(OID.name, nombre),
    text(OID.organization, nombre),
    text(OID.uniqueIdentifier, persona),
    text('2.5.4.5', ` / ${persona.split(' / ')[1]}`),
    ...(kind === 'csd' ? [text(OID.branch, 'Pruebas')] : []),
  ]);
  certificate.setIssuer([text(OID.commonName, TEST_AUTHORITY), text(OID.organization, 'Sin validez fiscal')]);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false },
    {
      name: 'keyUsage',
      digitalSignature: true,
      nonRepudiation: true,
      dataEncipherment: kind === 'fiel',
      keyAgreement: kind === 'fiel',
    },
  ]);
  certificate.sign(
    forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
    forge.md.sha256.create(),
  );
  return {
    cer: Buffer.from(forge.asn1.toDer(forge.pki.certificateToAsn1(certificate)).getBytes(), 'latin1'),
    llave: privateKey.export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase: contrasena }),
    contrasena,
  };
}

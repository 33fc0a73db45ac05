/**
 * Requests to cancel, signed here, so that the provider needs neither the issuer's certificate nor its key: an XML signature
 * (enveloped, canonical XML 1.0, RSA with SHA-1, as the authority's own standard asks) by the seal certificate.
 * Source: Anexo 20, estándar del servicio de cancelación; https://www.w3.org/TR/xmldsig-core1/
 */
import { createHash, createPrivateKey, sign, verify, X509Certificate } from 'node:crypto';
import { childOf, isXmlText, type XmlElement } from '../xml.ts';
import type { Certificado } from './certificate.ts';
import { parseXml, XmlFault } from './xml.ts';

export interface SolicitudCancelacion {
  rfcEmisor: string;
  /** 'YYYY-MM-DDTHH:mm:ss', local to the issuer. */
  fecha: string;
  uuid: string;
  /** c_MotivoCancelacion. */
  motivo: string;
  /** Only with motive 01. */
  folioSustitucion: string | undefined;
}

const CANCELACION = 'http://cancelacfd.sat.gob.mx';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
/** Unused, and declared all the same: the authority's service writes the request anew with both before it checks the signature. */
const DECLARED = ' xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** As canonical XML escapes a value: '>' stays. */
function escapeValue(value: string): string {
  if (!isXmlText(value)) throw new RangeError('a value has characters that XML cannot hold');
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
  return value.replace(/[&<"]/g, (character) => entities[character] ?? character).replace(/[\t\n\r]/g, ' ');
}
const escapeText = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The request without its signature's element, open at its end. Canonical: attributes by name, no element is closed in itself. */
function bodyOf({ rfcEmisor, fecha, uuid, motivo, folioSustitucion }: SolicitudCancelacion): string {
  const sustituto = folioSustitucion === undefined ? '' : ` FolioSustitucion="${escapeValue(folioSustitucion)}"`;
  const folio = `<Folio${sustituto} Motivo="${escapeValue(motivo)}" UUID="${escapeValue(uuid)}"></Folio>`;
  const attributes = `Fecha="${escapeValue(fecha)}" RfcEmisor="${escapeValue(rfcEmisor)}"`;
  return `<Cancelacion xmlns="${CANCELACION}"${DECLARED} ${attributes}><Folios>${folio}</Folios>`;
}
const END = '</Cancelacion>';

const digestOf = (body: string): string => createHash('sha1').update(`${body}${END}`, 'utf8').digest('base64');

const signedContent = (digest: string): string =>
  '<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></CanonicalizationMethod>' +
  `<SignatureMethod Algorithm="${DSIG}rsa-sha1"></SignatureMethod>` +
  `<Reference URI=""><Transforms><Transform Algorithm="${DSIG}enveloped-signature"></Transform></Transforms>` +
  `<DigestMethod Algorithm="${DSIG}sha1"></DigestMethod><DigestValue>${digest}</DigestValue></Reference>`;

/** The bytes that are signed: canonical, an element has the namespaces of what it stands in. */
const canonicalInfo = (digest: string): Buffer =>
  Buffer.from(`<SignedInfo xmlns="${DSIG}"${DECLARED}>${signedContent(digest)}</SignedInfo>`, 'utf8');

/** 'CN=…,O=…', in the certificate's order. */
const issuerOf = ({ issuer }: X509Certificate): string => issuer.replaceAll('\n', ',');

/** Builds and signs a request. The same request and certificate give the same bytes. */
export function signSolicitud(
  solicitud: SolicitudCancelacion,
  { certificado, llave }: Pick<Certificado, 'certificado' | 'llave'>,
): Buffer {
  const body = bodyOf(solicitud);
  const digest = digestOf(body);
  const key = createPrivateKey({ key: llave, format: 'der', type: 'pkcs8' });
  const x509 = new X509Certificate(certificado);
  const { n = '', e = '' } = x509.publicKey.export({ format: 'jwk' });
  const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64');
  const keyInfo =
    `<X509Data><X509IssuerSerial><X509IssuerName>${escapeText(issuerOf(x509))}</X509IssuerName>` +
    `<X509SerialNumber>${BigInt(`0x${x509.serialNumber}`)}</X509SerialNumber></X509IssuerSerial>` +
    `<X509Certificate>${certificado.toString('base64')}</X509Certificate></X509Data>` +
    `<KeyValue><RSAKeyValue><Modulus>${base64(n)}</Modulus><Exponent>${base64(e)}</Exponent></RSAKeyValue></KeyValue>`;
  const signature =
    `<Signature xmlns="${DSIG}"><SignedInfo>${signedContent(digest)}</SignedInfo>` +
    `<SignatureValue>${sign('sha1', canonicalInfo(digest), key).toString('base64')}</SignatureValue>` +
    `<KeyInfo>${keyInfo}</KeyInfo></Signature>`;
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${body}${signature}${END}`, 'utf8');
}

export interface SolicitudLeida extends SolicitudCancelacion {
  /** DER. */
  certificado: Buffer;
  /** Whether the signature is that of the content, by the certificate within. */
  firmada: boolean;
}

const textIn = (text: string, name: string): string =>
  new RegExp(`<${name}>([A-Za-z0-9+/=\\s]{0,20000})</`).exec(text)?.[1]?.replaceAll(/\s/g, '') ?? '';

const local = (name: string) => `{${CANCELACION}}${name}`;

/** Reads a request that was built here; undefined for anything else. */
export function readSolicitud(xml: Uint8Array): SolicitudLeida | undefined {
  let tree: XmlElement;
  try {
    tree = parseXml(xml);
  } catch (error) {
    if (error instanceof XmlFault) return undefined;
    throw error;
  }
  const folio = childOf(childOf(tree, local('Folios')), local('Folio'));
  if (tree.name !== local('Cancelacion') || !folio) return undefined;
  const solicitud: SolicitudCancelacion = {
    rfcEmisor: tree.attributes.get('RfcEmisor') ?? '',
    fecha: tree.attributes.get('Fecha') ?? '',
    uuid: folio.attributes.get('UUID') ?? '',
    motivo: folio.attributes.get('Motivo') ?? '',
    folioSustitucion: folio.attributes.get('FolioSustitucion'),
  };
  const text = Buffer.from(xml).toString('utf8');
  const certificado = Buffer.from(textIn(text, 'X509Certificate'), 'base64');
  const digest = textIn(text, 'DigestValue');
  return {
    ...solicitud,
    certificado,
    firmada: digest === digestOf(bodyOf(solicitud)) && isSigned(text, digest, certificado),
  };
}

function isSigned(text: string, digest: string, certificado: Buffer): boolean {
  try {
    const { publicKey } = new X509Certificate(certificado);
    return verify('sha1', canonicalInfo(digest), publicKey, Buffer.from(textIn(text, 'SignatureValue'), 'base64'));
  } catch {
    // Not a certificate.
    return false;
  }
}

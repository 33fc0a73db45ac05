/**
 * Seals documents: SHA-256 with RSA over the UTF-8 bytes of the cadena original. (Libraries that sign Latin-1 bytes make seals
 * that the authority rejects as soon as a name has ñ or á.)
 */
import { createPrivateKey, sign, verify, X509Certificate } from 'node:crypto';
import { cadenaOriginal } from '../cadena.ts';
import { comprobanteTree, comprobanteXml } from '../comprobante.ts';
import type { Documento } from '../documento.ts';
import type { XmlElement } from '../xml.ts';
import type { Certificado } from './certificate.ts';
import { parseXml } from './xml.ts';

export interface Sealed {
  /** What is sent and kept, exactly. */
  xml: Buffer;
  /** Base64. */
  sello: string;
  cadena: string;
}

/**
 * Builds and seals a document that `fallasOf` found nothing in. The same document and certificate give the same bytes.
 * @throws RangeError on amounts or characters that no document has
 */
export function sealDocument(
  documento: Documento,
  { numero, certificado, llave }: Pick<Certificado, 'numero' | 'certificado' | 'llave'>,
): Sealed {
  const sellado = { noCertificado: numero, certificado: certificado.toString('base64'), sello: '' };
  const cadena = cadenaOriginal(comprobanteTree(documento, sellado));
  const key = createPrivateKey({ key: llave, format: 'der', type: 'pkcs8' });
  const sello = sign('sha256', Buffer.from(cadena, 'utf8'), key).toString('base64');
  const xml = Buffer.from(comprobanteXml(comprobanteTree(documento, { ...sellado, sello })), 'utf8');
  return { xml, sello, cadena };
}

/**
 * Whether the seal of a read document is that of its content by the certificate within.
 * @param x509 that certificate, where it was read before
 */
export function sealFits(tree: XmlElement, x509?: X509Certificate): boolean {
  const certificado = tree.attributes.get('Certificado') ?? '';
  const sello = tree.attributes.get('Sello') ?? '';
  try {
    const { publicKey, serialNumber } = x509 ?? new X509Certificate(Buffer.from(certificado, 'base64'));
    const numero = Buffer.from(serialNumber, 'hex').toString('latin1');
    return (
      numero === tree.attributes.get('NoCertificado') &&
      verify('sha256', Buffer.from(cadenaOriginal(tree), 'utf8'), publicKey, Buffer.from(sello, 'base64'))
    );
  } catch {
    // Not a certificate, or a document that no cadena is written for.
    return false;
  }
}

/** Whether the bytes are a CFDI 4.0 whose seal is that of its content by the certificate within, with that certificate's number. */
export function verifySeal(xml: Uint8Array): boolean {
  try {
    return sealFits(parseXml(xml));
  } catch {
    return false;
  }
}

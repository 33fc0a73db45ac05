/** Certificates that seals of SPEI's electronic proofs are checked by, from a PEM file of the operator's. */
import { type KeyObject, X509Certificate } from 'node:crypto';

/** By the number that a proof names: the digits that the serial number spells. */
export type CepCertificates = ReadonlyMap<string, KeyObject>;

const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]{1,20000}-----END CERTIFICATE-----/g;

/** Undefined where the text has no certificate, or one that cannot be read. */
export function parseCepCertificates(text: string): CepCertificates | undefined {
  const found = new Map<string, KeyObject>();
  try {
    for (const [pem] of text.matchAll(PEM)) {
      const { serialNumber, publicKey } = new X509Certificate(pem);
      const spelled = Buffer.from(serialNumber, 'hex').toString('latin1');
      found.set(/^\d+$/.test(spelled) ? spelled : serialNumber, publicKey);
    }
  } catch {
    return undefined;
  }
  return found.size === 0 ? undefined : found;
}

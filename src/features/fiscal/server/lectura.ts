/** What the thread does with the files of a certificate. */
import {
  type Certificado,
  CertificateRefused,
  type LecturaCertificado,
  readCertificate,
} from '#cfdi/server/certificate.ts';
import { Refusal } from '#platform/server/errors.ts';

/** The refusals of its reading are the user's to see. */
export function leerCertificado(lectura: LecturaCertificado): Certificado {
  try {
    return readCertificate(lectura);
  } catch (error) {
    if (error instanceof CertificateRefused) throw new Refusal(error.message);
    throw error;
  }
}

/** Who may sign the request to cancel an invoice. */
import type { Certificado } from '#cfdi/server/certificate.ts';

const DONDE = 'en Administración, Certificado y timbrado';

/** Why a certificate cannot sign for an issuer now, and what to do; undefined where it can. */
export function refusalToSign(
  certificado: Pick<Certificado, 'rfc' | 'validoHasta'> | undefined,
  emisorRfc: string,
  now: Date,
): string | undefined {
  if (!certificado) {
    return `Falta el certificado de sello digital, con el que se firma la cancelación. Cárguelo ${DONDE}`;
  }
  if (now > certificado.validoHasta) {
    return `El certificado de sello digital, con el que se firma la cancelación, ya venció. Cargue uno vigente ${DONDE}`;
  }
  if (certificado.rfc === emisorRfc) return undefined;
  return `El certificado en uso es de ${certificado.rfc} y la factura es de ${emisorRfc}, que firma su cancelación. Cargue el suyo ${DONDE}`;
}

/** Who may sign the request to cancel an invoice, and who is asked for it. */
import type { Certificado } from '#cfdi/server/certificate.ts';
import { PROVEEDORES, type Proveedor } from '#features/fiscal/rules.ts';
import type { Tx } from '#platform/server/db.ts';
import { nameOf } from '../../rules.ts';
import type { FacturaRow } from '../repository.ts';
import { findCertificado, findTimbrado } from '../timbre/repository.ts';

const DONDE = 'en Administración, Certificado y timbrado';

/** Why a certificate cannot sign for an issuer now, and what to do; undefined where it can. */
export function refusalToSign(
  certificado: Pick<Certificado, 'validoHasta'> | undefined,
  emisorRfc: string,
  now: Date,
): string | undefined {
  if (!certificado) {
    return `Falta el certificado de sello digital de ${emisorRfc}, con el que se firma la cancelación. Cárguelo ${DONDE}`;
  }
  if (now <= certificado.validoHasta) return undefined;
  return `El certificado de sello digital de ${emisorRfc}, con el que se firma la cancelación, ya venció. Cargue uno vigente ${DONDE}`;
}

/** What makes it unnecessary to sign or to send anything: the authority's own word. */
const SIN_FIRMA =
  'Si ya la canceló en el portal del SAT, ábrala y elija «Consultar en el SAT»: entonces se cancela aquí sin firmar nada';

type Enviable = Pick<FacturaRow, 'id' | 'serie' | 'folio' | 'emisor_rfc' | 'proveedor'>;

/**
 * Why a request to cancel an invoice cannot be signed or sent now, and what to do. Who stamped it cancels it, with an account that
 * is only kept while it is the provider; the simulator needs none. Undefined where nothing stands in the way.
 */
export async function refusalToSend(tx: Tx, row: Enviable, now: Date): Promise<string | undefined> {
  const { proveedor } = await findTimbrado(tx);
  if (row.proveedor !== null && row.proveedor !== proveedor && row.proveedor !== 'simulador') {
    return `La factura ${nameOf(row)} se timbró con «${PROVEEDORES[row.proveedor as Proveedor]}». Para cancelarla configure ese proveedor ${DONDE}. ${SIN_FIRMA}`;
  }
  const unsigned = refusalToSign(await findCertificado(tx, row.emisor_rfc), row.emisor_rfc, now);
  return unsigned && `${unsigned}. ${SIN_FIRMA}`;
}

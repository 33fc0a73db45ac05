/**
 * What the authority's services answer by code, and what it means. Pure.
 * Sources: Anexo 20, estándares de certificación y del servicio de cancelación; developers.sw.com.mx/knowledge-base/error-codes.
 */

/**
 * Whether a code refuses a stamp for good: the authority's own, of its rules for CFDI and payments, of its technical standard
 * and of its list of issuers. Whatever else a provider says is its own affair, and says nothing of the document. (307 says
 * that it is stamped.)
 */
export const rechazaTimbre = (codigo: string): boolean => /^(?:CFDI\d{5}|CRP\d{5}|30[1-68]|40[1-5])$/.test(codigo);

/**
 * Whether a code proves that these very bytes were never stamped, however often they are sent: it is of what is in them alone
 * (their form, their seal, the certificate within), which was as wrong before. What else is refused may be refused only now: the
 * receiver's data, lists of issuers, revoked certificates and the clock change, and a provider may look at them before it looks
 * for what it stamped.
 */
export const pruebaQueNoEsta = (codigo: string): boolean => /^(?:CFDI40102|30[1236]|403)$/.test(codigo);

/** The request was taken; neither says that the document is cancelled. 202: it was taken before. */
const RECIBIDA: ReadonlySet<string> = new Set(['201', '202']);

const CARGAR = 'en Administración, Certificado y timbrado, y cancele de nuevo';
const EGRESO =
  'Corríjala con una nota de crédito (CFDI de egreso), que se emite en la misma factura; confirme con su contador';

/** A definite no, by its code. */
const RECHAZO: ReadonlyMap<string, string> = new Map([
  ['203', 'El folio fiscal no corresponde al emisor. Revise el RFC en Administración, Emisor de factura'],
  ['204', 'La factura no se puede cancelar: tiene otras relacionadas. Cancele antes aquéllas'],
  ['205', 'El SAT aún no tiene la factura: puede tardar hasta 48 horas. Inténtelo de nuevo mañana'],
  ['206', 'El SAT espera una factura del sector primario. Consulte a su contador'],
  ['207', 'El motivo de cancelación no es válido. Elija otro'],
  ['208', 'El folio de sustitución no es válido: timbre primero la factura que sustituye a ésta'],
  ['209', 'El folio de sustitución no va con este motivo de cancelación. Elija el motivo 01 o quite el folio'],
  ['210', `El plazo para cancelar la factura ya pasó. ${EGRESO}`],
  ['211', `El plazo para cancelar la factura global ya pasó. ${EGRESO}`],
  ['212', 'La factura que sustituye no está relacionada con ésta (relación 04). Genere la que la sustituye'],
  ['213', `El SAT no admite cancelar esta factura. ${EGRESO}`],
  ['301', 'El SAT no pudo leer la solicitud. Inténtelo de nuevo y, si se repite, avise a soporte'],
  ['302', `El sello de la solicitud no es válido. Cargue de nuevo el certificado ${CARGAR}`],
  ['303', `El certificado no es del emisor de la factura. Cargue el suyo ${CARGAR}`],
  ['304', `El certificado está revocado o venció. Cargue uno vigente ${CARGAR}`],
  ['305', `El SAT no acepta el certificado. Cargue uno vigente ${CARGAR}`],
  ['309', 'El SAT no reconoce el folio fiscal de la factura. Avise a soporte'],
  ['310', `El certificado es una e.firma. Cargue el de sello digital (CSD) ${CARGAR}`],
  ['311', 'El motivo de cancelación no es válido. Elija otro'],
  ['312', 'El folio de sustitución no está relacionado según el motivo. Genere la factura que la sustituye'],
]);

/** What a code of the cancellation service means; `desconocido` where the authority's lists have none such. */
export function estatusOf(codigo: string): { kind: 'recibida' | 'desconocido' } | { kind: 'rechazo'; mensaje: string } {
  if (RECIBIDA.has(codigo)) return { kind: 'recibida' };
  const mensaje = RECHAZO.get(codigo);
  return mensaje === undefined ? { kind: 'desconocido' } : { kind: 'rechazo', mensaje };
}

/** The codes that refuse a cancellation for good: for those who try all of them. */
export const CODIGOS_DE_RECHAZO: readonly string[] = [...RECHAZO.keys()];

/** A question about a document that the authority's status service could not read: nothing is said of the document. */
export const CONSULTA_NO_VALIDA = '601';

/** The code of an answer of that service: '' where it got the document, and where it says none that are known. */
export const consultaOf = (codigoEstatus: string): '' | '601' | '602' =>
  /^n\s*-\s*601\b/i.test(codigoEstatus) ? CONSULTA_NO_VALIDA : /^n\s*-\s*602\b/i.test(codigoEstatus) ? '602' : '';

/** How the authority would take a cancellation of a document in force. */
export type EsCancelable = 'sin_aceptacion' | 'con_aceptacion' | 'no_cancelable';

/** Of the words of the authority's status service; undefined where it says none that are known. */
export function esCancelableOf(palabras: string): EsCancelable | undefined {
  const text = palabras.toLowerCase();
  if (text.startsWith('no cancelable')) return 'no_cancelable';
  if (!text.startsWith('cancelable')) return undefined;
  return text.includes('sin acep') ? 'sin_aceptacion' : 'con_aceptacion';
}

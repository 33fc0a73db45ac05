/** The address behind the QR image of an invoice, where whoever holds the paper checks it with the authority. */

const SAT = 'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx';
/** `.invalid` is reserved (RFC 2606) and leads nowhere: a document without fiscal value is never looked up. */
const NOWHERE = 'https://sin-validez-fiscal.invalid/';

export interface DatosQr {
  uuid: string;
  rfcEmisor: string;
  rfcReceptor: string;
  /** As the document states it: '1250.00', or '0'. */
  total: string;
  /** The issuer's whole seal. */
  sello: string;
  /** Stamped by the simulator. */
  sinValidez: boolean;
}

/** At most six decimals, trailing zeros trimmed, one kept: '1250.00' → '1250.0'. */
export function totalExpresion(total: string): string {
  const [whole = '0', fraction = ''] = total.split('.');
  return `${whole}.${fraction.slice(0, 6).replace(/0+$/, '').padEnd(1, '0')}`;
}

/** An RFC may hold '&', which the authority's service expects as in XML. */
const rfcExpresion = (rfc: string): string => rfc.replaceAll('&', '&amp;');

type Expresion = Omit<DatosQr, 'sinValidez' | 'sello'> & { selloFin: string };

/** '?id=…&re=…&rr=…&tt=…&fe=…': what identifies a document to the authority. */
export function expresionImpresa({ uuid, rfcEmisor, rfcReceptor, total, selloFin }: Expresion): string {
  const parts = [
    ['id', uuid],
    ['re', rfcExpresion(rfcEmisor)],
    ['rr', rfcExpresion(rfcReceptor)],
    ['tt', totalExpresion(total)],
    ['fe', selloFin],
  ];
  return `?${parts.map(([name, value]) => `${name}=${value}`).join('&')}`;
}

export function qrText({ sello, sinValidez, ...datos }: DatosQr): string {
  return `${sinValidez ? NOWHERE : SAT}${expresionImpresa({ ...datos, selloFin: sello.slice(-8) })}`;
}

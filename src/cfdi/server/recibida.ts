/** The XML of an invoice that somebody else issued: what of it is kept, read beside the server's own thread. */
import { isFecha } from '#core/fecha.ts';
import { Refusal } from '#platform/server/errors.ts';
import { uploadThread } from '#platform/server/file-threads.ts';
import { type Asker, callsOf } from '#platform/server/thread.ts';
import { centavosOf, LecturaFault } from '../leer.ts';
import { childOf, type XmlElement } from '../xml.ts';
import { TimbreFault, timbreOf } from './timbre.ts';
import { parseXml, XmlFault } from './xml.ts';

const NOT_A_CFDI = 'El archivo no es el XML de una factura (CFDI 4.0). Elija otro';

/** The longest that the authority lets a name be. */
const TEXT_MAX = 300;

/** c_TipoDeComprobante, where it is no invoice. */
const OTHERS: Readonly<Record<string, string>> = {
  E: 'una nota de crédito',
  P: 'un complemento de pago',
  N: 'un recibo de nómina',
  T: 'una carta de traslado',
};

function parse(bytes: Uint8Array): XmlElement {
  try {
    return parseXml(bytes);
  } catch (error) {
    if (error instanceof XmlFault) throw new Refusal(NOT_A_CFDI);
    throw error;
  }
}

/** In pesos alone: of another currency the sum with others would say nothing. */
function totalOf(tree: XmlElement): number {
  const moneda = tree.attributes.get('Moneda') ?? '';
  if (moneda !== 'MXN') {
    throw new Refusal(`La factura está en ${moneda || 'otra moneda'}. Adjunte su PDF con el importe en pesos`);
  }
  try {
    return centavosOf(tree.attributes.get('Total') ?? '');
  } catch (error) {
    if (error instanceof LecturaFault) throw new Refusal(NOT_A_CFDI);
    throw error;
  }
}

function uuidOf(tree: XmlElement): string {
  try {
    return timbreOf(tree).uuid.toLowerCase();
  } catch (error) {
    if (error instanceof TimbreFault)
      throw new Refusal('El XML no está timbrado. Pida al proveedor el que timbró el SAT');
    throw error;
  }
}

/** The refusals are the user's to see. */
export function leerRecibida(bytes: Uint8Array) {
  const tree = parse(bytes);
  if (tree.name !== 'cfdi:Comprobante') throw new Refusal(NOT_A_CFDI);
  const tipo = tree.attributes.get('TipoDeComprobante') ?? '';
  if (tipo !== 'I')
    throw new Refusal(`El XML es de ${OTHERS[tipo] ?? 'otro documento'} y no de una factura. Elija otro`);
  const emisor = childOf(tree, 'cfdi:Emisor');
  const receptor = childOf(tree, 'cfdi:Receptor');
  const attr = (node: XmlElement | undefined, name: string): string =>
    (node?.attributes.get(name) ?? '').trim().slice(0, TEXT_MAX);
  const fecha = attr(tree, 'Fecha').slice(0, 10);
  if (!isFecha(fecha)) throw new Refusal(NOT_A_CFDI);
  return {
    uuid: uuidOf(tree),
    fecha,
    total: totalOf(tree),
    folio: `${attr(tree, 'Serie')}${attr(tree, 'Folio')}`,
    rfcEmisor: attr(emisor, 'Rfc'),
    nombreEmisor: attr(emisor, 'Nombre'),
    rfcReceptor: attr(receptor, 'Rfc'),
  };
}

const calls = callsOf<typeof import('./recibida.ts')>(new URL(import.meta.url));

/** Rejects with a `Refusal` where it is no stamped invoice in pesos. */
export function readRecibida(bytes: Uint8Array, asker: Asker): Promise<ReturnType<typeof leerRecibida>> {
  return uploadThread.read(calls('leerRecibida', bytes), asker);
}

/** What a provider gave back: its complement of certification (TFD 1.1), read and checked against what we sent. */
import { isFechaHora } from '#core/fecha.ts';
import { Refusal } from '#platform/server/errors.ts';
import { answerThread } from '#platform/server/file-threads.ts';
import { callsOf } from '#platform/server/thread.ts';
import { type DatosTimbre, tfdCadena } from '../cadena.ts';
import { sameElement, type XmlElement } from '../xml.ts';
import { parseXml, XmlFault } from './xml.ts';

const TFD = 'tfd:TimbreFiscalDigital';

export interface Timbre extends DatosTimbre {
  selloSAT: string;
  /** The complement's own cadena original. */
  cadena: string;
}

/** What came back is not our document stamped; its message names the reason and has nothing of the document. */
export class TimbreFault extends Error {}

const SHAPES = {
  UUID: /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  FechaTimbrado: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/,
  RfcProvCertif: /^[A-Z&Ñ]{3}\d{6}[A-Z0-9]{2}[0-9A]$/,
  SelloCFD: /./,
  NoCertificadoSAT: /^\d{20}$/,
  SelloSAT: /./,
} as const;

function parse(xml: Uint8Array, which: string): XmlElement {
  try {
    return parseXml(xml);
  } catch (error) {
    if (error instanceof XmlFault) throw new TimbreFault(`the ${which} document is ${error.message}`);
    throw error;
  }
}

/** The document without what the provider adds; a complement that held nothing else goes too. */
function withoutTimbre(tree: XmlElement): XmlElement {
  return {
    ...tree,
    children: tree.children.flatMap((child) => {
      if (child.name !== 'cfdi:Complemento') return [child];
      const children = child.children.filter(({ name }) => name !== TFD);
      return children.length === 0 ? [] : [{ ...child, children }];
    }),
  };
}

/** The complement of certification of a document. @throws TimbreFault unless there is exactly one, and whole */
export function timbreOf(tree: XmlElement): Timbre {
  const found = tree.children
    .filter(({ name }) => name === 'cfdi:Complemento')
    .flatMap(({ children }) => children.filter(({ name }) => name === TFD));
  const [timbre] = found;
  if (!timbre || found.length > 1) throw new TimbreFault(`${found.length} complements of certification`);
  if (timbre.attributes.get('Version') !== '1.1') throw new TimbreFault('the complement is not of version 1.1');
  const value = (name: keyof typeof SHAPES): string => {
    const text = timbre.attributes.get(name) ?? '';
    if (!SHAPES[name].test(text) || (name === 'FechaTimbrado' && !isFechaHora(text)))
      throw new TimbreFault(`the complement's ${name} is not one`);
    return text;
  };
  const datos = {
    uuid: value('UUID'),
    fechaTimbrado: value('FechaTimbrado'),
    rfcProvCertif: value('RfcProvCertif'),
    leyenda: timbre.attributes.get('Leyenda'),
    selloCFD: value('SelloCFD'),
    noCertificadoSAT: value('NoCertificadoSAT'),
  };
  return { ...datos, selloSAT: value('SelloSAT'), cadena: tfdCadena(datos) };
}

/**
 * Reads what a provider stamped.
 * @param sealedXml what we sent
 * @throws TimbreFault where the complement is missing or of another seal, or the rest is not what we sent
 */
export function readTimbre(stampedXml: Uint8Array, sealedXml: Uint8Array): Timbre {
  const stamped = parse(stampedXml, 'stamped');
  const sealed = parse(sealedXml, 'sealed');
  const timbre = timbreOf(stamped);
  if (timbre.selloCFD !== sealed.attributes.get('Sello')) throw new TimbreFault('it certifies another seal');
  if (!sameElement(withoutTimbre(stamped), withoutTimbre(sealed))) throw new TimbreFault('the document was changed');
  return timbre;
}

/** What came of reading: plain data, as an error would lose its class on the way out of a thread. */
export type TimbreRead = { timbre: Timbre } | { fault: string };

export function tryTimbre(stampedXml: Uint8Array, sealedXml: Uint8Array): TimbreRead {
  try {
    return { timbre: readTimbre(stampedXml, sealedXml) };
  } catch (error) {
    if (error instanceof TimbreFault) return { fault: error.message };
    throw error;
  }
}

const calls = callsOf<typeof import('./timbre.ts')>(new URL(import.meta.url));

/** Reads what a provider answered, beside the server's own thread. */
export async function readAnswered(stampedXml: Uint8Array, sealedXml: Uint8Array): Promise<TimbreRead> {
  try {
    return await answerThread.read(calls('tryTimbre', stampedXml, sealedXml));
  } catch (error) {
    if (error instanceof Refusal) return { fault: error.message };
    throw error;
  }
}

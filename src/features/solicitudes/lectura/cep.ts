/**
 * SPEI's electronic proof (CEP) as Banco de México gives it: `SPEI_Tercero` with its two parties, the bank's chain of what it
 * certified (CDA) and the seal over it. Pure, and called in a thread: one look over its bytes, no document type, no entities but
 * XML's own. What the attributes say has to be what the chain says: whoever changes one alone is found out without a certificate.
 */
import { type Fecha, isFecha } from '#core/fecha.ts';
import { Refusal } from '#platform/server/errors.ts';
import { scanXml, XmlRefused } from '#platform/server/xml-scan.ts';

/** A proof is some two thousand bytes. */
export const CEP_BYTES_MAX = 64 * 1024;
const LIMITS = { depth: 4, nodes: 200, attributes: 40, token: 16 * 1024 };
const VALUE_MAX = 4_000;

const NOT_A_CEP =
  'El archivo no es un comprobante electrónico de pago (CEP) de Banxico. Descargue el XML de banxico.org.mx/cep, o envíe el comprobante en PDF o foto';
const CUT = 'El comprobante está incompleto. Descárguelo de nuevo de banxico.org.mx/cep';
const ALTERED =
  'El comprobante no coincide con lo que el banco certificó: fue alterado. Descárguelo de nuevo de banxico.org.mx/cep';

export interface Cep {
  fecha: Fecha;
  importeCentavos: number;
  rastreo: string;
  banco: string;
  ordenante: string;
  /** The account that was paid into. */
  cuenta: string;
  cadena: string;
  /** In base64. */
  sello: string;
  certificado: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (value: string): string =>
  value
    .slice(0, VALUE_MAX)
    .replace(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => ENTITIES[name] ?? '')
    .trim();

type Attributes = Record<string, string>;
const READ: Readonly<Record<string, readonly string[]>> = {
  SPEI_Tercero: ['FechaOperacion', 'Hora', 'ClaveSPEI', 'sello', 'numeroCertificado', 'cadenaCDA', 'claveRastreo'],
  Ordenante: ['BancoEmisor', 'Nombre', 'Cuenta'],
  Beneficiario: ['BancoReceptor', 'Nombre', 'Cuenta', 'MontoPago'],
};

/** By child's name, not by place: the samples and the service order them differently. */
function elementsOf(bytes: Uint8Array): Record<string, Attributes> {
  const found: Record<string, Attributes> = {};
  try {
    scanXml(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), LIMITS, {
      open(name, attribute) {
        const wanted = READ[name];
        if (!wanted) return;
        if (found[name]) throw new XmlRefused('two of one element');
        found[name] = Object.fromEntries(wanted.map((one) => [one, plain(attribute(one) ?? '')]));
      },
    });
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
    throw new Refusal(error.message === 'cut short' ? CUT : NOT_A_CEP);
  }
  return found;
}

const AMOUNT = /^\d{1,12}(\.\d{1,2})?$/;

function centavosOf(text: string): number | undefined {
  if (!AMOUNT.test(text)) return undefined;
  const [whole = '', rest = ''] = text.split('.');
  return Number(whole) * 100 + Number(rest.padEnd(2, '0'));
}

/** Whether the chain has the day, the accounts and the amount: fields between '|', whose places differ by version. */
function agrees(cep: Pick<Cep, 'fecha' | 'importeCentavos' | 'cuenta' | 'cadena'>, origen: string): boolean {
  const fields = cep.cadena.split('|').map((field) => field.trim());
  const [year, month, day] = cep.fecha.split('-');
  // With its decimals: what has none is a kind of account, or an institution.
  const amounts = fields.filter((field) => field.includes('.')).map(centavosOf);
  return (
    fields.includes(`${day}${month}${year}`) &&
    fields.includes(cep.cuenta) &&
    (origen === '' || fields.includes(origen)) &&
    amounts.includes(cep.importeCentavos)
  );
}

/** @throws Refusal for what is no proof, is cut off or was altered */
export function leerCep(bytes: Uint8Array): Cep {
  if (bytes.length > CEP_BYTES_MAX) throw new Refusal(NOT_A_CEP);
  const { SPEI_Tercero: cda, Ordenante: de, Beneficiario: a } = elementsOf(bytes);
  if (!cda || !de || !a) throw new Refusal(NOT_A_CEP);
  const fecha = cda.FechaOperacion ?? '';
  const importeCentavos = centavosOf(a.MontoPago ?? '');
  const [cuenta = '', cadena = '', sello = '', rastreo = ''] = [a.Cuenta, cda.cadenaCDA, cda.sello, cda.claveRastreo];
  if (!isFecha(fecha) || importeCentavos === undefined || !/^\d{10,18}$/.test(cuenta)) throw new Refusal(NOT_A_CEP);
  if (!/^[A-Za-z0-9]{1,30}$/.test(rastreo) || cadena === '' || !/^[A-Za-z0-9+/=\s]{40,2000}$/.test(sello)) {
    throw new Refusal(NOT_A_CEP);
  }
  const cep: Cep = {
    ...{ fecha, importeCentavos, rastreo, cuenta, cadena, sello: sello.replaceAll(/\s/g, '') },
    ...{ banco: (de.BancoEmisor ?? '').slice(0, 80), ordenante: (de.Nombre ?? '').slice(0, 150) },
    certificado: (cda.numeroCertificado ?? '').slice(0, 40),
  };
  if (!agrees(cep, /^\d+$/.test(de.Cuenta ?? '') ? (de.Cuenta ?? '') : '')) throw new Refusal(ALTERED);
  return cep;
}

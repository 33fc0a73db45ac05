/** From a draft to sealed bytes. What the authority would reject is rejected here, with the reason, and takes no folio. */
import type { Documento, FallaFiscal } from '#cfdi/documento.ts';
import { relojDe } from '#cfdi/husos.ts';
import type { Certificado } from '#cfdi/server/certificate.ts';
import { sealDocument } from '#cfdi/server/seal.ts';
import { fallasOf } from '#cfdi/validate.ts';
import { fechaInZone } from '#core/fecha.ts';
import type { Community } from '#platform/server/communities.ts';
import type { Tx } from '#platform/server/db.ts';
import type { InvoicingStamp } from '#platform/server/invoicing.ts';
import { faultsOfKeys, type OfficialCatalogue, type OfficialKey } from '#platform/server/official-keys.ts';
import type { Secrets } from '#platform/server/secrets.ts';
import { formatFecha } from '#ui/format.ts';
import { esperaDeComplemento } from '../../rules.ts';
import { redraftComplements } from '../borrador/complement.ts';
import { listConceptos as listLines } from '../borrador/repository.ts';
import { refreshDraft } from '../borrador/tax-data.ts';
import {
  type FacturaRow,
  findFactura,
  findFacturaForUpdate,
  insertDocument,
  insertEvent,
  updateFactura,
} from '../repository.ts';
import { tellControl } from './control.ts';
import { documentoOf } from './documento.ts';
import {
  findCertificado,
  findTimbrado,
  hadCertificado,
  isOfSalida,
  listSettledStatuses,
  listWaitingComplements,
  type Rejection,
  takeFolio,
  updateRejected,
  updateWaiting,
} from './repository.ts';

/** Where and when a draft is sealed, and what opens the key. */
export interface Sealing {
  community: Community;
  now: Date;
  secrets: Secrets;
}

/** A draft that nothing stands in the way of. */
interface Sealable {
  draft: Documento;
  certificado: OpenCertificado;
  proveedor: string;
}

type OpenCertificado = Certificado & { id: number };

/** Validates, takes a folio, seals and keeps the bytes; what is no draft any more is left alone. False where it waits or was refused. */
export async function sealDraft(tx: Tx, facturaId: number, sealing: Sealing): Promise<boolean> {
  const found = await findFacturaForUpdate(tx, facturaId);
  if (found?.estado !== 'borrador') return true;
  if (found.tipo === 'pago' && (await waitsForInvoice(tx, found, sealing))) return false;
  const row = await refreshDraft(tx, found);
  const decided = await decide(tx, row, sealing);
  if ('espera' in decided) {
    await waitForCertificate(tx, row, decided.espera, sealing.now);
    return false;
  }
  if ('mensaje' in decided) {
    await updateRejected(tx, row, decided, sealing.now);
    // Drafted in place of a global invoice that is gone: nobody waits for its answer.
    if (await isOfSalida(tx, row.id)) {
      const lines = [
        decided.mensaje,
        'Corrija la causa y facture los pagos en Cobranza, Factura global o Generar Factura.',
      ];
      await tellControl(tx, 'Una factura que reemplaza a una global no se pudo timbrar', lines, sealing.now);
    }
  } else await book(tx, row, decided, sealing.now);
  return !('mensaje' in decided);
}

/** How often a draft that waits for a certificate looks by itself; whoever loads one has it looked at again at once. */
const CERTIFICATE_MS = 60 * 60_000;

/** A draft keeps waiting, without day or folio; whoever answers for invoicing is written to once. */
async function waitForCertificate(tx: Tx, row: FacturaRow, falta: string, now: Date): Promise<void> {
  const mensaje = `${falta}: la factura espera y se timbra sola`;
  const first = await updateWaiting(tx, row.id, { mensaje, until: new Date(now.getTime() + CERTIFICATE_MS) });
  if (!first) return;
  const words = 'Las facturas esperan y ninguna se pierde: se timbran solas en cuanto haya un certificado vigente.';
  await tellControl(tx, 'Las facturas esperan un certificado de sello digital', [`${falta}.`, words], now);
}

/** How long a complement waits until it looks again for the folio of its invoice. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Whether a complement cannot be sealed: one of its invoices has no folio yet, or may fall. Ended where one has none for good, or
 * fell.
 */
async function waitsForInvoice(
  tx: Tx,
  row: FacturaRow,
  { now, community: { timeZone: zone } }: Sealing,
): Promise<boolean> {
  const facturas = await listSettledStatuses(tx, row.id);
  const mensaje = esperaDeComplemento(facturas);
  if (mensaje === undefined) return false;
  if (facturas.some(({ status }) => status === 'cancelada' || status === 'rechazada')) {
    await giveComplementUp(tx, row, { usuarioId: row.usuario_id, now, today: fechaInZone(now, zone) });
  } else await updateFactura(tx, row.id, { mensaje, proximo_intento: new Date(now.getTime() + LOOK_AGAIN_MS) });
  return true;
}

/** Ends the draft of a complement whose invoice fell; its payments get another where their charges are on one. */
async function giveComplementUp(tx: Tx, row: FacturaRow, stamp: InvoicingStamp): Promise<void> {
  const pagoIds = (await listLines(tx, row.id)).flatMap((line) => line.pago_id ?? []);
  const mensaje = 'La factura de la que es complemento no se timbró o se canceló. Facture sus pagos';
  await updateRejected(tx, row, because(mensaje), stamp.now, 'abandonado');
  // Its charge may be on another invoice by now.
  await redraftComplements(tx, pagoIds, stamp);
}

/** What waits for an invoice goes on: its complements are given up where it fell, and looked at again where it stands. */
export async function releaseComplements(tx: Tx, facturaId: number, stamp: InvoicingStamp): Promise<void> {
  for (const id of await listWaitingComplements(tx, facturaId)) {
    const row = await findFacturaForUpdate(tx, id);
    if (row?.estado !== 'borrador') continue;
    const fell = (await listSettledStatuses(tx, id)).some(({ status }) => status === 'cancelada');
    if (fell) await giveComplementUp(tx, row, stamp);
    else await updateFactura(tx, id, { mensaje: '', proximo_intento: stamp.now });
  }
}

const because = (mensaje: string): Rejection => ({ codigo: '', mensaje });

/** What would be refused of a document; of a key, of which catalogue it is. */
type Falla = FallaFiscal & { catalogo?: OfficialCatalogue };

const DONDE = 'en Administración, Certificado y timbrado';

/** Why nothing of an issuer can be sealed now and what to do, without a full stop; undefined where something can. */
function faltaDeCertificado(
  certificado: Pick<Certificado, 'validoHasta' | 'esDePrueba'> | undefined,
  { emisorRfc, proveedor }: { emisorRfc: string; proveedor: string },
  { community, now }: Omit<Sealing, 'secrets'>,
): string | undefined {
  if (!certificado) return `Falta el certificado de sello digital de ${emisorRfc}. Cárguelo ${DONDE}`;
  if (now > certificado.validoHasta) {
    const vencio = formatFecha(fechaInZone(certificado.validoHasta, community.timeZone));
    return `El certificado de sello digital de ${emisorRfc} venció el ${vencio}. Cargue uno vigente ${DONDE}`;
  }
  if (proveedor === 'sw_pruebas' || (proveedor === 'simulador') === certificado.esDePrueba) return undefined;
  return certificado.esDePrueba
    ? `El certificado de ${emisorRfc} es de prueba y el proveedor de timbrado es real. Cargue el certificado de la empresa ${DONDE}`
    : `El certificado de ${emisorRfc} es real y el proveedor de timbrado es el simulador. Configure el proveedor ${DONDE}`;
}

const fallasOfDocument = async (tx: Tx, documento: Documento, ahora: string): Promise<Falla[]> => [
  ...fallasOf(documento, { ahora }),
  ...(await clavesAjenas(tx, documento)),
];

const enPalabras = (fallas: readonly Falla[]): string =>
  fallas.map((one) => [one.codigo, one.mensaje].filter(Boolean).join(': ')).join(' ');

/**
 * Why a draft that was written would not be sealed, in words, and the catalogue that lacks its key where that is all; undefined
 * where nothing is known to stand in its way. For what cannot be taken back once its draft is refused.
 */
export async function refusalToSeal(
  tx: Tx,
  facturaId: number,
  sealing: Omit<Sealing, 'secrets'>,
): Promise<{ mensaje: string; catalogo?: OfficialCatalogue | undefined } | undefined> {
  const found = await findFactura(tx, facturaId);
  if (!found) throw new Error(`draft ${facturaId} is gone`);
  const row = await refreshDraft(tx, found);
  const { proveedor } = await findTimbrado(tx);
  const certificado = await findCertificado(tx, row.emisor_rfc);
  const falta = faltaDeCertificado(certificado, { emisorRfc: row.emisor_rfc, proveedor }, sealing);
  if (falta !== undefined) return { mensaje: `${falta} e inténtelo de nuevo` };
  const ahora = relojDe(row.lugar_expedicion, sealing.now);
  const fallas = await fallasOfDocument(tx, await documentoOf(tx, row, 1, ahora), ahora);
  if (fallas.length === 0) return undefined;
  const [catalogo, ...others] = new Set(fallas.map((falla) => falla.catalogo));
  return { mensaje: enPalabras(fallas), catalogo: others.length === 0 ? catalogo : undefined };
}

/** The code of the authority's that a key outside of its catalogue is rejected by. */
const RECHAZO_DE_CLAVE: Readonly<Record<OfficialCatalogue, string>> = {
  c_ClaveProdServ: 'CFDI40162',
  c_ClaveUnidad: 'CFDI40165',
  c_FormaPago: 'CFDI40104',
  c_UsoCFDI: 'CFDI40160',
  c_RegimenFiscal: 'CFDI40157',
};

/** Keys that the catalogues loaded from the authority's file lack, or that ended. */
async function clavesAjenas(tx: Tx, documento: Documento): Promise<Falla[]> {
  const { fecha, receptor } = documento;
  const keys: OfficialKey[] = [
    { catalogo: 'c_UsoCFDI', clave: receptor.usoCFDI },
    { catalogo: 'c_RegimenFiscal', clave: receptor.regimenFiscal },
  ];
  if (documento.tipo === 'pago') {
    keys.push(...documento.pagos.map(({ formaPago }) => ({ catalogo: 'c_FormaPago' as const, clave: formaPago })));
  } else {
    keys.push({ catalogo: 'c_FormaPago', clave: documento.formaPago });
    for (const { claveProdServ, claveUnidad } of documento.conceptos) {
      keys.push(
        { catalogo: 'c_ClaveProdServ', clave: claveProdServ },
        { catalogo: 'c_ClaveUnidad', clave: claveUnidad },
      );
    }
  }
  return (await faultsOfKeys(tx, keys, fecha.slice(0, 10))).map(({ catalogo, mensaje }) => ({
    catalogo,
    codigo: RECHAZO_DE_CLAVE[catalogo],
    mensaje: `${mensaje}. Corríjala en Catálogos.`,
  }));
}

/** What stands in the way of a draft: nothing, a fault that refuses it, or the certificate that it waits for. */
async function decide(
  tx: Tx,
  row: FacturaRow,
  { secrets, ...sealing }: Sealing,
): Promise<Sealable | Rejection | { espera: string }> {
  const fecha = relojDe(row.lugar_expedicion, sealing.now);
  const draft = await documentoOf(tx, row, 1, fecha);
  const fallas = await fallasOfDocument(tx, draft, fecha);
  if (fallas[0]) return { codigo: fallas[0].codigo, mensaje: enPalabras(fallas) };
  const { proveedor } = await findTimbrado(tx);
  const certificado = await openCertificado(tx, secrets, row.emisor_rfc);
  const espera = faltaDeCertificado(certificado, { emisorRfc: row.emisor_rfc, proveedor }, sealing);
  if (certificado && espera === undefined) return { draft, certificado, proveedor };
  const falta = espera ?? '';
  // Whoever never had one does not invoice yet: a first certificate stamps nothing of years ago.
  return (await hadCertificado(tx)) ? { espera: falta } : because(`${falta} y facture de nuevo`);
}

/** The certificate in force of an issuer, with its key in clear. */
export async function openCertificado(tx: Tx, secrets: Secrets, rfc: string): Promise<OpenCertificado | undefined> {
  const row = await findCertificado(tx, rfc);
  return row && { ...row, llave: await secrets.open(tx, 'certificado', row.llave) };
}

async function book(tx: Tx, row: FacturaRow, { draft, certificado, proveedor }: Sealable, now: Date): Promise<void> {
  // The series is locked last: everything that can fail has been done.
  const folio = await takeFolio(tx, row.serie);
  const { xml } = sealDocument({ ...draft, folio: String(folio) }, certificado);
  await insertDocument(tx, row.id, 'sellado', xml, now);
  await updateFactura(tx, row.id, {
    estado: 'sellado',
    folio,
    fecha_emision: draft.fecha,
    certificado_id: certificado.id,
    proveedor,
    // Why it waited until now.
    mensaje: '',
    proximo_intento: now,
  });
  await insertEvent(tx, row.id, 'sellado', now);
}

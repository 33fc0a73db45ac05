/**
 * The stamping provider that needs nothing: it checks what a provider checks, stamps with a certificate of its own making and
 * says in every document that it has no fiscal value. It keeps what it stamped on the disk before it answers, so that whoever
 * died between its answer and keeping it finds the document by its key. Tests make it fail on demand, in every way that the
 * outside world does.
 */
import { createHash, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { giveToOwner } from '#platform/server/process-identity.ts';
import { tfdCadena } from '../cadena.ts';
import { comprobanteTree } from '../comprobante.ts';
import { LecturaFault, readDocumento } from '../leer.ts';
import { fallasOf } from '../validate.ts';
import { childOf, childrenOf, element, NAMESPACES, sameElement, serialize, type XmlElement } from '../xml.ts';
import { type CertificadoLeido, makeTestCertificate, parseCertificate } from './certificate.ts';
import type { CancelOutcome, CancelRequest, Pac, RecoverOutcome, StampOutcome, StatusOutcome } from './pac.ts';
import { sealFits } from './seal.ts';
import { readTimbre, TimbreFault } from './timbre.ts';
import { parseXml, XmlFault } from './xml.ts';

/** Valid for the schema and nobody's: a company of the year 1901 or 2001 that certifies nothing. */
export const RFC_SIMULADOR = 'SIM010101AAA';
export const LEYENDA_SIMULADOR = 'SIN VALIDEZ FISCAL';

const TFD_SCHEMA =
  'http://www.sat.gob.mx/TimbreFiscalDigital http://www.sat.gob.mx/sitio_internet/cfd/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd';

/**
 * How a call goes wrong. `timeout-before` and `error`: nothing happened and nobody knows. `timeout-after`, `garbage` and
 * `reset`: it happened and nobody knows. `307`: it happened before, with the document; `307-empty`: without it. `altered`: an
 * answer whose document is not the one sent. `reject`: a definite no. `async`: a cancellation is requested and decided later
 * by `resolve`. `slow`: the answer takes so many milliseconds, at most `timeoutMs`.
 */
export type SimulatorMode =
  | 'timeout-before'
  | 'timeout-after'
  | 'error'
  | 'garbage'
  | 'reset'
  | 'reject'
  | '307'
  | '307-empty'
  | 'altered'
  | 'async'
  | { slow: number };

export type SimulatorCall = 'stamp' | 'recover' | 'cancel' | 'status';

export interface Simulator extends Pac {
  /** The next calls of a kind go this way; several orders queue up. */
  next(call: SimulatorCall, mode: SimulatorMode, times?: number): void;
  /** Forgets orders that were not used up. */
  calm(): void;
  /** Decides a requested cancellation. False where there is none. */
  resolve(uuid: string, outcome: 'cancelled' | 'rejected'): Promise<boolean>;
  /** How many documents it stamped since it was made. */
  readonly stamped: number;
}

export interface SimulatorOptions {
  /** Its own; made when it is first needed. */
  folder: string;
  ahora: () => Date;
  /** Of the community: its documents' dates are local to it. */
  timeZone: string;
  /** 15,000 ms unless told. */
  timeoutMs?: number;
}

interface Signer {
  key: KeyObject;
  numero: string;
}

/** What became of a document after it was stamped. */
interface Cancelacion {
  estado: 'en_proceso' | 'cancelado' | 'rechazado';
  motivo: string;
  fecha: string;
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** A UUID of the key alone, so that the same key never names two documents. Version 8 (RFC 9562): made by a hash of ours. */
function uuidOf(key: string): string {
  const bytes = sha256(`porton.simulador.${key}`).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
    .join('-')
    .toUpperCase();
}

const UUID = /^[0-9A-F]{8}-([0-9A-F]{4}-){3}[0-9A-F]{12}$/;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

let partials = 0;

/** Writes a file that is whole or not there, and on the disk. */
async function writeDurably(
  folder: string,
  name: string,
  bytes: Uint8Array | string,
  { replace }: { replace: boolean },
): Promise<boolean> {
  partials += 1;
  const partial = join(folder, `.${name}.${process.pid}.${partials}.parcial`);
  const handle = await open(partial, 'wx', 0o600);
  try {
    try {
      await handle.writeFile(bytes);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    giveToOwner(partial);
    if (replace) {
      await rename(partial, join(folder, name));
    } else {
      // Unlike a rename, a link never takes the place of what somebody else wrote meanwhile.
      await link(partial, join(folder, name));
      await unlink(partial);
    }
  } catch (error) {
    await rm(partial, { force: true });
    if (!replace && hasCode(error, 'EEXIST')) return false;
    throw error;
  }
  await syncFolder(folder);
  return true;
}

const signInPool = promisify<string, Buffer, KeyObject, Buffer>(sign);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Codes that every provider answers with, of the authority's technical standard. */
const rejected = (code: string, message: string) => ({ kind: 'rejected', code, message }) as const;
const unknown = (message: string) => ({ kind: 'unknown', message }) as const;

const SE_AGOTO = 'El simulador no respondió a tiempo.';

const ESTADO_CANCELACION: Readonly<Record<Cancelacion['estado'], StatusOutcome>> = {
  en_proceso: { kind: 'in_process' },
  cancelado: { kind: 'cancelled' },
  rechazado: { kind: 'rejected', message: 'El receptor rechazó la cancelación.' },
};

export function createSimulator({ folder, ahora, timeZone, timeoutMs = 15_000 }: SimulatorOptions): Simulator {
  const timbres = join(folder, 'timbres');
  const bytesIndex = join(folder, 'bytes');
  const cancelaciones = join(folder, 'cancelaciones');
  const orders: Record<SimulatorCall, SimulatorMode[]> = { stamp: [], recover: [], cancel: [], status: [] };
  const certificates = new Map<string, CertificadoLeido | undefined>();
  const localTime = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  let signer: Promise<Signer> | undefined;
  let stamped = 0;

  const ahoraLocal = (): string => localTime.format(ahora()).replace(' ', 'T');

  /** Its own certificate: one per folder, whoever comes first. */
  async function makeSigner(): Promise<Signer> {
    for (const path of [timbres, bytesIndex, cancelaciones]) {
      const made = await mkdir(path, { recursive: true, mode: 0o700 });
      if (made !== undefined) giveToOwner(path, { made });
    }
    const name = 'sello.json';
    let kept = await readIfThere(join(folder, name));
    if (kept === undefined) {
      const { cer, llave, contrasena } = await makeTestCertificate({
        rfc: RFC_SIMULADOR,
        nombre: `SIMULADOR ${LEYENDA_SIMULADOR}`,
        ahora: ahora(),
      });
      const text = { cer: cer.toString('base64'), llave: llave.toString('base64'), contrasena };
      await writeDurably(folder, name, JSON.stringify(text), { replace: false });
      kept = await readFile(join(folder, name));
    }
    const { cer, llave, contrasena } = JSON.parse(kept.toString('utf8')) as Record<string, string>;
    const { serialNumber } = new X509Certificate(Buffer.from(cer ?? '', 'base64'));
    return {
      key: createPrivateKey({
        key: Buffer.from(llave ?? '', 'base64'),
        format: 'der',
        type: 'pkcs8',
        passphrase: contrasena,
      }),
      numero: Buffer.from(serialNumber, 'hex').toString('latin1'),
    };
  }

  function theSigner(): Promise<Signer> {
    signer ??= makeSigner().catch((error: unknown) => {
      signer = undefined;
      throw error;
    });
    return signer;
  }

  function certificateOf(base64: string): CertificadoLeido | undefined {
    if (!certificates.has(base64)) {
      // Few issuers seal here; an attacker's stream of certificates must not fill the memory.
      if (certificates.size >= 100) certificates.clear();
      certificates.set(base64, parseCertificate(Buffer.from(base64, 'base64')));
    }
    return certificates.get(base64);
  }

  /** What a provider would reject of a sealed document. */
  function refusalOf(tree: XmlElement): { code: string; message: string } | undefined {
    const value = (name: string) => tree.attributes.get(name) ?? '';
    const certificate = certificateOf(value('Certificado'));
    if (!certificate || certificate.numero !== value('NoCertificado')) {
      return { code: 'CFDI40106', message: 'El certificado del comprobante no es válido.' };
    }
    if (!certificate.esDePrueba) {
      return { code: '', message: 'El simulador no timbra lo que se selló con un certificado de producción.' };
    }
    if (certificate.esFiel) return { code: '306', message: 'El certificado no es de tipo CSD.' };
    if (certificate.rfc !== childOf(tree, 'cfdi:Emisor')?.attributes.get('Rfc')) {
      return { code: '303', message: 'El sello no corresponde al emisor.' };
    }
    const fecha = value('Fecha');
    const dentro = [certificate.validoDesde, certificate.validoHasta].map((date) =>
      localTime.format(date).replace(' ', 'T'),
    );
    if (fecha < (dentro[0] ?? '') || fecha > (dentro[1] ?? '')) {
      return { code: '305', message: 'La fecha de emisión no está dentro de la vigencia del certificado.' };
    }
    if (!sealFits(tree, certificate.x509))
      return { code: 'CFDI40102', message: 'El sello no es el del contenido del comprobante.' };
    let documento: ReturnType<typeof readDocumento>;
    try {
      documento = readDocumento(tree);
    } catch (error) {
      if (error instanceof LecturaFault) return { code: '301', message: 'El comprobante no está bien formado.' };
      throw error;
    }
    const [falla] = fallasOf(documento, { ahora: ahoraLocal() });
    if (falla) return { code: falla.codigo, message: falla.mensaje };
    const built = comprobanteTree(documento, {
      noCertificado: value('NoCertificado'),
      certificado: value('Certificado'),
      sello: value('Sello'),
    });
    if (!sameElement(built, tree)) {
      return { code: 'CFDI40999', message: 'Los totales o los nodos del comprobante no corresponden a sus conceptos.' };
    }
    return undefined;
  }

  async function timbreXml(tree: XmlElement, uuid: string): Promise<string> {
    const { key, numero } = await theSigner();
    const datos = {
      uuid,
      fechaTimbrado: ahoraLocal(),
      rfcProvCertif: RFC_SIMULADOR,
      leyenda: LEYENDA_SIMULADOR,
      selloCFD: tree.attributes.get('Sello') ?? '',
      noCertificadoSAT: numero,
    };
    // In a thread of the pool: many stampings use both cores.
    const selloSAT = (await signInPool('sha256', Buffer.from(tfdCadena(datos), 'utf8'), key)).toString('base64');
    return serialize(
      element('tfd:TimbreFiscalDigital', [
        ['xmlns:tfd', NAMESPACES.tfd],
        ['xmlns:xsi', NAMESPACES.xsi],
        ['xsi:schemaLocation', TFD_SCHEMA],
        ['Version', '1.1'],
        ['UUID', datos.uuid],
        ['FechaTimbrado', datos.fechaTimbrado],
        ['RfcProvCertif', datos.rfcProvCertif],
        ['Leyenda', datos.leyenda],
        ['SelloCFD', datos.selloCFD],
        ['NoCertificadoSAT', datos.noCertificadoSAT],
        ['SelloSAT', selloSAT],
      ]),
    );
  }

  /** Puts the complement into the text that was sent, of which every other byte stays. */
  function withTimbre(xml: Buffer, timbre: string): Buffer | undefined {
    const text = xml.toString('utf8');
    // '<' stands within no value: these are the closing tags.
    const complement = text.lastIndexOf('</cfdi:Complemento>');
    const end = text.lastIndexOf('</cfdi:Comprobante>');
    if (end < 0) return undefined;
    return Buffer.from(
      complement < 0
        ? `${text.slice(0, end)}<cfdi:Complemento>${timbre}</cfdi:Complemento>${text.slice(end)}`
        : `${text.slice(0, complement)}${timbre}${text.slice(complement)}`,
      'utf8',
    );
  }

  const isSame = (kept: Buffer, xml: Buffer): boolean => {
    try {
      readTimbre(kept, xml);
      return true;
    } catch (error) {
      if (error instanceof TimbreFault) return false;
      throw error;
    }
  };

  /** The document that a key or the same bytes were stamped as. */
  async function find(key: string, xml: Buffer): Promise<Buffer | 'other' | undefined> {
    const byKey = await readIfThere(join(timbres, `${uuidOf(key)}.xml`));
    if (byKey) return isSame(byKey, xml) ? byKey : 'other';
    return readIfThere(join(bytesIndex, `${sha256(xml).toString('hex')}.xml`));
  }

  async function reallyStamp(xml: Buffer, key: string): Promise<StampOutcome> {
    await theSigner();
    const before = await find(key, xml);
    if (before === 'other') return rejected('', 'La clave de timbrado ya nombra otro comprobante.');
    if (before) return { kind: 'duplicate', xml: before };
    let tree: XmlElement;
    try {
      tree = parseXml(xml);
    } catch (error) {
      if (error instanceof XmlFault) return rejected('301', 'El XML no está bien formado.');
      throw error;
    }
    const isStamped = childrenOf(tree, 'cfdi:Complemento').some(({ children }) =>
      children.some(({ name }) => name === 'tfd:TimbreFiscalDigital'),
    );
    if (isStamped) return rejected('307', 'El comprobante contiene un timbre previo.');
    const refusal = refusalOf(tree);
    if (refusal) return rejected(refusal.code, refusal.message);
    const uuid = uuidOf(key);
    const result = withTimbre(xml, await timbreXml(tree, uuid));
    if (!result) return rejected('301', 'El XML no está bien formado.');
    const first = await writeDurably(timbres, `${uuid}.xml`, result, { replace: false });
    if (!first) return reallyStamp(xml, key);
    stamped += 1;
    // Finds the same bytes under another key. It may be missing after a crash; the key still finds the document.
    await link(join(timbres, `${uuid}.xml`), join(bytesIndex, `${sha256(xml).toString('hex')}.xml`)).catch(
      (error: unknown) => {
        if (!hasCode(error, 'EEXIST')) throw error;
      },
    );
    return { kind: 'ok', xml: result };
  }

  async function findDocument(uuid: string): Promise<XmlElement | undefined> {
    const upper = uuid.toUpperCase();
    const kept = UUID.test(upper) ? await readIfThere(join(timbres, `${upper}.xml`)) : undefined;
    return kept && parseXml(kept);
  }

  async function findCancelacion(uuid: string): Promise<Cancelacion | undefined> {
    const kept = await readIfThere(join(cancelaciones, `${uuid.toUpperCase()}.json`));
    return kept && (JSON.parse(kept.toString('utf8')) as Cancelacion);
  }

  async function writeCancelacion(uuid: string, cancelacion: Cancelacion): Promise<void> {
    await writeDurably(cancelaciones, `${uuid.toUpperCase()}.json`, JSON.stringify(cancelacion), { replace: true });
  }

  /** The rules of motives and substitutes, with the codes of the authority's cancellation service. */
  async function cancelRefusal(request: CancelRequest, tree: XmlElement | undefined) {
    const { uuid, motivo, folioSustitucion } = request;
    if (!tree) return rejected('205', 'El folio fiscal no existe.');
    if (childOf(tree, 'cfdi:Emisor')?.attributes.get('Rfc') !== request.emisorRfc) {
      return rejected('203', 'El folio fiscal no corresponde al emisor.');
    }
    if (!/^0[1-4]$/.test(motivo)) return rejected('207', 'El motivo de cancelación no es válido.');
    if (motivo !== '01') {
      return folioSustitucion === undefined
        ? undefined
        : rejected('209', 'El folio de sustitución no va con este motivo de cancelación.');
    }
    const substitute = folioSustitucion === undefined ? undefined : await findDocument(folioSustitucion);
    if (!substitute || folioSustitucion?.toUpperCase() === uuid.toUpperCase()) {
      return rejected('208', 'El folio de sustitución no es válido: timbre primero la factura que sustituye a ésta.');
    }
    const relacion = childOf(substitute, 'cfdi:CfdiRelacionados');
    const related = childrenOf(relacion, 'cfdi:CfdiRelacionado').some(
      (node) => node.attributes.get('UUID')?.toUpperCase() === uuid.toUpperCase(),
    );
    return relacion?.attributes.get('TipoRelacion') === '04' && related
      ? undefined
      : rejected('212', 'La factura que sustituye no está relacionada con ésta (relación 04).');
  }

  const acuseOf = ({ uuid, emisorRfc }: CancelRequest, estatus: '201' | '202'): Buffer =>
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?>\n${serialize(
        element(
          'Acuse',
          [
            ['Fecha', ahoraLocal()],
            ['RfcEmisor', emisorRfc],
            ['Leyenda', LEYENDA_SIMULADOR],
          ],
          [
            element('Folios', [
              ['UUID', uuid.toUpperCase()],
              ['EstatusUUID', estatus],
            ]),
          ],
        ),
      )}`,
      'utf8',
    );

  async function reallyCancel(request: CancelRequest, later: boolean): Promise<CancelOutcome> {
    await theSigner();
    const refusal = await cancelRefusal(request, await findDocument(request.uuid));
    if (refusal) return refusal;
    const before = await findCancelacion(request.uuid);
    if (before?.estado === 'cancelado') return { kind: 'cancelled', acuse: acuseOf(request, '202') };
    if (before?.estado === 'en_proceso') return { kind: 'requested', acuse: acuseOf(request, '202') };
    await writeCancelacion(request.uuid, {
      estado: later ? 'en_proceso' : 'cancelado',
      motivo: request.motivo,
      fecha: ahoraLocal(),
    });
    return { kind: later ? 'requested' : 'cancelled', acuse: acuseOf(request, '201') };
  }

  async function reallyStatus({ uuid, emisorRfc, receptorRfc, total }: CancelRequest): Promise<StatusOutcome> {
    await theSigner();
    const tree = await findDocument(uuid);
    const rfc = (name: string) => childOf(tree, name)?.attributes.get('Rfc');
    const known =
      rfc('cfdi:Emisor') === emisorRfc &&
      rfc('cfdi:Receptor') === receptorRfc &&
      Number(tree?.attributes.get('Total')) === Number(total);
    if (!known) return { kind: 'missing' };
    const cancelacion = await findCancelacion(uuid);
    return cancelacion ? ESTADO_CANCELACION[cancelacion.estado] : { kind: 'valid' };
  }

  /** Runs a call the way that was ordered. What it gives is an outcome of the port, a full disk's too. */
  async function run<T>(
    call: SimulatorCall,
    work: (mode: SimulatorMode | undefined) => Promise<T>,
  ): Promise<T | ReturnType<typeof unknown>> {
    const mode = orders[call].shift();
    if (mode === 'timeout-before') return unknown(SE_AGOTO);
    if (mode === 'error') return unknown('El simulador respondió con un error (500).');
    if (typeof mode === 'object') {
      await pause(Math.min(mode.slow, timeoutMs));
      if (mode.slow > timeoutMs) return unknown(SE_AGOTO);
    }
    let outcome: T;
    try {
      outcome = await work(mode);
    } catch (error) {
      // Of the disk (ENOSPC and its like): it may have been written or not. Anything else is a defect of ours.
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      return unknown('El simulador no pudo escribir en su carpeta.');
    }
    if (mode === 'timeout-after') return unknown(SE_AGOTO);
    if (mode === 'garbage') return unknown('El simulador respondió algo que no se entiende.');
    if (mode === 'reset') return unknown('El simulador cortó la conexión.');
    return outcome;
  }

  return {
    id: 'simulador',
    sinValidez: true,
    timeoutMs,
    get stamped() {
      return stamped;
    },
    next(call, mode, times = 1) {
      for (let time = 0; time < times; time += 1) orders[call].push(mode);
    },
    calm() {
      for (const list of Object.values(orders)) list.length = 0;
    },
    stamp: (xml, key) =>
      run('stamp', async (mode): Promise<StampOutcome> => {
        if (mode === 'reject') return rejected('CFDI40145', 'El nombre del receptor no es el de su RFC en el SAT.');
        const outcome = await reallyStamp(xml, key);
        if (outcome.kind !== 'ok') return outcome;
        if (mode === '307') return { kind: 'duplicate', xml: outcome.xml };
        if (mode === '307-empty') return { kind: 'duplicate', xml: undefined };
        if (mode !== 'altered') return outcome;
        return { kind: 'ok', xml: Buffer.from(outcome.xml.toString('utf8').replace(/ LugarExpedicion="\d/, '$&0')) };
      }),
    recover: (key, xml) =>
      run('recover', async (): Promise<RecoverOutcome> => {
        const found = await find(key, xml);
        return Buffer.isBuffer(found) ? { kind: 'ok', xml: found } : { kind: 'missing' };
      }),
    cancel: (request) =>
      run('cancel', async (mode): Promise<CancelOutcome> => {
        if (mode === 'reject') return rejected('204', 'La factura no se puede cancelar.');
        return reallyCancel(request, mode === 'async');
      }),
    status: (request) => run('status', () => reallyStatus(request)),
    credit: () => Promise.resolve(undefined),
    async resolve(uuid, outcome) {
      const before = await findCancelacion(uuid);
      if (before?.estado !== 'en_proceso') return false;
      await writeCancelacion(uuid, { ...before, estado: outcome === 'cancelled' ? 'cancelado' : 'rechazado' });
      return true;
    },
  };
}

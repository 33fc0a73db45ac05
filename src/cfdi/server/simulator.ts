/**
 * The stamping provider that needs nothing: it checks what a provider checks, stamps with a certificate of its own making and
 * says in every document that it has no fiscal value. It keeps what it stamped on the disk before it answers, so that whoever
 * died between its answer and keeping it finds the document by its key. Tests make it fail on demand, in every way that the
 * outside world does.
 */
import { type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { tfdCadena } from '../cadena.ts';
import { CONSULTA_NO_VALIDA, type EsCancelable, estatusOf, pruebaQueNoEsta, rechazaTimbre } from '../codigos.ts';
import { comprobanteTree } from '../comprobante.ts';
import { relojDe, relojDelCentro } from '../husos.ts';
import { LecturaFault, readDocumento } from '../leer.ts';
import { fallasOf } from '../validate.ts';
import { childOf, childrenOf, element, NAMESPACES, sameElement, serialize, type XmlElement } from '../xml.ts';
import { type CertificadoLeido, parseCertificate } from './certificate.ts';
import type {
  CancelOutcome,
  CancelRequest,
  DocumentoTimbrado,
  Pac,
  RecoverOutcome,
  StampOutcome,
  StatusOutcome,
} from './pac.ts';
import { sealFits } from './seal.ts';
import { type Cancelacion, LEYENDA_SIMULADOR, RFC_SIMULADOR, SimulatorFolder, uuidOf } from './simulator-folder.ts';
import { readSolicitud } from './solicitud.ts';
import { parseXml, XmlFault } from './xml.ts';

const TFD_SCHEMA =
  'http://www.sat.gob.mx/TimbreFiscalDigital http://www.sat.gob.mx/sitio_internet/cfd/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd';

/**
 * How a call goes wrong. `timeout-before` and `error`: nothing happened and nobody knows. `timeout-after`, `garbage` and
 * `reset`: it happened and nobody knows. `307`: it happened before, with the document; `307-empty`: without it. `altered`: an
 * answer whose document is not the one sent. `reject`: a definite no. `async`: a cancellation is requested and decided later
 * by `resolve`. `slow`: the answer takes so many milliseconds, at most `timeoutMs`. `code`: nothing happened but that it said
 * this code, of the authority's or its own. `missing`: the authority does not find the document. `sin-cuenta`: it took nothing, since it does not know the account. `lost`: a cancellation is received, and the authority knows nothing of it.
 * `esCancelable`: what the status says of a document in force.
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
  | 'lost'
  | 'missing'
  | 'sin-cuenta'
  | { slow: number }
  | { code: string }
  | { esCancelable: EsCancelable };

export type SimulatorCall = 'stamp' | 'recover' | 'cancel' | 'status' | 'acuse';

export interface Simulator extends Pac {
  /** The next calls of a kind go this way; several orders queue up. */
  next(call: SimulatorCall, mode: SimulatorMode, times?: number): void;
  /** Forgets orders that were not used up. */
  calm(): void;
  /** Decides a requested cancellation. False where there is none. */
  resolve(uuid: string, outcome: 'cancelled' | 'rejected'): Promise<boolean>;
  /** Cancels a document as the issuer does at the authority's own portal. */
  cancelElsewhere(uuid: string): Promise<void>;
  /** How many documents it stamped since it was made. */
  readonly stamped: number;
}

export interface SimulatorOptions {
  /** Its own; made when it is first needed. */
  folder: string;
  /** Documents that it takes for its own although others stamped them, by their UUID in capitals. */
  stampedElsewhere?: (uuid: string) => Promise<Uint8Array | undefined>;
  ahora: () => Date;
  /** 15,000 ms unless told. */
  timeoutMs?: number;
}

const signInPool = promisify<string, Buffer, KeyObject, Buffer>(sign);
const isObject = (mode: SimulatorMode | undefined) => typeof mode === 'object';
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Codes that every provider answers with, of the authority's technical standard. */
const rejected = (code: string, message: string) => ({ kind: 'rejected', code, message }) as const;
const unknown = (message: string) => ({ kind: 'unknown', message }) as const;

type Nobody = ReturnType<typeof unknown> & { cuenta?: true; sinEnviar?: true };

const SE_AGOTO = 'El simulador no respondió a tiempo.';

/** As an adapter tells a code of the provider's own: those of the account stop everything. */
const ownCode = (code: string) => ({
  ...unknown(`El simulador respondió con el código ${code}.`),
  code,
  ...(code.startsWith('AU') && { cuenta: true as const }),
});

function refusedBy(code: string): CancelOutcome {
  const known = estatusOf(code);
  return known.kind === 'rechazo' ? rejected(code, known.mensaje) : ownCode(code);
}

const ESTADO_CANCELACION: Readonly<Record<Cancelacion['estado'], StatusOutcome>> = {
  en_proceso: { kind: 'in_process' },
  cancelado: { kind: 'cancelled' },
  rechazado: { kind: 'rejected', message: 'El receptor rechazó la cancelación.' },
};

/** Stamps and cancels as a provider does: refuses what the authority would, with its codes. */
class Authority {
  readonly #folder: SimulatorFolder;
  readonly #ahora: () => Date;
  readonly #certificates = new Map<string, CertificadoLeido | undefined>();
  stamped = 0;

  constructor(folder: SimulatorFolder, ahora: () => Date) {
    this.#folder = folder;
    this.#ahora = ahora;
  }

  #now(): string {
    return relojDelCentro(this.#ahora());
  }

  #certificateOf(base64: string): CertificadoLeido | undefined {
    if (!this.#certificates.has(base64)) {
      // Few issuers seal here; an attacker's stream of certificates must not fill the memory.
      if (this.#certificates.size >= 100) this.#certificates.clear();
      this.#certificates.set(base64, parseCertificate(Buffer.from(base64, 'base64')));
    }
    return this.#certificates.get(base64);
  }

  /** What a provider would reject of a sealed document. */
  #refusalOf(tree: XmlElement): { code: string; message: string } | undefined {
    const value = (name: string) => tree.attributes.get(name) ?? '';
    const certificate = this.#certificateOf(value('Certificado'));
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
    // A document's date is that of where it is issued, whatever the community's clocks show.
    const lugar = value('LugarExpedicion');
    const fecha = value('Fecha');
    const dentro = [certificate.validoDesde, certificate.validoHasta].map((date) => relojDe(lugar, date));
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
    const [falla] = fallasOf(documento, { ahora: relojDe(lugar, this.#ahora()) });
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

  async #timbreXml(tree: XmlElement, uuid: string): Promise<string> {
    const { key, numero } = await this.#folder.signer();
    const datos = {
      uuid,
      fechaTimbrado: this.#now(),
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

  async stamp(xml: Buffer, key: string): Promise<StampOutcome> {
    await this.#folder.signer();
    const before = await this.#folder.find(key, xml);
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
    const refusal = this.#refusalOf(tree);
    if (refusal) return rejected(refusal.code, refusal.message);
    const uuid = uuidOf(key);
    const result = withTimbre(xml, await this.#timbreXml(tree, uuid));
    if (!result) return rejected('301', 'El XML no está bien formado.');
    if (!(await this.#folder.keep(uuid, xml, result))) return this.stamp(xml, key);
    this.stamped += 1;
    return { kind: 'ok', xml: result };
  }

  /** The rules of motives and substitutes, with the codes of the authority's cancellation service. */
  async #cancelRefusal(request: CancelRequest, tree: XmlElement | undefined): Promise<string | undefined> {
    const { uuid, motivo, folioSustitucion } = request;
    if (!tree) return '205';
    if (childOf(tree, 'cfdi:Emisor')?.attributes.get('Rfc') !== request.emisorRfc) return '203';
    if (!/^0[1-4]$/.test(motivo)) return '207';
    if (motivo !== '01') return folioSustitucion === undefined ? undefined : '209';
    const substitute = folioSustitucion === undefined ? undefined : await this.#folder.findDocument(folioSustitucion);
    if (!substitute || folioSustitucion?.toUpperCase() === uuid.toUpperCase()) return '208';
    const relacion = childOf(substitute, 'cfdi:CfdiRelacionados');
    const related = childrenOf(relacion, 'cfdi:CfdiRelacionado').some(
      (node) => node.attributes.get('UUID')?.toUpperCase() === uuid.toUpperCase(),
    );
    return relacion?.attributes.get('TipoRelacion') === '04' && related ? undefined : '212';
  }

  #acuseOf({ uuid, emisorRfc }: DocumentoTimbrado, estatus: '201' | '202'): Buffer {
    return Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?>\n${serialize(
        element(
          'Acuse',
          [
            ['Fecha', this.#now()],
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
  }

  /** What is wrong with the signed request itself. Any certificate of the issuer's does: a real one too. */
  #unsigned({ solicitud, emisorRfc, uuid, motivo, folioSustitucion }: CancelRequest): string | undefined {
    const leida = readSolicitud(solicitud);
    const same =
      leida?.uuid.toUpperCase() === uuid.toUpperCase() &&
      leida.motivo === motivo &&
      leida.folioSustitucion?.toUpperCase() === folioSustitucion?.toUpperCase();
    if (!leida || !same) return '301';
    if (!leida.firmada) return '302';
    const certificate = this.#certificateOf(leida.certificado.toString('base64'));
    if (!certificate) return '305';
    if (certificate.esFiel) return '310';
    if (certificate.rfc !== emisorRfc || leida.rfcEmisor !== emisorRfc) return '303';
    return this.#ahora() > certificate.validoHasta ? '304' : undefined;
  }

  async cancel(request: CancelRequest, later: boolean): Promise<CancelOutcome> {
    await this.#folder.signer();
    const code = this.#unsigned(request);
    if (code !== undefined) return refusedBy(code);
    const refusal = await this.#cancelRefusal(request, await this.#folder.findDocument(request.uuid));
    if (refusal !== undefined) return refusedBy(refusal);
    const before = await this.#folder.findCancelacion(request.uuid);
    if (before?.estado === 'cancelado') return { kind: 'cancelled', acuse: this.#acuseOf(request, '202') };
    if (before?.estado === 'en_proceso') return { kind: 'requested', acuse: this.#acuseOf(request, '202') };
    await this.#folder.writeCancelacion(request.uuid, {
      estado: later ? 'en_proceso' : 'cancelado',
      motivo: request.motivo,
      fecha: this.#now(),
    });
    return { kind: later ? 'requested' : 'cancelled', acuse: this.#acuseOf(request, '201') };
  }

  async acuse(documento: DocumentoTimbrado): Promise<Buffer | undefined> {
    const cancelacion = await this.#folder.findCancelacion(documento.uuid);
    return cancelacion?.estado === 'cancelado' ? this.#acuseOf(documento, '201') : undefined;
  }

  async status({ uuid, emisorRfc, receptorRfc, total }: DocumentoTimbrado): Promise<StatusOutcome> {
    await this.#folder.signer();
    const tree = await this.#folder.findDocument(uuid);
    const rfc = (name: string) => childOf(tree, name)?.attributes.get('Rfc');
    const known =
      rfc('cfdi:Emisor') === emisorRfc &&
      rfc('cfdi:Receptor') === receptorRfc &&
      Number(tree?.attributes.get('Total')) === Number(total);
    if (!known) return { kind: 'missing' };
    const cancelacion = await this.#folder.findCancelacion(uuid);
    return cancelacion ? ESTADO_CANCELACION[cancelacion.estado] : { kind: 'valid', esCancelable: 'sin_aceptacion' };
  }
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

/** Runs a call the way that was ordered. What it gives is an outcome of the port, a full disk's too. */
async function asOrdered<T>(
  mode: SimulatorMode | undefined,
  timeoutMs: number,
  work: (mode: SimulatorMode | undefined) => Promise<T>,
): Promise<T | Nobody> {
  if (mode === 'timeout-before') return unknown(SE_AGOTO);
  if (mode === 'error') return unknown('El simulador respondió con un error (500).');
  if (mode === 'sin-cuenta') return { ...unknown('El simulador no conoce la cuenta.'), cuenta: true, sinEnviar: true };
  if (isObject(mode) && 'slow' in mode) {
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

/** The stamp, or what was ordered in its place. */
async function stampAs(
  mode: SimulatorMode | undefined,
  stamp: () => ReturnType<Authority['stamp']>,
): Promise<StampOutcome> {
  if (mode === 'reject') return rejected('CFDI40145', 'El nombre del receptor no es el de su RFC en el SAT.');
  if (isObject(mode) && 'code' in mode) {
    return rechazaTimbre(mode.code) ? rejected(mode.code, 'Rechazado.') : ownCode(mode.code);
  }
  const outcome = await stamp();
  if (outcome.kind !== 'ok') return outcome;
  if (mode === '307') return { kind: 'duplicate', xml: outcome.xml };
  if (mode === '307-empty') return { kind: 'duplicate', xml: undefined };
  if (mode !== 'altered') return outcome;
  return { kind: 'ok', xml: Buffer.from(outcome.xml.toString('utf8').replace(/ LugarExpedicion="\d/, '$&0')) };
}

export function createSimulator({ folder, ahora, stampedElsewhere, timeoutMs = 15_000 }: SimulatorOptions): Simulator {
  const kept = new SimulatorFolder(folder, ahora, stampedElsewhere);
  const authority = new Authority(kept, ahora);
  const orders: Record<SimulatorCall, SimulatorMode[]> = { stamp: [], recover: [], cancel: [], status: [], acuse: [] };
  const run = <T>(call: SimulatorCall, work: (mode: SimulatorMode | undefined) => Promise<T>) =>
    asOrdered(orders[call].shift(), timeoutMs, work);
  return {
    id: 'simulador',
    sinValidez: true,
    timeoutMs,
    get stamped() {
      return authority.stamped;
    },
    next(call, mode, times = 1) {
      for (let time = 0; time < times; time += 1) orders[call].push(mode);
    },
    calm() {
      for (const list of Object.values(orders)) list.length = 0;
    },
    stamp: (xml, key) => run('stamp', (mode) => stampAs(mode, () => authority.stamp(xml, key))),
    recover: (key, xml) =>
      run('recover', async (mode): Promise<RecoverOutcome> => {
        if (isObject(mode) && 'code' in mode)
          return pruebaQueNoEsta(mode.code) ? { kind: 'missing' } : ownCode(mode.code);
        const found = await kept.find(key, xml);
        return Buffer.isBuffer(found) ? { kind: 'ok', xml: found } : { kind: 'missing' };
      }),
    cancel: (request) =>
      run('cancel', async (mode): Promise<CancelOutcome> => {
        if (mode === 'reject') return refusedBy('204');
        if (mode === 'lost') return { kind: 'requested', acuse: undefined };
        if (isObject(mode) && 'code' in mode) {
          return estatusOf(mode.code).kind === 'recibida' ? authority.cancel(request, true) : refusedBy(mode.code);
        }
        return authority.cancel(request, mode === 'async');
      }),
    status: (documento) =>
      run('status', async (mode): Promise<StatusOutcome> => {
        if (mode === 'missing') return { kind: 'missing' };
        if (isObject(mode) && 'code' in mode) {
          return mode.code === CONSULTA_NO_VALIDA ? ownCode(mode.code) : { kind: 'missing' };
        }
        const outcome = await authority.status(documento);
        return outcome.kind === 'valid' && isObject(mode) && 'esCancelable' in mode ? { ...outcome, ...mode } : outcome;
      }),
    acuse: async (documento) => {
      const told = await run('acuse', () => authority.acuse(documento));
      return Buffer.isBuffer(told) ? told : undefined;
    },
    credit: () => Promise.resolve(undefined),
    async cancelElsewhere(uuid) {
      await kept.writeCancelacion(uuid, { estado: 'cancelado', motivo: '02', fecha: ahora().toISOString() });
    },
    async resolve(uuid, outcome) {
      const before = await kept.findCancelacion(uuid);
      if (before?.estado !== 'en_proceso') return false;
      await kept.writeCancelacion(uuid, { ...before, estado: outcome === 'cancelled' ? 'cancelado' : 'rechazado' });
      return true;
    },
  };
}

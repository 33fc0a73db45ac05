/**
 * The stamping provider SW Sapien, by its REST service, and the status of documents by the authority's own SOAP service.
 * Whatever may have stamped is `unknown`: only an answer of the provider that says so is a stamped document or a definite no.
 * Nothing of what it says of a failure has the user's name, password or token in it.
 */
import { orAborted } from '#platform/server/deadline.ts';
import {
  CONSULTA_NO_VALIDA,
  consultaOf,
  esCancelableOf,
  estatusOf,
  pruebaQueNoEsta,
  rechazaTimbre,
} from '../codigos.ts';
import { expresionImpresa } from '../qr.ts';
import type {
  CancelOutcome,
  CancelRequest,
  DocumentoTimbrado,
  Pac,
  RecoverOutcome,
  StampOutcome,
  StatusOutcome,
} from './pac.ts';
import { readAnswered } from './timbre.ts';
import { parseXml } from './xml.ts';

/** What the adapter asks of `fetch`; tests and proxies give another one. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

export interface SwSapienOptions {
  /** Name of the configuration: 'sw_pruebas' or 'sw'. */
  id: string;
  /** 'https://services.test.sw.com.mx' */
  origin: string;
  /** Where the provider keeps documents and acknowledgements; the same place unless told. */
  apiOrigin?: string;
  /** Of the authority's service that tells the status of documents. */
  consultaOrigin?: string;
  usuario: string;
  contrasena: string;
  /** Of one call of the port, all its requests together. 30,000 ms unless told. */
  timeoutMs?: number;
  /** True for the provider's test service, whose documents have no fiscal value. */
  sinValidez: boolean;
  fetch?: FetchLike;
  /** Monotonic milliseconds, for the token's life. */
  now?: () => number;
}

/** The token lives two hours; it is renewed before. */
const TOKEN_MS = 110 * 60_000;
const MAX_ANSWER_BYTES = 15 * 1024 * 1024;
/** More of a message is no message. */
const WORDS_MAX = 5_000;
/** The tax authority's service answers some hundred bytes. */
const CONSULTA_CHARACTERS_MAX = 100_000;
const CONSULTA_SAT = 'https://consultaqr.facturaelectronica.sat.gob.mx';
const CONSULTA_PATH = '/ConsultaCFDIService.svc';
const CONSULTA_ACTION = 'http://tempuri.org/IConsultaCFDIService/Consulta';

/** The provider's codes of its accounts: password, balance, manifest, token. */
const CUENTA = /^AU\d{4}$/;

/** Why no answer came that can be understood. Its message is ours. */
class NoAnswer extends Error {
  /** Whether the account is what stands in the way. */
  readonly cuenta: boolean;
  constructor(message: string, cuenta = false) {
    super(message);
    this.cuenta = cuenta;
  }
}

/** As much of a request as the calls need. */
interface Sent {
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | FormData;
}

interface Answer {
  status: number;
  /** Of the JSON, where it is an object. */
  body: Record<string, unknown> | undefined;
}

const unknown = (message: string, code = '', cuenta = CUENTA.test(code)) =>
  ({ kind: 'unknown', message, ...(code !== '' && { code }), ...(cuenta && { cuenta }) }) as const;
type Unanswered = ReturnType<typeof unknown> & { sinEnviar?: true };
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

async function readLimited(response: Response): Promise<string> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new NoAnswer('El proveedor respondió de más.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The way to the provider: requests, its token, and what it says without what nobody may read. */
class Connection {
  readonly timeoutMs: number;
  readonly #options: SwSapienOptions;
  readonly #fetch: FetchLike;
  /** Monotonic milliseconds. */
  readonly #now: () => number;
  #token: { text: string; until: number } | undefined;
  #renewing: Promise<string> | undefined;
  /** The calls, by their deadlines, of which something left with a token: before that only the account was asked. */
  readonly #sent = new WeakSet<AbortSignal>();

  constructor(options: SwSapienOptions) {
    const { timeoutMs = 30_000, fetch: doFetch = fetch, now = () => performance.now() } = options;
    this.timeoutMs = timeoutMs;
    this.#options = options;
    this.#fetch = doFetch;
    this.#now = now;
  }

  /** The provider's words, of bounded length, without what nobody may read. */
  #clean(text: string): string {
    const secrets = [this.#options.contrasena, this.#options.usuario, this.#token?.text ?? ''].filter(
      (secret) => secret !== '',
    );
    const hidden = (words: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), words);
    // Before it is cut too, which might leave a part of a secret.
    const words = hidden(text)
      .slice(0, WORDS_MAX)
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ');
    return hidden(words).trim().slice(0, 500);
  }

  /** One request. @throws NoAnswer on a time-out, a broken connection, or an answer that is too long */
  async ask(url: string, init: Sent, deadline: AbortSignal): Promise<{ status: number; text: string }> {
    const doFetch = this.#fetch;
    try {
      // A redirection is never followed: 307 is an answer of the provider's, and a token goes nowhere else.
      const asking = async () => {
        const response = await doFetch(url, { ...init, redirect: 'manual', signal: deadline });
        return { status: response.status, text: await readLimited(response) };
      };
      return await orAborted(asking(), deadline);
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      throw new NoAnswer(
        deadline.aborted
          ? 'El proveedor de timbrado no respondió a tiempo.'
          : 'No hubo conexión con el proveedor de timbrado.',
      );
    }
  }

  async #askJson(path: string, init: Sent, deadline: AbortSignal, origin = this.#options.origin): Promise<Answer> {
    const { status, text } = await this.ask(`${origin}${path}`, init, deadline);
    try {
      const body: unknown = JSON.parse(text);
      return { status, body: isObject(body) ? body : undefined };
    } catch {
      return { status, body: undefined };
    }
  }

  async #authenticate(deadline: AbortSignal): Promise<string> {
    const { status, body } = await this.#askJson(
      '/v2/security/authenticate',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user: this.#options.usuario, password: this.#options.contrasena }),
      },
      deadline,
    );
    const text = isObject(body?.data) ? textOf(body.data.token) : '';
    if (status !== 200 || body?.status !== 'success' || text === '') {
      throw status >= 500 || body === undefined
        ? new NoAnswer(`El proveedor de timbrado no dejó entrar (${status}).`)
        : new NoAnswer(
            'El proveedor de timbrado no aceptó el usuario o la contraseña. Corríjalos en Proveedor de timbrado.',
            true,
          );
    }
    this.#token = { text, until: this.#now() + TOKEN_MS };
    return text;
  }

  async #bearer(deadline: AbortSignal): Promise<string> {
    if (this.#token && this.#now() < this.#token.until) return this.#token.text;
    // Many stampings that begin at once ask for one token; each waits no longer than its own deadline allows.
    this.#renewing ??= this.#authenticate(AbortSignal.timeout(this.timeoutMs)).finally(() => {
      this.#renewing = undefined;
    });
    return orAborted(this.#renewing, deadline).catch((error: unknown) => {
      throw error === deadline.reason ? new NoAnswer('El proveedor de timbrado no respondió a tiempo.') : error;
    });
  }

  /** A request with a token, which is renewed once where the provider no longer takes it. */
  async authorized(path: string, init: () => Sent, deadline: AbortSignal, origin?: string): Promise<Answer> {
    const once = async (): Promise<Answer> => {
      const text = await this.#bearer(deadline);
      this.#sent.add(deadline);
      const request = init();
      return this.#askJson(
        path,
        { ...request, headers: { ...request.headers, authorization: `Bearer ${text}` } },
        deadline,
        origin,
      );
    };
    const first = await once();
    if (first.status !== 401) return first;
    this.#token = undefined;
    const second = await once();
    if (second.status === 401) this.#token = undefined;
    return second;
  }

  /** Turns what got in the way into an outcome; `work` throws nothing else. */
  async port<T>(work: (deadline: AbortSignal) => Promise<T>): Promise<T | Unanswered> {
    const deadline = AbortSignal.timeout(this.timeoutMs);
    try {
      return await work(deadline);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      const sinEnviar = !this.#sent.has(deadline);
      return { ...unknown(error.message, '', error.cuenta), ...(sinEnviar && { sinEnviar }) };
    }
  }

  /** The provider's message, with the detail where it adds something. */
  words(body: Record<string, unknown>): { code: string; message: string } {
    const message = this.#clean(textOf(body.message));
    const detail = this.#clean(textOf(body.messageDetail));
    const code = /^(CFDI\d{4,5}|CRP\d{5}|[A-Z]{1,10}\d{2,5}|\d{3})\b/.exec(message)?.[1] ?? '';
    return { code, message: [message, detail === message ? '' : detail].filter((part) => part !== '').join(' ') };
  }
}

/** Stamped, as the provider says; checked to be ours before anybody keeps it. */
async function documentOf(data: unknown, xml: Buffer): Promise<Buffer | undefined> {
  const cfdi = isObject(data) && typeof data.cfdi === 'string' ? data.cfdi : '';
  if (!cfdi.trimStart().startsWith('<')) return undefined;
  const bytes = Buffer.from(cfdi, 'utf8');
  return 'timbre' in (await readAnswered(bytes, xml)) ? bytes : undefined;
}

/** Whether a complement of certification that came alone is of the seal that was sent. */
function certifies(data: unknown, xml: Buffer): boolean {
  const tfd = isObject(data) ? textOf(data.tfd) : '';
  const sello = parseXml(xml).attributes.get('Sello') ?? '';
  return sello !== '' && tfd.includes(`SelloCFD="${sello}"`);
}

async function sendStamp(
  sw: Connection,
  xml: Buffer,
  key: string | undefined,
  deadline: AbortSignal,
): Promise<StampOutcome> {
  const { status, body } = await sw.authorized(
    '/v4/cfdi33/stamp/v4',
    () => ({
      method: 'POST',
      body: formOf(xml, 'cfdi.xml'),
      ...(key !== undefined && { headers: { customid: key.slice(0, 100) } }),
    }),
    deadline,
  );
  if (!body) return unknown(`El proveedor de timbrado respondió algo que no se entiende (${status}).`);
  if (body.status === 'success') {
    const document = await documentOf(body.data, xml);
    return document
      ? { kind: 'ok', xml: document }
      : unknown('El proveedor de timbrado respondió un documento que no es el enviado.');
  }
  const { code, message } = sw.words(body);
  if (status === 307 || code === '307' || code === 'CFDI3307') {
    const document = await documentOf(body.data, xml);
    if (document) return { kind: 'duplicate', xml: document };
    // By its key alone the provider gives the complement only; asked by the bytes, which are stamped, it gives the document.
    if (key !== undefined && certifies(body.data, xml)) return sendStamp(sw, xml, undefined, deadline);
    return { kind: 'duplicate', xml: undefined };
  }
  const definite = (status === 400 || status === 422) && body.status === 'error' && rechazaTimbre(code);
  return definite ? { kind: 'rejected', code, message } : failed(status, code, message);
}

/** An error that says nothing of the document; an account without stamps says so in words alone. */
function failed(status: number, code: string, message: string) {
  if (!rechazaTimbre(code) && /\btimbres\b|\bsaldo\b/i.test(message)) {
    return unknown(`El proveedor de timbrado no tiene timbres para esta cuenta: ${message}`, code, true);
  }
  const words = `El proveedor de timbrado respondió con un error (${status})${message === '' ? '' : `: ${message}`}`;
  return status === 401 || status === 403 ? unknown(words, code, true) : unknown(words, code);
}

/** A file within a form, as the provider takes documents. */
function formOf(xml: Buffer, name: string): FormData {
  const form = new FormData();
  form.append('xml', new Blob([new Uint8Array(xml)], { type: 'text/xml' }), name);
  return form;
}

async function sendCancel(
  sw: Connection,
  { uuid, solicitud }: CancelRequest,
  deadline: AbortSignal,
): Promise<CancelOutcome> {
  // By the signed request: the route by RFC and folio would need certificate and key to be kept at the provider.
  const sent = () => ({ method: 'POST', body: formOf(solicitud, 'cancelacion.xml') }) as const;
  const { status, body } = await sw.authorized('/cfdi33/cancel/xml', sent, deadline);
  if (!body) return unknown(`El proveedor de timbrado respondió algo que no se entiende (${status}).`);
  const data = isObject(body.data) ? body.data : {};
  const estatus = Object.entries(isObject(data.uuid) ? data.uuid : {}).find(
    ([name]) => name.toLowerCase() === uuid.toLowerCase(),
  );
  const { code: said, message } = sw.words(body);
  const code = estatus === undefined ? said : String(estatus[1]);
  const known = estatusOf(code);
  switch (known.kind) {
    case 'recibida': {
      const acuse = textOf(data.acuse);
      return { kind: 'requested', acuse: acuse === '' ? undefined : Buffer.from(acuse, 'utf8') };
    }
    case 'rechazo':
      return { kind: 'rejected', code, message: known.mensaje };
    case 'desconocido':
      return failed(status, code, message);
  }
}

async function askStatus(
  sw: Connection,
  consultaOrigin: string,
  request: DocumentoTimbrado,
  deadline: AbortSignal,
): Promise<StatusOutcome> {
  const expresion = expresionImpresa({
    uuid: request.uuid,
    rfcEmisor: request.emisorRfc,
    rfcReceptor: request.receptorRfc,
    total: request.total,
    selloFin: request.selloFin,
  }).replaceAll(']]>', '');
  const { status, text } = await sw.ask(
    `${consultaOrigin}${CONSULTA_PATH}`,
    {
      method: 'POST',
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: CONSULTA_ACTION },
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Consulta xmlns="http://tempuri.org/"><expresionImpresa><![CDATA[${expresion}]]></expresionImpresa></Consulta></s:Body></s:Envelope>`,
    },
    deadline,
  );
  const told = text.slice(0, CONSULTA_CHARACTERS_MAX);
  const field = (name: string): string =>
    new RegExp(`<(?:\\w{1,20}:)?${name}>([^<]{0,200})</`).exec(told)?.[1]?.trim().toLowerCase() ?? '';
  const estado = field('Estado');
  const cancelacion = field('EstatusCancelacion');
  const consulta = consultaOf(field('CodigoEstatus'));
  if (status === 200 && consulta === CONSULTA_NO_VALIDA) {
    return unknown('El SAT no entendió la pregunta por la factura (601): no dice en qué está.', consulta);
  }
  if (status === 200 && consulta === '602') return { kind: 'missing' };
  if (status !== 200 || estado === '') return unknown(`El SAT no respondió el estado de la factura (${status}).`);
  if (estado === 'cancelado') return { kind: 'cancelled' };
  if (estado === 'no encontrado') return { kind: 'missing' };
  if (estado !== 'vigente') return unknown('El SAT respondió un estado de la factura que no se conoce.');
  if (cancelacion === 'en proceso') return { kind: 'in_process' };
  return cancelacion.includes('rechazada')
    ? { kind: 'rejected', message: 'El receptor rechazó la cancelación.' }
    : { kind: 'valid', esCancelable: esCancelableOf(field('EsCancelable')) };
}

/**
 * The acknowledgement that the provider keeps of a cancelled document. Its list tells an address, which is asked for without the
 * token. Source: the provider's own libraries (lunasoft/sw-sdk-java, storage: GET datawarehouse/v1/live/{uuid}, urlAckCancellation).
 */
async function findAcuse(
  sw: Connection,
  apiOrigin: string,
  uuid: string,
  deadline: AbortSignal,
): Promise<Buffer | undefined> {
  const get = () => ({ method: 'GET' }) as const;
  const { body } = await sw.authorized(`/datawarehouse/v1/live/${uuid.toLowerCase()}`, get, deadline, apiOrigin);
  const records = isObject(body?.data) && Array.isArray(body.data.records) ? body.data.records : [];
  const address = isObject(records[0]) ? textOf(records[0].urlAckCancellation) : '';
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || (url.protocol !== 'https:' && url.origin !== apiOrigin)) return undefined;
  const { status, text } = await sw.ask(url.href, get(), deadline);
  const acuse = text.trim();
  // Whatever else lies there is not the acknowledgement of this document.
  const isOfIt = acuse.startsWith('<') && acuse.toLowerCase().includes(uuid.toLowerCase());
  return status === 200 && isOfIt ? Buffer.from(acuse, 'utf8') : undefined;
}

export function createSwSapien(options: SwSapienOptions): Pac {
  const { id, sinValidez, consultaOrigin = CONSULTA_SAT, apiOrigin = options.origin } = options;
  const sw = new Connection(options);
  return {
    id,
    sinValidez,
    timeoutMs: sw.timeoutMs,
    stamp: (xml, key) => sw.port((deadline) => sendStamp(sw, xml, key, deadline)),
    // The same call again: by its key the provider stamps nothing twice. It may well stamp what never arrived.
    recover: (key, xml) =>
      sw.port(async (deadline): Promise<RecoverOutcome> => {
        const outcome = await sendStamp(sw, xml, key, deadline);
        if (outcome.kind === 'rejected') {
          // What refuses it now may not have when it was sent first.
          return pruebaQueNoEsta(outcome.code) ? { kind: 'missing' } : unknown(outcome.message, outcome.code);
        }
        if (outcome.kind !== 'duplicate') return outcome;
        return outcome.xml
          ? { kind: 'ok', xml: outcome.xml }
          : unknown('El proveedor de timbrado tiene la factura y no la entrega.');
      }),
    cancel: (request) => sw.port((deadline) => sendCancel(sw, request, deadline)),
    status: (documento) => sw.port((deadline) => askStatus(sw, consultaOrigin, documento, deadline)),
    acuse: async ({ uuid }) => {
      const found = await sw.port((deadline) => findAcuse(sw, apiOrigin, uuid, deadline));
      return Buffer.isBuffer(found) ? found : undefined;
    },
    async credit() {
      const answer = await sw.port((deadline) =>
        sw.authorized('/account/balance', () => ({ method: 'GET' }), deadline),
      );
      if (!('status' in answer) || answer.body?.status !== 'success') return undefined;
      const data = isObject(answer.body.data) ? answer.body.data : {};
      return data.unlimited !== true && typeof data.saldoTimbres === 'number' ? data.saldoTimbres : undefined;
    },
  };
}

/** The HTTP server: API, page, health and metrics. Built from parts, so that tests run it without a port. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { fileTooLarge, requestTooLarge } from '../messages.ts';
import { API_DOCS_POLICY, apiDocsPage } from './api-docs.ts';
import { isCurrent } from './communities.ts';
import { compressAnswer } from './compression.ts';
import {
  boundConnections,
  type ConnectionOptions,
  endUnread,
  endUntaken,
  HEAD_LIMITS,
  letConnectionsGo,
  oneAfterTheOther,
} from './connections.ts';
import type { Registration } from './context.ts';
import { LOCK_NOT_AVAILABLE, refusalOf } from './database-errors.ts';
import { sqlState } from './db.ts';
import { diskShort, isDiskFull } from './disk.ts';
import { API_BASE, authenticate, type EdgeOptions, PUBLIC_BODY_MAX, registerEndpoints, senderOf } from './edge.ts';
import {
  Denied,
  HttpError,
  Malformed,
  NotFound,
  Refusal,
  TooManyAttempts,
  Unavailable,
  Unsupported,
} from './errors.ts';
import { Metrics, ToldEvents } from './metrics.ts';
import { openApiDocument } from './openapi.ts';
import { registerPage } from './page.ts';
import { refusedPage, sendPage } from './pages.ts';
import { type PublicPage, registerPublicPages } from './public-pages.ts';
import type { Pulse } from './pulse.ts';
import { readJson, releaseBody } from './uploads.ts';

export interface AppOptions extends EdgeOptions {
  registrations: readonly Registration[];
  /** What people open by its address: documents, which stand in no document of the API. */
  pages?: readonly Registration[];
  /** Documents for whoever has no session, outside of the API. */
  publicPages: readonly PublicPage[];
  logger: FastifyServerOptions['logger'];
  pulse: Pulse;
  /** Folder of the built page; absent in tests of the API. */
  pageFolder?: string;
  trustProxy?: string[] | false;
  /** Address of map tiles with {z}, {x} and {y}. */
  mapTiles?: string;
  metricsToken?: string;
  /** Without a token the counters are read from this machine where it is a demonstration, and nowhere else by nobody. */
  openMetrics?: boolean;
  /** Who may read the API's document and its page: anybody, or whoever is signed in. */
  apiDocs: 'publica' | 'sesion';
  /** How many connections there may be and how slow their readers, where it is not as in the product. */
  connections?: Pick<ConnectionOptions, 'max' | 'ofNetworkMax' | 'takingMs'>;
}

const STATUS_MESSAGES: Record<number, string> = {
  400: 'La petición no tiene un formato válido',
  405: 'El método no está permitido en esta dirección',
  408: 'La petición tardó demasiado en llegar. Intente de nuevo',
  413: 'La petición es demasiado grande',
  414: 'La dirección es demasiado larga',
  415: 'El tipo de contenido no es válido; envíe JSON',
  431: 'Los encabezados o la dirección son demasiado grandes',
};

/** How long a client may take to send its request; without a limit, slow ones could hold every connection. */
const REQUEST_TIMEOUT_MS = 120_000;

/** When to come again to a server that could not answer. */
const RETRY_SECONDS = 2;

/** The envelope of a refusal that has only a status. */
function refusedBody(status: number) {
  const message = STATUS_MESSAGES[status] ?? STATUS_MESSAGES[400];
  return { success: false, message, ...(status === 400 && { errors: [] }) };
}

/** How much is taken, to whoever sent more. */
function tooLarge({ routeOptions: { config, bodyLimit } }: FastifyRequest): string {
  const upload = config.endpoint?.upload;
  return upload ? fileTooLarge(upload) : requestTooLarge(bodyLimit ?? PUBLIC_BODY_MAX);
}

/** What cannot be read as HTTP at all, answered before there is a request. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  answerBare(socket, UNREADABLE[error.code ?? ''] ?? 400);
  socket.destroy(error);
}

/** A refusal where there is no reply to send it by. */
function answerBare(socket: Duplex, status: number): void {
  const body = JSON.stringify(refusedBody(status));
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
}

/** Node's codes of unreadable requests that have a status of their own. */
const UNREADABLE: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Half of a surrogate pair, escaped: no character, so it would be stored as another one. */
const LONE_SURROGATE =
  /\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}/;

/** JSON with a text that PostgreSQL cannot hold as it is: a NUL character, raw or escaped, or a lone surrogate. */
function isUnstorable(json: string): boolean {
  return json.includes('\\u0000') || json.includes('\0') || LONE_SURROGATE.test(json);
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? request.url;

function isApi(request: FastifyRequest): boolean {
  const path = pathOf(request);
  return path === '/api' || path.startsWith('/api/');
}

/** The address of the request's line where it names a host too, as requests to a proxy do. */
const ABSOLUTE = /^https?:\/\/([^/?#]*)([^#]*)/i;

/** A host, and a port where there is one, as RFC 9110 has them; underscores stand in names of local networks. */
const AUTHORITY = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;
const PORT_MAX = 65_535;

function isAuthority(text: string): boolean {
  const found = AUTHORITY.exec(text);
  return found !== null && Number(found[1] ?? 0) <= PORT_MAX;
}

/** Headers that tell who is asked, who asks and where the body ends: two of them, and a proxy may believe the other one. */
const SINGLE = new Set(['host', 'authorization', 'content-length', 'content-type', 'transfer-encoding']);

/** What is ambiguous about a request, so that a proxy and this server might read two; undefined where nothing is. */
function ambiguity({ rawHeaders, httpVersion, headers, url = '' }: IncomingMessage): string | undefined {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const twice = names.find((name, index) => SINGLE.has(name) && names.indexOf(name) !== index);
  if (twice) return `La petición repite el encabezado ${twice}`;
  if (headers.host === undefined ? httpVersion !== '1.0' : !isAuthority(headers.host)) {
    return 'La petición no dice en su encabezado Host a quién va';
  }
  return url.startsWith('/') ? undefined : 'La dirección de la petición no es la de este servidor';
}

/** An address of the page that is no text once decoded has its signs escaped: that there is no such screen, the page says. */
function readable(url: string): string {
  if (url.startsWith('/api/')) return url;
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** The path of a request whose line names the same host as its header; any other stays as it is, and is refused. */
function ownPath({ url = '/', headers }: IncomingMessage): string {
  const [, host, path = ''] = ABSOLUTE.exec(url) ?? [];
  if (host === undefined || host.toLowerCase() !== headers.host?.toLowerCase()) return readable(url);
  return readable(path.startsWith('/') ? path : `/${path}`);
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
/** What programs that read counters, and browsers, send themselves. Any other header may be a proxy's: they have no common names. */
const OWN_HEADER =
  /^(host|user-agent|accept|accept-(encoding|language|charset)|connection|cache-control|pragma|cookie|dnt|priority|authorization|if-(none-match|modified-since)|upgrade-insecure-requests|sec-.*|x-prometheus-scrape-timeout-seconds)$/;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * With the token where one is set. Else by nobody but, in a demonstration, from this machine, and not through a proxy that
 * stands on it, which is told by its configuration, its headers, the name that was asked for, or HTTP 1.0.
 */
function mayReadMetrics(
  { raw, headers, ip }: FastifyRequest,
  { metricsToken, openMetrics, trustProxy }: AppOptions,
): boolean {
  if (metricsToken !== undefined)
    return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${metricsToken}`));
  return (
    openMetrics === true &&
    !trustProxy &&
    LOOPBACK.has(ip) &&
    LOOPBACK_NAME.test(headers.host ?? '') &&
    raw.httpVersion !== '1.0' &&
    Object.keys(headers).every((name) => OWN_HEADER.test(name))
  );
}

/** Tells which methods a path is declared with; [] for a path that no endpoint has. */
function methodsByPath(registrations: readonly Registration[]): (path: string) => string[] {
  const declared = registrations.flatMap(({ contract }) =>
    Object.values(contract).map(({ method, path }) => ({
      method,
      pattern: new RegExp(`^${API_BASE}${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
    })),
  );
  return (path) => declared.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
}

interface Readiness {
  ready: boolean;
  estado: string;
  /** Communities whose requests are refused: their tables are of another version, or cannot be read or are held. */
  sinServicio?: string[];
}

const NO_DATABASE = 'sin base de datos';
const SESSIONS_HELD = 'alguien tiene ocupadas las tablas de las sesiones';

async function readiness({ communities, pulse }: AppOptions): Promise<Readiness> {
  try {
    await pulse.during(() => communities.refresh());
  } catch (error) {
    // Whoever holds the list itself stops nobody: the one that is known serves on.
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) return { ready: false, estado: NO_DATABASE };
  }
  // Nobody can sign in or go on with a session where none can be written.
  if (pulse.readOnly) return { ready: false, estado: 'la base de datos sólo admite lectura' };
  const all = await communities.all();
  const held = await pulse.during(() => communities.heldSchemas()).catch(() => undefined);
  if (!held) return { ready: false, estado: NO_DATABASE };
  const sinServicio: string[] = [];
  let current = 0;
  for (const community of all) {
    const known = await isCurrent(community);
    if (known) current++;
    if (!known || held.has(community.schema)) sinServicio.push(community.codigo);
  }
  if (sinServicio.length === 0) return { ready: true, estado: 'listo' };
  if (sinServicio.length < all.length) return { ready: true, estado: 'listo', sinServicio };
  const estado = current > 0 ? SESSIONS_HELD : 'la base de datos es de otra versión que el programa';
  return { ready: false, estado, sinServicio };
}

/** Whether requests would be answered now. Asked anew; whoever asks meanwhile gets the same answer, by one connection. */
function readinessOf(options: AppOptions): () => Promise<Readiness> {
  let asking: Promise<Readiness> | undefined;
  return () => {
    asking ??= readiness(options).finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

/** The log, of which what somebody should look at is counted as well. */
function countedLog(logger: AppOptions['logger'], events: ToldEvents): AppOptions['logger'] {
  if (typeof logger !== 'object') return false;
  return {
    ...logger,
    hooks: {
      logMethod(args, method, level) {
        events.hear(level, args[0]);
        method.apply(this, args);
      },
    },
  };
}

/** The server itself: what it takes as a request, and what it says where none can be made of what came. */
function createServer(options: AppOptions, events: ToldEvents): FastifyInstance {
  const server = Fastify({
    logger: countedLog(options.logger, events),
    genReqId: () => randomUUID(),
    // Of what no endpoint declares, too: nobody has shown who they are there.
    bodyLimit: PUBLIC_BODY_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Addresses that the router itself cannot read never reach the hooks and the error handler below.
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const status = error.statusCode ?? 400;
      void reply.code(status).header('x-request-id', request.id).send(refusedBody(status));
    },
    clientErrorHandler: refuseUnreadable,
    trustProxy: options.trustProxy ?? false,
    // A missing Host is answered below, with the words of the other refusals.
    http: { requireHostHeader: false, ...HEAD_LIMITS },
    rewriteUrl: (request) => ownPath(request),
    // One line a request, written below with what matters here.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true, caseSensitive: true },
    // Told in the envelope, below.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });

  oneAfterTheOther(server.server);
  // What is expected and unknown here is no reason for an answer outside of the envelope.
  server.server.on('checkExpectation', (...asked) => server.server.emit('request', ...asked));
  // Nobody's tunnel begins here; without an answer whoever asks for one would not know.
  server.server.on('connect', (_request, socket) => {
    socket.on('error', () => undefined);
    answerBare(socket, 405);
    socket.end();
  });
  return server as FastifyInstance;
}

async function acceptBodies(server: FastifyInstance): Promise<void> {
  // JSON is the only body that the API reads, but for the uploads, which say so.
  server.removeAllContentTypeParsers();
  await server.register(multipart);
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const bytesMax = request.routeOptions.bodyLimit;
    const text = await readJson(request, payload, { ...senderOf(request), bytesMax });
    try {
      // An empty body is an empty object: some calls of the contract post nothing.
      if (text.trim() === '') return {};
      const signed = request.routeOptions.config.endpoint?.signed;
      if (signed) request.signedBody = { text, headers: request.headers };
      // What is signed is read by its own reader, and turned away for nothing that whoever signs it would send again and again.
      else if (isUnstorable(text)) throw new Malformed([], 'El texto tiene caracteres que no se pueden guardar');
      return await new Promise((resolve, reject) => {
        void parseJson(request, text, (error, body) => (error ? reject(error) : resolve(body)));
      });
    } catch (error) {
      releaseBody(request);
      throw error;
    }
  });
}

/** What every request is looked at for, and every answer says, before an endpoint sees it. */
async function protect(server: FastifyInstance): Promise<void> {
  await server.register(helmet, {
    global: true,
    // The page's own policy carries a nonce and is set in page.ts; everything else may load nothing at all.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });

  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    const fault = ambiguity(request.raw);
    if (fault) throw new Malformed([], fault);
    // Read as it came it would be another body.
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') throw new Unsupported('Envíe la petición sin comprimir');
    if (request.url.includes('%00')) throw new Malformed([], 'La dirección tiene caracteres que no se aceptan');
  });
}

/** Tells who comes while the server stops, and lets go of connections; cuts answers off that nobody takes. */
function closeInTheEnvelope(server: FastifyInstance, options: AppOptions): void {
  let closing = false;
  server.addHook('preClose', async () => {
    closing = true;
    letConnectionsGo(server.server);
  });
  server.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
    endUntaken(reply.raw, options.connections);
  });
  server.addHook('onRequest', async () => {
    if (closing) throw new Unavailable('El servidor se está deteniendo. Espere un momento e intente de nuevo');
  });
}

/** Without a session one does not even learn which paths exist, and no body is read. */
function denyByDefault(server: FastifyInstance, options: AppOptions): void {
  server.addHook('onRequest', async (request) => {
    if (!request.is404 || !isApi(request)) return;
    await authenticate(options, request);
    if (!request.sessionUser) throw new Denied();
  });
}

function observe(server: FastifyInstance, metrics: Metrics): void {
  server.addHook('onResponse', async (request, reply) => {
    endUnread(request.raw);
    const ruta = request.routeOptions.url ?? 'desconocida';
    // The page's files are many, and are one to whoever watches.
    const serie = ruta.startsWith('/assets/') ? '/assets/*' : ruta;
    metrics.observe(request.method, serie, reply.statusCode, reply.elapsedTime);
    request.log.info(
      {
        evento: 'petición',
        metodo: request.method,
        ruta,
        estado: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        usuario: request.sessionUser?.username,
        dispositivo: request.device?.nombre,
        enlace: request.resident?.enlaceId,
        comunidad: request.community?.codigo,
      },
      'petición',
    );
  });
}

/** Errors are rendered once, here: named ones in their own words, all others with the request's id and no detail. */
function renderError(thrown: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const page = refusedPage(isDiskFull(thrown) ? diskShort(thrown) : (refusalOf(thrown) ?? thrown), request);
  if (page) {
    reply.removeHeader('content-disposition');
    if (!(thrown instanceof HttpError))
      request.log.error({ evento: 'error', err: thrown, ruta: request.routeOptions.url }, 'error');
    return sendPage(reply, page);
  }
  // A download may have said what it is before it failed.
  reply.removeHeader('content-disposition').type('application/json; charset=utf-8');
  const error = isDiskFull(thrown) ? diskShort(thrown) : (refusalOf(thrown) ?? thrown);
  if (error instanceof HttpError) {
    if (error instanceof Refusal) {
      request.log.info(
        {
          evento: 'negativa',
          ruta: request.routeOptions.url,
          usuario: request.sessionUser?.username,
          mensaje: error.message,
        },
        'negativa',
      );
    }
    if (error.cause !== undefined)
      request.log.error(
        { evento: 'error', estado: error.status, err: error.cause, ruta: request.routeOptions.url },
        'error',
      );
    if (error instanceof TooManyAttempts) reply.header('retry-after', error.retryAfterSeconds);
    if (error instanceof Unavailable) reply.header('retry-after', RETRY_SECONDS);
    return reply.code(error.status).send({
      success: false,
      message: error.message,
      ...((error instanceof Malformed || error instanceof Refusal) && error.faults && { errors: error.faults }),
    });
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return reply.code(status).send({ ...refusedBody(status), ...(status === 413 && { message: tooLarge(request) }) });
  }
  request.log.error({ evento: 'error', estado: 500, err: error, ruta: request.routeOptions.url }, 'error');
  return reply.code(500).send({
    success: false,
    message: `Ocurrió un error en el servidor. Intente más tarde o contacte con el administrador (referencia ${request.id})`,
  });
}

function serveDocuments(server: FastifyInstance, options: AppOptions): void {
  const document = openApiDocument(options.registrations);
  // Made once: an answer that waits for its reader is then no copy of it.
  const json = Buffer.from(JSON.stringify(document));
  const mayReadDocs = async (request: FastifyRequest): Promise<void> => {
    if (options.apiDocs === 'publica') return;
    await authenticate(options, request);
    if (!request.sessionUser) throw new Denied();
  };
  server.get(`${API_BASE}/openapi.json`, { onRequest: mayReadDocs }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(json),
  );
  server.get('/api/docs', { onRequest: mayReadDocs }, async (_request, reply) => {
    reply.header('content-security-policy', API_DOCS_POLICY);
    return reply.type('text/html; charset=utf-8').send(apiDocsPage(document));
  });
}

function serveHealth(server: FastifyInstance, options: AppOptions, metrics: Metrics): void {
  server.get('/healthz', async () => ({ estado: 'vivo' }));
  const isReady = readinessOf(options);
  server.get('/readyz', async (_request, reply) => {
    const { ready, ...said } = await isReady();
    return reply.code(ready ? 200 : 503).send(said);
  });
  server.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, options)) throw new NotFound();
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics.text());
  });
}

/** The page, and what is said where there is nothing. */
async function serveTheRest(server: FastifyInstance, options: AppOptions): Promise<void> {
  const allowedMethods = methodsByPath(options.registrations);
  const page = options.pageFolder
    ? await registerPage(server, options, options.pageFolder, options.mapTiles)
    : undefined;

  server.setNotFoundHandler(async (request, reply) => {
    if (isApi(request)) {
      const allowed = allowedMethods(pathOf(request));
      if (allowed.length === 0) throw new NotFound('No existe esa dirección');
      return reply.code(405).header('allow', allowed.join(', ')).send(refusedBody(405));
    }
    if (page && (request.method === 'GET' || request.method === 'HEAD')) return page(request, reply);
    return reply.code(404).send({ success: false, message: 'No existe esa dirección' });
  });
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const events = new ToldEvents();
  const server = createServer(options, events);
  const refusedConnections = boundConnections(server.server, {
    behindProxy: Boolean(options.trustProxy),
    onRefused: (rechazadas, red) =>
      server.log.warn({ evento: 'conexiones', rechazadas, red }, 'se rechazan conexiones: hay demasiadas a la vez'),
    ...options.connections,
  });
  const { pool, turnstile, disk } = options;
  const metrics = new Metrics({ pool, turnstile, disk, events, refusedConnections });

  await acceptBodies(server);
  server.decorateRequest('community', undefined);
  server.decorateRequest('sessionUser', undefined);
  server.decorateRequest('sessionHash', undefined);
  server.decorateRequest('device', undefined);
  server.decorateRequest('resident', undefined);
  server.decorateRequest('signedBody', undefined);
  await protect(server);
  closeInTheEnvelope(server, options);
  denyByDefault(server, options);
  server.addHook('onSend', compressAnswer);
  observe(server, metrics);
  server.setErrorHandler(renderError);

  for (const registration of [...options.registrations, ...(options.pages ?? [])])
    registerEndpoints(server, options, registration);
  registerPublicPages(server, options, options.publicPages);
  serveDocuments(server, options);
  serveHealth(server, options, metrics);
  await serveTheRest(server, options);
  return server;
}

/**
 * The edge of every request: community, session, role, validation, one transaction, audit, envelope. Handlers see none
 * of it but their validated input and a Context.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BACKGROUND_HEADER } from '../background.ts';
import type { Endpoint, FileAnswer, PageAnswer } from '../endpoint.ts';
import { IDEMPOTENCY_HEADER } from '../idempotency.ts';
import { DEVICE, type Guard, isResidents, PUBLIC, passes, passesOwing } from '../roles.ts';
import { faultsOf, type z } from '../zod.ts';
import { beyondOf } from './beyond.ts';
import type { Clock } from './clock.ts';
import { type Communities, type Community, isCurrent } from './communities.ts';
import { packedAnswer } from './compression.ts';
import {
  type Before,
  type Here,
  type Outside,
  type Registration,
  type Services,
  type Settler,
  todayIn,
} from './context.ts';
import { cookiesOf, readCookie } from './cookies.ts';
import { LOCK_NOT_AVAILABLE } from './database-errors.ts';
import { type AtCommit, type DbPool, inTx, onceDecided, sqlState, type Tx, type Within } from './db.ts';
import { type Device, findDevice } from './device.ts';
import { type DiskState, diskShort } from './disk.ts';
import { Denied, Malformed, NotFound, Refusal, Unavailable, Unsupported } from './errors.ts';
import { claimIntent, finishAnswer, freeIntent, type Intent, intentOf, keepingAnswer } from './idempotency.ts';
import type { Lanes } from './lanes.ts';
import { checkedAnswer, PackedAnswer, writtenAnswer } from './long-answers.ts';
import { type Refused, sendPage } from './pages.ts';
import { type Apart, contextOn, deviceOf, nothingTold, residentOf, type Told } from './request-context.ts';
import { denialOf, findResident, passesAsResident, type Resident, residentHash } from './resident.ts';
import { findHalfSession, findSession, type SessionLimits, type SessionUser, tokenHash } from './session.ts';
import type { Signed } from './signed.ts';
import { requireAttempt } from './throttle.ts';
import type { Turnstile } from './turnstile.ts';
import { readUpload, releaseBody, type Sender } from './uploads.ts';

export const API_BASE = '/api/v1';

export interface EdgeOptions {
  pool: DbPool;
  /** For sessions, signing in and the page: set aside, so that whoever works on what is held leaves them alone. */
  accessPool: DbPool;
  /** For transactions beside the request's own; a pool apart, so that the two cannot starve each other. */
  sidePool: DbPool;
  communities: Communities;
  turnstile: Turnstile;
  lanes: Lanes;
  writers: Lanes;
  doors: Lanes;
  clock: Clock;
  sessionLimits: SessionLimits;
  services: Services;
  disk: DiskState;
  /** What may be asked where no transaction is open: by preparers and settlers. */
  outside: Outside;
  /** How long an answer waits for the outside world, once its transaction is committed. */
  settleMs: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    community: Community | undefined;
    sessionUser: SessionUser | undefined;
    sessionHash: Buffer | undefined;
    device: Device | undefined;
    resident: Resident | undefined;
    signedBody: Signed | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    refused?: Refused;
  }
}

/** The community of a request's host; 404 for an unknown host, 503 when its tables are of another version. */
export async function communityOf(communities: Communities, request: FastifyRequest): Promise<Community> {
  const community = await communities.forHost(request.hostname);
  if (!community) throw new NotFound('No hay una comunidad en esta dirección');
  if (!(await isCurrent(community))) {
    throw new Unavailable(
      'La base de datos es de otra versión que este programa. Actualice el programa e intente de nuevo',
    );
  }
  return community;
}

/**
 * Finds out who asks, before a body is read: without a session nothing of a request is looked at. Half a session is one for the
 * guards that are passed while the second factor is owed; to all else, what no endpoint declares included, it is no session.
 */
export async function authenticate(options: EdgeOptions, request: FastifyRequest, guard?: Guard): Promise<void> {
  const community = await communityOf(options.communities, request);
  const hash = tokenHash(request.headers.authorization);
  request.community = community;
  request.sessionHash = hash;
  if (!hash) return;
  const { schema } = community;
  const now = options.clock.now();
  request.sessionUser = await findSession(options.accessPool, schema, hash, {
    ...{ now, limits: options.sessionLimits },
    isUse: request.headers[BACKGROUND_HEADER.toLowerCase()] === undefined,
  });
  if (request.sessionUser || !guard || !OPEN_TO_HALVES.some((owed) => passesOwing(guard, owed))) return;
  const half = await findHalfSession(options.accessPool, schema, hash, now);
  if (half?.owes && passesOwing(guard, half.owes)) request.sessionUser = half;
}

const OPEN_TO_HALVES = ['codigo', 'alta'] as const;

/** Finds out which device sends, before a body is read. Its key stands where a session's token does. */
async function authenticateDevice(options: EdgeOptions, request: FastifyRequest): Promise<void> {
  request.community = await communityOf(options.communities, request);
  const hash = tokenHash(request.headers.authorization);
  request.device = hash && (await findDevice(options.accessPool, request.community.schema, hash, options.clock.now()));
  if (!request.device) throw new Denied();
}

/** Finds out which resident asks, before a body is read. Theirs is a cookie: their page is read without a script too. */
async function authenticateResident(
  options: EdgeOptions,
  request: FastifyRequest,
  { roles, writes }: Endpoint,
): Promise<void> {
  request.community = await communityOf(options.communities, request);
  const hash = residentHash((name) => readCookie(request, name));
  request.resident =
    hash && (await findResident(options.accessPool, request.community.schema, hash, options.clock.now()));
  if (request.resident && passesAsResident(roles, writes, request.resident)) return;
  throw new Denied(denialOf(request.resident));
}

function parse<S extends z.ZodType>(schema: S, value: unknown, where: string): z.output<S> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const faults = faultsOf(parsed.error);
  throw new Malformed(
    faults,
    where === 'body'
      ? undefined
      : `La dirección tiene datos que corregir (${faults.map((fault) => fault.path).join(', ')})`,
  );
}

class Unaudited extends Error {}

/** Who sends a request, however many connections and sessions it uses. */
export function senderOf({
  community,
  device,
  resident,
  sessionUser,
  ip,
}: FastifyRequest): Pick<Sender, 'key' | 'isDevice'> {
  const own = device ? `dispositivo ${device.id}` : resident && `enlace ${resident.enlaceId}`;
  const key = own ?? sessionUser?.id ?? ip;
  return { key: `${community?.schema} ${key}`, isDevice: device !== undefined };
}

/** Of the answer: the request's own comes as soon as its body is read. */
function closingOf(reply: FastifyReply): AbortSignal {
  const closed = new AbortController();
  // It may have been closed while the session was looked up.
  if (reply.raw.closed || reply.raw.destroyed) closed.abort();
  else reply.raw.once('close', () => closed.abort());
  return closed.signal;
}

/** How long a request waits in its lane, in ms, before it is told that the server is busy. */
const PATIENCE_MS = { access: 5_000, read: 10_000, write: 30_000, long: 30_000 };

/** A read waits for no row: what it could not wait for is a table that somebody holds. */
const isTableHeld = (error: unknown): boolean => sqlState(error) === LOCK_NOT_AVAILABLE;

/** Transactions of downloads, which last as long as their rows take: in a lane of their own, so that they leave some for others. */
function downloads({ pool, lanes }: EdgeOptions, { schema }: Community): Within {
  return (work) =>
    lanes.pass('descargas', PATIENCE_MS.long, () => inTx(pool, { schema, readOnly: true, work: 'long' }, work));
}

/** Runs a transaction of a request, in the lane of its endpoint and in turn; what is 'access' goes before all others. */
function within<T>(
  { pool, accessPool, lanes, writers, doors, turnstile }: EdgeOptions,
  { method, path, work: kind, writes }: Endpoint,
  {
    community: { schema },
    resident,
    readOnly,
  }: { community: Community; resident: Resident | undefined; readOnly: boolean },
  work: Parameters<typeof inTx<T>>[2],
): Promise<T> {
  if (kind === 'access') {
    const enter = () => inTx(accessPool, { schema, readOnly, work: kind }, work);
    return doors.pass('accesos', PATIENCE_MS.access, enter, isTableHeld);
  }
  // What is read before a write waits as any read does.
  const options = {
    schema,
    readOnly,
    work: readOnly && kind === 'write' ? 'read' : kind,
    ...(resident && { resident }),
  } as const;
  const inTurn = () => turnstile.pass(() => inTx(pool, options, work));
  const pass = readOnly ? inTurn : () => writers.pass('escrituras', PATIENCE_MS[kind], inTurn);
  return lanes.pass(`${method} ${path}`, PATIENCE_MS[kind], pass, writes ? undefined : isTableHeld);
}

/** Waits for the outside world, holding no connection, and keeps what came of it for whoever repeats the request. */
async function settle(
  { pool, services, outside }: EdgeOptions,
  community: Community,
  settler: Settler<unknown, unknown>,
  {
    value,
    intent,
    deadline,
    schema,
  }: { value: unknown; intent: Intent | undefined; deadline: number; schema: z.ZodType },
): Promise<unknown> {
  try {
    const settled = await checkedAnswer(schema, await settler(value, { community, services, outside, deadline }));
    if (!intent) return settled;
    return await inTx(pool, { schema: community.schema }, (tx) => finishAnswer(tx, intent, settled));
  } catch (error) {
    if (intent && error instanceof Refusal) {
      await inTx(pool, { schema: community.schema }, (tx) => freeIntent(tx, intent));
    }
    throw error;
  }
}

/** An endpoint with what its feature registered for it. */
interface Served {
  endpoint: Endpoint;
  handler: Registration['handlers'][string];
  settler: Settler<unknown, unknown> | undefined;
  preparer: Registration['preparers'][string];
}

interface Asked {
  community: Community;
  request: FastifyRequest;
  reply: FastifyReply;
  sender: Sender;
  input: { params: unknown; query: unknown; body: unknown };
}

/** Reads what was sent and checks it against the endpoint's schemas. */
async function read(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<Asked> {
  const { community } = request;
  if (!community) throw new Error('a request reached its handler without a community');
  if (!endpoint.upload && request.isMultipart()) throw new Unsupported('El tipo de contenido no es válido; envíe JSON');
  const sender = { ...senderOf(request), closed: closingOf(reply) };
  const body = endpoint.upload ? await readUpload(request, endpoint.upload.bytesMax, sender) : request.body;
  const input = {
    params: parse(endpoint.params, request.params, 'params'),
    query: parse(endpoint.query, request.query, 'query'),
    body: parse(endpoint.body, body, 'body'),
  };
  return { community, request, reply, sender, input };
}

/** The one effect that a request asks for, where its endpoint has such and whoever asks names it. */
function intentAsked(endpoint: Endpoint, { request, input }: Asked): Intent | undefined {
  if (!endpoint.idempotent || !request.sessionUser) return undefined;
  const name = request.headers[IDEMPOTENCY_HEADER.toLowerCase()];
  return intentOf(name, request.sessionUser.id, `${endpoint.method} ${endpoint.path}`, input);
}

/** What the handler gave, or an earlier request of the same intent; `final` where nothing is to be settled any more. */
interface Outcome {
  value: unknown;
  final: boolean;
  told: Told;
}

/** An intent that has had its effect: the transaction ends with nothing of its own. */
class Answered extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('the intent was carried out before');
    this.outcome = outcome;
  }
}

/**
 * Lets the handler work in the request's transaction, unless its intent has had its effect. It begins while that is asked:
 * its first statements leave in the packet of the claim, behind it, and it gets no answer before the claim stands.
 */
async function decide(
  options: EdgeOptions,
  { endpoint, handler, settler }: Served,
  { asked, here, prepared, intent }: { asked: Asked; here: Here; prepared: unknown; intent: Intent | undefined },
  tx: Tx,
  atCommit: AtCommit,
): Promise<Outcome> {
  const told = nothingTold();
  const claimed = intent && claimOf(tx, intent, { now: options.clock.now(), settled: settler === undefined });
  const ctx = contextOn(claimed ? onceDecided(tx, claimed) : tx, {
    here: claimed ? { ...here, separately: (work) => claimed.then(() => here.separately(work)) } : here,
    request: asked.request,
    told,
    limits: options.sessionLimits,
    apart: apartOf(options, here),
    atCommit,
  });
  const work = async () => handler({ ...asked.input, ctx, prepared } as never);
  const [claim, handled] = await Promise.allSettled([claimed, work()]);
  if (claim.status === 'rejected') throw claim.reason;
  if (handled.status === 'rejected') throw handled.reason;
  const { value } = handled;
  if (endpoint.audited && told.audited === 0) {
    throw new Unaudited(`${endpoint.method} ${endpoint.path} wrote without an audit row; nothing was kept`);
  }
  // Fields that the contract does not name never leave the server. A value that does not fit is our own fault, and
  // nothing of it is kept: an answer of 500 never hides a write.
  const final = !settler || settler.waitsFor?.(value) === false;
  const answered: unknown = final ? await checkedAnswer(endpoint.answer.schema, value) : value;
  if (intent) atCommit(keepingAnswer(tx, intent, { answer: answered, final }));
  return { value: answered, final, told };
}

/** Stands once the intent is this request's; fails with `Answered` where it was carried out before. */
async function claimOf(tx: Tx, intent: Intent, { now, settled }: { now: Date; settled: boolean }): Promise<void> {
  const earlier = await claimIntent(tx, intent, now);
  if (earlier) {
    throw new Answered({ value: earlier.answer, final: earlier.final || settled, told: nothingTold() });
  }
}

/** What is sent by one link within the window: more than anybody taps, and each is a row of the log. */
const RESIDENT_WRITES = 200;

/** The life of a request behind its session: read, prepare, decide in one transaction, tell the jobs, settle. */
async function answer(
  options: EdgeOptions,
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { endpoint, settler, preparer } = served;
  const deadline = performance.now() + options.settleMs;
  const asked = await read(endpoint, request, reply);
  const { community } = asked;
  const intent = intentAsked(endpoint, asked);
  const here = hereOf(options, asked);
  if (request.resident && endpoint.method === 'POST') {
    await requireAttempt(here, [{ clave: `página:${request.resident.enlaceId}`, attempts: RESIDENT_WRITES }]);
  }
  const prepared = await preparer?.({ ...asked.input, before: beforeOf(options, endpoint, asked, here) } as never);
  const whose = { community, resident: request.resident, readOnly: !endpoint.writes };
  const { value, final, told } = await within(options, endpoint, whose, (tx, _client, atCommit) =>
    decide(options, served, { asked, here, prepared, intent }, tx, atCommit),
  ).catch((error: unknown) => {
    if (error instanceof Answered) return error.outcome;
    throw error;
  });
  // Only now do the jobs see it.
  if (told.pushed) options.services.push.wake();
  if (told.mailed) options.services.mail.wake();
  if (told.forgot) options.services.forgottenFiles.wake();
  if (!settler || final) return value;
  return settle(options, community, settler, { value, intent, deadline, schema: endpoint.answer.schema });
}

function hereOf(options: EdgeOptions, { community, request, reply }: Asked): Here {
  const { clock, sidePool, services } = options;
  return {
    community,
    clock,
    requestId: request.id,
    ip: request.ip,
    browser: request.headers['user-agent'] ?? '',
    origin: `${request.protocol}://${request.host}`,
    cookies: cookiesOf(request, reply, API_BASE),
    today: () => todayIn(community, clock),
    separately: (work) => inTx(sidePool, { schema: community.schema, work: 'access' }, work),
    beyond: beyondOf(options),
    log: (evento, details) => request.log.info({ evento, ...details }, evento),
    logError: (evento, details) => request.log.error({ evento, ...details }, evento),
    services,
  };
}

function beforeOf(options: EdgeOptions, endpoint: Endpoint, { request, sender }: Asked, here: Here): Before {
  const { community, clock, today } = here;
  return {
    ...here,
    get device(): Device {
      return deviceOf(request);
    },
    get resident(): Resident {
      return residentOf(request);
    },
    asker: sender,
    outside: options.outside,
    read: (work) =>
      within(options, endpoint, { community, resident: request.resident, readOnly: true }, (tx) =>
        work({ tx, community, clock, today }),
      ),
  };
}

/** Transactions beside the request's own. */
const apartOf = (options: EdgeOptions, { community }: Here): Apart => ({
  downloads: downloads(options, community),
  piece: (work) => inTx(options.sidePool, { schema: community.schema }, work),
});

const JSON_TYPE = 'application/json; charset=utf-8';

async function send(endpoint: Endpoint, value: unknown, reply: FastifyReply): Promise<unknown> {
  if (endpoint.answer.kind === 'page') return sendPage(reply, value as PageAnswer);
  if (endpoint.answer.kind !== 'file') {
    if (value instanceof PackedAnswer) {
      return reply.type(JSON_TYPE).send(await packedAnswer(reply.request, reply, value.gzip));
    }
    // Written out here, because a bare text or null would not be sent as JSON.
    const json = await writtenAnswer(endpoint.answer.kind, value);
    return reply.type(JSON_TYPE).send(json);
  }
  const download = value as FileAnswer;
  reply.header('content-type', download.mime ?? endpoint.answer.mime ?? 'application/octet-stream');
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(download.name)}`);
  return reply.send(download.content instanceof Uint8Array ? download.content : Readable.from(download.content));
}

/** The largest JSON body of whoever is signed in, unless an endpoint declares another limit. */
const BODY_MAX = 1024 * 1024;
/** Of anybody: a name and a password. */
export const PUBLIC_BODY_MAX = 4 * 1024;

/** A page stands where people type its address, all else below the API's. */
const baseOf = ({ answer }: Endpoint): string => (answer.kind === 'page' ? '' : API_BASE);

function bodyLimitOf({ roles, bodyLimit, upload }: Endpoint): number {
  // Beside the file there are the form's own lines.
  if (upload) return upload.bytesMax + 64 * 1024;
  return bodyLimit ?? (roles === PUBLIC ? PUBLIC_BODY_MAX : BODY_MAX);
}

/** Registers the endpoints of a contract on the server. */
export function registerEndpoints(app: FastifyInstance, options: EdgeOptions, registration: Registration): void {
  for (const [name, endpoint] of Object.entries(registration.contract)) {
    const handler = registration.handlers[name];
    if (!handler) throw new Error(`no handler for ${endpoint.method} ${endpoint.path}`);
    const served = { endpoint, handler, settler: registration.settlers[name], preparer: registration.preparers[name] };
    app.route({
      method: endpoint.method,
      url: baseOf(endpoint) + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { endpoint, ...(registration.refused && { refused: registration.refused }) },
      bodyLimit: bodyLimitOf(endpoint),
      onRequest: async (request) => {
        // Whoever sends no body has signed nothing.
        if (endpoint.signed) request.signedBody = { text: '', headers: request.headers };
        if (endpoint.roles === DEVICE) return authenticateDevice(options, request);
        if (isResidents(endpoint.roles)) return authenticateResident(options, request, endpoint);
        await authenticate(options, request, endpoint.roles);
        if (endpoint.roles === PUBLIC) return;
        if (!request.sessionUser) throw new Denied();
        if (!passes(endpoint.roles, request.sessionUser.role)) {
          request.log.info(
            {
              evento: 'acceso denegado',
              usuario: request.sessionUser.username,
              role: request.sessionUser.role,
              ruta: endpoint.path,
            },
            'acceso denegado',
          );
          throw new Denied();
        }
      },
      handler: async (request, reply) => {
        if (endpoint.writes && !endpoint.evenWithDiskShort && options.disk.low) throw diskShort();
        try {
          return await send(endpoint, await answer(options, served, request, reply), reply);
        } finally {
          releaseBody(request);
        }
      },
    });
  }
}

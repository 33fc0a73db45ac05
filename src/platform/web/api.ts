/** The one way to the server: `call(endpoint, input)` gives the value or throws; no screen ever sees an envelope. */
import type { CallInput, Endpoint, Value } from '../endpoint.ts';
import { unwrap } from '../envelope.ts';
import { IDEMPOTENCY_HEADER } from '../idempotency.ts';
import { fileTooLarge, SERVER_ERROR_RETRY } from '../messages.ts';
import { anythingTyped } from './kit/form/unsaved.ts';
import { session } from './session.ts';

const BASE = '/api/v1';

/** The server said no for a reason that the user can act on: {success: false, message}; with `errors`, forms put it at its field. */
export class Refused extends Error {
  declare readonly errors?: Wire['errors'];
}

/** The request has faults at its fields; forms put them there. */
export class FieldFaults extends Error {
  readonly errors: readonly { path: string; message: string }[];

  constructor(message: string, errors: readonly { path: string; message: string }[]) {
    super(message);
    this.errors = errors;
  }
}

/** The server could not be reached or failed; `status` is 0 without an answer. */
export class Failed extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The session ended before the request: it did nothing. The dialog that renews the session says so, and nobody else needs to. */
export class SessionEnded extends Error {}

interface Wire {
  success?: boolean;
  message?: string;
  errors?: { path: string; message: string }[];
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

export interface RequestOptions {
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Another token than the page's: what it is refused is the caller's to tell, and ends no session here. */
  token?: string | undefined;
}

/** Whether the server still knows this session; where it does not answer, nothing says otherwise. */
async function stands(token: string): Promise<boolean> {
  try {
    const answer = await fetch(`${BASE}/security/session`, { headers: { Authorization: `Bearer ${token}` } });
    return answer.status !== 403;
  } catch {
    return true;
  }
}

/**
 * What a 403 means, which is always that nothing was done. Without anything typed on the screen the page starts again. With
 * it, an ended session is renewed over the screen: what only reads then goes on, what was to be done is sent anew by whoever
 * wanted it.
 */
async function denied(
  token: string,
  message: string,
  { again, reads }: { again: () => Promise<Response>; reads: boolean },
): Promise<Response> {
  const now = session.get()?.access_token ?? '';
  // Another request has had the session renewed meanwhile.
  if (token !== '' && now !== '' && now !== token) return again();
  if (!session.hasEnded()) {
    if (!anythingTyped()) {
      session.end();
      // The page is being replaced: whoever waits for this answer must not draw an error meanwhile.
      return new Promise(() => undefined);
    }
    if (await stands(token)) throw new Failed(403, message);
    if (session.get()?.access_token === token) session.expire();
  }
  if (!reads) throw new SessionEnded(message);
  if (session.hasEnded()) await session.renewed();
  return again();
}

/** Sends a request, to an address below /api/v1 or a whole one; answers a 403 as `denied` says and throws on every other failure. Gives the response of a success. */
export async function request(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
  const { body, signal, headers } = options;
  const token = options.token ?? session.get()?.access_token ?? '';
  let response: Response;
  try {
    response = await fetch(path.startsWith('/api/') ? path : BASE + path, {
      method,
      signal: signal ?? null,
      headers: {
        ...(body !== undefined && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Failed(0, SERVER_ERROR_RETRY);
  }
  if (response.ok) return response;
  const wire = (await readJson(response)) as Wire | undefined;
  if (response.status === 403 && options.token === undefined) {
    const again = () => request(method, path, options);
    return denied(token, wire?.message ?? SERVER_ERROR_RETRY, { again, reads: method === 'GET' });
  }
  if (response.status === 400 && wire?.errors && wire.errors.length > 0)
    throw new FieldFaults(wire.message ?? '', wire.errors);
  throw new Failed(response.status, wire?.message ?? SERVER_ERROR_RETRY);
}

/** The JSON of a success; throws Refused for {success: false}. */
export async function readAnswer(response: Response): Promise<unknown> {
  const wire: unknown = await response.json();
  if (typeof wire === 'object' && wire !== null && (wire as Wire).success === false) {
    const { message, errors } = wire as Wire;
    throw Object.assign(new Refused(message ?? SERVER_ERROR_RETRY), { errors });
  }
  return wire;
}

function addressOf(
  endpoint: Endpoint,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    // Empty parameters are left out, as the specification's calls do.
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** A body with a file as a form. A file that is too large is refused here: nobody waits for it to be sent and turned away. */
function formOf(body: unknown, upload: NonNullable<Endpoint['upload']>): FormData {
  const form = new FormData();
  for (const value of Object.values(body ?? {})) {
    if (value instanceof Blob && value.size > upload.bytesMax) throw new Refused(fileTooLarge(upload, value.size));
  }
  for (const [name, value] of Object.entries(body ?? {}))
    form.append(name, value instanceof Blob ? value : String(value));
  return form;
}

/** Hands the browser a file to keep. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Saves the file of a `file` endpoint under the server's name, or another. */
export async function download<E extends Endpoint>(endpoint: E, input: CallInput<E>, saveAs?: string): Promise<void> {
  const { params, query, body } = input as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  const response = await request(endpoint.method, addressOf(endpoint, params, query), {
    ...(endpoint.method === 'POST' && { body: body ?? {} }),
  });
  if (response.headers.get('content-type')?.includes('json')) await readAnswer(response);
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'archivo';
  saveFile(await response.blob(), saveAs ?? decodeURIComponent(name));
}

export interface CallExtras extends Pick<RequestOptions, 'token'> {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** Names the intent of an `idempotent` endpoint: sent again after a lost answer, it acts once. */
  idempotencyKey?: string;
}

/** Calls an endpoint of a contract. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> & CallExtras): Promise<Value<E>> {
  const { params, query, body, signal, headers, idempotencyKey, token } = input as CallExtras & {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  const sendsBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
  const response = await request(endpoint.method, addressOf(endpoint, params, query), {
    ...(sendsBody && { body: endpoint.upload ? formOf(body, endpoint.upload) : (body ?? {}) }),
    ...(signal && { signal }),
    token,
    headers: { ...headers, ...(idempotencyKey !== undefined && { [IDEMPOTENCY_HEADER]: idempotencyKey }) },
  });
  return unwrap(endpoint.answer.kind, await readAnswer(response)) as Value<E>;
}

const TOO_LARGE = 413;
const TOO_MANY_ATTEMPTS = 429;

/** Whether the server's own words tell what to do: it said no, takes no more than so much, or asks to wait after too many attempts. */
export function isRefusal(error: unknown): error is Error {
  if (error instanceof Failed) return error.status === TOO_MANY_ATTEMPTS || error.status === TOO_LARGE;
  return error instanceof Refused;
}

/** Whether what was asked for is not there. */
export const isMissing = (error: unknown): error is Failed => error instanceof Failed && error.status === 404;

/** The words for an error that no screen has words of its own for. */
export function messageOf(error: unknown, fallback: string): string {
  return isRefusal(error) || error instanceof FieldFaults ? error.message : fallback;
}

/** Named errors: each carries its status and is rendered once, in app.ts. Handlers throw them and never touch a reply. */
import type { Fault } from '../zod.ts';

export abstract class HttpError extends Error {
  abstract readonly status: number;
}

/**
 * A business refusal: HTTP 200 with {success: false, message}. The message says what to do; where it is about one field of the
 * body, `path` names it, and the form shows it there.
 */
export class Refusal extends HttpError {
  readonly status = 200;
  readonly faults: readonly Fault[] | undefined;

  constructor(message?: string, path?: string) {
    super(message);
    this.faults = path === undefined ? undefined : [{ path, message: this.message }];
  }
}

/** A request that does not fit the contract; `faults` name the fields. */
export class Malformed extends HttpError {
  readonly status = 400;
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[], message = 'La petición tiene datos que corregir') {
    super(message);
    this.faults = faults;
  }
}

/** A failed sign-in, and nothing else. */
export class LoginFailed extends HttpError {
  readonly status = 401;
}

/** What a provider sends without its seal, or with one that is not of now. */
export class Unsigned extends HttpError {
  readonly status = 401;

  constructor() {
    super('La firma del aviso no es válida. Revise el secreto y el reloj');
  }
}

/** No session, an expired one, or a role that may not: the page ends its session. */
export class Denied extends HttpError {
  readonly status = 403;

  constructor(message = 'Su sesión terminó o no tiene permiso. Inicie sesión de nuevo') {
    super(message);
  }
}

export class NotFound extends HttpError {
  readonly status = 404;

  constructor(message = 'No existe el registro solicitado') {
    super(message);
  }
}

/** A body of a kind that the endpoint does not read. */
export class Unsupported extends HttpError {
  readonly status = 415;
}

export class TooManyAttempts extends HttpError {
  readonly status = 429;
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    super(`Demasiados intentos. Espere ${minutes === 1 ? '1 minuto' : `${minutes} minutos`} e intente de nuevo`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The community's database is of another version than this program, or the server is stopping. */
export class Unavailable extends HttpError {
  readonly status = 503;
}

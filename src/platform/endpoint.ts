/**
 * The endpoint declaration: method, path, roles, request and answer in one object. The handler is typed by it; the
 * OpenAPI document, the role check, validation, stripping of answers and the browser's `call()` all come from it.
 */
import type { AnswerKind } from './envelope.ts';
import type { UploadLimit } from './messages.ts';
import { type Guard, PUBLIC } from './roles.ts';
import { z } from './zod.ts';

type Schema = z.ZodType;

export interface Answer<R extends Schema = Schema> {
  readonly kind: AnswerKind;
  /** The schema of the value that a handler returns and `call()` gives; unknown fields are stripped by it. */
  readonly schema: R;
  /** Media type of a `file` answer. */
  readonly mime?: string;
  /** True when the operation may answer {success: false, message} although it is a read. */
  readonly refusable?: boolean;
}

export const list = <X extends Schema>(item: X): Answer<z.ZodArray<X>> => ({ kind: 'list', schema: z.array(item) });
export const data = <X extends Schema>(schema: X): Answer<X> => ({ kind: 'data', schema });
/** Data with a message beside it, as some saves answer. */
export const saved = <X extends Schema>(schema: X): Answer<X> => ({ kind: 'saved', schema });
export const nested = <X extends Schema>(schema: X): Answer<X> => ({ kind: 'nested', schema });
export const raw = <X extends Schema>(schema: X): Answer<X> => ({ kind: 'raw', schema });
/** Nothing but success and, if the handler returns one, a message. */
export const done = (): Answer<z.ZodOptional<z.ZodString>> => ({ kind: 'done', schema: z.string().optional() });
/** A download; the handler returns a FileAnswer. */
export const file = (mime: string): Answer<z.ZodCustom<FileAnswer>> => ({
  kind: 'file',
  schema: z.custom<FileAnswer>(),
  mime,
});
/** A document that a person opens by its address, which is not below the API's; the handler returns a PageAnswer. */
export const page = (): Answer<z.ZodCustom<PageAnswer>> => ({ kind: 'page', schema: z.custom<PageAnswer>() });
export const refusable = <R extends Schema>(answer: Answer<R>): Answer<R> => ({ ...answer, refusable: true });

export interface FileAnswer {
  name: string;
  content: Uint8Array | AsyncIterable<Uint8Array>;
  /** Where it differs from file to file. */
  mime?: string;
}

/** A document, or where else to go. */
export type PageAnswer = Readonly<{ html: string; nonce: string; status?: number }> | Readonly<{ to: string }>;

/** A file as it arrives at a handler; a browser sends a File in its place. */
export interface Upload {
  name: string;
  bytes: Uint8Array;
}

const isUpload = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('bytes' in value || value instanceof Blob);

/** The body of an endpoint with `upload`. */
export const uploadBody = z.object({
  file: z.custom<Upload>(isUpload, { error: 'Elija un archivo' }) as unknown as z.ZodType<Upload, Blob>,
});

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * What kind of work a request is for the database, which gives it its limits there (`BUDGETS` in server/db.ts). 'access' asks
 * who somebody is, on connections that are set aside for it; 'long' works on a whole community at once.
 */
export type Work = 'access' | 'read' | 'write' | 'long';

export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
> {
  readonly method: Method;
  /** Below /api/v1, with parameters in braces: '/banco/get/{id}'. */
  readonly path: string;
  readonly roles: Guard;
  /** The area of the specification's endpoint table. */
  readonly area: string;
  /** One Spanish sentence for the API's page. */
  readonly summary: string;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly answer: Answer<R>;
  /** Reads run in a READ ONLY transaction. POST, PUT and DELETE write unless declared otherwise; a GET that writes says so. */
  readonly writes: boolean;
  /** As it reads or writes unless declared; what needs no session is 'access'. */
  readonly work: Work;
  /** A write that leaves no audit row is rolled back, unless the declaration says that it has nothing to record. */
  readonly audited: boolean;
  /** Largest accepted body in bytes, when it is not the default: 1 MiB, and 4 KiB of what needs no session. */
  readonly bodyLimit?: number;
  /**
   * The body is a form with one file of at most so many bytes, in the field `file`; declare `body: uploadBody`. `instead` says what
   * to do with a larger one, which is refused before it is sent.
   */
  readonly upload?: Readonly<UploadLimit>;
  /** Whoever sends has signed the body as it came: handlers get its text and the headers, as `ctx.signed`. */
  readonly signed?: boolean;
  /** The header Idempotency-Key is honoured: the same key answers the same again and acts once. For what moves money. */
  readonly idempotent?: boolean;
  /** Writes so little that it is let through while the server's disk is short. */
  readonly evenWithDiskShort?: boolean;
}

/** Of a read of people's data: the log tells who made it (ADR 56), and it goes on where the disk is short, as reads do. */
export const TOLD_READ = { writes: true, work: 'read', evenWithDiskShort: true } as const;

const nothing = z.object({});
type Nothing = typeof nothing;

interface Declaration<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>
  extends Pick<
    Endpoint,
    'method' | 'path' | 'roles' | 'summary' | 'bodyLimit' | 'upload' | 'signed' | 'idempotent' | 'evenWithDiskShort'
  > {
  params?: P;
  query?: Q;
  body?: B;
  answer: Answer<R>;
  writes?: boolean;
  audited?: boolean;
  work?: Work;
}

/** Declares an endpoint; see the recipe in CONTRIBUTING.md. */
export function endpoint<
  R extends Schema,
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Nothing,
>(declaration: Declaration<P, Q, B, R> & Pick<Endpoint, 'area'>): Endpoint<P, Q, B, R> {
  const writes = declaration.writes ?? declaration.method !== 'GET';
  return {
    ...declaration,
    params: declaration.params ?? (nothing as unknown as P),
    query: declaration.query ?? (nothing as unknown as Q),
    body: declaration.body ?? (nothing as unknown as B),
    writes,
    audited: declaration.audited ?? writes,
    work: declaration.work ?? (declaration.roles === PUBLIC ? 'access' : writes ? 'write' : 'read'),
  };
}

/** Declares the endpoints of a contract, whose area is said once. */
export const endpointsOf =
  (area: string) =>
  <R extends Schema, P extends Schema = Nothing, Q extends Schema = Nothing, B extends Schema = Nothing>(
    declaration: Declaration<P, Q, B, R>,
  ): Endpoint<P, Q, B, R> =>
    endpoint({ ...declaration, area });

// biome-ignore lint/suspicious/noExplicitAny: a contract holds endpoints of unlike schemas, and `any` is the only bound that keeps each one's own types.
export type Contract = Record<string, Endpoint<any, any, any, any>>;

/** What a handler receives: validated input and the request's context. */
export interface Input<E, Context> {
  params: E extends Endpoint<infer P> ? z.output<P> : never;
  query: E extends Endpoint<infer _P, infer Q> ? z.output<Q> : never;
  body: E extends Endpoint<infer _P, infer _Q, infer B> ? z.output<B> : never;
  ctx: Context;
}

export type Result<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.input<R> : never;
export type Value<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;

/** One handler per endpoint of a contract: a missing one does not compile. `void` is fine where nothing is answered. */
export type Handlers<C extends Contract, Context> = {
  [K in keyof C]: (input: Input<C[K], Context>) => Promise<HandlerResult<C[K]>>;
};

export type HandlerResult<E> = E extends { answer: { kind: 'done' } } ? Result<E> | undefined : Result<E>;

/** A part of a request may be left out when an object without any field would do. */
type Part<Name extends string, S extends Schema> =
  Record<string, never> extends z.input<S> ? { [N in Name]?: z.input<S> } : { [N in Name]: z.input<S> };

/** What `call()` takes, with the parts that an endpoint does not need left out. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B> ? Part<'params', P> & Part<'query', Q> & Part<'body', B> : never;

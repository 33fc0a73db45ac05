/**
 * Documents for whoever has no session, outside of the API: whole answers, made by the server, of the host's community. Each says by
 * which policy it is shown, since none of them is the page. A fault is told in words a person reads, and not in the envelope. An endpoint
 * that answers a `page()` has a transaction before it begins; these can answer also where the database does not.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Community } from './communities.ts';
import { todayIn } from './context.ts';
import { refusalOf } from './database-errors.ts';
import { inTx, type Tx } from './db.ts';
import { communityOf, type EdgeOptions } from './edge.ts';
import { HttpError, TooManyAttempts } from './errors.ts';
import { networkOf } from './sign-in.ts';
import { type Limit, takeAttempt } from './throttle.ts';

export interface PageAsked {
  /** What stands for `*` in the path, decoded; '' without one. */
  rest: string;
  query: Readonly<Record<string, unknown>>;
  community: Community;
  /** Where whoever asks has it open. */
  origin: string;
  now: Date;
  /** Today's civil date in the community's zone. */
  today: string;
  /** Reads in a READ ONLY transaction on the connections set aside for whoever has no session. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Takes one of so many attempts of this kind that a network has within the window; throws where it has none left. */
  attempt(kind: string, attempts: number): Promise<void>;
}

export interface PageAnswer {
  status?: number;
  mime?: string;
  /** Content security policy. */
  policy: string;
  content: string | Uint8Array;
  /** What is the same for ever is kept by whoever has it. */
  forEver?: boolean;
}

export interface PublicPage {
  /** As the router has it: '/v/*'. */
  path: string;
  answer(asked: PageAsked): Promise<PageAnswer>;
  /** What is answered where `answer` failed: a refusal, or no database. */
  failed(error: HttpError): PageAnswer;
}

/** How long whoever asks waits for their turn, in ms. */
const PATIENCE_MS = 2_000;

function askedOf(options: EdgeOptions, request: FastifyRequest, community: Community): PageAsked {
  const { accessPool, sidePool, doors, clock } = options;
  const { schema } = community;
  return {
    rest: (request.params as Record<string, string>)['*'] ?? '',
    query: request.query as Record<string, unknown>,
    community,
    origin: `${request.protocol}://${request.host}`,
    now: clock.now(),
    today: todayIn(community, clock),
    read: (work) =>
      doors.pass('páginas públicas', PATIENCE_MS, () =>
        inTx(accessPool, { schema, readOnly: true, work: 'access' }, work),
      ),
    async attempt(kind, attempts) {
      const limits: Limit[] = [{ clave: `${kind}:${networkOf(request.ip)}`, attempts }];
      const waitSeconds = await inTx(sidePool, { schema, work: 'access' }, (tx) =>
        takeAttempt(tx, limits, clock.now()),
      );
      if (waitSeconds > 0) throw new TooManyAttempts(waitSeconds);
    },
  };
}

const send = (
  reply: FastifyReply,
  { status = 200, mime = 'text/html; charset=utf-8', policy, content, forEver = false }: PageAnswer,
) =>
  reply
    .code(status)
    .header('content-security-policy', policy)
    .header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-store')
    .header('x-robots-tag', 'noindex')
    .type(mime)
    .send(typeof content === 'string' ? content : Buffer.from(content));

/** Serves the pages; what fails in a way that is nobody's to know of is told by the server's own handler. */
export function registerPublicPages(app: FastifyInstance, options: EdgeOptions, pages: readonly PublicPage[]): void {
  for (const page of pages) {
    app.get(page.path, async (request, reply) => {
      try {
        const community = await communityOf(options.communities, request);
        request.community = community;
        return send(reply, await page.answer(askedOf(options, request, community)));
      } catch (thrown) {
        const error = refusalOf(thrown) ?? thrown;
        if (!(error instanceof HttpError)) throw thrown;
        if (error instanceof TooManyAttempts) reply.header('retry-after', error.retryAfterSeconds);
        return send(reply, page.failed(error));
      }
    });
  }
}

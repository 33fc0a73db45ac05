/** The few cookies that the API itself reads: never a session, only what a browser keeps from one sign-in to the next. */
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Cookies {
  /** What the browser sent under a name. */
  read(name: string): string | undefined;
  /** Has the browser keep a value, for the API alone: no script reads it, no other site's request brings it. */
  write(name: string, value: string, maxAgeSeconds: number): void;
}

/** The cookies of a request and its answer. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, path: string): Cookies {
  return {
    read(name) {
      for (const pair of (request.headers.cookie ?? '').split(';')) {
        const [key, ...value] = pair.split('=');
        if (key?.trim() === name) return value.join('=').trim();
      }
      return undefined;
    },
    write(name, value, maxAgeSeconds) {
      const secure = request.protocol === 'https' ? '; Secure' : '';
      reply.header(
        'set-cookie',
        `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`,
      );
    },
  };
}

/** The few cookies that the API itself reads: never a session, only what a browser keeps from one sign-in to the next. */
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Cookies {
  /** What the browser sent under a name. */
  read(name: string): string | undefined;
  /** Has the browser keep a value, for the API alone: no script reads it, no other site's request brings it. */
  write(name: string, value: string, maxAgeSeconds: number): void;
  /** The same for pages: sent too where somebody follows a link from elsewhere, with nothing that writes. */
  writeForPages(name: string, value: string, maxAgeSeconds: number): void;
}

/** What the browser sent under a name. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, ...value] = pair.split('=');
    if (key?.trim() === name) return value.join('=').trim();
  }
  return undefined;
}

/** The cookies of a request and its answer. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, path: string): Cookies {
  const set = (cookie: string, where: string, maxAgeSeconds: number) => {
    const secure = request.protocol === 'https' ? '; Secure' : '';
    reply.header('set-cookie', `${cookie}; Max-Age=${maxAgeSeconds}; HttpOnly; ${where}${secure}`);
  };
  return {
    read: (name) => readCookie(request, name),
    write: (name, value, maxAgeSeconds) => set(`${name}=${value}; Path=${path}`, 'SameSite=Strict', maxAgeSeconds),
    writeForPages: (name, value, maxAgeSeconds) => set(`${name}=${value}; Path=/`, 'SameSite=Lax', maxAgeSeconds),
  };
}

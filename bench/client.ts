/** How the benches ask the running product. */
import { Agent, request } from 'node:http';

/** The plain client of Node: fetch takes as much of the processor for a request as the server takes to answer it. */
const agent = new Agent({ keepAlive: true, maxSockets: 200 });

/** Lets go of the connections to a server that died. */
export const forgetConnections = (): void => agent.destroy();

export interface Reply<T> {
  status: number;
  body: T;
}

/** A GET, or a POST of a body; the answer is JSON. */
export function send<T>(url: string, headers: Record<string, string>, body?: string): Promise<Reply<T>> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.once('error', reject);
      reply.once('end', () => {
        resolve({ status: reply.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) as T });
      });
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

/** A POST whose answer nobody reads, packed as a browser asks for it: how many bytes it has. */
export function weigh(url: string, headers: Record<string, string>, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const packed = { ...headers, 'accept-encoding': 'gzip' };
    const asked = request(url, { agent, headers: packed, method: 'POST' }, (reply) => {
      let bytes = 0;
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      reply.once('error', reject);
      reply.once('end', () =>
        reply.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${reply.statusCode}`)),
      );
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

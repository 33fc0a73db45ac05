/**
 * How many connections the server has, and how long each may take: together fewer than the process may have files open, so that
 * there are some for the database and the disk, and from one network so many that it shuts nobody else out.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { networkOf } from './sign-in.ts';

const CONNECTIONS_MAX = 4_096;
/** A whole office behind one address has fewer; a proxy is told of in PORTON_PROXY. */
const OF_NETWORK_MAX = 512;
/** How long a client may take to send the head of its request; the body has limits of its own. */
const HEAD_MS = 10_000;
const LOOK_MS = 2_000;
/** What is refused is told once in so long, with how many there were. */
const TELL_MS = 60_000;

/** Whoever takes nothing of what lies ready for so long is no slow line; it is cut off. */
const TAKING_MS = 60_000;

/** Requests that one connection may send ahead of their answers. Browsers and proxies send none. */
const AHEAD_MAX = 32;

/** What a server that stops waits for: requests that are under way, or never quite arrive. */
const CLOSE_MS = 10_000;
const LOOK_FOR_IDLE_MS = 100;

/** Settings of Node's HTTP server. */
export const HEAD_LIMITS = { headersTimeout: HEAD_MS, connectionsCheckingInterval: LOOK_MS };

/** How many files this process may have open. */
function filesMax(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
}

export interface ConnectionOptions {
  /** Whether a proxy of ours stands before the server: all connections are its own then. */
  behindProxy: boolean;
  /** Told when connections were refused: how many, and of which network the last one was; '' where there were too many of all. */
  onRefused: (refused: number, network: string) => void;
  max?: number;
  ofNetworkMax?: number;
  takingMs?: number;
}

/** Bounds the connections of a server. Gives how many were refused since it was. */
export function boundConnections(
  server: Server,
  {
    behindProxy,
    onRefused,
    max = Math.min(CONNECTIONS_MAX, Math.floor(filesMax() / 2)),
    ofNetworkMax = OF_NETWORK_MAX,
  }: ConnectionOptions,
): () => number {
  const open = new Map<string, number>();
  let refused = 0;
  let told = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  const refuse = (network: string): void => {
    refused += 1;
    if (performance.now() - toldAt < TELL_MS) return;
    onRefused(refused - told, network);
    told = refused;
    toldAt = performance.now();
  };
  server.maxConnections = max;
  server.on('drop', () => refuse(''));
  if (!behindProxy) {
    server.prependListener('connection', (socket: Socket) => {
      const network = networkOf(socket.remoteAddress ?? '');
      const own = (open.get(network) ?? 0) + 1;
      if (own > ofNetworkMax) {
        socket.destroy();
        refuse(network);
        return;
      }
      open.set(network, own);
      socket.once('close', () => {
        const left = (open.get(network) ?? 1) - 1;
        if (left > 0) open.set(network, left);
        else open.delete(network);
      });
    });
  }
  return () => refused;
}

/**
 * Has each connection's requests handled one after the other: the next begins once the answer before it is taken. A few bytes
 * ask for much, and a read of a connection may hold a thousand requests; whoever sends that many ahead is cut off.
 */
export function oneAfterTheOther(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[];
  const waiting = new WeakMap<Socket, (() => void)[]>();
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const handle = () => {
      response.once('close', () => {
        const next = waiting.get(socket)?.shift();
        if (next) next();
        else waiting.delete(socket);
      });
      for (const handler of handlers) handler(request, response);
    };
    const ahead = waiting.get(socket);
    if (!ahead) {
      waiting.set(socket, []);
      handle();
    } else if (ahead.push(handle) > AHEAD_MAX) {
      ahead.length = 0;
      socket.destroy();
    }
  });
}

/** Breaks a request off that is answered, but goes on arriving for longer than a head may. */
export function endUnread(request: IncomingMessage): void {
  if (request.complete) return;
  setTimeout(() => {
    if (!request.complete) request.destroy();
  }, HEAD_MS).unref();
}

/** Breaks an answer off of which nothing is taken: what waits for its reader is memory. One that is still made may wait. */
export function endUntaken(
  response: ServerResponse,
  { takingMs = TAKING_MS }: Pick<ConnectionOptions, 'takingMs'> = {},
): void {
  response.setTimeout(takingMs, () => {
    if (response.writableLength > 0) response.destroy();
    // What is injected, as tests do, has no connection.
    else if (response.socket instanceof Socket) response.socket.setTimeout(takingMs);
  });
}

/** Has connections end once they have nothing under way, which a client may otherwise keep for long, and in any case soon. */
export function letConnectionsGo(server: Server): void {
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_FOR_IDLE_MS).unref();
  const late = setTimeout(() => server.closeAllConnections(), CLOSE_MS).unref();
  server.once('close', () => {
    clearInterval(idle);
    clearTimeout(late);
  });
}

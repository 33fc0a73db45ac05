/** A line to a database that can be frozen, as a stopped server or a cut network looks, or broken. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface Line {
  /** The same connection, over the line. */
  through(url: string): string;
  /** From here on nothing passes, and nobody is told. */
  freeze(): void;
  thaw(): void;
  /** Ends every connection. */
  cut(): void;
  close(): Promise<void>;
}

export async function openLine(url: string): Promise<Line> {
  const { searchParams, port, hostname } = new URL(url);
  const folder = searchParams.get('host');
  const target = folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: hostname, port: Number(port) };
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const far = connect(target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (chunk) => to.write(chunk));
      if (frozen) from.pause();
      else from.resume();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = (server.address() as AddressInfo).port;
  return {
    through(url) {
      const changed = new URL(url);
      changed.hostname = '127.0.0.1';
      changed.port = String(own);
      changed.searchParams.delete('host');
      return changed.toString();
    },
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      frozen = false;
      for (const socket of sockets) socket.resume();
    },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

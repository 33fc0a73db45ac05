/** The watch over a server, with a server of paper. */
import { expect, it } from 'vitest';
import { supervise } from './supervisor.ts';

interface Paper {
  alive: boolean;
  revivals: number;
  said: string[];
  givenUp: Promise<string>;
  stop: () => Promise<void>;
}

function paper(revive: (server: Paper) => Promise<void>, pauses: readonly number[]): Paper {
  const server = { alive: true, revivals: 0, said: [] as string[] } as unknown as Paper;
  const { promise, resolve } = Promise.withResolvers<string>();
  server.givenUp = promise;
  server.stop = supervise(
    {
      alive: () => server.alive,
      async revive() {
        server.revivals += 1;
        await revive(server);
        server.alive = true;
      },
      reason: () => 'Dijo PostgreSQL: adiós',
      log: (message) => server.said.push(message),
      onGivenUp: resolve,
    },
    pauses,
  );
  return server;
}

it('starts a server again that went, each time, and leaves one alone that lives', async () => {
  const server = paper(async () => undefined, [0, 0, 0, 0]);
  for (const times of [1, 2]) {
    server.alive = false;
    await expect.poll(() => server.revivals).toBe(times);
    await expect.poll(() => server.alive).toBe(true);
  }
  await server.stop();
  server.alive = false;
  expect(server.revivals).toBe(2);
  expect(server.said[0]).toBe('La base de datos se detuvo sola; se inicia de nuevo…');
  expect(server.said).toContain('La base de datos responde de nuevo.');
});

it('gives up after the last pause with the reason of the last try', async () => {
  const server = paper(
    async ({ revivals }) => {
      throw new Error(`falla ${revivals}`);
    },
    [0, 1, 1],
  );
  server.alive = false;
  expect(await server.givenUp).toMatch(
    /^La base de datos se detuvo y no se pudo volver a iniciar tras 3 intentos. falla 3\n/,
  );
  expect(server.revivals).toBe(3);
  await server.stop();
});

it('counts a server that dies as soon as it was started', async () => {
  const server = paper(
    async (self) => void queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => (self.alive = false)))),
    [0, 0],
  );
  server.alive = false;
  expect(await server.givenUp).toContain('tras 2 intentos. Dijo PostgreSQL: adiós');
  await server.stop();
});

it('a watch that is ended in a pause tries no more', async () => {
  const server = paper(async () => Promise.reject(new Error('no')), [0, 3_600_000]);
  server.alive = false;
  await expect.poll(() => server.revivals).toBe(1);
  await server.stop();
  expect(server.revivals).toBe(1);
});

/** The product as a process of one's own on the embedded database: for a demonstration, and for the tests that kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('../server.ts', import.meta.url));

/** A port of 127.0.0.1 that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
      });
  });
}

export interface OwnProduct {
  port: number;
  dataDir: string;
  /** Lots of its demo community. */
  lotes: number;
  /** What it says of its errors; 'ignore' where it is going to be killed. */
  stderr: 'inherit' | 'ignore';
  /** Further settings. */
  env?: NodeJS.ProcessEnv;
}

/** Starts it, never on a production database that this process's environment may name. */
export function spawnProduct({ port, dataDir, lotes, stderr, env: more }: OwnProduct): ChildProcess {
  const { DATABASE_URL: _production, ...env } = process.env;
  return spawn(process.execPath, [SERVER], {
    env: {
      ...env,
      NODE_ENV: 'production',
      PORT: String(port),
      PORTON_DATA: dataDir,
      PORTON_DEMO_LOTES: String(lotes),
      ...more,
    },
    stdio: ['ignore', 'ignore', stderr],
  });
}

/** Whether it came to answer: false when it ended, or after two minutes. */
export async function becomesReady(child: ChildProcess, port: number): Promise<boolean> {
  for (let tries = 0; tries < 1_200 && child.exitCode === null && child.signalCode === null; tries += 1) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return true;
    await sleep(100);
  }
  return false;
}

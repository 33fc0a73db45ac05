/** Starts the product as a newcomer would, on a data folder that is thrown away when the tests end. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = mkdtempSync(join(tmpdir(), 'porton-navegador-'));
// As root the database runs as another user, who has to get in.
chmodSync(folder, 0o755);

const { DATABASE_URL: _production, ...env } = process.env;
const server = spawn(process.execPath, [fileURLToPath(new URL('../../src/server.ts', import.meta.url))], {
  env: { ...env, PORTON_DATA: join(folder, 'datos'), PORTON_DEMO_LOTES: '60' },
  stdio: 'inherit',
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill('SIGTERM'));
server.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});

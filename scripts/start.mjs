// npm start: installs and builds what is missing, then runs the product until it is told to stop.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { childEnv, ensureBuilt, ensureInstalled, main, node24, ROOT } from './setup.mjs';

// A smaller young generation and a limit to the old one, which makes it grow in smaller steps: half the memory under load,
// for a few more collections.
const SERVER_FLAGS = JSON.parse(readFileSync(new URL('./server-flags.json', import.meta.url), 'utf8'));

await main(async () => {
  await ensureInstalled('start');
  await ensureBuilt();
  const child = spawn(
    node24(),
    [...SERVER_FLAGS, '--import', './scripts/leash.mjs', 'src/server.ts', ...process.argv.slice(2)],
    {
      cwd: ROOT,
      env: childEnv({ NODE_ENV: process.env.NODE_ENV ?? 'production' }),
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    },
  );
  // A terminal's Ctrl+C reaches the server by itself, this script, and this script again through npm. Told on once and as
  // SIGTERM, it cannot be mistaken for a second, impatient Ctrl+C.
  let toldAt = 0;
  const stop = () => {
    if (Date.now() - toldAt < 1000) return;
    toldAt = Date.now();
    child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  // Run by npm, this script ends with it, also when npm is killed and cannot say so.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && stop(), 500).unref();
  child.once('error', (error) => {
    console.error(`No se pudo iniciar el servidor: ${error.message}`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
});

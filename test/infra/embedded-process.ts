/**
 * A Portón in small, for tests that kill it: starts the embedded server on a folder, writes one JSON line with
 * what came of it, stops when told on standard input.
 * Usage: node embedded-process.ts FOLDER own|attach [PAUSES, in ms, parted by commas]
 */
import { createInterface } from 'node:readline';
import { startEmbedded } from '#platform/server/embedded-postgres.ts';

const [dataDir = '', mode, pauses] = process.argv.slice(2);
try {
  const server = await startEmbedded({
    dataDir,
    mode: mode === 'attach' ? 'attach' : 'own',
    address: 'http://localhost:3000',
    log: (message) => process.stderr.write(`${message}\n`),
    onLost: (message) => process.stdout.write(`${JSON.stringify({ lost: message })}\n`),
    ...(pauses && { pausesMs: pauses.split(',').map(Number) }),
  });
  const { stop, ...told } = server;
  process.stdout.write(`${JSON.stringify(told)}\n`);
  for await (const line of createInterface({ input: process.stdin })) if (line === 'stop') break;
  await stop();
  process.stdin.destroy();
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: error instanceof Error ? error.message : String(error) })}\n`);
  process.exitCode = 1;
}

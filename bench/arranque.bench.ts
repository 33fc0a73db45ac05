/** From `node src/server.ts` on a warm database to the first answer, and from the program's start to listening. */
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Measure } from './run.ts';
import { median } from './stats.ts';

const PORT = 3398;
const STARTS = 3;

const answers = (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${PORT}/readyz`).then(
    (response) => response.ok,
    () => false,
  );

async function startAndStop(command: string[], dataDir: string): Promise<number> {
  if (await answers()) throw new Error(`something else answers on port ${PORT}`);
  const began = performance.now();
  const server = spawn(command[0] ?? '', command.slice(1), {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, PORTON_DATA: dataDir, PORT: String(PORT), DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = new Promise((resolve) => server.once('exit', resolve));
  while (!(await answers())) {
    if (performance.now() - began > 120_000) throw new Error('the server does not start');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const milliseconds = performance.now() - began;
  server.kill('SIGTERM');
  await exited;
  return milliseconds;
}

export default async function arranque(): Promise<Measure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'porton-arranque-'));
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'datos');
  try {
    const server = [process.execPath, 'src/server.ts'];
    await startAndStop(server, dataDir);
    const program: number[] = [];
    const npm: number[] = [];
    for (let run = 0; run < STARTS; run += 1) {
      program.push(await startAndStop(server, dataDir));
      npm.push(await startAndStop([process.execPath, 'scripts/start.mjs'], dataDir));
    }
    return [
      { name: 'servidor y base de datos hasta la primera respuesta', value: median(program), unit: 'ms', limit: 2_000 },
      { name: 'npm start por segunda vez hasta la primera respuesta', value: median(npm), unit: 'ms', limit: 3_000 },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

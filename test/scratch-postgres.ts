/** A throw-away PostgreSQL for tests, benches and generators: real binaries, no fsync, gone afterwards. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbedded } from '../src/platform/server/embedded-postgres.ts';

export type ScratchPostgres = EmbeddedPostgres & { folder: string };

/** Starts one in a new folder; `stop()` removes the folder too. */
export async function startScratchPostgres(): Promise<ScratchPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'porton-prueba-'));
  // As root the server runs as another user, who has to get in.
  await chmod(folder, 0o755);
  const postgres = await startEmbedded({ dataDir: join(folder, 'datos'), log: () => undefined, fsync: false });
  return {
    ...postgres,
    folder,
    async stop() {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

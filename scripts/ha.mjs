// npm run ha: kills the primary of PostgreSQL under Patroni while payments are made (test/ha/run.ts); as root.
import { ensureBuilt, ensureInstalled, main, runHere } from './setup.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  runHere(['test/ha/run.ts', ...process.argv.slice(2)], {});
});

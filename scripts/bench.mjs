// npm run bench: measures against limits and a baseline of the same run (bench/run.ts); with a name, that scenario alone.
import { ensureBrowser, ensureBuilt, ensureInstalled, main, runHere } from './setup.mjs';

await main(async () => {
  await ensureInstalled();
  const chromium = await ensureBrowser();
  await ensureBuilt();
  runHere(['bench/run.ts', ...process.argv.slice(2)], { PORTON_CHROMIUM: chromium });
});

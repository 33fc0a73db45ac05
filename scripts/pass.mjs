// npm run pass: every route of the specification in a browser, for every role, light and dark, with axe.
import { spawnSync } from 'node:child_process';
import { childEnv, ensureBrowser, ensureBuilt, ensureInstalled, main, node24, program, ROOT } from './setup.mjs';

await main(async () => {
  await ensureInstalled();
  const chromium = await ensureBrowser();
  await ensureBuilt();
  const args = [
    program('@playwright/test', 'playwright'),
    'test',
    '--config',
    'playwright.pass.config.ts',
    ...process.argv.slice(2),
  ];
  const run = spawnSync(node24(), args, { cwd: ROOT, env: childEnv({ PORTON_CHROMIUM: chromium }), stdio: 'inherit' });
  process.exitCode = run.status ?? 1;
});

// npm run pass: every route of the specification in a browser, for every role, light and dark, with axe.
import { ensureBrowser, ensureBuilt, ensureInstalled, main, program, runHere } from './setup.mjs';

await main(async () => {
  await ensureInstalled();
  const chromium = await ensureBrowser();
  await ensureBuilt();
  const playwright = program('@playwright/test', 'playwright');
  runHere([playwright, 'test', '--config', 'playwright.pass.config.ts', ...process.argv.slice(2)], {
    PORTON_CHROMIUM: chromium,
  });
});

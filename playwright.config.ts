import { defineConfig } from '@playwright/test';

const PORT = Number(process.env.PORTON_E2E_PORT ?? 3399);

/** The real product on a throw-away database, in the machine's Chromium (npm test finds or installs one). */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  workers: 3,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 7_000 },
  forbidOnly: process.env.CI !== undefined,
  use: {
    baseURL: `http://localhost:${PORT}`,
    viewport: { width: 1280, height: 800 },
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    // No frames are drawn for movement, of which no test says anything; who asks for none is served so too.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.PORTON_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page lives some seconds: what runs so short is not worth optimizing, nor its memory worth cleaning often.
        '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=16',
      ],
    },
  },
  webServer: {
    command: 'node test/e2e/server.ts',
    url: `http://localhost:${PORT}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: { PORT: String(PORT) },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});

import base from './playwright.config.ts';

/** npm run pass: every route × role × theme, a quarter of an hour; too long for npm test. */
export default {
  ...base,
  testDir: 'test/pass',
  outputDir: 'test-results/pass',
  // Two pages at once: more of them wait for each other on a small machine.
  workers: 2,
  timeout: 10 * 60_000,
};

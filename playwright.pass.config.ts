import base from './playwright.config.ts';

/** npm run pass: every route × role × theme; too long for npm test. */
export default {
  ...base,
  testDir: 'test/pass',
  outputDir: 'test-results/pass',
  timeout: 30 * 60_000,
};

import { defineConfig } from 'vitest/config';

/** `unit`: pure rules and pieces, no server. `api`: through HTTP and PostgreSQL, one throw-away server for the run. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // What several files import is loaded once; no test may change what another one imports.
          isolate: false,
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'],
          exclude: ['src/**/server/**/*.test.ts', '**/node_modules/**'],
          // Properties try hundreds of cases: on a busy machine one takes several seconds.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'api',
          // The application is loaded once per worker, not once per file; the same holds.
          isolate: false,
          include: [
            'src/**/server/**/*.test.ts',
            'test/api/**/*.test.ts',
            'test/confianza/**/*.test.ts',
            'test/infra/**/*.test.ts',
            'test/scenarios/**/*.test.ts',
          ],
          globalSetup: ['test/global-setup.ts'],
          setupFiles: ['test/quick-hash.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 3,
        },
      },
    ],
  },
});

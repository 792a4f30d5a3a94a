import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that start and kill real processes. */
const PROCESSES = [
  'test/queue/**/*.test.ts',
  'test/integration/**/*.test.ts',
  'test/sync/**/*.test.ts',
  'test/assets/interrupted-install.test.ts',
  'test/knowledge/store-files.test.ts',
  'test/peace/worker-kill.test.ts',
];

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default'],
    setupFiles: ['test/fixed-seed.ts'],
    projects: [
      // They share two cores with all others: on CI a failure counts when it comes again.
      { extends: true, test: { name: 'processes', include: PROCESSES, retry: process.env.CI ? 2 : 0 } },
      {
        extends: true,
        test: { name: 'rest', include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, ...PROCESSES] },
      },
    ],
  },
});

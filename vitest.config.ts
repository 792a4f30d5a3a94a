import { configDefaults, defineConfig } from 'vitest/config';

const QUEUE = 'test/queue/**/*.test.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default'],
    setupFiles: ['test/fixed-seed.ts'],
    projects: [
      // These kill real processes and share two cores with all others: on CI a failure counts when it comes again.
      { extends: true, test: { name: 'queue', include: [QUEUE], retry: process.env.CI ? 2 : 0 } },
      { extends: true, test: { name: 'rest', include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, QUEUE] } },
    ],
  },
});

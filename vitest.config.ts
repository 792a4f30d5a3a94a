import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // Tests that kill real processes share two cores with all others: on CI a failure counts when it comes again.
    retry: process.env.CI ? 2 : 0,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
});

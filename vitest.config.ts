import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/setup.ts'],
    // The real CLI, Java and Chromium are started by tests; two cores are all there are.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    env: { NODE_ENV: 'production', NO_COLOR: '1' },
  },
});

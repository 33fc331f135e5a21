import { defineConfig } from 'vitest/config';

export default defineConfig({
  // React is tested as it is used: its production build has no development JSX.
  oxc: { jsx: { runtime: 'automatic', development: false } },
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

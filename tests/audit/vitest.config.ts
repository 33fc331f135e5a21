import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: undefined,
    isolate: true,
    globalSetup: ['tests/browser/setup.ts'],
    include: [
      'tests/audit/*.audit.ts',
      'tests/commands/remembered.test.ts',
      'tests/commands/saves.test.ts',
      'tests/pipeline/composed-site.test.ts',
      'tests/sources/text-limits.test.ts',
    ],
    env: { ...base.test?.env, GAPS: '20', STEPS: '300' },
    // What is measured is measured alone.
    maxWorkers: 1,
    testTimeout: 900_000,
  },
});

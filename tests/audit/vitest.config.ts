import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const isSmoke = Boolean(process.env.SMOKE);

/** Parts that need the packages of tests/audit, which the setup of a full run installs; a smoke run does what it can without. */
const withPackages = ['engines', 'lighthouse', 'radio', 'signup'].map(
  (part) => `tests/audit/${part}.audit.ts`,
);
const isInstalled = existsSync(new URL('node_modules', import.meta.url));
if (isSmoke && !isInstalled) console.log(`skipped, without the packages of tests/audit: ${withPackages}`);

/** Tests that the audit runs at greater length. */
const longer = [
  'tests/demo/html-checker.test.ts',
  'tests/commands/build-cache.test.ts',
  'tests/commands/import/convert-text.test.ts',
  'tests/commands/import/random-texts.test.ts',
  'tests/pipeline/wrong-values.test.ts',
  'tests/content/markdown/text-limits.test.ts',
  'tests/headlines/damage.test.ts',
];

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    globalSetup: [...(isSmoke ? [] : ['tests/audit/setup.ts']), 'tests/setup.ts'],
    exclude: isSmoke && !isInstalled ? withPackages : [],
    include: ['tests/audit/*.audit.ts', ...(isSmoke ? [] : longer)],
    env: {
      ...base.test?.env,
      ...(isSmoke
        ? { EACH: '2', MINUTES: '0.05' }
        : { ENDS: '30000', FILES: 'all', STEPS: '300', TEXTS: '4000', VALUES: '5' }),
    },
    // A full run measures one thing at a time.
    isolate: !isSmoke,
    maxWorkers: isSmoke ? 2 : 1,
    // A clean machine waits for the registry of npm.
    testTimeout: isSmoke ? 300_000 : 900_000,
  },
});

import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Temporary folders are in memory if it has 4 GiB free and may hold programs: on ext4, making a file takes longer, the more files were just
 * removed.
 */
const memory = '/dev/shm';
const free = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 };
const mayRun = free.bsize > 0 && !/ \/dev\/shm \S+ \S*\bnoexec\b/.test(readFileSync('/proc/mounts', 'utf8'));
if (mayRun && free.bavail * free.bsize > 4 * 1024 ** 3) process.env.TMPDIR ??= memory;

/** What takes longest is not begun last: files with a browser, and then those that start the program. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const first = ['/tests/commands/', '/tests/browser/', '/tests/browser/', '/every-page.test.ts'];
    const rank = ({ moduleId }: TestSpecification) => first.filter((part) => moduleId.includes(part)).length;
    return (await super.sort(files)).sort((a, b) => rank(b) - rank(a));
  }
}

export default defineConfig({
  // React is tested as it is used: its production build has no development JSX.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/setup.ts'],
    // Each file in a process of its own would load React, zod and the templates, and start a browser, a hundred times.
    isolate: false,
    setupFiles: ['tests/run-cleanup.ts'],
    // The real CLI, Java and Chromium are started by tests.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A poll waits long enough where others share the machine.
    expect: { poll: { timeout: 15_000 } },
    // Two cores are all there are.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    env: { NODE_ENV: 'production', NO_COLOR: '1' },
  },
});

import { afterAll, afterEach } from 'vitest';
import { cleanUpFile, runCleanups } from './cleanup.ts';

// Tests that run beside each other are cleaned up after the last of their file.
afterEach(({ task }) => (task.concurrent ? undefined : runCleanups()));
afterAll(async () => {
  await runCleanups();
  await cleanUpFile();
});

import { afterAll, afterEach } from 'vitest';
import { cleanUpFile, runCleanups } from './cleanup.ts';

afterEach(runCleanups);
afterAll(cleanUpFile);

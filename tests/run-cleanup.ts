import { afterAll, afterEach } from 'vitest';
import { removeTemporaryFolders, runCleanups } from './cleanup.ts';

afterEach(runCleanups);
afterAll(removeTemporaryFolders);

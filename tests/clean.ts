import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './temporary-folder.ts';

// Files that share a process share their modules, but each has this run for it.
afterAll(removeTemporaryFolders);

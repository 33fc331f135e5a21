import { join } from 'node:path';
import { root } from '../cli/galley.mjs';

/** The `--cache` of tests: the pictures of the demo take some seconds to make. */
export const testCache: string = join(root, 'node_modules', '.cache', 'galley-tests');

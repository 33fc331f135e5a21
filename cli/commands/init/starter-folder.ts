import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of what `init` writes: beside this file, or beside the compiled program. */
export const starterFolder = join(dirname(fileURLToPath(import.meta.url)), 'starter');

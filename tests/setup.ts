import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { compile, root } from '../cli/compile.mjs';

/** Compiles the press and draws the demo's pictures once, before tests ask for both side by side. */
export async function setup() {
  await compile();
  spawnSync(process.execPath, [join(root, 'cli', 'galley.mjs'), 'check', '--content', join(root, 'content')]);
}

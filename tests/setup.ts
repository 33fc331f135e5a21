import { compile } from '../cli/compile.mjs';

/** Compiles the press once, before the tests that run the real CLI ask for it side by side. */
export async function setup() {
  await compile();
}

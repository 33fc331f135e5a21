import { compile } from '../cli/galley.mjs';

/** Compiles the program once, before test files ask for it side by side. */
export async function setup() {
  await compile();
}

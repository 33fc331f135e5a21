#!/usr/bin/env node
// Starts the compiled program of a package: `npm run package` writes this file beside it.
import './node-version.mjs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// React renders five times slower without this, and reads it when it loads.
process.env.NODE_ENV = 'production';
// @ts-expect-error Node 22 and later keep compiled code between runs; Node 20 does not have it
module.enableCompileCache?.();

const root = dirname(fileURLToPath(import.meta.url));
// @ts-expect-error It is there in the package.
const { main } = await import('./program/main.js');
await main(process.argv.slice(2), {
  root,
  compile: async () => join(root, 'program'),
  hashOf: () => 'compiled',
});

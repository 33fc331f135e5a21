#!/usr/bin/env node
// Starts the compiled program of a package: `npm run package` writes this file beside it.
import './node-version.mjs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { growYoungGeneration, isServer } from './program/young-generation.cjs';

if (!isServer) growYoungGeneration();
const { default: program } = await import('./program/load.cjs');
// @ts-expect-error What it exports is known when it runs.
await program.main(process.argv.slice(2), dirname(fileURLToPath(import.meta.url)));

#!/usr/bin/env node
// Starts the press: compiles it where its sources have changed, then hands over to cli/main.ts.
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import { compile, compileTemplates, root } from './compile.mjs';

// React draws five times slower without this, and reads it when it loads.
process.env.NODE_ENV = 'production';
// @ts-expect-error Node 22 and later keep compiled code between runs; Node 20 does not have it
module.enableCompileCache?.();

try {
  const folder = await compile();
  const { main } = await import(pathToFileURL(`${folder}/main.js`).href);
  await main(process.argv.slice(2), { root, compile, compileTemplates });
} catch (error) {
  const refused = refusalIn(error);
  if (refused) console.error(`error The program cannot be read or compiled: ${refused}.`);
  else console.error(error);
  process.exitCode = refused ? 3 : 4;
}

/**
 * What the disk said, where it refused the compiled program; esbuild says it in a message of its own.
 *
 * @param {unknown} error
 */
function refusalIn(error) {
  if (!(error instanceof Error)) return undefined;
  if ('syscall' in error && 'code' in error) return error.message;
  return /^error: (Failed to (?:write to|create) output \w+: .*)/m.exec(error.message)?.[1];
}

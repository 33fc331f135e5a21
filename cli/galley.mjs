#!/usr/bin/env node
// Starts the program: bundles it where its sources have changed, then hands over to cli/main.ts.
import './node-version.mjs';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync, utimesSync } from 'node:fs';
import module from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = fileURLToPath(import.meta.url);
/** The folder that holds `cli/` and `templates/`. */
export const root = dirname(dirname(here));

/** Gives the folder of the program as its sources are now. Throws esbuild's failure where they do not compile. */
export const compile = () => bundle('galley');

/** The same for the templates alone. */
export const compileTemplates = () => bundle('galley-templates');

/** @param {'galley' | 'galley-templates'} name @returns {Promise<string>} */
async function bundle(name) {
  const hash = hashOf(...programPaths);
  const folder = join(root, 'node_modules', '.cache', name, hash);
  if (touch(folder)) return folder;
  bundler ??= loadBundler();
  const makeBundle = await bundler;
  const isCurrent = () => hashOf(...programPaths) === hash;
  return (await makeBundle(name, { root, folder, hashOf, isCurrent })) ? folder : bundle(name);
}

/** Marks a bundle as used, so that it is not removed for a day; gives whether it is there. @param {string} folder */
function touch(folder) {
  const now = new Date();
  try {
    utimesSync(folder, now, now);
  } catch {
    // It belongs to another user, or is not there.
  }
  return existsSync(folder);
}

/** @type {Promise<import('./compile.ts').MakeBundle> | undefined} */
let bundler;

/** Loads the code that bundles. tsx and esbuild are loaded here and nowhere else. */
async function loadBundler() {
  // Its cache is in the system's temporary folder, which may be full or not ours.
  process.env.TSX_DISABLE_CACHE = '1';
  const { register } = await import('tsx/esm/api');
  // A `tsconfig.json` in the folder of the call belongs to another project.
  const tsx = register({ namespace: 'galley', tsconfig: false });
  const { makeBundle } = await tsx.import('./compile.ts', import.meta.url);
  await tsx.unregister();
  return makeBundle;
}

// The lockfile holds the version of the program as well.
const programPaths = ['cli', 'templates', 'package-lock.json'];

/** The files at paths and in whole folders, in order. @param {readonly string[]} paths */
const filesIn = (paths) =>
  paths.flatMap((path) => {
    const place = join(root, path);
    if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) return existsSync(place) ? [place] : [];
    const entries = readdirSync(place, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  });

/** @param {readonly string[]} paths */
function hashOf(...paths) {
  const hash = createHash('sha256').update(process.versions.modules);
  for (const file of filesIn(paths)) {
    try {
      hash
        .update(`${relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    } catch (error) {
      // Editors create temporary files beside the one they save.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return hash.digest('hex').slice(0, 16);
}

// Tests import `compile` alone.
if (process.argv[1] && realpathSync(process.argv[1]) === here) {
  // React renders five times slower without this, and reads it when it loads.
  process.env.NODE_ENV = 'production';
  // @ts-expect-error Node 22 and later keep compiled code between runs; Node 20 does not have it
  module.enableCompileCache?.();
  try {
    const { main } = await import(pathToFileURL(join(await compile(), 'main.js')).href);
    await main(process.argv.slice(2), { root, compile, compileTemplates, hashOf });
  } catch (error) {
    const refusal = error instanceof Error && 'syscall' in error && error.message;
    console.error(refusal ? `error The program cannot be read or compiled: ${refusal}.` : error);
    process.exitCode = refusal ? 3 : 4;
  }
}

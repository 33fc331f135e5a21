#!/usr/bin/env node
// Starts the program: bundles it where its sources have changed, then hands over to cli/main.ts.
import './node-version.mjs';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { growYoungGeneration, isServer } from './program/young-generation.cjs';

const here = fileURLToPath(import.meta.url);
/** The folder that holds `cli/` and `templates/`. */
export const root = dirname(dirname(here));

/** Gives the folder of the program as its sources are now. Throws esbuild's failure where they do not compile. @returns {Promise<string>} */
export async function compile(hash = knownHash()) {
  const folder = join(root, 'node_modules', '.cache', 'galley', hash);
  if (touch(folder)) return folder;
  const makeBundle = await loadBundler();
  const isCurrent = () => hashOf(...programPaths) === hash;
  return (await makeBundle({ root, folder, hashOf, isCurrent })) ? folder : compile(hashOf(...programPaths));
}

/** Marks a bundle as used, so that it is not removed for a day; gives whether it is there. @param {string} folder */
function touch(folder) {
  const now = new Date();
  unlessRefused(() => utimesSync(folder, now, now));
  return statSync(folder, { throwIfNoEntry: false }) !== undefined;
}

/** Nothing where a file belongs to another user, or is not there. @template T @param {() => T} action */
function unlessRefused(action) {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** Loads the code that bundles. tsx and esbuild are loaded here and nowhere else. */
async function loadBundler() {
  // Its cache is in the system's temporary folder, which may be full or not ours.
  process.env.TSX_DISABLE_CACHE = '1';
  const { register } = await import('tsx/esm/api');
  // A `tsconfig.json` in the folder of the call belongs to another project.
  const tsx = register({ namespace: 'galley', tsconfig: false });
  const { makeBundle } = await tsx.import('./program/compile.ts', import.meta.url);
  await tsx.unregister();
  return makeBundle;
}

// The lockfile holds the version of the program as well.
const programPaths = ['cli', 'templates', 'package-lock.json'];

/** The files at paths and in whole folders, in order. @param {readonly string[]} paths */
const filesIn = (paths) =>
  paths.flatMap((path) => {
    const place = join(root, path);
    const stat = statSync(place, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) return stat ? [place] : [];
    const entries = readdirSync(place, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  });

/** The hash of the program; that of its last start if no source has another size or time, because reading all takes longer. */
function knownHash() {
  const begun = Date.now();
  let newest = 0;
  const stamp = digestOf(programPaths, (file) => {
    const { size, mtimeMs, ctimeMs } = statSync(file);
    newest = Math.max(newest, ctimeMs);
    return `${size} ${mtimeMs} ${ctimeMs}`;
  });
  const file = join(root, 'node_modules', '.cache', 'galley-stamp');
  const [, known] = unlessRefused(() => readFileSync(file, 'utf8').split(`${stamp} `)) ?? [];
  if (known?.length === stamp.length) return known;
  const hash = hashOf(...programPaths);
  // Another change at once might leave the same size and times.
  if (newest < begun - 2000) unlessRefused(() => writeFileSync(file, `${stamp} ${hash}`));
  return hash;
}

/** @param {readonly string[]} paths */
const hashOf = (...paths) => digestOf(paths, (file) => readFileSync(file));

/** @param {readonly string[]} paths @param {(file: string) => string | Uint8Array} partOf */
function digestOf(paths, partOf) {
  const digest = createHash('sha256').update(process.versions.modules);
  for (const file of filesIn(paths)) {
    // Editors create temporary files beside the one they save.
    const part = unlessRefused(() => partOf(file));
    if (part === undefined) continue;
    digest
      .update(`${relative(root, file)}\0`)
      .update(part)
      .update('\0');
  }
  return digest.digest('hex').slice(0, 16);
}

// Tests import `compile` alone.
if (process.argv[1] && realpathSync(process.argv[1]) === here) {
  try {
    if (!isServer) growYoungGeneration();
    const { default: program } = await import(pathToFileURL(join(await compile(), 'load.cjs')).href);
    await program.main(process.argv.slice(2), root);
  } catch (error) {
    const refusal = error instanceof Error && 'syscall' in error && error.message;
    console.error(refusal ? `error The program cannot be read or compiled: ${refusal}.` : error);
    process.exitCode = refusal ? 3 : 4;
  }
}

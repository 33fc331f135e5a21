// Loads the compiled program that this file is copied beside, in the process and in each of its threads. Code that V8 has compiled for a whole
// build is kept in a file beside it (its code cache), so that the next command need not compile it again.
const { hash, randomBytes } = require('node:crypto');
const { subscribe, unsubscribe } = require('node:diagnostics_channel');
const { readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { cachedDataVersionTag, setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');
const { isMainThread } = require('node:worker_threads');
const { growYoungGeneration, isServer } = require('./young-generation.cjs');

// React renders five times slower without this, and reads it when it loads.
process.env.NODE_ENV = 'production';

const [, , command = ''] = process.argv;
// A build lasts seconds, and V8 spends a fifth of its processor time on optimizing: decision 2 has the measurements. V8 refuses code that was
// kept with other flags.
setFlagsFromString('--max-inlined-bytecode-size-cumulative=0');
// Later versions than that of Node 20 complain of this flag.
if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=150000');
// In the main thread `galley.mjs` does that first of all.
if (!isMainThread) growYoungGeneration();
setFlagsFromString('--semi-space-growth-factor=1');

const file = join(__dirname, 'program.cjs');
const { program } = JSON.parse(readFileSync(join(__dirname, 'versions.json'), 'utf8'));
const cache = join(__dirname, `${program}-${cachedDataVersionTag()}.cache`);
const digestOf = (/** @type {Uint8Array} */ code) => hash('sha256', code, 'buffer');
const digestSize = 32;

const cachedData = readCache();
// It is all ASCII: reading it as UTF-8 would take ten times as long.
const script = new Script(readFileSync(file, 'latin1'), { filename: file, cachedData });
if (!cachedData || script.cachedDataRejected) subscribe('galley:built', keepCode);
// Servers last, and V8's defaults serve them better.
if (isServer) setFlagsFromString('--max-inlined-bytecode-size-cumulative=920');
if (isServer) setFlagsFromString('--semi-space-growth-factor=2');

/** @type {Readonly<Record<string, () => unknown>>} */
const parts = {};
const requireHere = createRequire(file);
// js-yaml would load a parser of JavaScript, for tags that nothing here reads.
const load = (/** @type {string} */ name) => (name === 'esprima' ? undefined : requireHere(name));
script.runInThisContext()(parts, load, pathToFileURL(file).href);
module.exports = parts[isMainThread ? 'main' : command]?.();

/** The code that was kept, if the file is whole: V8 does not check that, and would run whatever it has. */
function readCache() {
  try {
    const bytes = readFileSync(cache);
    const code = bytes.subarray(digestSize);
    return digestOf(code).equals(bytes.subarray(0, digestSize)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Another process may do the same at once, and the disk may refuse. */
function keepCode() {
  unsubscribe('galley:built', keepCode);
  const staging = `${cache}.${randomBytes(6).toString('hex')}`;
  try {
    // The outermost function ran once, so V8 may have dropped its code: without it each start would parse the whole program.
    script.runInThisContext();
    const code = script.createCachedData();
    writeFileSync(staging, Buffer.concat([digestOf(code), code]));
    renameSync(staging, cache);
  } catch {
    rmSync(staging, { force: true });
  }
}

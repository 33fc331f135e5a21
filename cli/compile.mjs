import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fontsPlugin, letteringFonts } from './fonts.mjs';

/** The folder that holds `cli/` and `templates/`. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Compiled presses that are kept: the newest, and what a running `dev` or a branch switched back to may still want. */
const kept = 3;

/**
 * For everything that runs in Node.
 *
 * @type {import('esbuild').BuildOptions}
 */
const forNode = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  jsx: 'automatic',
  minifySyntax: true,
  minifyWhitespace: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'silent',
};

/**
 * For everything that runs in browsers.
 *
 * @type {import('esbuild').BuildOptions}
 */
const forBrowsers = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['chrome120', 'firefox120', 'safari17'],
  // Addresses of the site, not of files here.
  external: ['/art/*'],
  logLevel: 'silent',
};

/**
 * The stylesheet, and beside it the fonts it asks for.
 *
 * @type {import('esbuild').BuildOptions}
 */
const stylesheet = {
  ...forBrowsers,
  entryPoints: { site: 'templates/styles/site.css' },
  assetNames: '[name]-[hash]',
  publicPath: '/assets',
  plugins: [fontsPlugin],
};
const browserModules = { site: 'templates/client/site.ts', radio: 'templates/client/radio.ts' };

/**
 * Bundles the press (the program, its threads, the stylesheet and the browser modules) into one folder named by the hash of all
 * sources, unless that folder is already there: starting from TypeScript would cost every command half a second.
 *
 * Throws esbuild's own failure, with its messages, when the sources do not compile.
 *
 * @returns {Promise<string>} the folder, with `main.js`, `build-worker.js`, `finish-thread.js`, `live-reload.js`, `site.css`, its fonts, `site.js` and `radio.js`
 */
export function compile() {
  return compileInto('galley', ({ build }, outdir) => [
    build({
      ...forNode,
      outdir,
      entryPoints: {
        main: 'cli/main.ts',
        'build-worker': 'cli/server/build-worker.ts',
      },
      splitting: true,
      external: ['satteri', 'sharp', 'esbuild', 'http-server', 'chokidar'],
      // What is bundled from CommonJS still asks for `require`.
      banner: {
        js: 'import { createRequire as createRequireOf } from "node:module"; const require = createRequireOf(import.meta.url);',
      },
    }),
    build({ ...stylesheet, outdir }),
    build({
      ...forBrowsers,
      outdir,
      entryPoints: { ...browserModules, 'live-reload': 'cli/server/live-reload-client.ts' },
    }),
    // What `relay --bundle` hands out, to be read by whoever runs the radio's machine.
    build({
      ...forNode,
      minifySyntax: false,
      minifyWhitespace: false,
      outdir,
      entryPoints: { relay: 'cli/relay/bare.ts' },
      outExtension: { '.js': '.mjs' },
    }),
    writeFaces(outdir),
  ]);
}

/** Puts the fonts for lettering beside the press, named by the sources that draw with them, so that no drawing outlives its code. @param {string} outdir */
async function writeFaces(outdir) {
  const libraries = [
    'fontkit',
    'sharp',
    '@fontsource-variable/newsreader',
    '@fontsource-variable/libre-franklin',
  ];
  const version = hashOf(
    ['cli/images'],
    ['cli/fonts.mjs', ...libraries.map((name) => `node_modules/${name}/package.json`)],
  );
  const faces = await letteringFonts();
  mkdirSync(outdir, { recursive: true });
  for (const [name, font] of Object.entries(faces))
    writeFileSync(join(outdir, `${name}-${version}.ttf`), font);
}

/**
 * Bundles only what templates are made of, for `dev`, whose worker is already warm: React is left to Node, which has it loaded.
 *
 * @returns {Promise<string>} the folder, with `render.js`, `site.css`, its fonts, `site.js` and `radio.js`
 */
export function compileTemplates() {
  return compileInto('galley-templates', ({ build }, outdir) => [
    build({
      ...forNode,
      outdir,
      entryPoints: { render: 'cli/pipeline/render.tsx' },
      external: ['react', 'react-dom'],
    }),
    build({ ...stylesheet, outdir }),
    build({ ...forBrowsers, outdir, entryPoints: browserModules }),
  ]);
}

/**
 * @param {string} name of the cache
 * @param {(esbuild: typeof import('esbuild'), outdir: string) => Promise<unknown>[]} bundles
 * @returns {Promise<string>}
 */
async function compileInto(name, bundles) {
  const cache = join(root, 'node_modules', '.cache', name);
  const before = sourcesNow();
  const folder = join(cache, before.hash);
  if (existsSync(folder)) return folder;

  const esbuild = await import('esbuild');
  mkdirSync(cache, { recursive: true });
  const staging = `${folder}.${randomBytes(6).toString('hex')}`;
  const running = bundles(esbuild, staging);
  const results = await Promise.allSettled(running);
  // What was saved while esbuild read may stand in some bundles and not in others, and none of them goes by this name.
  if (sourcesNow().state !== before.state) {
    rmSync(staging, { recursive: true, force: true });
    return compileInto(name, bundles);
  }
  try {
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    // Another command may have compiled the same sources meanwhile.
    if (!existsSync(folder)) throw error;
  }
  forget(cache);
  return folder;
}

/** All sources as they are: their `hash`, and a `state` that is another one also where they were changed and changed back. */
function sourcesNow() {
  // The lockfile holds the version in package.json as well.
  return read(['cli', 'templates'], ['package-lock.json']);
}

/**
 * A name for what stands in all files of some folders, and in some files.
 *
 * @param {readonly string[]} folders
 * @param {readonly string[]} files
 */
const hashOf = (folders, files) => read(folders, files).hash;

/**
 * @param {readonly string[]} folders
 * @param {readonly string[]} files
 */
function read(folders, files) {
  const hash = createHash('sha256').update(process.versions.modules);
  /** @type {string[]} */
  const marks = [];
  /** @param {string} path */
  function add(path) {
    const { ino, ctimeNs } = statSync(join(root, path), { bigint: true });
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
    marks.push(`${ino}-${ctimeNs}`);
  }
  /** @param {string} folder */
  function visit(folder) {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) unlessGone(() => add(path));
    }
  }
  for (const folder of folders) unlessGone(() => visit(folder));
  for (const file of files) add(file);
  const name = hash.digest('hex').slice(0, 16);
  return { hash: name, state: [name, ...marks].join(' ') };
}

/** What editors put beside a file for a moment may be gone before it is read. @param {() => void} look */
function unlessGone(look) {
  try {
    look();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/** @param {string} cache */
function forget(cache) {
  const folders = readdirSync(cache).map((name) => join(cache, name));
  const byAge = folders
    .map((path) => ({ path, time: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.time - a.time);
  for (const { path } of byAge.slice(kept)) rmSync(path, { recursive: true, force: true });
}
